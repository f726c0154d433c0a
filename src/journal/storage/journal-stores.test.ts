import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { createFailure, createRecording } from '#test/support/recorded-exchange.ts';
import { until } from '#test/support/until.ts';
import { Journal, type JournalEvent, type JournalOptions } from '../recording/journal.ts';
import type { JournalStore, Recording } from '../recording/journal-store.ts';
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
    this.store = await openDatabaseStore(this.#database, { runtime: createRuntime(), report });
    this.journal = this.#create(options);
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
    return recording;
  }

  #create(options: Partial<JournalOptions> = {}): Journal {
    const runtime = { after: () => () => {} };
    return new Journal({ entries: 10, bytes: 1e6, runtime, store: this.store, ...this.#options, ...options });
  }
}

/** Also characters that PostgreSQL has in no text. */
const NOTE = 'a "note"\0, \ud800';

const idsOf = (journal: Journal) => journal.entries().map(({ id }) => id);

for (const engine of ENGINES)
  describe(`the journal in ${engine.name}`, () => {
    it('has its entries in the order of their ids, and its latest ones within the limits', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 13; count++) opened.add();
      await opened.check(
        (journal) => [idsOf(journal), journal.dropped, journal.lastId, journal.usage.bytes],
        [[4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 3, 13, 10],
      );
      opened.add();
      await opened.check((journal) => [idsOf(journal).at(0), journal.dropped, journal.lastId], [5, 4, 14]);
    });

    it('has its latest entries within the limit of bytes', async (t) => {
      const opened = await TestJournal.open(t, engine, { bytes: 100 });
      for (const size of [40, 40, 40, 20]) opened.add({ size });
      await opened.check(
        (journal) => [idsOf(journal), journal.dropped, journal.usage.bytes],
        [[2, 3, 4], 1, 100],
      );
    });

    it('has at most half of its entries of a bin', async (t) => {
      const opened = await TestJournal.open(t, engine);
      opened.add();
      for (let count = 0; count < 7; count++) opened.add({ bin: 'a' });
      opened.add({ bin: 'b' });
      await opened.check(
        (journal) => [idsOf(journal), [...journal.bins()]],
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
      opened.journal.annotate(1, { marked: true, note: NOTE });
      opened.journal.annotate(2, { note: 'b' });
      opened.journal.annotate(2, { note: null });
      opened.add();
      const read = (journal: Journal) =>
        journal
          .entries()
          .flatMap((entry) =>
            entry.kind === 'exchange' && (entry.marked || entry.note !== null)
              ? [[entry.id, entry.note]]
              : [],
          );
      await opened.check((journal) => [read(journal), idsOf(journal).slice(0, 2)], [[[1, NOTE]], [1, 3]]);
    });

    it('removes entries, and puts them back', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 6; count++) opened.add();
      assert.equal(opened.journal.remove([2, 3, 4], { key: 'k', milliseconds: 1000 }), 3);
      assert.deepEqual(idsOf(opened.journal), [1, 5, 6]);
      assert.equal(opened.journal.restore('k'), 3);
      opened.journal.remove([6]);
      await opened.check((journal) => [idsOf(journal), journal.dropped], [[1, 2, 3, 4, 5], 0]);
    });

    it('has no removed entries after a restart, also those that could be put back', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 4; count++) opened.add();
      opened.journal.remove([2, 3], { key: 'k', milliseconds: 1000 });
      await opened.check(idsOf, [1, 4]);
      if (opened.store) assert.equal(opened.journal.restore('k'), 0);
    });

    it('clears a bin, and all', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (const bin of ['a', null, 'a', 'b']) opened.add({ bin });
      opened.journal.clear('a');
      await opened.check(idsOf, [2, 4]);
      opened.journal.clear();
      await opened.check((journal) => [idsOf(journal), journal.lastId], [[], 4]);
    });

    it('has entries of own pages, which do not remove others', async (t) => {
      const opened = await TestJournal.open(t, engine, { entries: 2 });
      for (const isOwn of [false, true, true, false]) opened.add({ isOwn });
      await opened.check(
        (journal) => [idsOf(journal), [...journal.each(0, 'all')].map(({ id }) => id), journal.ownSize],
        [[1, 4], [1, 2, 3, 4], 2],
      );
    });

    it('has an exchange in progress, and its end', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const events: unknown[] = [];
      opened.journal.subscribe(({ type, entry }: JournalEvent) => events.push([type, entry.id]));
      opened.add();
      const recording = opened.add({ isComplete: false });
      Object.assign(recording, { isComplete: true });
      opened.journal.changed('done', recording);
      assert.deepEqual(events, [
        ['request', 1],
        ['request', 2],
        ['done', 2],
      ]);
      await opened.check(idsOf, [1, 2]);
    });

    it('does not keep an entry that was removed before its end', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const recording = opened.add({ isComplete: false });
      opened.journal.clear();
      Object.assign(recording, { isComplete: true });
      opened.journal.changed('done', recording);
      await opened.check(idsOf, []);
    });

    it('has pages of entries after an id and before one', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 6; count++) opened.add();
      await opened.check(
        (journal) => [
          journal.entries(4).map(({ id }) => id),
          [...journal.latest('clients', 3)].map(({ id }) => id),
          journal.find(5)?.id,
          journal.find(7),
          journal.count(),
        ],
        [[5, 6], [2, 1], 5, undefined, { total: 6, oldest: 1 }],
      );
    });
  });

