import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { createCounterSet } from '../counter-set.ts';
import type { Addition } from '../shared-state.ts';
import { BatchedAdditions } from './batched-additions.ts';

const { nextIteration } = createRuntime();

/** Additions to a counter in memory, and the sizes of the statements. A counter that starts is not compared with the limit. */
function open() {
  const set = createCounterSet(10);
  const sizes: number[] = [];
  const additions = new BatchedAdditions(async (_name, key, addition: Addition) => {
    await nextIteration();
    sizes.push(addition.by);
    const [value = 0] = await set.read([key]);
    if (value === 0) return set.add(key, { ...addition, limit: undefined });
    return set.add(key, addition);
  });
  const times = (count: number, addition: Addition) =>
    Promise.all(Array.from({ length: count }, () => additions.add('set', 'key', addition)));
  return { additions, set, sizes, times };
}

test('additions that wait go together, each with its own count', async () => {
  const { times, sizes } = open();
  const counts = await times(600, { by: 1, limit: 100_000 });
  assert.deepEqual(
    counts.map(({ value }) => value),
    Array.from({ length: 600 }, (_, index) => index + 1),
  );
  assert.deepEqual(sizes, [1, 599]);
});

test('exactly the limit is added', async () => {
  for (const limit of [1, 7, 100, 599, 600]) {
    const { times, set } = open();
    const counts = await times(600, { by: 1, limit });
    assert.equal(counts.filter(({ isAdded }) => isAdded).length, limit);
    assert.deepEqual(
      counts.slice(0, limit).map(({ value }) => value),
      Array.from({ length: limit }, (_, index) => index + 1),
    );
    assert.deepEqual(await set.read(['key']), [limit]);
  }
});

test('additions of other sizes and limits keep their order', async () => {
  const { additions } = open();
  const add = (addition: Addition) => additions.add('set', 'key', addition);
  const counts = await Promise.all([
    add({ by: 1, limit: 3 }),
    add({ by: 1, limit: 3 }),
    add({ by: 0 }),
    add({ by: 5 }),
    add({ by: 1, limit: 3 }),
    add({ by: 1, limit: 8 }),
  ]);
  assert.deepEqual(
    counts.map(({ isAdded, value }) => [isAdded, value]),
    [
      [true, 1],
      [true, 2],
      [true, 2],
      [true, 7],
      [false, 7],
      [true, 8],
    ],
  );
});

test('an error rejects the additions of its statement', async () => {
  let calls = 0;
  const additions = new BatchedAdditions(async () => {
    calls++;
    await nextIteration();
    throw new Error('lost');
  });
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => additions.add('set', 'key', { by: 1 })),
  );
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['rejected']));
  assert.equal(calls, 2);
});
