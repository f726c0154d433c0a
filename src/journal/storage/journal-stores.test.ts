import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { createFailure, createRecording } from '#test/support/recorded-exchange.ts';
import { Journal, type JournalOptions } from '../recording/journal.ts';
import type { JournalStore, Recording } from '../recording/journal-store.ts';
import type { JournalEvent } from '../recording/record.ts';
import { openDatabaseStore } from './open.ts';

interface Engine {
  readonly name: string;
  /** The database; undefined for a journal in memory. */
  create(t: TestContext): Promise<string | undefined>;
}

const ENGINES: readonly Engine[] = [
  { name: 'memory', create: async () => undefined },
  { name: 'SQLite', create: async (t) => `sqlite:${join(await createFolder(t), 'sparring.db')}` },
  { name: 'PostgreSQL', create: openPostgresSchema },
];

async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-journal-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** A journal that a test can start again, as a server does. */
class TestJournal {
  readonly reports: string[] = [];
  /** The ids of the added entries. */
  readonly ids: number[] = [];
  journal: Journal;
  store: JournalStore | undefined;
  readonly #database: string | undefined;
  readonly #options: Partial<JournalOptions>;

  private constructor(database: string | undefined, options: Partial<JournalOptions>) {
    this.#database = database;
    this.#options = options;
    this.journal = this.#create();
  }

  static async open(t: TestContext, engine: Engine, options: Partial<JournalOptions> = {}) {
    const opened = new TestJournal(await engine.create(t), options);
    await opened.start();
    t.after(() => opened.store?.close());
    return opened;
  }

