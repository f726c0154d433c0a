import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnsafeInteger } from './unsafe-integer.ts';

test('the first integer whose digits are lost is found by its path', () => {
  for (const [text, path] of [
    ['9007199254740991', undefined],
    ['9007199254740992', []],
    ['-9007199254740992', []],
    ['1e300', []],
    ['9007199254740.5', undefined],
    ['"9007199254740993"', undefined],
    ['null', undefined],
    ['{"a":[1,{"b":9007199254740993}],"c":9007199254740993}', ['a', 1, 'b']],
    ['{"0":[9007199254740993]}', ['0', 0]],
    ['[[],{},true]', undefined],
  ] as const)
    assert.deepEqual(findUnsafeInteger(JSON.parse(text), ['body'])?.slice(1), path, text);
  assert.deepEqual(findUnsafeInteger(2 ** 53, ['body']), ['body']);
});
