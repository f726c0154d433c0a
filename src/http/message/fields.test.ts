import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameName, toFields } from './fields.ts';

test('field names are compared without regard to case', () => {
  assert.deepEqual(
    [
      isSameName('Host', 'hOST'),
      isSameName('Host', 'Host'),
      isSameName('Host', 'Most'),
      isSameName('Host', 'Hosts'),
      isSameName('', ''),
    ],
    [true, true, false, false, true],
  );
});

test('the flat list of Node becomes pairs', () => {
  assert.deepEqual(toFields(['A', '1', 'a', '', 'B', '2']), [
    ['A', '1'],
    ['a', ''],
    ['B', '2'],
  ]);
  assert.deepEqual(toFields(['A', '1', 'B']), [['A', '1']]);
  assert.deepEqual(toFields([]), []);
});