  async start(options: Partial<JournalOptions> = {}): Promise<void> {
    const report = (sentence: string) => void this.reports.push(sentence);
    if (this.#database === undefined) return;
    const runtime = createRuntime();
    this.store = await openDatabaseStore(this.#database, { runtime, report, node: 'test', worker: 0 });
    this.journal = this.#create(options);
    await this.store.start(runtime.uniqueId());
  }

  async restore(key: string): Promise<number> {
    return (await this.store?.restore(key)) ?? this.journal.restore(key);
  }

  /** Ends the journal, and starts it again, if it is in a database. */
  async restart(options: Partial<JournalOptions> = {}): Promise<void> {
    await this.store?.close();
    await this.start(options);
  }

  /** Compares a reading of the journal, and of what the next start has. */
  async check(read: (journal: Journal) => unknown, expected: unknown): Promise<void> {
    assert.deepEqual(read(this.journal), expected);
    await this.restart();
    assert.deepEqual(read(this.journal), expected, 'after a restart');
  }

  add(parts: Partial<Recording> = {}): Recording {
    const recording = createRecording({ id: this.journal.nextId(), ...parts });
    this.journal.add(recording);
    this.ids.push(recording.id);
    return recording;
  }

  /** The ids of these numbers of added entries, from 1. */
  idsOf(...numbers: number[]): number[] {
    return numbers.map((number) => this.ids[number - 1] ?? 0);
  }

  /** The numbers of these entries. */
  numbersOf(entries: Iterable<{ readonly id: number }> = this.journal.entries()): number[] {
    return [...entries].map(({ id }) => this.ids.indexOf(id) + 1);
  }

  #create(options: Partial<JournalOptions> = {}): Journal {
    const runtime = { after: () => () => {} };
    return new Journal({ entries: 10, bytes: 1e6, runtime, store: this.store, ...this.#options, ...options });
  }
}

/** Also characters that PostgreSQL has in no text. */
const NOTE = 'a "note"\0, \ud800';

for (const engine of ENGINES)
  describe(`the journal in ${engine.name}`, () => {
    it('has its entries in the order of their ids, and its latest ones within the limits', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 13; count++) opened.add();
      await opened.check(
        (journal) => [opened.numbersOf(), journal.dropped, journal.bytes],
        [[4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 3, 10],
      );
      opened.add();
      await opened.check((journal) => [opened.numbersOf().at(0), journal.dropped], [5, 4]);
    });

    it('has its latest entries within the limit of bytes', async (t) => {
      const opened = await TestJournal.open(t, engine, { bytes: 100 });
      for (const size of [40, 40, 40, 20]) opened.add({ size });
      await opened.check(
        (journal) => [opened.numbersOf(), journal.dropped, journal.bytes],
        [[2, 3, 4], 1, 100],
      );
    });

    it('has at most half of its entries of a bin', async (t) => {
      const opened = await TestJournal.open(t, engine);
      opened.add();
      for (let count = 0; count < 7; count++) opened.add({ bin: 'a' });
      opened.add({ bin: 'b' });
      await opened.check(
        (journal) => [opened.numbersOf(), [...journal.idsByBin()].map(([bin, ids]) => [bin, ids.length])],
        [
          [1, 4, 5, 6, 7, 8, 9],
          [
            ['a', 5],
            ['b', 1],
          ],
        ],
      );
    });

    it('has marks and notes, and does not remove marked entries first', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 10; count++) opened.add();
      opened.journal.annotate(opened.ids[0] ?? 0, { marked: true, note: NOTE });
      opened.journal.annotate(opened.ids[1] ?? 0, { note: 'b' });
      opened.journal.annotate(opened.ids[1] ?? 0, { note: null });
      opened.add();
      const read = (journal: Journal) =>
        journal
          .entries()
          .flatMap((entry) =>
            entry.kind === 'exchange' && (entry.marked || entry.note !== null)
              ? [[opened.numbersOf([entry]), entry.note]]
              : [],
          );
      await opened.check(
        (journal) => [read(journal), opened.numbersOf().slice(0, 2)],
        [[[[1], NOTE]], [1, 3]],
      );
    });

    it('removes entries, and puts them back, also after a restart', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 6; count++) opened.add();
      const undo = { key: 'k', milliseconds: 60_000 };
      assert.equal(opened.journal.remove(opened.idsOf(2, 3, 4), undo), 3);
      assert.deepEqual(opened.numbersOf(), [1, 5, 6]);
      await opened.restart();
      assert.deepEqual(opened.numbersOf(), [1, 5, 6]);
      assert.deepEqual([await opened.restore('other'), await opened.restore('k')], [0, 3]);
      assert.equal(await opened.restore('k'), 0);
      opened.journal.remove(opened.idsOf(6));
      await opened.check((journal) => [opened.numbersOf(), journal.dropped], [[1, 2, 3, 4, 5], 0]);
    });

    it('puts an exchange back that was in progress when it was removed', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const recording = opened.add({ isComplete: false });
      await opened.store?.flush();
      opened.journal.remove(opened.idsOf(1), { key: 'k', milliseconds: 60_000 });
      Object.assign(recording, { isComplete: true });
      opened.journal.changed('done', recording);
      assert.equal(await opened.restore('k'), 1);
      await opened.check(
        (journal) => journal.entries().map((entry) => entry.kind === 'exchange' && entry.ended),
        ['answered'],
      );
    });

    it('clears a bin, and all', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (const bin of ['a', null, 'a', 'b']) opened.add({ bin });
      opened.journal.clear('a');
      await opened.check(() => opened.numbersOf(), [2, 4]);
      opened.journal.clear();
      await opened.check(() => opened.numbersOf(), []);
    });

    it('has entries of own pages, which do not remove others', async (t) => {
      const opened = await TestJournal.open(t, engine, { entries: 2 });
      for (const isOwn of [false, true, true, false]) opened.add({ isOwn });
      await opened.check(
        (journal) => [opened.numbersOf(), opened.numbersOf(journal.each(0, 'all')), journal.ownSize],
        [[1, 4], [1, 2, 3, 4], 2],
      );
    });

    it('has an exchange in progress, and its end', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const events: unknown[] = [];
      opened.journal.subscribe(({ type, entry }: JournalEvent) => events.push([type, entry.id]));
      const { id: first } = opened.add();
      const recording = opened.add({ isComplete: false });
      Object.assign(recording, { isComplete: true });
      opened.journal.changed('done', recording);
      assert.deepEqual(events, [
        ['request', first],
        ['request', recording.id],
        ['done', recording.id],
      ]);
      await opened.check(() => opened.numbersOf(), [1, 2]);
    });

    it('does not keep an entry that was removed before its end', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const recording = opened.add({ isComplete: false });
      opened.journal.clear();
      Object.assign(recording, { isComplete: true });
      opened.journal.changed('done', recording);
      await opened.check(() => opened.numbersOf(), []);
    });

    it('has pages of entries after an id and before one', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 6; count++) opened.add();
      await opened.check(
        (journal) => [
          opened.numbersOf(journal.entries(opened.ids[3])),
          opened.numbersOf(journal.latest('clients', opened.ids[2])),
          journal.find(opened.ids[4] ?? 0)?.id,
          journal.find((opened.ids[5] ?? 0) + 1),
          journal.count(),
        ],
        [[5, 6], [2, 1], opened.ids[4], undefined, { total: 6, oldest: opened.ids[0] }],
      );
    });
  });

