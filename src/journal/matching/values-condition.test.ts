import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '#http/message/validation.ts';
import { Code } from './code.ts';
import {
  compileValues,
  describeValues,
  problemOfList,
  singleOf,
  ValuesCondition,
} from './values-condition.ts';

const quote = (text: string) => `"${text}"`;

describe('a condition for values', () => {
  it('holds for one of them, or for exactly the values of a list, in words too', () => {
    const cases: readonly (readonly [
      condition: unknown,
      words: string,
      hits: readonly (readonly string[])[],
      misses: readonly (readonly string[])[],
    ])[] = [
      ['a', '"a"', [['a'], ['b', 'a']], [[], ['b'], ['A']]],
      [{ is: 'a' }, '"a"', [['a'], ['b', 'a']], [[], ['b']]],
      [{ has: 'B', ignore_case: true }, 'a text with "B" in any case', [['abc'], ['a', 'ABC']], [[], ['a']]],
      [{ like: 'a*' }, 'a text like "a*"', [['a'], ['b', 'ab']], [[], ['b']]],
      [{ one_of: ['a', 'b'] }, 'one of "a", "b"', [['b'], ['c', 'a']], [[], ['c']]],
      [{ absent: true }, 'none', [[]], [[''], ['a']]],
      [
        ['b', 'a'],
        '"b", "a" in any order',
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
        [[], ['a'], ['a', 'b', 'b'], ['a', 'c']],
      ],
      [['a', 'a', 'b'], '"a", "a", "b" in any order', [['a', 'b', 'a']], [['a', 'b', 'b']]],
      [[], 'no value in any order', [[]], [['']]],
      [{ in_order: ['b', 'a'] }, '"b", "a" in this order', [['b', 'a']], [['a', 'b'], ['b'], []]],
      [{ in_order: [] }, 'no value in this order', [[]], [['']]],
    ];
    for (const [condition, words, hits, misses] of cases) {
      assert.ok(matches(ValuesCondition, condition));
      assert.equal(problemOfList(condition), undefined);
      const test = compileValues(condition);
      assert.deepEqual(
        [hits.filter((values) => !test(values)), misses.filter((values) => test(values))],
        [[], []],
        words,
      );
      assert.equal(describeValues(condition, quote), words);
    }
  });

  it('can be the code of a program', () => {
    const condition: unknown = new Code(
      'code',
      (value) => value === 'a',
      () => false,
    );
    const isAccepted = (value: unknown): value is ValuesCondition => value instanceof Code;
    assert.ok(isAccepted(condition));
    assert.equal(describeValues(condition, quote), 'code');
    assert.deepEqual([['a'], ['b', 'a'], ['b'], []].map(compileValues(condition)), [
      true,
      true,
      false,
      false,
    ]);
  });

  it('has one for single values, without a list', () => {
    assert.deepEqual(
      ['a', ['a'], { in_order: ['a'] }, { is: 'a', ignore_case: true as const }].map(singleOf),
      ['a', undefined, undefined, { is: 'a', ignore_case: true }],
    );
    assert.equal(problemOfList({ in_order: ['a'], is: 'a' }), 'must have in_order alone');
    assert.equal(problemOfList({ is: 'a', ignore_case: true }), undefined);
  });

  it('has at most 100 values and two members', () => {
    const list = (count: number, text = '1') => Array.from({ length: count }, () => text);
    const isValid = (condition: unknown) => matches(ValuesCondition, condition);
    for (const condition of [
      list(100),
      { in_order: list(100) },
      ['x'.repeat(8192)],
      'x'.repeat(8192),
      { is: 'a', ignore_case: true },
    ])
      assert.ok(isValid(condition));
    for (const condition of [
      list(101),
      { in_order: list(101) },
      ['x'.repeat(8193)],
      'x'.repeat(8193),
      [1],
      1,
      {},
      { other: 1 },
      { is: 'a', ignore_case: true, absent: true },
    ])
      assert.ok(!isValid(condition), JSON.stringify(condition).slice(0, 100));
  });
});
