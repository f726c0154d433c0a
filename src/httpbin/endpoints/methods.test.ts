import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

const PATHS = [
  ['PUT', '/put'],
  ['PATCH', '/patch'],
  ['DELETE', '/delete'],
] as const;

test('PUT, PATCH and DELETE are answered as POST is, each at its own path', async (t) => {
  const server = await serve(t);
  const fields = [
    ['Host', 'h'],
    ['Content-Type', 'application/json'],
  ] as const;
  const posted = await server.send({ method: 'POST', path: '/post?a=1', fields, body: '{"b": [2]}' });
  for (const [method, path] of PATHS) {
    const answer = await server.send({ method, path: `${path}?a=1`, fields, body: '{"b": [2]}' });
    assert.equal(answer.status, 200);
    assert.equal(answer.text(), posted.text().replace('/post', path));
    const refusal = await server.send({ method: 'POST', path });
    assert.equal(refusal.status, 405);
    assert.equal(refusal.field('Allow'), `${method}, OPTIONS`);
  }
});