for (const engine of ENGINES.slice(1))
  describe(`a journal in ${engine.name} that starts again`, () => {
    it('gives later ids, and ends the exchanges that had not ended', async (t) => {
      const opened = await TestJournal.open(t, engine);
      opened.add();
      opened.add({ isComplete: false });
      const last = opened.journal.nextId();
      await opened.restart();
      assert.ok(opened.journal.nextId() > last);
      assert.deepEqual(
        opened.journal.entries().map((entry) => entry.kind === 'exchange' && entry.ended),
        ['answered', 'server-rst'],
      );
    });

    it('has the starts since its oldest entry', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const starts = () => opened.journal.starts?.map(({ id }) => id) ?? [];
      const [first = 0] = starts();
      opened.add();
      opened.add();
      await opened.restart();
      const [second = 0] = starts();
      await opened.restart();
      const [third = 0] = starts();
      assert.equal(starts().length, 1);
      opened.add();
      await opened.restart();
      const all = [first, ...opened.idsOf(1, 2), second, third, ...opened.idsOf(3)];
      assert.deepEqual(
        all,
        all.toSorted((one, other) => one - other),
      );
      assert.deepEqual(starts().slice(0, -1), [third]);
      assert.ok(opened.journal.starts?.every(({ at }) => Math.abs(at - Date.now()) < 60_000));
      opened.journal.remove(opened.idsOf(1, 2));
      assert.equal(starts().length, 1);
      opened.journal.clear();
      assert.equal(starts().length, 1);
    });

    it('removes the oldest entries if its limits are lower', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 10; count++) opened.add();
      await opened.restart({ entries: 4 });
      assert.deepEqual([opened.numbersOf(), opened.journal.dropped], [[7, 8, 9, 10], 6]);
      await opened.restart();
      assert.deepEqual([opened.numbersOf(), opened.journal.dropped], [[7, 8, 9, 10], 6]);
    });

    it('writes many entries', async (t) => {
      const opened = await TestJournal.open(t, engine, { entries: 5000 });
      for (let count = 0; count < 3210; count++) opened.add({ size: 300 });
      await opened.check((journal) => [journal.size, journal.entries().at(-1)?.id], [3210, opened.ids[3209]]);
      for (let count = 0; count < 3000; count++) opened.journal.remove(opened.idsOf(count + 1));
      await opened.check((journal) => [journal.size, journal.entries().at(0)?.id], [210, opened.ids[3000]]);
    });

    it('has connections without a request', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const failure = { ...createFailure('parser-error'), raw: new Uint8Array([0, 255]) };
      opened.add({ size: 2, view: () => failure });
      await opened.check((journal) => journal.entries(), [failure]);
    });
  });
