import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

test('/openapi.json is OpenAPI 3.1 of the testing service', async (t) => {
  const document = Object((await (await serve(t)).get('/openapi.json')).json());
  assert.equal(document.openapi, '3.1.0');
  assert.ok(document.paths['/get']);
  assert.equal(document.paths['/api/v3/authorizations'], undefined);
});
