import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { JOURNAL_ENGINES, openJournalProcesses } from '#test/support/workers/journal-processes.ts';
import type { JournalEvent } from '../recording/record.ts';

/** Ids of the same 10 µs are in the order of the processes. */
const byNumber = (one: number, other: number) => one - other;

for (const [name, open] of JOURNAL_ENGINES)
  describe(`the journal of two processes in ${name}`, () => {
    const start = async (t: TestContext, entries = 10) => {
      const database = await open(t);
      if (database === undefined) return;
      return await openJournalProcesses(t, database, { count: 2, entries, bytes: 1e6 });
    };

    it('has the entries of both in the order of their arrival, also of exchanges in progress', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const { id: first } = one.add();
      const recording = two.add({ isComplete: false });
      const { id: third } = one.add();
      const ids = [first, recording.id, third].toSorted(byNumber);
      for (const each of [one, two]) assert.deepEqual(await each.ids(), ids);
      const stateOf = async () => {
        const entry = await one.source.find(recording.id);
        return entry?.kind === 'exchange' && entry.ended;
      };
      assert.equal(await stateOf(), null);
      two.end(recording);
      assert.equal(await stateOf(), 'answered');
    });

    it('counts once what both have removed to stay within the limits', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const added: number[] = [];
      for (let count = 0; count < 30; count++) added.push((count % 2 ? one : two).add().id);
      for (const each of [one, two, one]) {
        assert.deepEqual(await each.ids(), added.toSorted(byNumber).slice(-10));
        assert.equal(each.journal.dropped, 20);
      }
      for (let count = 0; count < 8; count++) two.add({ bin: 'b' });
      await one.ids();
      assert.deepEqual([one.journal.dropped, one.journal.droppedOf('b')], [28, 3]);
    });

    it('drops no entry for others that the other process has removed', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const kept = Array.from({ length: 6 }, () => one.add().id);
      for (let count = 0; count < 4; count++) one.add({ bin: 'b' });
      assert.equal((await two.ids()).length, 10);
      await one.source.clear('b');
      // The other process does not know this yet, and has no room.
      kept.push(...Array.from({ length: 4 }, () => two.add().id));
      for (const each of [one, two]) {
        assert.deepEqual(await each.ids(), kept);
        assert.equal(each.journal.dropped, 0);
      }
      assert.equal(await one.source.remove(kept.slice(2, 4)), 2);
      const added = Array.from({ length: 3 }, () => two.add().id);
      // Only one is too many.
      const rest = [...kept.filter((_, index) => ![0, 2, 3].includes(index)), ...added];
      for (const each of [two, one]) {
        assert.deepEqual(await each.ids(), rest);
        assert.equal(each.journal.dropped, 1);
      }
    });

    it('drops no entry for the bytes of others that the other process has removed', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const [first, second, third] = Array.from({ length: 3 }, () => one.add({ size: 300_000 }).id);
      assert.ok(first && second && third);
      assert.equal((await two.ids()).length, 3);
      assert.equal(await one.source.remove([second]), 1);
      const fourth = two.add({ size: 300_000 }).id;
      for (const each of [two, one]) {
        assert.deepEqual(await each.ids(), [first, third, fourth]);
        assert.equal(each.journal.dropped, 0);
      }
      // There is no room for what one of them drops now.
      const fifth = two.add({ size: 500_000 }).id;
      assert.equal(await one.source.remove([third]), 0);
      for (const each of [two, one]) assert.deepEqual(await each.ids(), [fourth, fifth]);
    });

    it('keeps an exchange in progress for which there is room again, with its note, and gets its end', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const begun = one.add({ isComplete: false });
      const kept = [begun.id, ...Array.from({ length: 9 }, () => one.add().id)];
      assert.deepEqual(await two.ids(), kept);
      // The other process writes its changes before it knows of the new entry, which has no room.
      kept.push(one.add().id);
      const [removed = 0] = kept.splice(5, 1);
      assert.equal(two.journal.remove([removed]), 1);
      assert.equal(two.journal.annotate(begun.id, { marked: true, note: 'seen' }).isKnown, true);
      await two.store.flush();
      for (const each of [one, two]) assert.deepEqual(await each.ids(), kept);
      one.end(begun);
      for (const each of [one, two]) {
        const entry = await each.source.find(begun.id);
        assert.deepEqual(entry?.kind === 'exchange' && [entry.note, entry.marked, entry.ended], [
          'seen',
          true,
          'answered',
        ]);
      }
    });

    it('does not get back what it drops by an end that the other process writes', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const begun = one.add({ isComplete: false, size: 100_000 });
      // It reads the entries of others in each transaction.
      const { end } = await two.source.follow();
      t.after(end);
      two.add({ size: 600_000 });
      // Both are removed, and then there is room for the first one.
      const { id } = two.add({ size: 900_000 });
      one.end(begun);
      await one.store.flush();
      await two.store.flush();
      for (const each of [one, two]) assert.deepEqual(await each.ids(), [id]);
    });

    it('does not get a removed entry back by the end of its exchange, nor loses a note', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const [removed, noted, cleared] = [1, 2, 3].map((number) =>
        one.add({ isComplete: false, bin: number === 3 ? 'b' : null }),
      );
      assert.ok(removed && noted && cleared);
      await two.ids();
      assert.equal(await two.source.remove([removed.id, removed.id, 5]), 1);
      assert.equal((await two.source.annotate(noted.id, { note: 'seen', marked: true })).isKnown, true);
      await two.source.clear('b');
      for (const recording of [removed, noted, cleared]) {
        one.end(recording);
      }
      for (const each of [one, two]) {
        assert.deepEqual(await each.ids(), [noted.id]);
        const entry = await each.source.find(noted.id);
        assert.deepEqual(entry?.kind === 'exchange' && [entry.note, entry.marked, entry.ended], [
          'seen',
          true,
          'answered',
        ]);
      }
    });

    it('counts a removal by both once, and any process puts entries back', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      const [first, second] = [one.add(), two.add({ isComplete: false })];
      const ids = [first.id, second.id];
      const undo = { key: 'k', milliseconds: 60_000 };
      const counts = await Promise.all([one.source.remove(ids, undo), two.source.remove(ids)]);
      assert.deepEqual(counts.toSorted(), [0, 2]);
      const third = one.add({ isComplete: false });
      await two.source.remove([(await two.ids()).at(-1) ?? 0], { key: 'l', milliseconds: 60_000 });
      one.end(third);
      assert.deepEqual([await one.ids(), await one.source.restore('l')], [[], 1]);
      for (const each of [one, two]) assert.deepEqual(await each.ids(), [third.id]);
      const entry = await two.source.find(third.id);
      assert.equal(entry?.kind === 'exchange' && entry.ended, 'answered');
    });

    it('has the entries of a machine whose clock is ahead, and later ones after them', async (t) => {
      const [one, two] = (await start(t)) ?? [];
      if (!one || !two) return;
      one.suspend(3600e6);
      const first = two.add().id;
      await two.store.flush();
      assert.deepEqual(await one.ids(), [first]);
      const second = one.add().id;
      for (const each of [one, two]) assert.deepEqual(await each.ids(), [first, second]);
      one.suspend(3600e6);
      two.add();
      await two.store.flush();
      await one.source.clear();
      for (const each of [one, two]) assert.deepEqual(await each.ids(), []);
    });

    it('tells a reader of each entry and each end once, in the order of the table', async (t) => {
      const [one, two] = (await start(t, 100)) ?? [];
      if (!one || !two) return;
      const { journal, end } = await one.source.follow();
      t.after(end);
      const events: [JournalEvent['type'], number, number][] = [];
      journal.subscribeInOrder(({ type, entry, order }) => events.push([type, entry.id, order]), 'clients');
      const added: number[] = [];
      for (let count = 0; count < 20; count++) {
        const recording = (count % 3 ? one : two).add({ isComplete: count % 4 > 0 });
        added.push(recording.id);
        if (count % 4 === 0) {
          await one.ids();
          (count % 3 ? one : two).end(recording);
        }
      }
      await one.ids();
      const begun = events.filter(([type]) => type === 'request');
      assert.deepEqual(
        begun.map(([, , order]) => order),
        Array.from({ length: 20 }, (_, at) => at + 1),
      );
      assert.deepEqual(begun.map(([, id]) => id).toSorted(byNumber), added.toSorted(byNumber));
      assert.equal(events.length, 25);
    });
  });
