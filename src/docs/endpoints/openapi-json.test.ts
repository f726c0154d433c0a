import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/openapi.json is OpenAPI 3.1 of the testing service', async (t) => {
  const document = Object((await (await serve(t)).get('/openapi.json')).json());
  assert.equal(document.openapi, '3.1.0');
  assert.ok(document.paths['/get']);
  assert.equal(document.paths['/api/v3/authorizations'], undefined);
  const sourceOf = (path: string) => document.paths[path].get['x-source'];
  assert.equal(sourceOf('/get'), 'src/testing/endpoints/get.ts');
  for (const lab of ['sequence', 'limit'])
    assert.equal(sourceOf(`/${lab}/{key}`), `src/testing/labs/${lab}/lab.ts`);
});
