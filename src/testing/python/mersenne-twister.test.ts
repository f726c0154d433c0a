import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMersenneTwister } from './mersenne-twister.ts';

function bytes(seed: bigint, count: number): Buffer {
  const target = Buffer.alloc(count);
  createMersenneTwister(seed).fill(target);
  return target;
}

/** Values of CPython 3: ten bytes, the digest of five thousand, and `random.random()`. */
const DRAWN = [
  [0n, 'c5d71484f8cf9bf4b76f', 'c155b506a5f05acb', 0.8444218515250481],
  [42n, '390c8c7d7247342cd810', 'daf8b1573efab82a', 0.6394267984578837],
  [1n, '4420823cfde6f1c26b30', '8310cf7a9385bd2c', 0.13436424411240122],
  [-1n, '4420823cfde6f1c26b30', '8310cf7a9385bd2c', 0.13436424411240122],
  [2n ** 32n - 1n, '686e95aec38fb5fed220', '620cc43e9ecbcaaf', 0.6353574441341173],
  [2n ** 32n, '39b3d5080ba9e7074626', '1413c8e8a22142eb', 0.11299430095636409],
  [2n ** 64n, 'be2fff4731dfbe0ce071', '94f04d2024cd8a4b', 0.9776462743838505],
  [2n ** 19968n + 5n, 'd0f30ff23993ef952e2b', '9d5c052213230f32', 0.5420321479960092],
  [10n ** 4000n, 'a186541b7d0052e38eaf', '430919902758d046', 0.3157727663374781],
] as const;

test('generates the bytes of CPython for seeds of any size', () => {
  for (const [seed, first, digest] of DRAWN) {
    assert.equal(bytes(seed, 10).toString('hex'), first, String(seed).slice(0, 30));
    const whole = createHash('sha256').update(bytes(seed, 5000)).digest('hex');
    assert.equal(whole.slice(0, 16), digest, String(seed).slice(0, 30));
  }
  assert.equal(bytes(12345678901234567890123n, 10).toString('hex'), '5043c865b92073d488a8');
});

test('generates the fractions of CPython', () => {
  for (const [seed, , , fraction] of DRAWN) assert.equal(createMersenneTwister(seed).fraction(), fraction);
});

test('generates the same bytes in chunks of any size', () => {
  const whole = bytes(7n, 4000);
  fc.assert(
    fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 10 }), (sizes) => {
      const twister = createMersenneTwister(7n);
      const pieces = sizes.map((size) => {
        const piece = Buffer.alloc(size);
        twister.fill(piece);
        return piece;
      });
      const joined = Buffer.concat(pieces);
      assert.deepEqual(joined, whole.subarray(0, joined.length));
    }),
  );
});
