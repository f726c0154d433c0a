import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitBatches } from './batches.ts';

test('the batches contain all rows in order, and have few different sizes', () => {
  for (const length of [0, 1, 2, 127, 128, 129, 255, 1000]) {
    const rows = Array.from({ length }, (_, at) => at);
    const portions = [...splitBatches(rows)];
    assert.deepEqual(portions.flat(), rows);
    for (const batch of portions) assert.ok([1, 2, 4, 8, 16, 32, 64, 128].includes(batch.length));
  }
});
