import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serve } from './support/serve.ts';

/** The greatest size of each page in bytes, as it is and compressed. */
const LIMITS: readonly [path: string, size: number, compressed: number][] = [
  ['/', 30_000, 9_000],
  ['/docs', 90_000, 14_000],
  ['/docs/guides', 30_000, 9_000],
  ['/docs/guides/labs-faults', 60_000, 14_000],
  ['/docs/endpoints/get-get', 60_000, 14_000],
];

test('pages of the documentation have a small size, which includes their style', async (t) => {
  const server = await serve(t);
  for (const [path, size, compressed] of LIMITS) {
    const { status, body } = await server.get(path, [['Accept', 'text/html']]);
    assert.equal(status, 200, path);
    const sizes = [body.length, gzipSync(body).length] as const;
    assert.ok(sizes[0] <= size && sizes[1] <= compressed, `${path}: ${sizes.join(' and ')} bytes`);
  }
});
