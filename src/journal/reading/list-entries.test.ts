import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listEntries } from './list-entries.ts';

/** Lists entries of which some are removed between the two reads, by the number of the attempt. */
async function list(ids: readonly number[], removed: (attempt: number) => readonly number[]) {
  let attempt = 0;
  const { result, items } = await listEntries<{ readonly attempt: number }, string>(
    async () => ({ attempt: ++attempt }),
    () => ids,
    async (wanted) =>
      new Map(
        wanted
          .filter((id) => !removed(attempt).includes(id))
          // An entry that is not listed.
          .map((id) => [id, id === 7 ? null : `entry ${id}`]),
      ),
  );
  return { reads: attempt, attempt: result.attempt, items };
}

describe('a list of entries', () => {
  it('has the entries of one read of their ids', async () => {
    const items = ['entry 1', 'entry 2', 'entry 8'];
    assert.deepEqual(await list([1, 2, 7, 8], () => []), { reads: 1, attempt: 1, items });
    assert.deepEqual(await list([], () => []), { reads: 1, attempt: 1, items: [] });
  });

  it('is read again while entries are removed from it', async () => {
    const items = ['entry 1', 'entry 2'];
    assert.deepEqual(await list([1, 2], (attempt) => (attempt < 3 ? [2] : [])), {
      reads: 3,
      attempt: 3,
      items,
    });
  });

  it('has only what is newer than the last removed entry after five reads', async () => {
    const all = [1, 2, 3, 4, 5];
    assert.deepEqual(await list(all, () => [1, 3]), { reads: 5, attempt: 5, items: ['entry 4', 'entry 5'] });
    assert.deepEqual(await list(all, () => all), { reads: 5, attempt: 5, items: [] });
  });
});
