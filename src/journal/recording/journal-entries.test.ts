import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecording } from '#test/support/recorded-exchange.ts';
import type { EntryScope } from './entry-rings.ts';
import { Journal, type JournalOptions } from './journal.ts';

const runtime = { after: () => () => {} };

function createJournal(options: Partial<JournalOptions> = {}): Journal {
  return new Journal({ entries: 10, bytes: 1000, runtime, ...options });
}

const idsOf = (entries: Iterable<{ readonly id: number }>) => [...entries].map(({ id }) => id);

/** A journal with three entries of clients and four of own pages. */
function createMixed(): Journal {
  const journal = createJournal();
  for (const id of [1, 2, 3, 4, 5, 6, 9])
    journal.add(
      createRecording({ id, size: id, bin: id === 3 ? 'a' : null, isOwn: [1, 4, 5, 9].includes(id) }),
    );
  return journal;
}

describe('the entries of the journal', () => {
  it('are those of clients, or all in the order of their ids', () => {
    const journal = createMixed();
    for (const [scope, after, ids] of [
      ['clients', undefined, [2, 3, 6]],
      ['clients', 2, [3, 6]],
      ['all', undefined, [1, 2, 3, 4, 5, 6, 9]],
      ['all', 3, [4, 5, 6, 9]],
      ['all', 6, [9]],
      ['all', 9, []],
    ] as const)
      assert.deepEqual(idsOf(journal.each(after, scope)), ids, `${scope} after ${after}`);
    assert.deepEqual(idsOf(journal.each()), [2, 3, 6]);
    assert.deepEqual(idsOf(journal.entries(2)), [3, 6]);
    for (const [scope, before, ids] of [
      ['clients', undefined, [6, 3, 2]],
      ['clients', 6, [3, 2]],
      ['all', undefined, [9, 6, 5, 4, 3, 2, 1]],
      ['all', 6, [5, 4, 3, 2, 1]],
      ['all', 5, [4, 3, 2, 1]],
      ['all', 1, []],
    ] as const)
      assert.deepEqual(idsOf(journal.latest(scope, before)), ids, `${scope} before ${before}`);
    assert.deepEqual(idsOf(journal.latest()), [6, 3, 2]);
  });

  it('are counted and found', () => {
    const journal = createMixed();
    assert.deepEqual(journal.count(), { total: 3, oldest: 2 });
    assert.deepEqual(journal.count('all'), { total: 7, oldest: 1 });
    assert.deepEqual(
      [journal.count('clients', 6), journal.count('all', 3)],
      [
        { total: 2, oldest: 2 },
        { total: 2, oldest: 1 },
      ],
    );
    assert.deepEqual([journal.size, journal.ownSize], [3, 4]);
    assert.deepEqual(idsOf(journal.inOrder(3, 'clients')), [6]);
    assert.deepEqual(idsOf(journal.inOrder(3, 'all')), [4, 5, 6, 9]);
    assert.deepEqual([...journal.idsByBin()], [['a', [3]]]);
    assert.deepEqual(
      [3, 4, 7].map((id) => journal.find(id)?.id),
      [3, 4, undefined],
    );
    const empty = createJournal();
    assert.deepEqual([empty.count(), empty.count('all')], Array(2).fill({ total: 0, oldest: 0 }));
    empty.add(createRecording({ id: 8, isOwn: true }));
    assert.deepEqual(
      [empty.count(), empty.count('all')],
      [
        { total: 0, oldest: 0 },
        { total: 1, oldest: 8 },
      ],
    );
  });

  it('are cleared, of clients and of own pages; those of a bin alone', () => {
    const journal = createMixed();
    journal.clear('a');
    assert.deepEqual(idsOf(journal.each(undefined, 'all')), [1, 2, 4, 5, 6, 9]);
    journal.clear();
    assert.deepEqual(idsOf(journal.each(undefined, 'all')), []);
  });

  it('of own pages are at most 100, and remove none of a client', () => {
    const journal = createJournal({ entries: 1 });
    journal.add(createRecording({ id: 1 }));
    for (let id = 2; id <= 102; id++) journal.add(createRecording({ id, isOwn: true }));
    assert.deepEqual([journal.size, journal.ownSize, journal.dropped], [1, 100, 0]);
    assert.deepEqual(idsOf(journal.each(undefined, 'all')).slice(0, 2), [1, 3]);
  });

  it('have ids one after the other', () => {
    const journal = createJournal();
    assert.deepEqual([journal.lastId, journal.nextId(), journal.nextId(), journal.lastId], [0, 1, 2, 2]);
  });

  it('that were removed for the limits are counted', () => {
    const journal = createJournal({ entries: 2 });
    for (let id = 1; id <= 5; id++) journal.add(createRecording({ id, bin: 'a' }));
    assert.deepEqual([journal.dropped, journal.droppedOf('a'), journal.droppedOf('b')], [4, 4, 0]);
    journal.clear('a');
    assert.deepEqual([journal.dropped, journal.droppedOf('a')], [4, 0]);
  });

  it('that a user removed come back by their key, until its time is over', () => {
    const timers: { readonly milliseconds: number; readonly action: () => void }[] = [];
    const journal = createJournal({
      runtime: {
        after(milliseconds, action) {
          timers.push({ milliseconds, action });
          return () => {};
        },
      },
    });
    for (const id of [1, 2, 3, 4]) journal.add(createRecording({ id, isOwn: id === 2 }));
    const all = () => idsOf(journal.each(undefined, 'all'));
    assert.equal(journal.remove([1, 2, 9], { key: 'k', milliseconds: 500 }), 2);
    assert.deepEqual(all(), [3, 4]);
    assert.equal(journal.restore('k'), 2);
    assert.deepEqual(all(), [1, 2, 3, 4]);
    assert.equal(journal.remove([2, 3], { key: 'k', milliseconds: 600 }), 2);
    assert.deepEqual(
      timers.map(({ milliseconds }) => milliseconds),
      [500, 600],
    );
    timers[1]?.action();
    assert.equal(journal.restore('k'), 0);
    assert.deepEqual(all(), [1, 4]);
    assert.equal(journal.remove([4]), 1);
    assert.equal(journal.remove([9], { key: 'none', milliseconds: 1 }), 0);
    assert.equal(timers.length, 2);
  });

  it('have a mark and a note of the user, which change apart', () => {
    const journal = createMixed();
    const annotated = (id: number, annotation: Parameters<Journal['annotate']>[1]) => {
      const { isKnown } = journal.annotate(id, annotation);
      const entry = journal.find(id);
      assert.equal(isKnown, entry !== undefined);
      return entry?.kind === 'exchange' ? [entry.marked, entry.note] : undefined;
    };
    assert.deepEqual(annotated(2, { marked: true }), [true, null]);
    assert.deepEqual(annotated(2, { note: 'a' }), [true, 'a']);
    assert.deepEqual(annotated(2, { marked: false }), [false, 'a']);
    assert.deepEqual(annotated(2, { note: null }), [false, null]);
    assert.deepEqual(annotated(4, { note: 'own' }), [false, 'own']);
    assert.equal(annotated(8, { marked: true }), undefined);
  });
});

