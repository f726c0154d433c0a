import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canAssign } from './assignment.ts';

it('each of the items has another of the others that fits', () => {
  // The positions that fit each item, of so many others.
  for (const [items, count, isPossible] of [
    [[], 0, true],
    [[], 2, true],
    [[[0]], 0, false],
    [[[]], 1, false],
    [[[0]], 1, true],
    [[[1]], 2, true],
    [[[0], [0]], 2, false],
    [[[0, 1], [0]], 2, true],
    [[[0], [0, 1]], 2, true],
    [[[0, 1], [0, 2], [0]], 3, true],
    [
      [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      3,
      false,
    ],
    [[[0, 1, 2], [0, 1], [0]], 3, true],
    [
      [
        [0, 1],
        [1, 2],
        [0, 1],
      ],
      3,
      true,
    ],
    [[[0], [1], [2]], 2, false],
    [[[], [0]], 2, false],
  ] as const) {
    const others = Array.from({ length: count }, (_, index) => index);
    const fits = (positions: readonly number[], other: number) => positions.includes(other);
    assert.equal(canAssign(items, others, fits), isPossible, JSON.stringify(items));
  }
});

it('an absent value is an item as any other', () => {
  const isSame = (one: unknown, other: unknown) => one === other;
  assert.equal(canAssign([undefined, 1], [1, undefined], isSame), true);
  assert.equal(canAssign([undefined, undefined], [1, undefined], isSame), false);
});

it('the search ends for many items that all fit the same others', () => {
  const items = Array.from({ length: 60 }, (_, index) => index);
  let comparisons = 0;
  const fits = (_: number, other: number) => {
    comparisons++;
    return other > 0;
  };
  assert.equal(canAssign(items, items, fits), false);
  assert.ok(comparisons < 60 ** 3, String(comparisons));
});
