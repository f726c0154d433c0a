import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('the document describes this server, and equals that of /openapi.json', async (t) => {
  const server = await serve(t);
  const spec = (await server.get('/spec.json')).json();
  assert.deepEqual(spec, (await server.get('/openapi.json')).json());
  assert.deepEqual(Reflect.get(Object(spec), 'servers'), [{ url: '/' }]);
  const operation = Reflect.get(Reflect.get(Object(spec), 'paths'), '/redirect-to');
  assert.deepEqual(Object.keys(operation).sort(), ['delete', 'get', 'patch', 'post', 'put', 'trace']);
});
