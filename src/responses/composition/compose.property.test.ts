import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decoders } from '../../../test/support/codings.ts';
import { type RawAnswer, rawAnswer } from '../../../test/support/raw-answer.ts';
import { serve } from '../../../test/support/serve.ts';
import { createRuntime } from '../../runtime.ts';

type Pair = readonly [name: string, value: string];

/** A generated composition, from which the expected response is derived. */
interface Drawn {
  readonly statuses: readonly number[];
  readonly headers: readonly Pair[];
  readonly cookies: readonly string[];
  readonly redirect: string | undefined;
  readonly content: { readonly word: Pair; readonly bytes: Buffer; readonly type: string } | undefined;
  readonly type: string | undefined;
  readonly codings: readonly (keyof typeof decoders)[];
  readonly delay: number;
  readonly pause: number;
  readonly rate: number | undefined;
  readonly chunk: number | undefined;
  readonly trailers: readonly Pair[];
}

const INERT_TYPES = ['text/plain', 'application/json', 'image/png'];

const fieldName = fc.stringMatching(/^[Xx]-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/);
const fieldValue = fc
  .stringMatching(/^[!-~\x80-\xff]([\t -~\x80-\xff]{0,20}[!-~\x80-\xff])?$/)
  // Node and the reader of this test trim spaces.
  .filter((value) => value.trim() === value);
const field = fc.tuple(fieldName, fieldValue);
const cookie = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9_]{1,8}=[!#-+\--:<-[\]-~]{0,12}$/),
    fc.subarray(['Path=/a b', 'HttpOnly', 'secure', 'SameSite=None', 'max-age=0', 'Partitioned']),
  )
  .map((parts) => parts.flat().join('; '));

const octets = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((value) => value.toWellFormed());
const content = fc.oneof(
  text.map((value) => ({
    word: ['body', value] as const,
    bytes: Buffer.from(value),
    type: 'text/plain; charset=utf-8',
  })),
  fc.json().map((value) => ({
    word: ['json', value] as const,
    bytes: Buffer.from(value),
    type: 'application/json',
  })),
  fc.tuple(octets, fc.constantFrom('base64', 'base64url')).map(([bytes, alphabet]) => ({
    word: ['base64', bytes.toString(alphabet)] as const,
    bytes,
    type: 'application/octet-stream',
  })),
  fc.oneof(fc.nat(300), fc.integer({ min: 60_000, max: 80_000 })).map((size) => ({
    word: ['bytes', String(size)] as const,
    bytes: Buffer.alloc(size, 'abcdefghijklmnopqrstuvwxyz'),
    type: 'application/octet-stream',
  })),
);

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const drawn: fc.Arbitrary<Drawn> = fc.record({
  statuses: fc.array(
    fc.integer({ min: 200, max: 999 }).filter((status) => ![204, 205, 304].includes(status)),
    { maxLength: 3 },
  ),
  headers: fc.array(field, { maxLength: 6 }),
  cookies: fc.array(cookie, { maxLength: 3 }),
  redirect: optional(fc.constantFrom('/get', 'https://example.org/a?b=c#d', '../x', '?a=%20')),
  content: optional(content),
  type: optional(fc.constantFrom('text/html; charset="x"', 'none', ...INERT_TYPES)),
  codings: fc.array(fc.constantFrom('gzip', 'deflate', 'br', 'zstd'), { maxLength: 2 }),
  delay: fc.constantFrom(0, 0.001, 1.25),
  pause: fc.constantFrom(0, 0.5),
  rate: optional(fc.constantFrom(50_000, 1_000_000)),
  chunk: optional(fc.constantFrom(16, 33, 100_000)),
  trailers: fc.array(field, { maxLength: 3 }),
});

