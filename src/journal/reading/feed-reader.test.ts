import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedReader } from './feed-reader.ts';

test('a resumed reader gets the end of an exchange that its filter selected, also when the end is not selected', () => {
  for (const isSelected of [true, false]) {
    const entry = { id: 5, isSelected, isDone: false };
    const journal = { lastId: 5, entries: () => [], find: () => entry, missed: () => 0 };
    const reader = new FeedReader<typeof entry>(
      (each) => each.isSelected,
      (each) => each.isDone,
      { last: 5, pending: [5] },
    );
    assert.deepEqual([...reader.resume(journal, () => 'x')], []);
    Object.assign(entry, { isSelected: false, isDone: true });
    assert.equal(
      reader.receive('done', entry, () => 'x'),
      isSelected ? 'event: done\nid: 5:\ndata: x\n\n' : '',
    );
  }
});
