import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/docs/{service}/openapi.json has the endpoints of one service, and 404 for an unknown service', async (t) => {
  const server = await serve(t);
  const document = Object((await server.get('/docs/api/openapi.json')).json());
  assert.ok(document.paths['/api/v3/authorizations']);
  assert.equal(document.paths['/get'], undefined);
  assert.equal((await server.get('/docs/unknown/openapi.json')).status, 404);
});