function toWords(plan: Drawn): Pair[] {
  const words: Pair[] = [
    ...plan.headers.map((pair): Pair => ['header', pair.join(': ')]),
    ...plan.cookies.map((line): Pair => ['cookie', line]),
    ...plan.codings.map((coding): Pair => ['coding', coding]),
    ...plan.trailers.map((pair): Pair => ['trailer', pair.join(':')]),
    ['delay', String(plan.delay)],
    ['pause', String(plan.pause)],
  ];
  if (plan.statuses.length > 0) words.push(['status', plan.statuses.join(',')]);
  if (plan.content) words.push(plan.content.word);
  for (const name of ['redirect', 'type', 'rate', 'chunk'] as const) {
    const value = plan[name];
    if (value !== undefined) words.push([name, String(value)]);
  }
  return words;
}

/** The head that the plan requires. Common fields, and those of the connection, follow it. */
function expectedFields({ content, type, codings, redirect, headers, cookies, trailers }: Drawn): Pair[] {
  const fields: Pair[] = [];
  const requested = type ?? content?.type ?? 'none';
  if (requested !== 'none') fields.push(['Content-Type', requested]);
  if (codings.length > 0) fields.push(['Content-Encoding', codings.join(', ')]);
  if (content) {
    fields.push(['X-Content-Type-Options', 'nosniff']);
    const isInert = requested === content.type || INERT_TYPES.includes(requested);
    if (!isInert) fields.push(['Content-Security-Policy', 'sandbox']);
  }
  if (redirect !== undefined) fields.push(['Location', redirect]);
  fields.push(...headers, ...cookies.map((line): Pair => ['Set-Cookie', line]));
  if (trailers.length > 0) fields.push(['Trailer', trailers.map(([name]) => name).join(', ')]);
  return fields;
}

function check(plan: Drawn, answer: RawAnswer): void {
  const status = Number(answer.statusLine.split(' ')[1]);
  const { statuses, redirect, trailers, content, codings, chunk } = plan;
  assert.ok((statuses.length > 0 ? statuses : [redirect ? 302 : 200]).includes(status), answer.statusLine);

  const isChunked = answer.chunks !== undefined;
  const isStreamCoded = codings.length > 0 && content?.word[0] === 'bytes';
  assert.equal(isChunked, chunk !== undefined || trailers.length > 0 || isStreamCoded);
  const length: Pair[] = isChunked ? [] : [['Content-Length', String(answer.body.length)]];
  const fields = expectedFields(plan);
  const places = isChunked ? fields : [...fields, ...length];
  assert.deepEqual(answer.fields.slice(0, places.length), places);
  assert.deepEqual(
    answer.fields
      .slice(places.length)
      .map(([name]) => name)
      .filter(
        (name) =>
          !/^(Access-Control-Allow-(Origin|Credentials)|Vary|Date|Connection|Transfer-Encoding)$/.test(name),
      ),
    [],
  );

  assert.deepEqual(
    codings.reduceRight((bytes, coding) => decoders[coding](bytes), answer.body),
    content?.bytes ?? Buffer.alloc(0),
  );
  assert.deepEqual(answer.trailers, trailers);
  const { chunks = [] } = answer;
  if (chunk !== undefined) {
    assert.ok(chunks.slice(0, -1).every((each) => each.length === chunk));
    assert.ok((chunks.at(-1)?.length ?? 0) <= chunk);
  }
}

test('any composition has exactly the composed bytes and duration', async (t) => {
  const runtime = createRuntime({ now: 0 });
  const { port } = await serve(t, { runtime });
  await fc.assert(
    fc.asyncProperty(drawn, async (plan) => {
      const query = toWords(plan)
        .map((word) => word.map(encodeURIComponent).join('='))
        .join('&');
      const begun = runtime.now();
      const answer = await rawAnswer(port, `/compose?${query}`);
      check(plan, answer);
      const seconds = plan.delay + plan.pause + (plan.rate ? answer.body.length / plan.rate : 0);
      // The length of coded content is unknown until its end, so up to one millisecond is not waited for.
      assert.ok(Math.abs((runtime.now() - begun) / 1000 - seconds) < 0.0011, `${runtime.now() - begun}`);
    }),
    { numRuns: 120 },
  );
});
