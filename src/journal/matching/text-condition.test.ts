import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '#http/message/validation.ts';
import { Code } from './code.ts';
import { clip, quote } from './condition.ts';
import { compileStars, compileText, describeText, problemOfText, TextCondition } from './text-condition.ts';

describe('a pattern', () => {
  it('has any number of characters for each star', () => {
    for (const [pattern, text, isMatch] of [
      ['', '', true],
      ['', 'a', false],
      ['a', 'a', true],
      ['a', 'ab', false],
      ['*', '', true],
      ['*', 'ab', true],
      ['a*', 'a', true],
      ['a*', 'ba', false],
      ['*a', 'ba', true],
      ['*a', 'ab', false],
      ['ab*ba', 'aba', false],
      ['ab*ba', 'abba', true],
      ['a*b*c', 'a-b-c', true],
      ['a*b*c', 'abc', true],
      ['a*b*c', 'acb', false],
      ['a*bb*b', 'abb', false],
      ['a**c', 'ac', true],
      ['*b*b*', 'ab', false],
      ['*b*b*', 'abb', true],
      ['*b*', 'b', true],
      ['a*b*', 'ab', true],
      ['*a*b', 'b', false],
    ] as const)
      assert.equal(compileStars(pattern)(text), isMatch, `${pattern} ${text}`);
  });
});

describe('a condition for a text', () => {
  it('is equality, a pattern, a part or absence, in words too', () => {
    const cases: readonly (readonly [
      match: TextCondition,
      words: string,
      isMatch: readonly [boolean, boolean, boolean],
    ])[] = [
      ['ab', '"ab"', [true, false, false]],
      [{ like: 'a*' }, 'a text like "a*"', [true, true, false]],
      [{ has: 'bc' }, 'a text with "bc"', [false, true, false]],
      [{ absent: true }, 'none', [false, false, true]],
      [{ is: 'ab' }, '"ab"', [true, false, false]],
      [{ is: 'AB', ignore_case: true }, '"AB" in any case', [true, false, false]],
      [{ like: 'A*', ignore_case: true }, 'a text like "A*" in any case', [true, true, false]],
      [{ has: 'BC', ignore_case: true }, 'a text with "BC" in any case', [false, true, false]],
      [{ has: 'BC' }, 'a text with "BC"', [false, false, false]],
      [{ one_of: ['x', 'ab'] }, 'one of "x", "ab"', [true, false, false]],
      [{ one_of: ['X', 'AB'] }, 'one of "X", "AB"', [false, false, false]],
      [{ one_of: ['X', 'AB'], ignore_case: true }, 'one of "X", "AB" in any case', [true, false, false]],
      [{ is: '' }, '""', [false, false, false]],
      [{ like: '' }, 'a text like ""', [false, false, false]],
    ];
    for (const [match, words, isMatch] of cases) {
      assert.deepEqual(['ab', 'abc', undefined].map(compileText(match)), isMatch, words);
      assert.equal(
        describeText(match, (text) => `"${text}"`),
        words,
      );
    }
  });

  it('can be the code of a program, which gets only texts', () => {
    const code = new Code(
      'not ab',
      (value) => value !== 'ab',
      () => false,
    );
    assert.deepEqual(['ab', 'abc', undefined].map(compileText(code)), [false, true, false]);
    assert.equal(describeText(code, quote), 'not ab');
  });

  it('has one kind of comparison', () => {
    const cases: readonly (readonly [condition: TextCondition, problem: string | undefined])[] = [
      ['a', undefined],
      [{ like: 'a' }, undefined],
      [{ is: 'a', ignore_case: true }, undefined],
      [{ one_of: ['a'], ignore_case: true }, undefined],
      [{ absent: true }, undefined],
      [{ is: 'a', absent: true }, 'must have one of is, like, has, one_of and absent, not 2'],
      [{ one_of: ['a'], is: 'a' }, 'must have one of is, like, has, one_of and absent, not 2'],
      [{ like: 'a', has: 'a' }, 'must have one of is, like, has, one_of and absent, not 2'],
      [{ ignore_case: true }, 'must have one of is, like, has, one_of and absent, not 0'],
      [{ absent: true, ignore_case: true }, 'must have ignore_case beside is, like, has or one_of'],
    ];
    for (const [condition, problem] of cases)
      assert.equal(problemOfText(condition), problem, JSON.stringify(condition));
  });

  it('has one member, and texts of at most 8192 characters', () => {
    const text = 'x'.repeat(8192);
    const texts = (count: number) => Array.from({ length: count }, () => 'a');
    for (const match of [
      text,
      { is: text },
      { like: text },
      { has: text },
      { one_of: [text] },
      { absent: true },
      { one_of: texts(100) },
      { is: 'a', ignore_case: true },
    ])
      assert.ok(matches(TextCondition, match));
    for (const match of [
      `${text}x`,
      { like: `${text}x` },
      { has: `${text}x` },
      { is: `${text}x` },
      { one_of: [`${text}x`] },
      { one_of: [] },
      { one_of: texts(101) },
      { is: 'a', ignore_case: false },
      { is: 'a', has: 'a', like: 'a' },
      { absent: false },
      {},
      { other: 1 },
      1,
    ])
      assert.equal(matches(TextCondition, match), false);
  });
});

describe('a text in an explanation', () => {
  it('has its first 200 characters', () => {
    const digits = '0123456789'.repeat(20);
    assert.deepEqual([clip(digits), clip(`${digits}x`)], [digits, `${digits}…`]);
    assert.deepEqual([quote('a"b'), quote(`${digits}x`)], ['"a\\"b"', `"${digits}…"`]);
  });
});
