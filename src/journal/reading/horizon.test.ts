import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EntryOutline } from '../recording/journal.ts';
import { isBeyond, limitEntries, NO_HORIZON } from './horizon.ts';

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
