import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { diffLines, type LineDifference } from './line-diff.ts';

const diff = (one: string, other: string) =>
  diffLines(one.replaceAll(' ', '\n'), other.replaceAll(' ', '\n')).map(({ line, before, after }) => [
    line,
    before,
    after,
  ]);

/** The second text, made of the first one and the differences. */
function applyDifferences(one: string, differences: readonly LineDifference[]): string {
  const places = [...one.split('\n'), null].map((line, index) => {
    const here = differences.filter((each) => each.line === index + 1);
    const changed = here.find(({ before }) => before !== null);
    if (changed) assert.equal(changed.before, line);
    const added = here.filter(({ before }) => before === null).map(({ after }) => after);
    return [...added, changed ? changed.after : line];
  });
  return places
    .flat()
    .filter((line) => line !== null)
    .join('\n');
}

describe('the differences of two texts', () => {
  it('are lines that are replaced, removed or added', () => {
    for (const [one, other, differences] of [
      ['a b c', 'a b c', []],
      ['a b c', 'a x c', [[2, 'b', 'x']]],
      ['a b c', 'a c', [[2, 'b', null]]],
      ['a c', 'a b c', [[2, null, 'b']]],
      ['a', 'a b', [[2, null, 'b']]],
      // Added lines have the number of the line that follows them.
      [
        'a d',
        'a b c d',
        [
          [2, null, 'b'],
          [2, null, 'c'],
        ],
      ],
      [
        'a b d',
        'a x y z d',
        [
          [2, 'b', 'x'],
          [3, null, 'y'],
          [3, null, 'z'],
        ],
      ],
      ['a b', 'b', [[1, 'a', null]]],
      ['b', 'a b', [[1, null, 'a']]],
      [
        'a b c d',
        'a x y d',
        [
          [2, 'b', 'x'],
          [3, 'c', 'y'],
        ],
      ],
      [
        'a b c d',
        'a x d',
        [
          [2, 'b', 'x'],
          [3, 'c', null],
        ],
      ],
      [
        'a b d',
        'a x y d',
        [
          [2, 'b', 'x'],
          [3, null, 'y'],
        ],
      ],
      [
        'a b c d e',
        'x b c y e',
        [
          [1, 'a', 'x'],
          [4, 'd', 'y'],
        ],
      ],
      [
        'a b a b c',
        'b a b a c',
        [
          [1, 'a', null],
          [5, null, 'a'],
        ],
      ],
      ['a a', 'a', [[2, 'a', null]]],
    ] as const)
      assert.deepEqual(diff(one, other), differences, `${one} | ${other}`);
  });

  it('are as few as possible, and make one text of the other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const differences = diffLines(one.join('\n'), other.join('\n'));
        assert.equal(applyDifferences(one.join('\n'), differences), other.join('\n'));
        const removed = differences.filter(({ before }) => before !== null).length;
        assert.equal(one.length - removed, longestCommon(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it('of long texts are the changed lines only', () => {
    const lines = Array.from({ length: 1500 }, (_, index) => `${index}`);
    const changed = lines.with(10, 'a').with(1490, 'b');
    assert.deepEqual(diffLines(lines.join('\n'), changed.join('\n')), [
      { line: 11, before: '10', after: 'a' },
      { line: 1491, before: '1490', after: 'b' },
    ]);
    const long = Array.from({ length: 100_000 }, (_, index) => `${index}`);
    assert.equal(diffLines(long.join('\n'), ['x', ...long.slice(5, -5), 'y'].join('\n')).length, 10);
    assert.equal(diffLines('x\n5\ny', long.join('\n')).length, 99_999);
  });

  it('of texts with too many differences are all lines between the equal ends', () => {
    const lines = (name: string) => Array.from({ length: 1001 }, (_, index) => `${name}${index}`);
    const [one, other] = [
      ['first', ...lines('a'), 'same', 'last'],
      ['first', 'same', ...lines('b'), 'last'],
    ];
    const differences = diffLines(one.join('\n'), other.join('\n'));
    assert.equal(differences.length, 1002);
    assert.deepEqual(differences[0], { line: 2, before: 'a0', after: 'same' });
    assert.deepEqual(differences.at(-1), { line: 1003, before: 'same', after: 'b1000' });
  });
});

function longestCommon([first, ...rest]: readonly string[], other: readonly string[]): number {
  if (first === undefined) return 0;
  const at = other.indexOf(first);
  const without = longestCommon(rest, other);
  return at < 0 ? without : Math.max(without, 1 + longestCommon(rest, other.slice(at + 1)));
}
