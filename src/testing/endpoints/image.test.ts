import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('selects the first available format, regardless of order and weights in Accept', async (t) => {
  const server = await serve(t);
  for (const [accept, type] of [
    ['image/webp', 'image/webp'],
    ['image/svg+xml', 'image/svg+xml'],
    ['IMAGE/JPEG', 'image/jpeg'],
    ['image/png', 'image/png'],
    ['image/*', 'image/png'],
    ['image/png, image/svg+xml;q=0.1, image/jpeg', 'image/svg+xml'],
    ['image/avif,image/webp;q=0,*/*', 'image/webp'],
    ['ximage/pngx', 'image/png'],
  ] as const) {
    const response = await server.get('/image', [['Accept', accept]]);
    assert.deepEqual([response.status, response.field('Content-Type')], [200, type], accept);
    assert.deepEqual(response.body, (await server.get(`/image/${/\w+/.exec(type.slice(6))?.[0]}`)).body);
    assert.equal(response.field('Vary'), 'Accept');
  }
});

test('returns PNG without Accept, and the response of /status/406 for no image format', async (t) => {
  const server = await serve(t);
  assert.equal((await server.get('/image')).field('Content-Type'), 'image/png');
  const { body } = await server.get('/status/406');
  for (const accept of ['*/*', '', 'text/html', 'image/gif']) {
    const response = await server.get('/image', [['Accept', accept]]);
    assert.deepEqual([response.status, response.body], [406, body], accept);
    assert.equal(response.field('Content-Type'), 'application/json');
  }
});

test('/image/{format} answers 404 for an unknown format', async (t) => {
  const server = await serve(t);
  assert.equal((await server.get('/image/gif')).status, 404);
});
