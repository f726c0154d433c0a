import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serve } from './support/servers/serve.ts';

/** The greatest size of each page in bytes, as it is and compressed. */
const LIMITS: readonly [path: string, size: number, compressed: number][] = [
  ['/', 51_000, 12_500],
  ['/docs', 63_000, 13_500],
  ['/docs?service=control', 63_000, 14_000],
  ['/docs/guides', 36_000, 10_400],
  ['/docs/guides/labs-faults', 60_000, 15_000],
  ['/docs/endpoints/get-get', 90_000, 16_500],
  ['/docs/endpoints/post-sparring-requests-verify', 180_000, 24_000],
  ['/login', 29_000, 9_000],
];

test('pages of the documentation and the sign-in have a small size, which includes their style', async (t) => {
  const server = await serve(t);
  for (const [path, size, compressed] of LIMITS) {
    const { status, body } = await server.get(path, [['Accept', 'text/html']]);
    assert.equal(status, 200, path);
    const sizes = [body.length, gzipSync(body).length] as const;
    assert.ok(sizes[0] <= size && sizes[1] <= compressed, `${path}: ${sizes.join(' and ')} bytes`);
  }
});

test('the inspector with a hundred requests has a small size', async (t) => {
  const server = await serve(t, { journal: 1000 });
  for (let n = 0; n < 110; n++)
    await server.send({
      method: n % 2 === 0 ? 'GET' : 'POST',
      path: `/anything/users/${n}?page=${n}`,
      fields: [['Content-Type', 'application/json']],
      body: n % 2 === 0 ? '' : '{"a":1}',
    });
  const { body } = await server.get('/_sparring/inspector', [['Accept', 'text/html']]);
  assert.equal(body.toString().match(/ data-id="/g)?.length, 20);
  const script = await server.get('/_sparring/pages/inspector.js');
  const sizes = [gzipSync(body).length, gzipSync(script.body).length] as const;
  const [page, code] = sizes;
  assert.ok(page + code <= 65_000, `${sizes.join(' and ')} bytes, compressed`);
  assert.ok(
    body.length <= 130_000 && script.body.length <= 135_000,
    `${body.length} and ${script.body.length} bytes`,
  );
});
