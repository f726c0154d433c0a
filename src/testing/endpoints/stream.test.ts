import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { rawResponse } from '#test/support/wire/raw-response.ts';

test('returns the request and a number in each line, in the format of Python', async (t) => {
  const server = await serve(t);
  const response = await server.get('/stream/2?b=1&a=%C3%A9&a=3&2=&1=', [
    ['Host', 'h'],
    ['Zebra', '1'],
    ['x_apple', '2'],
    ['ZEBRA', '3'],
  ]);
  const line = (id: number) =>
    `{"url": "http://h/stream/2?b=1&a=\\u00e9&a=3&2=&1=", "args": {"b": "1", "a": ["\\u00e9", "3"], "2": "", "1": ""}, ` +
    `"headers": {"Host": "h", "Zebra": "1,3", "X_Apple": "2", "Connection": "close"}, "origin": "127.0.0.1", "id": ${id}}\n`;
  assert.equal(response.field('Content-Type'), 'application/json');
  assert.equal(response.text(), line(0) + line(1));
});

test('sends each line in a chunk, from 0 to 100 lines', async (t) => {
  const server = await serve(t);
  const chunksOf = async (path: string) => (await rawResponse(server.port, path)).chunks ?? [];
  const ids = (await chunksOf('/stream/999')).map((chunk) => JSON.parse(chunk.toString()).id);
  assert.deepEqual(ids, [...Array(100).keys()]);
  assert.deepEqual(await chunksOf('/stream/0'), []);
  assert.equal((await server.get('/stream/-1')).status, 404);
});

test('accepts names that are special in JavaScript', async (t) => {
  const server = await serve(t);
  const response = await server.get('/stream/1?__proto__=1&constructor=2', [['__proto__', '3']]);
  assert.match(response.text(), /"args": \{"__proto__": "1", "constructor": "2"\}/);
});

test('hides headers of proxies unless the query has show_env', async (t) => {
  const server = await serve(t);
  const fields = [['X-Forwarded-For', '192.0.2.1']] as const;
  assert.doesNotMatch((await server.get('/stream/1', fields)).text(), /X-Forwarded-For/);
  assert.match((await server.get('/stream/1?show_env', fields)).text(), /"X-Forwarded-For": "192\.0\.2\.1"/);
});
