import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRuntime } from '#runtime.ts';
import { type Drawn, drawn, INERT_TYPES, type Pair, toWords } from '#test/support/drawn-compositions.ts';
import { serve } from '#test/support/servers/serve.ts';
import { decoders } from '#test/support/wire/codings.ts';
import { type RawResponse, rawResponse } from '#test/support/wire/raw-response.ts';

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

function check(plan: Drawn, response: RawResponse): void {
  const status = Number(response.statusLine.split(' ')[1]);
  const { statuses, redirect, trailers, content, codings, chunk } = plan;
  assert.ok((statuses.length > 0 ? statuses : [redirect ? 302 : 200]).includes(status), response.statusLine);

  const isChunked = response.chunks !== undefined;
  const isStreamCoded = codings.length > 0 && content?.word[0] === 'bytes';
  assert.equal(isChunked, chunk !== undefined || trailers.length > 0 || isStreamCoded);
  const length: Pair[] = isChunked ? [] : [['Content-Length', String(response.body.length)]];
  const fields = expectedFields(plan);
  const places = isChunked ? fields : [...fields, ...length];
  assert.deepEqual(response.fields.slice(0, places.length), places);
  assert.deepEqual(
    response.fields
      .slice(places.length)
      .map(([name]) => name)
      .filter(
        (name) =>
          !/^(Access-Control-Allow-(Origin|Credentials)|Vary|Date|Connection|Transfer-Encoding)$/.test(name),
      ),
    [],
  );

  assert.deepEqual(
    codings.reduceRight((bytes, coding) => decoders[coding](bytes), response.body),
    content?.bytes ?? Buffer.alloc(0),
  );
  assert.deepEqual(response.trailers, trailers);
  const { chunks = [] } = response;
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
      const response = await rawResponse(port, `/compose?${query}`);
      check(plan, response);
      const seconds = plan.delay + plan.pause + (plan.rate ? response.body.length / plan.rate : 0);
      // The length of coded content is unknown until its end, so up to one millisecond is not waited for.
      assert.ok(Math.abs((runtime.now() - begun) / 1000 - seconds) < 0.0011, `${runtime.now() - begun}`);
    }),
    { numRuns: 120 },
  );
});
