import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContentLimitError } from './content-limit-error.ts';
import { parsePairs } from './query.ts';

test('a query is parsed to pairs in order, and nothing is an error', () => {
  for (const [text, pairs] of [
    ['', []],
    ['&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=b', [['', 'b']]],
    ['=', [['', '']]],
    ['a=b=c', [['a', 'b=c']]],
    [
      'a+b%3D=c+%26&a%zz',
      [
        ['a b=', 'c &'],
        ['a%zz', ''],
      ],
    ],
    [
      'b=1&&a=2&b=3&',
      [
        ['b', '1'],
        ['a', '2'],
        ['b', '3'],
      ],
    ],
    ['a=1;b=2', [['a', '1;b=2']]],
  ] as const)
    assert.deepEqual(parsePairs(text), pairs, text);
});

test('a form has at most 100,000 fields', () => {
  assert.equal(parsePairs('a&'.repeat(99_999).concat('b')).length, 100_000);
  assert.throws(
    () => parsePairs('a&'.repeat(100_000).concat('b')),
    (error) =>
      error instanceof ContentLimitError &&
      error.message === 'The form has more than 100000 fields, the maximum of this server.',
  );
});
