import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve } from '#test/support/servers/serve.ts';

test('returns the request with validators', async (t) => {
  const server = await serve(t, { runtime: createRuntime({ now: Date.UTC(2026, 0, 2, 3, 4, 5) }) });
  const response = await server.get('/cache?a=1');
  assert.equal(response.status, 200);
  assert.equal(response.field('Last-Modified'), 'Fri, 02 Jan 2026 03:04:05 GMT');
  assert.match(response.field('ETag') ?? '', /^[0-9a-f]{32}$/);
  const { url, args } = Object(response.json());
  assert.deepEqual({ url, args }, { url: `${server.url}/cache?a=1`, args: { a: '1' } });
});

test('has a different entity tag each time', async (t) => {
  const server = await serve(t);
  const [one, other] = [await server.get('/cache'), await server.get('/cache')];
  assert.notEqual(one.field('ETag'), other.field('ETag'));
});

test('answers 304 to any condition', async (t) => {
  const server = await serve(t);
  for (const [name, value] of [
    ['If-None-Match', '"abc"'],
    ['If-Modified-Since', 'Fri, 02 Jan 2026 03:04:05 GMT'],
    ['if-modified-since', 'nonsense'],
    ['If-None-Match', ''],
  ] as const) {
    const response = await server.get('/cache', [[name, value]]);
    assert.equal(response.status, 304, `${name}: ${value}`);
    assert.equal(response.text(), '');
    for (const absent of ['Content-Type', 'Content-Length', 'ETag', 'Last-Modified']) {
      assert.equal(response.field(absent), undefined, absent);
    }
  }
});

test('sets max-age to the number of seconds', async (t) => {
  const server = await serve(t);
  const response = await server.get('/cache/007?a=1');
  assert.equal(response.field('Cache-Control'), 'public, max-age=7');
  assert.deepEqual(Reflect.get(Object(response.json()), 'args'), { a: '1' });
  const conditional = await server.get('/cache/7', [['If-None-Match', '"abc"']]);
  assert.equal(conditional.status, 200);
  for (const [n, status] of [
    ['0', 200],
    ['9007199254740991', 200],
    ['9'.repeat(400), 400],
    ['-1', 404],
    ['1.5', 404],
    ['x', 404],
  ] as const) {
    assert.equal((await server.get(`/cache/${n}`)).status, status, n);
  }
});
