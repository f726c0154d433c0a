import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DroppedCount } from './dropped-count.ts';

test('removed entries are counted, those of a bin until it is cleared', () => {
  const count = new DroppedCount();
  for (const bin of ['a', 'a', 'b', null]) count.add(bin);
  assert.deepEqual([count.total, count.ofBin('a'), count.ofBin('b'), count.ofBin('c')], [4, 2, 1, 0]);
  count.clear('b');
  const again = new DroppedCount(count.state());
  assert.deepEqual([again.total, again.ofBin('a'), again.ofBin('b')], [4, 2, 0]);
  again.clear(undefined);
  assert.deepEqual([again.total, again.ofBin('a')], [4, 0]);
});

test('the bin whose latest removal is the oldest one is forgotten, of more than 2000', () => {
  const count = new DroppedCount();
  for (let number = 0; number < 2000; number++) count.add(`b${number}`);
  count.add('b0');
  count.add('b2000');
  assert.deepEqual(
    ['b0', 'b1', 'b2', 'b1999', 'b2000'].map((bin) => count.ofBin(bin)),
    [2, 0, 1, 1, 1],
  );
});
