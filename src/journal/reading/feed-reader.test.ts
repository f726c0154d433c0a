import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExchange } from '#test/support/recorded-exchange.ts';
import type { JournalEntry } from '../recording/record.ts';
import { FeedReader } from './feed-reader.ts';

test('a resumed reader gets the end of an exchange that its filter selected, also when the end is not selected', () => {
  for (const isSelected of [true, false]) {
    let entry: JournalEntry = createExchange({ id: 5, target: isSelected ? '/a' : '/b', ended: null });
    const journal = { lastOrder: 5, inOrder: () => [], find: () => entry, missed: () => 0 };
    const reader = new FeedReader((each) => each.kind === 'exchange' && each.request.target === '/a', {
      last: 5,
      pending: [5],
    });
    assert.deepEqual([...reader.resume(journal, () => 'x')], []);
    entry = createExchange({ id: 5, target: '/b' });
    assert.equal(
      reader.receive({ type: 'done', entry, order: 5 }, () => 'x'),
      isSelected ? 'event: done\nid: 5:\ndata: x\n\n' : '',
    );
  }
});

test('the position of a reader is the number of the last entry in their order, which is not its id', () => {
  const ids = [900, 200, 700];
  const journal = {
    get lastOrder() {
      return ids.length;
    },
    inOrder: (after: number) =>
      ids.map((id, at) => ({ id, order: at + 1 })).filter(({ order }) => order > after),
    find: (id: number) => createExchange({ id, ended: id === 200 ? null : 'answered' }),
    missed: () => 0,
  };
  const resume = (reader: FeedReader) =>
    [...reader.resume(journal, () => '')].join('').match(/(?<=event: )\w+\nid: \S+/g);
  const reader = new FeedReader(() => true, { last: 0, pending: [] });
  assert.deepEqual(resume(reader), [
    'request\nid: 1:900',
    'done\nid: 1:',
    'request\nid: 2:200',
    'request\nid: 3:200,700',
    'done\nid: 3:200',
  ]);
  // An entry with a smaller id that was written later is not missed.
  ids.push(100);
  assert.deepEqual(resume(new FeedReader(() => true, reader.position)), [
    'request\nid: 4:200,100',
    'done\nid: 4:200',
  ]);
});
