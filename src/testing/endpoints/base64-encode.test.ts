import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serve } from '#test/support/servers/serve.ts';

test('encodes any text reversibly', async (t) => {
  const server = await serve(t);
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((input) => input.toWellFormed());
  await fc.assert(
    fc.asyncProperty(text, async (input) => {
      const encoded = await server.get(`/base64/encode/${encodeURIComponent(input)}`);
      assert.match(encoded.text(), /^[\w-]+={0,2}$/);
      assert.equal(encoded.text().length % 4, 0);
      assert.equal((await server.get(`/base64/decode/${encoded.text()}`)).text(), input);
    }),
    { numRuns: 50 },
  );
});