describe('the listeners of the journal', () => {
  it('get the changes of the entries in their scope, until they end', () => {
    const journal = createJournal();
    const seen: unknown[] = [];
    const listen = (name: string, scope?: EntryScope) =>
      journal.subscribe(({ type, entry }) => seen.push(`${name} ${type} ${entry.id}`), scope);
    const end = listen('clients');
    listen('all', 'all');
    const client = createRecording({ id: 1 });
    const own = createRecording({ id: 2, isOwn: true });
    journal.add(client);
    journal.add(own);
    journal.changed('body', client);
    end();
    journal.changed('done', client);
    journal.changed('done', own);
    // What is not yet an entry has the id 0.
    journal.changed('done', createRecording({ id: 0 }));
    assert.deepEqual(seen, [
      'clients request 1',
      'all request 1',
      'all request 2',
      'clients body 1',
      'all body 1',
      'all done 1',
      'all done 2',
    ]);
  });

  it('do not hear of a size, which counts in the limit', () => {
    const journal = createJournal({ bytes: 10 });
    const recordings = [1, 2].map((id) => createRecording({ id, size: 4 }));
    for (const recording of recordings) journal.add(recording);
    const [, second] = recordings;
    assert.ok(second);
    Object.assign(second, { size: 7 });
    assert.equal(journal.bytes, 8);
    journal.resize(second);
    assert.deepEqual([journal.bytes, idsOf(journal.each())], [7, [2]]);
    journal.resize(createRecording({ id: 0, size: 100 }));
    assert.equal(journal.bytes, 7);
  });
});

describe('an expected repetition', () => {
  it('is that of the next request from its address, until it ends', async () => {
    const { expectedReplays } = createJournal();
    const take = (remote: string) => expectedReplays.take({ remote });
    assert.equal(take('127.0.0.1:1'), null);
    await expectedReplays.expect('127.0.0.1:1', 5, () => {});
    const forget = await expectedReplays.expect('127.0.0.1:2', 6, () => {});
    assert.deepEqual([take('127.0.0.1:3'), take('127.0.0.1:1'), take('127.0.0.1:1')], [null, 5, null]);
    forget();
    assert.equal(take('127.0.0.1:2'), null);
    let unrecorded = 0;
    await expectedReplays.expect('127.0.0.1:4', 7, () => void unrecorded++);
    const refuse = (remote: string) => expectedReplays.refuse({ remote });
    assert.deepEqual(
      [refuse('127.0.0.1:3'), refuse('127.0.0.1:4'), refuse('127.0.0.1:4')],
      [false, true, false],
    );
    assert.equal(unrecorded, 1);
  });
});
