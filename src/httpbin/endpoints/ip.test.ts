import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

test('the address is told as JSON, or as a line of text when that is asked for', async (t) => {
  const server = await serve(t);
  assert.deepEqual((await server.get('/ip?format=xml')).json(), { origin: '127.0.0.1' });
  const text = await server.get('/ip?format=text');
  assert.equal(text.text(), '127.0.0.1\n');
  assert.equal(text.field('Content-Type'), 'text/plain; charset=utf-8');
});

test('whatever a proxy is said to have forwarded is text and nothing else', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/ip?format=text', [
    ['X-Forwarded-For', '<script>alert(1)</script>, \xe9'],
  ]);
  assert.equal(answer.body.toString('latin1'), '<script>alert(1)</script>, \xe9\n');
  assert.equal(answer.field('X-Content-Type-Options'), 'nosniff');
  assert.equal(answer.field('Content-Security-Policy'), 'sandbox');
});
