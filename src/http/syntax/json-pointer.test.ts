import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePointer, valueAt } from './json-pointer.ts';

test('a pointer is parsed to its steps (RFC 6901 §3)', () => {
  for (const [text, steps] of [
    ['', []],
    ['/', ['']],
    ['/a/0/b', ['a', '0', 'b']],
    ['//a/', ['', 'a', '']],
    ['/~1a~0b~01', ['/a~b~1']],
    ['/a~1b/c', ['a/b', 'c']],
    ['a', undefined],
    ['a/b', undefined],
    ['/a~', undefined],
    ['/~2', undefined],
  ] as const)
    assert.deepEqual(parsePointer(text), steps, text);
});

test('a value is found by its steps, and nothing else is', () => {
  const value = { a: [{ b: null }, 'x'], '': 1, length: 2 };
  for (const [steps, found] of [
    [[], value],
    [['a', '0', 'b'], null],
    [['a', '1'], 'x'],
    [[''], 1],
    [['length'], 2],
    [['a', '2'], undefined],
    [['a', '00'], undefined],
    [['a', '01'], undefined],
    [['a', '1x'], undefined],
    [['a', '-1'], undefined],
    [['a', 'length'], undefined],
    [['a', '1', '0'], undefined],
    [['a', '0', 'b', 'c'], undefined],
    [['b', 'c'], undefined],
    [['toString'], undefined],
  ] as const)
    assert.deepEqual(valueAt(value, steps), found, steps.join('/'));
  const long = Array.from({ length: 11 }, (_, index) => index);
  assert.equal(valueAt(long, ['10']), 10);
});
