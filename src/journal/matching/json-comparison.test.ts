import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Code } from './code.ts';
import { compareJson, comparePartially } from './json-comparison.ts';

const full = (before: unknown, after: unknown) =>
  compareJson(before, after).map(({ path, name, before: one, after: other }) => [path, name, one, other]);

describe('two JSON values', () => {
  it('are compared member by member', () => {
    for (const [before, after, differences] of [
      [1, 1, []],
      [1, '1', [['', '', 1, '1']]],
      [null, {}, [['', '', null, {}]]],
      [[], {}, [['', '', [], {}]]],
      [{ a: 1 }, { a: 1 }, []],
      [
        { a: 1, b: 2 },
        { b: 3, c: 4 },
        [
          ['.a', 'a', 1, undefined],
          ['.b', 'b', 2, 3],
          ['.c', 'c', undefined, 4],
        ],
      ],
      [
        [1, [2]],
        [1, [3, 4]],
        [
          ['[1][0]', '', 2, 3],
          ['[1][1]', '', undefined, 4],
        ],
      ],
      [{ a: [{ 'x y': 1 }] }, { a: [{ 'x y': 2 }] }, [['.a[0]."x y"', 'x y', 1, 2]]],
      [{ $a_b: { c: null } }, { $a_b: { c: [] } }, [['.$a_b.c', 'c', null, []]]],
      [{ 'a-b': 1 }, {}, [['.a-b', 'a-b', 1, undefined]]],
      [{}, JSON.parse('{"__proto__":1}'), [['.__proto__', '__proto__', undefined, 1]]],
      [{ toString: 1 }, {}, [['.toString', 'toString', 1, undefined]]],
    ] as const)
      assert.deepEqual(
        full(before, after),
        differences,
        `${JSON.stringify(before)} ${JSON.stringify(after)}`,
      );
  });

  it('are compared by code, which is one expected member', () => {
    const isLarge = new Code(
      'a large number',
      (value) => Number(value) > 9,
      () => false,
    );
    const found = comparePartially({ a: isLarge, b: 1 }, { a: 5, b: 1 });
    assert.equal(found.expected, 2);
    assert.deepEqual(found.differences, [{ path: '.a', name: 'a', before: isLarge, after: 5 }]);
    assert.deepEqual(comparePartially({ a: isLarge }, { a: 10 }), { expected: 1, differences: [] });
  });

  it('are compared in the expected members only', () => {
    for (const [expected, actual, count, differences] of [
      [1, 1, 1, []],
      [1, 2, 1, [['', 1, 2]]],
      [{}, { a: 1 }, 1, []],
      [{}, [], 1, [['', {}, []]]],
      [[], [1], 1, [['', [], [1]]]],
      [[], [], 1, []],
      [{ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 2, d: 4 }, e: 5 }, 3, [['.b.d', 3, 4]]],
      [{ a: [1, { b: 2 }] }, { a: [1, { b: 2, c: 3 }] }, 2, []],
      [{ a: [1, 2] }, { a: [1] }, 1, [['.a', [1, 2], [1]]]],
      [{ a: 1 }, null, 1, [['', { a: 1 }, null]]],
      [{ a: null }, {}, 1, [['.a', null, undefined]]],
    ] as const) {
      const found = comparePartially(expected, actual);
      assert.deepEqual(
        [found.expected, found.differences.map(({ path, before, after }) => [path, before, after])],
        [count, differences],
        `${JSON.stringify(expected)} ${JSON.stringify(actual)}`,
      );
    }
  });
});
