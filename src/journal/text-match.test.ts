import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '../http/validation.ts';
import { compileStars, compileTextMatch, describeTextMatch, TextMatch } from './text-match.ts';

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
    ] as const)
      assert.equal(compileStars(pattern)(text), isMatch, `${pattern} ${text}`);
  });
});

describe('a condition for a text', () => {
  it('is equality, a pattern, a part or absence, in words too', () => {
    for (const [match, words, isMatch] of [
      ['ab', '"ab"', [true, false, false]],
      [{ like: 'a*' }, 'a text like "a*"', [true, true, false]],
      [{ has: 'bc' }, 'a text with "bc"', [false, true, false]],
      [{ absent: true }, 'none', [false, false, true]],
    ] as const) {
      assert.deepEqual(['ab', 'abc', undefined].map(compileTextMatch(match)), isMatch, words);
      assert.equal(
        describeTextMatch(match, (text) => `"${text}"`),
        words,
      );
    }
  });

  it('has one member, and texts of at most 8192 characters', () => {
    const text = 'x'.repeat(8192);
    for (const match of [text, { like: text }, { has: text }, { absent: true }])
      assert.ok(matches(TextMatch, match));
    for (const match of [
      `${text}x`,
      { like: `${text}x` },
      { has: `${text}x` },
      { absent: false },
      {},
      { like: 'a', has: 'a' },
      { other: 1 },
      1,
    ])
      assert.equal(matches(TextMatch, match), false);
  });
});
