import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findUnsafeInteger } from '#http/syntax/unsafe-integer.ts';
import { createRuntime } from '#runtime.ts';
import { type Drawn, drawn, toWords } from '#test/support/drawn-compositions.ts';
import { serve } from '#test/support/servers/serve.ts';
import { decoders } from '#test/support/wire/codings.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { type RawResponse, rawResponse } from '#test/support/wire/raw-response.ts';
import type { ResponseForm } from '#testing/responses/composition/json-form.ts';

const LISTS: ReadonlySet<string> = new Set(['cookie', 'coding', 'trailer']);
const NUMBERS: ReadonlySet<string> = new Set(['delay', 'pause', 'rate', 'chunk', 'bytes']);

/** The form of a rule with the directives of a composition. */
function toForm(plan: Drawn): ResponseForm {
  const form: Record<string, unknown> = {};
  const add = (name: string, value: unknown) => {
    const { [name]: before } = form;
    form[name] = [...(Array.isArray(before) ? before : []), value];
  };
  for (const [name, value] of toWords(plan))
    if (name === 'header') add('headers', value.split(/: (.*)/s).slice(0, 2));
    else if (LISTS.has(name)) add(name, value);
    else form[name] = name === 'json' ? JSON.parse(value) : NUMBERS.has(name) ? Number(value) : value;
  return form;
}

/** A composition of one status, whose JSON has no spaces: `json` of a rule is a value. */
function toComparable(plan: Drawn): Drawn {
  const { content, statuses } = plan;
  const [name, value = ''] = content?.word ?? [];
  const text = name === 'json' ? JSON.stringify(JSON.parse(value)) : '';
  return {
    ...plan,
    statuses: statuses.slice(0, 1),
    content:
      content && (name === 'json' ? { ...content, word: ['json', text], bytes: Buffer.from(text) } : content),
  };
}

test('a rule responds with the bytes of the same composition, over HTTP/1.1 and HTTP/2', async (t) => {
  const server = await serve(t, { runtime: createRuntime({ now: 0 }), h2c: true });
  const withoutDate = (fields: readonly (readonly [string, string])[]) =>
    fields.filter(([name]) => name.toLowerCase() !== 'date');
  await fc.assert(
    fc.asyncProperty(drawn.map(toComparable), async (plan) => {
      const form = toForm(plan);
      // Rules refuse integers whose digits JSON readers lose.
      fc.pre(findUnsafeInteger(form.json, []) === undefined);
      const words = toWords(plan).map((word) => word.map(encodeURIComponent).join('='));
      const target = `/compose?${words.join('&')}`;
      const { rules } = server;
      await rules.clear();
      rules.addNow([rules.normalize({ match: { path: '/stub' }, respond: form })], 'test');
      const [stub, composed] = [
        await rawResponse(server.port, '/stub'),
        await rawResponse(server.port, target),
      ];
      // Coded content depends on the times at which its parts were coded.
      const decoded = (body: Buffer, isCoded: boolean) =>
        isCoded ? plan.codings.reduceRight((bytes, coding) => decoders[coding](bytes), body) : body;
      const rawOf = ({ statusLine, fields, chunks, body, trailers }: RawResponse) => [
        statusLine,
        withoutDate(fields),
        trailers,
        decoded(body, true),
        plan.codings.length === 0 && chunks,
      ];
      assert.deepEqual(rawOf(stub), rawOf(composed));
      const [one, other] = [
        await requestHttp2(server.url, { path: '/stub' }),
        await requestHttp2(server.url, { path: target }),
      ];
      const comparable = ({ status, headers, trailers, body }: typeof one) => [
        status,
        Object.entries(headers).filter(([name]) => name !== 'date'),
        Object.entries(trailers),
        // HTTP/2 rejects some statuses with an error.
        decoded(body, headers['content-encoding'] !== undefined),
      ];
      assert.deepEqual(comparable(one), comparable(other));
    }),
    { numRuns: 60 },
  );
});
