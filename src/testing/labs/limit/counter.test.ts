import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Counter, createCounter } from './counter.ts';

const create = (kind: Parameters<typeof createCounter>[0], quota = 4) =>
  createCounter(kind, { name: 'p', quota, window: 10 });

const stateAt = (counter: Counter, units: number, now: number) => [
  counter.available(now),
  counter.wait(units, now),
  counter.refill(now),
];

describe('the counter of a bucket', () => {
  it('refills evenly, up to the quota', () => {
    const counter = create('bucket');
    assert.deepEqual(stateAt(counter, 4, 1000), [4, 0, 0]);
    counter.take(3, 1000);
    for (const [now, expected] of [
      [1000, [1, 2500, 2500]],
      [3499, [1, 1, 1]],
      [3500, [2, 0, 2500]],
      [8499, [3, 0, 1]],
      [8500, [4, 0, 0]],
      [99_999, [4, 0, 0]],
    ] as const)
      assert.deepEqual(stateAt(counter, 2, now), expected, `${now}`);
    // Units are not returned at the end of a request.
    counter.take(4, 100_000);
    counter.release(4);
    assert.deepEqual(stateAt(counter, 1, 100_000), [0, 2500, 2500]);
    // A clock that is set back does not take units.
    assert.deepEqual(stateAt(counter, 1, 50_000), [0, 2500, 2500]);
    assert.deepEqual(stateAt(counter, 1, 52_500), [1, 0, 2500]);
  });
});

describe('the counter of a fixed window', () => {
  it('starts with its first unit, and returns all units at its end', () => {
    const counter = create('window');
    assert.deepEqual(stateAt(counter, 4, 50_000), [4, 0, 0]);
    counter.take(1, 52_000);
    counter.take(3, 55_000);
    counter.release(3);
    for (const [now, expected] of [
      [55_000, [0, 7000, 7000]],
      [61_999, [0, 1, 1]],
      [62_000, [4, 0, 0]],
    ] as const)
      assert.deepEqual(stateAt(counter, 1, now), expected, `${now}`);
    // More than the quota is never available.
    assert.equal(counter.wait(5, 62_000), 10_000);
    counter.take(1, 70_000);
    assert.deepEqual(stateAt(counter, 3, 70_000), [3, 0, 10_000]);
    assert.deepEqual(stateAt(counter, 4, 60_000), [3, 10_000, 10_000]);
    assert.deepEqual(stateAt(counter, 4, 69_999), [3, 1, 1]);
  });
});

describe('the counter of a sliding window', () => {
  it('returns the units of each request after the window', () => {
    const counter = create('sliding');
    assert.deepEqual(stateAt(counter, 4, 1000), [4, 0, 0]);
    counter.take(0, 1000);
    assert.deepEqual(stateAt(counter, 4, 1000), [4, 0, 0]);
    counter.take(1, 1000);
    counter.take(1, 1000);
    counter.take(2, 3000);
    counter.release(2);
    for (const [units, now, expected] of [
      [1, 3000, [0, 8000, 8000]],
      [2, 3000, [0, 8000, 8000]],
      [3, 3000, [0, 10_000, 8000]],
      [5, 3000, [0, 10_000, 8000]],
      [2, 10_999, [0, 1, 1]],
      [2, 11_000, [2, 0, 2000]],
      [3, 11_000, [2, 2000, 2000]],
      [4, 12_999, [2, 1, 1]],
      [4, 13_000, [4, 0, 0]],
      [5, 13_000, [4, 10_000, 0]],
    ] as const)
      assert.deepEqual(stateAt(counter, units, now), expected, `${units} at ${now}`);
    counter.take(1, 20_000);
    assert.deepEqual(stateAt(counter, 4, 15_000), [3, 10_000, 10_000]);
  });

  it('merges pairs of requests at their later time when there are more than 1024', () => {
    const counter = create('sliding', 5000);
    for (let index = 0; index < 1024; index++) counter.take(1, index);
    assert.deepEqual([counter.refill(1023), counter.available(10_000)], [8977, 3977]);
    const merged = create('sliding', 5000);
    for (let index = 0; index < 1025; index++) merged.take(1, index);
    assert.deepEqual([merged.refill(1024), merged.available(1024)], [8977, 3975]);
    assert.deepEqual([merged.available(10_000), merged.available(10_001)], [3975, 3977]);
    // The last one has no other.
    assert.deepEqual([merged.available(11_023), merged.available(11_024)], [4999, 5000]);
  });
});

describe('the counter of concurrent requests', () => {
  it('has the units of a request until its end, whatever the time', () => {
    const counter = create('concurrent', 2);
    assert.deepEqual(stateAt(counter, 2, 0), [2, 0, 0]);
    counter.take(1, 0);
    assert.deepEqual([counter.wait(1, 0), counter.wait(2, 99_999)], [0, 1000]);
    counter.take(1, 0);
    assert.deepEqual(stateAt(counter, 1, 99_999), [0, 1000, 0]);
    counter.release(2);
    assert.deepEqual(stateAt(counter, 2, 0), [2, 0, 0]);
  });
});
