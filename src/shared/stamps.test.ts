import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { createStamps, workerOf } from './stamps.ts';

test('numbers increase, also while the clock stands still, and name their worker', () => {
  let time = 5_000_000;
  const runtime = { systemMonotonic: () => time };
  const [one, other] = [createStamps(runtime, 5_000_000, 0), createStamps(runtime, 5_000_000, 41)];
  const first = [one.next(), other.next(), one.next(), other.next()];
  assert.deepEqual(first, [100, 141, 200, 241]);
  assert.deepEqual(first.map(workerOf), [1, 42, 1, 42]);
  assert.ok(one.now() >= 200);
  time += 10;
  assert.deepEqual([one.next(), other.next()], [1000, 1041]);
  assert.equal(one.now(), 1099);
});

test('the clock of the system increases', () => {
  const { systemMonotonic } = createRuntime();
  const times = Array.from({ length: 1000 }, systemMonotonic);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.ok(times.every(Number.isSafeInteger));
});
