import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPortions } from './batches.ts';

test('the portions together are the rows, in order, in few sizes', () => {
  for (const length of [0, 1, 2, 127, 128, 129, 255, 1000]) {
    const rows = Array.from({ length }, (_, at) => at);
    const portions = [...inPortions(rows)];
    assert.deepEqual(portions.flat(), rows);
    for (const portion of portions) assert.ok([1, 2, 4, 8, 16, 32, 64, 128].includes(portion.length));
  }
});
