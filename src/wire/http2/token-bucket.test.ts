import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenBucket } from './token-bucket.ts';

/** How many tokens the bucket has at a time. */
function countTokens(bucket: TokenBucket, now: number): number {
  let count = 0;
  while (count < 1000 && bucket.take(now)) count++;
  return count;
}

test('a bucket has the burst at first, then what a second adds, and never more than the burst', () => {
  const bucket = new TokenBucket({ burst: 10, perSecond: 4 }, 5000);
  assert.equal(countTokens(bucket, 5000), 10);
  assert.equal(countTokens(bucket, 5249), 0);
  assert.equal(countTokens(bucket, 5250), 1);
  assert.equal(countTokens(bucket, 6250), 4);
  assert.equal(countTokens(bucket, 8749), 9);
  assert.equal(countTokens(bucket, 1_000_000), 10);
  assert.equal(countTokens(bucket, 1_000_000), 0);
});

test('a bucket collects parts of tokens', () => {
  const bucket = new TokenBucket({ burst: 1, perSecond: 1 }, 0);
  assert.equal(bucket.take(0), true);
  for (let now = 100; now < 1000; now += 100) assert.equal(bucket.take(now), false, `at ${now}`);
  assert.equal(bucket.take(1001), true);
});

test('a clock that goes back adds and removes nothing', () => {
  const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, 10_000);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(0), true);
  assert.equal(bucket.take(10_000), false);
});
