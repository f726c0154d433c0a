import assert from 'node:assert/strict';
import { it } from 'node:test';
import { arrange, isEntry } from './list-order.ts';

const entryOf = (id: number) => ({ id, at: 0, target: `/${id}`, connection: '1.1', client: '127.0.0.1:1' });

it('the newest entries have their places among the dividers of later starts', () => {
  const entries = [1, 2, 5, 6, 9].map(entryOf);
  const starts = [1, 3, 8].map((id) => ({ id, at: id }));
  const lost = [{ group: 'lost' }];
  const order = arrange(entries, { groupBy: 'none', sortBy: 'newest', isTimeline: false }, starts, lost);
  const items = Array.from({ length: order.length }, (_, index) => order.at(index) ?? assert.fail());
  // A divider is above the entries of the earlier start.
  assert.deepEqual(
    items.map((item) => (isEntry(item) ? item.id : 'start' in item ? `start ${item.start}` : 'lost')),
    [9, 'start 8', 6, 5, 'start 3', 2, 1, 'lost'],
  );
  for (const { id } of entries) assert.deepEqual(order.at(order.indexOf(id)), entryOf(id));
  for (const unknown of [0, 3, 7, 10]) assert.equal(order.indexOf(unknown), -1);
});
