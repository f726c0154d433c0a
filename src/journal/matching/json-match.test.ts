import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Code } from './code.ts';
import { matchesJson } from './json-match.ts';

const code = (isAccepted: (value: unknown) => boolean) => new Code('code', isAccepted, () => false);

it('JSON has the given members, exactly these, or lists in any order', () => {
  // Whether it matches as it is, exactly, in any order, and both.
  for (const [expected, actual, ...results] of [
    [1, 1, true, true, true, true],
    [1, '1', false, false, false, false],
    [null, null, true, true, true, true],
    [null, undefined, false, false, false, false],
    [{}, null, false, false, false, false],
    [{}, 'text', false, false, false, false],
    [{}, [], false, false, false, false],
    [[], {}, false, false, false, false],
    [[], 'text', false, false, false, false],
    [{ length: 0 }, [], false, false, false, false],
    [{ a: 1 }, { a: 1 }, true, true, true, true],
    [{ a: 1 }, { a: 1, b: 2 }, true, false, true, false],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, true, false, true, false],
    [{ a: 1, b: 2 }, { a: 1 }, false, false, false, false],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, false, false, false, false],
    [{ toString: null }, {}, false, false, false, false],
    [[1, 2], [1, 2], true, true, true, true],
    [[1, 2], [2, 1], false, false, true, true],
    [[1, 2], [1, 3], false, false, false, false],
    [[1, 2], [3, 2], false, false, false, false],
    [[1], [1, 1], false, false, false, false],
    [[1, 1], [1], false, false, false, false],
    [[{ a: [1, 2] }, 3], [3, { a: [2, 1], b: 1 }], false, false, true, false],
    [{ a: code((value) => value === 1) }, { a: 1 }, true, true, true, true],
    [{ a: code((value) => value === 1) }, { a: 2 }, false, false, false, false],
    [{ a: code((value) => value === undefined) }, {}, true, false, true, false],
    [{ toString: code((value) => value === undefined) }, {}, true, false, true, false],
    [code((value) => value === 1), 1, true, true, true, true],
    [code((value) => value === 1), 2, false, false, false, false],
  ] as const) {
    const found = [false, true].flatMap((ignoresOrder) =>
      [false, true].map((isExact) => matchesJson(expected, actual, { isExact, ignoresOrder })),
    );
    assert.deepEqual(found, results, JSON.stringify([expected, actual]));
  }
});
