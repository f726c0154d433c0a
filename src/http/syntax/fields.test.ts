import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Fields,
  fieldValues,
  findField,
  hasField,
  isSameName,
  joinedValue,
  toFields,
  withoutField,
} from './fields.ts';

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

test('a flat list of names and values becomes pairs', () => {
  assert.deepEqual(toFields(['A', '1', 'a', '', 'B', '2']), [
    ['A', '1'],
    ['a', ''],
    ['B', '2'],
  ]);
  assert.deepEqual(toFields(['A', '1', 'B']), [['A', '1']]);
  assert.deepEqual(toFields([]), []);
});

test('fields are found by name in any case, in their order', () => {
  const fields: Fields = [
    ['A', '1'],
    ['b', '2'],
    ['a', '3'],
  ];
  assert.deepEqual(
    [hasField(fields, 'a'), hasField(fields, 'B'), hasField(fields, 'c')],
    [true, true, false],
  );
  assert.deepEqual(
    [findField(fields, 'a'), findField(fields, 'B'), findField(fields, 'c')],
    ['1', '2', undefined],
  );
  assert.deepEqual([fieldValues(fields, 'a'), fieldValues(fields, 'c')], [['1', '3'], []]);
  assert.deepEqual(withoutField(fields, 'a'), [['b', '2']]);
  assert.deepEqual(withoutField(fields, 'c'), fields);
});

test('all values of a field of the flat list are joined', () => {
  const raw = ['A', '1', 'B', 'a', 'a', '', 'Ab', '3', 'a', '4'];
  assert.equal(joinedValue(raw, 'a'), '1, , 4');
  assert.equal(joinedValue(raw, 'AB'), '3');
  assert.equal(joinedValue(raw, '1'), undefined);
  assert.equal(joinedValue(['a', ''], 'A'), '');
  assert.equal(joinedValue([], 'a'), undefined);
});
