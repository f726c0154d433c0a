import fc from 'fast-check';
import type { decoders } from './wire/codings.ts';

export type Pair = readonly [name: string, value: string];

/** A generated composition, from which the expected response is derived. */
export interface Drawn {
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

export const INERT_TYPES = ['text/plain', 'application/json', 'image/png'];

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
export const drawn: fc.Arbitrary<Drawn> = fc.record({
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

/** The directives of a composition, in the order in which they are sent. */
export function toWords(plan: Drawn): Pair[] {
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
