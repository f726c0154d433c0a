import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/encoding/utf8 is valid UTF-8 with characters of one to four bytes', async (t) => {
  const server = await serve(t);
  const response = await server.get('/encoding/utf8');
  assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
  assert.ok(isUtf8(response.body));
  const lengths = new Set(Array.from(response.text(), (character) => Buffer.byteLength(character)));
  assert.deepEqual([...lengths].sort(), [1, 2, 3, 4]);
  assert.doesNotMatch(response.text(), /&\w+;/);
});