for (const engine of ENGINES.slice(1))
  describe(`a journal in ${engine.name} that starts again`, () => {
    it('gives later ids, also than those of exchanges that had not ended', async (t) => {
      const opened = await TestJournal.open(t, engine);
      opened.add();
      opened.add({ isComplete: false });
      await opened.restart();
      assert.deepEqual([idsOf(opened.journal), opened.journal.nextId()], [[1], 3]);
    });

    it('has the number of the last connection of its entries', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 3; count++) opened.add();
      await opened.restart();
      assert.equal(opened.store?.lastConnection, 30);
    });

    it('has the starts since its oldest entry', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const starts = () => opened.journal.starts?.map(({ id }) => id);
      assert.deepEqual(starts(), [1]);
      opened.add();
      opened.add();
      await opened.restart();
      await opened.restart();
      assert.deepEqual(starts(), [3]);
      opened.add();
      await opened.restart();
      assert.deepEqual(starts(), [3, 4]);
      assert.ok(opened.journal.starts?.every(({ at }) => Math.abs(at - Date.now()) < 60_000));
      opened.journal.remove([1, 2]);
      assert.deepEqual(starts(), [4]);
      opened.journal.clear();
      assert.deepEqual(starts(), [4]);
    });

    it('removes the oldest entries if its limits are lower', async (t) => {
      const opened = await TestJournal.open(t, engine);
      for (let count = 0; count < 10; count++) opened.add();
      await opened.restart({ entries: 4 });
      assert.deepEqual([idsOf(opened.journal), opened.journal.dropped], [[7, 8, 9, 10], 6]);
      await opened.restart();
      assert.deepEqual([idsOf(opened.journal), opened.journal.dropped], [[7, 8, 9, 10], 6]);
    });

    it('writes many entries', async (t) => {
      const opened = await TestJournal.open(t, engine, { entries: 5000 });
      for (let count = 0; count < 3210; count++) opened.add({ size: 300 });
      await opened.check((journal) => [journal.size, journal.entries().at(-1)?.id], [3210, 3210]);
      for (let count = 0; count < 3000; count++) opened.journal.remove([count + 1]);
      await opened.check((journal) => [journal.size, journal.entries().at(0)?.id], [210, 3001]);
    });

    it('has connections without a request', async (t) => {
      const opened = await TestJournal.open(t, engine);
      const failure = { ...createFailure('parser-error'), id: 1, raw: new Uint8Array([0, 255]) };
      opened.add({ size: 2, view: () => failure });
      await opened.check((journal) => journal.entries(), [failure]);
    });

    it('is that of the server that opened it last', async (t) => {
      const opened = await TestJournal.open(t, engine);
      opened.add();
      await opened.restart();
      const { journal: first, store: firstStore } = opened;
      t.after(() => firstStore?.close());
      await opened.start();
      opened.add();
      first.add(createRecording({ id: first.nextId(), bin: 'first' }));
      await until(() => opened.reports.length > 0);
      assert.match(opened.reports.join(), /^Another server writes its journal to this database now\./);
      first.add(createRecording({ id: first.nextId(), bin: 'first' }));
      assert.equal(first.size, 3);
      await firstStore?.close();
      await opened.restart();
      assert.deepEqual(
        opened.journal.entries().map((entry) => entry.kind === 'exchange' && entry.bin),
        [null, null],
      );
      assert.equal(opened.reports.length, 1);
    });
  });
