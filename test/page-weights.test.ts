import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serve, type TestServer } from './support/servers/serve.ts';

/** The greatest size of each page in bytes, as it is and compressed with gzip. */
const LIMITS: readonly [path: string, size: number, compressed: number][] = [
  ['/', 51_000, 12_500],
  ['/docs', 63_000, 13_500],
  ['/docs?service=control', 63_000, 14_000],
  ['/docs/guides', 36_000, 10_400],
  ['/docs/guides/labs-faults', 60_000, 15_000],
  ['/docs/endpoints/get-get', 90_000, 16_500],
  ['/docs/endpoints/post-sparring-requests-verify', 180_000, 24_000],
  ['/compose/builder', 75_000, 16_500],
  ['/login', 29_000, 9_000],
];

/** The greatest size of pages with their script, in the codings that a browser gets. */
const LIMITS_WITH_SCRIPT: readonly [path: string, compressed: number][] = [
  ['/', 30_000],
  ['/docs', 30_000],
  ['/compose/builder', 32_000],
  ['/_sparring', 30_000],
  ['/_sparring/panel/rules', 30_000],
  ['/_sparring/panel/clock', 30_000],
  ['/_sparring/panel/audit', 30_000],
  ['/_sparring/bins', 30_000],
  ['/_sparring/inspector', 65_000],
  ['/_sparring/bins/orders', 65_000],
  ['/_sparring/bins/empty', 65_000],
];

const ACCEPT = ['Accept', 'text/html'] as const;

test('pages of the documentation and the sign-in have a small size, which includes their style', async (t) => {
  const server = await serve(t);
  for (const [path, size, compressed] of LIMITS) {
    const { status, body } = await server.get(path, [ACCEPT]);
    assert.equal(status, 200, path);
    const sizes = [body.length, gzipSync(body).length] as const;
    assert.ok(sizes[0] <= size && sizes[1] <= compressed, `${path}: ${sizes.join(' and ')} bytes`);
  }
});

test('pages have a small size with their scripts, those of a hundred requests too', async (t) => {
  const server = await serve(t, { journal: 1000 });
  for (const bin of ['orders', 'empty'])
    await server.send({
      method: 'PUT',
      path: `/_sparring/bins/${bin}`,
      fields: [['Content-Type', 'application/json']],
      body: '{}',
    });
  for (let n = 0; n < 220; n++)
    await server.send({
      method: n % 4 < 2 ? 'GET' : 'POST',
      path: `${n % 2 === 0 ? '' : '/bin/orders'}/anything/users/${n}?page=${n}`,
      fields: [['Content-Type', 'application/json']],
      body: n % 4 < 2 ? '' : '{"a":1}',
    });
  for (const [path, limit] of LIMITS_WITH_SCRIPT) {
    const sizes = await sizesOf(server, path);
    assert.ok(sizes[0] + sizes[1] <= limit, `${path}: ${sizes.join(' and ')} bytes`);
  }
});

test('the inspector with a hundred requests has a small size in gzip, too', async (t) => {
  const server = await serve(t, { journal: 1000 });
  for (let n = 0; n < 110; n++)
    await server.send({
      method: n % 2 === 0 ? 'GET' : 'POST',
      path: `/anything/users/${n}?page=${n}`,
      fields: [['Content-Type', 'application/json']],
      body: n % 2 === 0 ? '' : '{"a":1}',
    });
  const { body } = await server.get('/_sparring/inspector', [ACCEPT]);
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

/** Bytes of the page, and of its script, which the package has in Brotli. */
async function sizesOf(server: TestServer, path: string): Promise<[page: number, script: number]> {
  const page = (await server.get(path, [ACCEPT])).text();
  const [, url] = /<script src="([^"]+)"/.exec(page) ?? [];
  assert.ok(url !== undefined, path);
  const { status, body } = await server.get(path, [ACCEPT, ['Accept-Encoding', 'gzip, deflate, br, zstd']]);
  assert.equal(status, 200, path);
  const script = await server.get(url);
  return [body.length, brotliCompressSync(script.body).length];
}
