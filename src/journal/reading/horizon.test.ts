import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EntryOutline } from '../recording/journal.ts';
import type { RingUsage } from '../recording/ring.ts';
import { exceeds, isBeyond, limitEntries, mergeHorizons, NO_HORIZON } from './horizon.ts';

const outlines = (count: number, size: number, bin: string | null = null): EntryOutline[] =>
  Array.from({ length: count }, (_, index) => [index + 1, size, bin]);

/** The ids that stay. */
function kept(
  all: readonly EntryOutline[],
  limits: { entries: number; bytes: number },
  horizon = NO_HORIZON,
) {
  const limited = limitEntries(all, limits, horizon);
  return all.filter(([id, , bin]) => !isBeyond(limited, id, bin)).map(([id]) => id);
}

describe('the limits of the whole journal', () => {
  it('keep the newest entries up to the number and up to the bytes, both of them included', () => {
    assert.deepEqual(kept(outlines(4, 10), { entries: 4, bytes: 40 }), [1, 2, 3, 4]);
    assert.deepEqual(kept(outlines(4, 10), { entries: 3, bytes: 40 }), [2, 3, 4]);
    assert.deepEqual(kept(outlines(4, 10), { entries: 4, bytes: 39 }), [2, 3, 4]);
    assert.deepEqual(kept(outlines(4, 10).toReversed(), { entries: 4, bytes: 20 }), [4, 3]);
  });

  it('keep half as many entries of a bin, which others do not pay for', () => {
    const all = [...outlines(3, 1, 'b'), [4, 1, null] as const];
    assert.deepEqual(kept(all, { entries: 4, bytes: 100 }), [2, 3, 4]);
  });

  it('count no entry that is already beyond the horizon', () => {
    assert.deepEqual(kept(outlines(4, 1), { entries: 2, bytes: 100 }, { floor: 3, bins: {} }), [4]);
    const all = outlines(4, 1, 'b');
    assert.deepEqual(kept(all, { entries: 4, bytes: 2 }, { floor: 0, bins: { b: 2 } }), [3, 4]);
  });
});

const usageOf = (part: Partial<RingUsage>): RingUsage => ({
  size: 0,
  bytes: 0,
  dropped: 0,
  floor: 0,
  binFloors: [],
  bins: [],
  ...part,
});

describe('the processes of the whole journal', () => {
  it('exceed its limits together, and not with as much as the limits', () => {
    const limits = { entries: 6, bytes: 100 };
    const is = (...parts: Partial<RingUsage>[]) => exceeds(parts.map(usageOf), limits);
    assert.equal(is(), false);
    assert.equal(is({ size: 4, bytes: 60 }, { size: 2, bytes: 40 }), false);
    assert.equal(is({ size: 4 }, { size: 3 }), true);
    assert.equal(is({ bytes: 60 }, { bytes: 41 }), true);
    assert.equal(is({ bins: [['a', 2]] }, { bins: [['a', 1]] }, { bins: [['b', 3]] }), false);
    assert.equal(is({ bins: [['a', 2]] }, { bins: [['b', 1]] }, { bins: [['a', 2]] }), true);
  });

  it('have the latest of their floors, and those of bins that are later than that of all', () => {
    const merged = mergeHorizons([
      usageOf({
        floor: 3,
        binFloors: [
          ['a', 5],
          ['b', 9],
          ['c', 7],
        ],
      }),
      usageOf({
        floor: 5,
        binFloors: [
          ['b', 8],
          ['c', 8],
          ['d', 6],
        ],
      }),
    ]);
    assert.deepEqual([merged.floor, { ...merged.bins }], [5, { b: 9, c: 8, d: 6 }]);
    assert.deepEqual(mergeHorizons([]), { floor: 0, bins: Object.create(null) });
    const isKept = (id: number, bin: string | null) => !isBeyond(merged, id, bin);
    assert.deepEqual(
      [isKept(5, null), isKept(6, null), isKept(9, 'b'), isKept(10, 'b'), isKept(6, 'a')],
      [false, true, false, true, true],
    );
  });
});
