import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compile, type Groups } from './compiled-match.ts';
import type { Condition } from './condition.ts';

/** Members of a match for texts: `has` needs no body, `ends` needs one. */
interface Match extends Groups<Match> {
  readonly has?: string;
  readonly ends?: string;
}

const MASKING = { field: String, member: String, text: String };

const condition = (name: string, needsBody: boolean, test: (text: string) => boolean): Condition<string> => ({
  name,
  weight: 1,
  needsBody,
  test,
  similarity: (text) => (test(text) ? 1 : 0.5),
  explain: (text) => (test(text) ? [] : [{ part: name, text: 'differs' }]),
});

const compiled = (match: Match) =>
  compile<string, Match>(match, ({ has, ends }) => [
    ...(has === undefined ? [] : [condition('has', false, (text) => text.includes(has))]),
    ...(ends === undefined ? [] : [condition('ends', true, (text) => text.endsWith(ends))]),
  ]);

describe('a compiled match', () => {
  it('needs all conditions, one of any_of, and not that of not', () => {
    for (const [match, hits, misses] of [
      [{}, ['', 'a'], []],
      [{ has: 'a', ends: 'b' }, ['ab'], ['a', 'b']],
      [{ not: { has: 'a', ends: 'b' } }, ['a', 'b'], ['ab']],
      [{ not: { not: { has: 'a' } } }, ['a'], ['b']],
      [{ any_of: [{ has: 'a' }, { ends: 'b' }] }, ['a', 'cb', 'ab'], ['c']],
      [{ any_of: [] }, [], ['a']],
      [{ has: 'c', not: { any_of: [{ has: 'a' }, { has: 'b' }] } }, ['c'], ['ac', 'bc', 'd']],
    ] as const) {
      const { test } = compiled(match);
      assert.deepEqual([hits.map(test), misses.map(test)], [hits.map(() => true), misses.map(() => false)]);
    }
  });

  it('needs the body for each condition that does, also in a group', () => {
    for (const [match, needsBody] of [
      [{}, false],
      [{ has: 'a' }, false],
      [{ ends: 'a' }, true],
      [{ not: { has: 'a' } }, false],
      [{ not: { ends: 'a' } }, true],
      [{ any_of: [{ has: 'a' }, { has: 'b', ends: 'b' }] }, true],
    ] as const)
      assert.equal(compiled(match).needsBody, needsBody, JSON.stringify(match));
    const { testHead, testBody } = compiled({ has: 'a', not: { ends: 'b' } });
    assert.deepEqual(
      [testHead('ab'), testBody('ab'), testHead('c'), testBody('c')],
      [true, false, false, true],
    );
  });

  it('has a score and an explanation', () => {
    const match = compiled({ has: 'a', ends: 'b', not: { has: 'c' } });
    assert.deepEqual(
      ['ab', 'a', 'ac', ''].map((text) => [
        match.score(text),
        match.explain(text, text, MASKING).map(({ part }) => part),
      ]),
      [
        [1, []],
        [5 / 6, ['ends']],
        [0.5, ['ends', 'not']],
        [2 / 3, ['has', 'ends']],
      ],
    );
    assert.deepEqual(compiled({ any_of: [{ has: 'a' }] }).explain('', '', MASKING), [
      { part: 'any_of', text: 'does not hold' },
    ]);
    assert.equal(compiled({}).score(''), 1);
  });
});
