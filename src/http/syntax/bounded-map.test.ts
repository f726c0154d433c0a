import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

test('a full map evicts the oldest entry when a key is added', () => {
  const map = new BoundedMap<string, number>({ capacity: 2 });
  for (const [index, key] of ['a', 'b', 'c'].entries()) assert.equal(map.set(key, index), true);
  assert.deepEqual(
    [...map],
    [
      ['b', 1],
      ['c', 2],
    ],
  );
  assert.equal(map.has('a'), false);
  assert.equal(map.size, 2);
});

test('replacing an entry makes it the newest and evicts nothing', () => {
  const map = new BoundedMap<string, number>({ capacity: 2 });
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  assert.deepEqual(
    [...map],
    [
      ['b', 2],
      ['a', 3],
    ],
  );
  map.set('c', 4);
  assert.equal(map.get('b'), undefined);
  assert.equal(map.get('a'), 3);
});

test('a map that rejects keeps its entries when it is full, and still replaces them', () => {
  const map = new BoundedMap<string, number>({ capacity: 2, whenFull: 'reject' });
  assert.equal(map.set('a', 1), true);
  assert.equal(map.set('b', 2), true);
  assert.equal(map.set('c', 3), false);
  assert.equal(map.has('c'), false);
  assert.equal(map.set('a', 4), true);
  assert.equal(map.get('a'), 4);
  assert.equal(map.delete('b'), true);
  assert.equal(map.set('c', 3), true);
  map.clear();
  assert.equal(map.size, 0);
});

test('touch makes an entry the newest, and eviction reports the value of the oldest', () => {
  const evicted: number[] = [];
  const map = new BoundedMap<string, number>({ capacity: 2, onEvict: (value) => evicted.push(value) });
  map.set('a', 1);
  map.set('b', 2);
  assert.equal(map.touch('a'), 1);
  assert.equal(map.touch('c'), undefined);
  map.set('c', 3);
  assert.deepEqual(
    [...map].map(([key]) => key),
    ['a', 'c'],
  );
  map.delete('a');
  assert.deepEqual(evicted, [2]);
});

test('an undefined value is an entry like any other', () => {
  const map = new BoundedMap<string | undefined, undefined>({ capacity: 1 });
  map.set(undefined, undefined);
  map.set('a', undefined);
  assert.deepEqual([...map], [['a', undefined]]);
});

test('a capacity below 1 is an error', () => {
  for (const capacity of [0, -1, Number.NaN])
    assert.throws(() => new BoundedMap({ capacity }), {
      name: 'RangeError',
      message: 'The capacity of a bounded map is at least 1',
    });
});
