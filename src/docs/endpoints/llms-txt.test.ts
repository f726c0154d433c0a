import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('the plain text lists every endpoint of every service, with a curl command', async (t) => {
  const server = await serve(t);
  const response = await server.get('/llms.txt', [['Host', 'sparring.example']]);
  const text = response.text();
  assert.match(text, /^# Sparring \d/);
  for (const { path, methods, summary } of server.services
    .filter(({ name }) => name !== 'docs')
    .flatMap((service) => service.endpoints)) {
    assert.ok(text.includes(` ${path}`) && text.includes(summary), `${methods} ${path}`);
  }
  assert.ok(text.includes('  curl -i http://sparring.example/etag/abc\n'));
  assert.ok(text.includes('POST /api/v3/authorizations (deprecated): '));
  assert.ok(text.includes('(http://sparring.example/docs/testing/openapi.json)'));
  assert.equal((await server.get('/llms.txt', [['Host', 'a b']])).status, 400);
});
