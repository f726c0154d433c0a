import { CombinedRuns, Semaphore } from '#concurrency.ts';
import { StoreUnavailableError } from '#database/errors.ts';
import type { Runtime } from '#runtime.ts';
import type { JournalStart } from '../recording/journal-starts.ts';
import type { Annotation, JournalStore, Recording, StoredJournal, Undo } from '../recording/journal-store.ts';
import { ArrivalIds, findZero } from './arrival-ids.ts';
import type { EntryRow } from './entry-row.ts';
import type { JournalDatabase, JournalStatements } from './journal-database.ts';
import { JournalFollower } from './journal-follower.ts';
import { JournalReader, JournalTransaction, openTable } from './journal-table.ts';
import { OutageReport } from './outage-report.ts';
import { type Batch, PendingWrites } from './pending-writes.ts';
import { writeBatch } from './write-batch.ts';

/** The other processes with the same journal. */
export interface JournalPeers {
  /** Lets all processes of this machine write what they have. Resolves with whether all have done so. */
  flush(): Promise<boolean>;
  /** The nodes that run on the database, with this one; none on a database of one machine. */
  livingNodes(): readonly string[];
}

export interface DatabaseStoreOptions {
  readonly runtime: Pick<
    Runtime,
    'after' | 'machineNow' | 'monotonic' | 'systemMonotonic' | 'uniqueId' | 'wait'
  >;
  /** Takes a sentence for the log when entries cannot be written, and when they are written again. */
  readonly report: (sentence: string) => void;
  /** Names the processes of this machine; they have one clock. */
  readonly node: string;
  /** The number of this process among them. */
  readonly worker: number;
  /** Undefined for a process that shares its journal with no other one. */
  readonly peers?: JournalPeers | undefined;
}

/**
 * The entries of a journal in the tables of a database, which all processes read and write. Each process has in memory what it has
 * recorded, and after it has caught up, what all have. Entries are written behind the requests, together. Those that cannot be written are
 * written later, as long as the journal has them.
 */
export class DatabaseStore implements JournalStore {
  readonly name: string;
  readonly #database: JournalDatabase;
  readonly #options: DatabaseStoreOptions;
  readonly #writer: string;
  readonly #pending = new PendingWrites();
  readonly #follower: JournalFollower;
  readonly #outage: OutageReport;
  /** One transaction or read at a time. */
  readonly #lock = new Semaphore(1);
  readonly #refreshing = new CombinedRuns(() => this.#refresh());
  #ids: ArrivalIds | undefined;
  #slot = { number: 0, usedAt: 0 };
  /** The nodes that ran when this process looked at the last time. */
  #nodes: string | undefined;
  #followers = 0;
  #following: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #isClosed = false;
  #isEnded = false;
  /** Ends the time for which changes are collected. */
  #wake = () => {};

  private constructor(database: JournalDatabase, name: string, options: DatabaseStoreOptions) {
    this.#database = database;
    this.name = name;
    this.#options = options;
    this.#writer = `${options.node}/${options.worker}`;
    this.#follower = new JournalFollower(this.#pending, options.runtime);
    this.#outage = new OutageReport(options.report);
  }

  /** @throws StoreUnavailableError */
  static async open(database: JournalDatabase, options: DatabaseStoreOptions): Promise<DatabaseStore> {
    const { clock } = await database.readClock();
    const create = (statements: JournalStatements) =>
      openTable(statements, options.runtime.uniqueId(), clock);
    const name = await database.transaction(create);
    return new DatabaseStore(database, name, options);
  }

  get starts(): readonly JournalStart[] {
    return this.#follower.starts.map(({ id, at }) => ({ id, at }));
  }

  get lastOrder(): number {
    return this.#follower.lastOrder;
  }

  nextId(): number {
    return this.#arrivals.next();
  }

  nowId(): number {
    return this.#arrivals.now();
  }

  dropped(bin?: string): number {
    const { dropped } = this.#follower;
    const counted = bin === undefined ? dropped.total : dropped.ofBin(bin);
    return counted + this.#pending.droppedOf(bin);
  }

  attach(journal: StoredJournal): void {
    this.#follower.attach(journal);
  }

  save(recording: Recording): void {
    this.#pending.save(recording);
    this.#writeLater();
  }

  drop(recording: Recording): void {
    if (recording.isOwn) {
      this.remove([recording], undefined);
      return;
    }
    if (recording.order === undefined) this.#outage.lose();
    this.#pending.drop(recording);
    this.#writeLater();
  }

  remove(recordings: readonly Recording[], undo: Undo | undefined): void {
    if (recordings.length === 0) return;
    this.#pending.remove(recordings, undo);
    this.#writeLater();
    if (undo === undefined) return;
    const { runtime } = this.#options;
    runtime.after(undo.milliseconds, () => {
      for (const { id } of recordings) this.#pending.release(id);
      if (!this.#isClosed)
        void this.#transact((transaction) => transaction.deleteHidden(runtime.machineNow())).catch(() => {});
    });
  }

  clear(upTo: number, bin: string | undefined): void {
    this.#pending.clear(upTo, bin);
    this.#writeLater();
  }

  annotate(id: number, annotation: Annotation): void {
    this.#pending.annotate(id, annotation);
    this.#writeLater();
  }

  async change<Result>(action: () => Result): Promise<Result> {
    // A process alone has all entries, and writes the change later.
    if (!this.#options.peers) return action();
    await this.#refreshing.run();
    return await this.#transact(async () => action(), { isAll: true, readsRows: true });
  }

  async restore(key: string): Promise<number> {
    await this.#flush();
    return await this.#transact(async (transaction) => {
      const ids = await transaction.restoreRows(key, this.#options.runtime.machineNow());
      await this.#follower.insertRestored(transaction, ids);
      return ids.length;
    });
  }

  async refresh(): Promise<number> {
    const id = this.nowId();
    if (this.#options.peers) await this.#refreshing.run();
    return id;
  }

  follow(): () => void {
    this.#followers++;
    if (this.#options.peers) this.#following ??= this.#followOthers();
    return () => void this.#followers--;
  }

  /** Writes all that this process has, also exchanges in progress, for the readers of all processes. Never rejects. */
  async flush(): Promise<void> {
    await this.#flush().catch(() => {});
  }

  async start(run: string): Promise<void> {
    const { runtime, node } = this.#options;
    const { clock, monotonic } = await this.#database.readClock();
    await this.#transact(async (transaction) => {
      const { state } = transaction;
      const now = runtime.machineNow();
      const zero = findZero(monotonic, clock - state.origin, state.last_id);
      const taken = await transaction.takeSlot(node, zero, now);
      this.#slot = { number: taken.slot, usedAt: runtime.monotonic() };
      this.#ids = new ArrivalIds(runtime, taken.zero, taken.slot);
      const isFirst = transaction.addStart({ run, id: this.#ids.now() + 1, at: now });
      await transaction.deleteHidden(now);
      // The process that had the name of this one has ended, and with the first of a server, those of the earlier one.
      if (isFirst) await transaction.endExchanges({ exceptNodes: this.#livingNodes() });
      else await transaction.endExchanges({ writer: this.#writer });
      await this.#follower.readAll(transaction);
    });
    this.#nodes = this.#livingNodes().join();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wake();
    await this.#writing;
    await this.#flush().catch(() => {});
    this.#isEnded = true;
    this.#outage.close(this.#pending.size);
    await this.#database.close();
  }

  get #arrivals(): ArrivalIds {
    if (!this.#ids) throw new Error('The journal has not started');
    return this.#ids;
  }

  #livingNodes(): readonly string[] {
    return this.#options.peers?.livingNodes() ?? [];
  }

  #writeLater(): void {
    if (this.#isEnded) return;
    // After a failure, the number of entries does not shorten the time.
    if (this.#pending.size >= LIMITS.rows && !this.#outage.isOpen) this.#wake();
    this.#writing ??= this.#writeBatches();
  }

  async #writeBatches(): Promise<void> {
    const { delays } = this.#database;
    const delay = this.#options.peers ? delays.shared : delays.alone;
    while (!this.#pending.isEmpty && !this.#isClosed) {
      await this.#collect(this.#outage.isOpen ? RETRY_MS : delay);
      await this.#attempt(() => this.#transact(doNothing)).catch(() => {});
    }
    this.#writing = undefined;
  }

  async #collect(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.runtime.after(milliseconds, resolve);
    this.#wake = resolve;
    await promise;
    cancel();
  }

  async #flush(): Promise<void> {
    // The next attempt to write finds out whether the database is back.
    if (this.#outage.isOpen && !this.#isClosed)
      throw new StoreUnavailableError('The journal cannot be written.');
    await this.#attempt(async () => {
      while (this.#pending.size > LIMITS.rows) await this.#transact(doNothing);
      if (!this.#pending.isEmpty || this.#pending.hasExchanges)
        await this.#transact(doNothing, { isAll: true });
    });
  }

  async #attempt(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
      this.#outage.end();
    } catch (error) {
      this.#outage.begin(error);
      throw error;
    }
  }

  async #refresh(): Promise<void> {
    const isComplete = await this.#options.peers?.flush();
    if (isComplete === false)
      throw new StoreUnavailableError('A worker does not respond, so the journal is not complete.', {
        advice: 'Repeat the request later.',
      });
    if (this.#outage.isOpen) throw new StoreUnavailableError('The journal cannot be written.');
    await this.#catchUp();
  }

  async #followOthers(): Promise<void> {
    const { runtime } = this.#options;
    let isBehind = true;
    while (this.#followers > 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => runtime.after(this.#database.pollInterval, resolve));
      isBehind = this.#database.mayHaveChanged() || isBehind;
      if (!isBehind || this.#isClosed) continue;
      isBehind = await this.#catchUp().then(
        () => false,
        () => true,
      );
    }
    this.#following = undefined;
  }

  async #catchUp(): Promise<void> {
    await this.#endLostExchanges();
    await this.#exclusive(() => this.#follower.follow(new JournalReader(this.#database, this.#writer), true));
  }

  /** Ends the exchanges in progress of nodes that do not run any more. */
  async #endLostExchanges(): Promise<void> {
    const living = this.#livingNodes();
    if (this.#nodes === undefined || living.join() === this.#nodes) return;
    await this.#transact((transaction) => transaction.endExchanges({ exceptNodes: living }));
    this.#nodes = living.join();
  }

  /** Runs an action after what others have changed is applied, and writes a part of what this process has. */
  async #transact<Result>(
    action: (transaction: JournalTransaction) => Promise<Result>,
    { isAll = false, readsRows = this.#followers > 0 } = {},
  ): Promise<Result> {
    let batch: Batch | undefined;
    const write = async (transaction: JournalTransaction) => {
      // A process that starts reads all entries.
      if (this.#ids) await this.#follower.follow(transaction, readsRows);
      const result = await action(transaction);
      batch = this.#pending.take(isAll, isAll ? NO_LIMITS : LIMITS);
      const rows = await writeBatch(transaction, batch, this.#options.runtime.machineNow());
      await this.#keepSlot(transaction);
      return { result, rows, state: transaction.state };
    };
    return await this.#exclusive(async () => {
      try {
        const { result, rows, state } = await JournalTransaction.run(this.#database, this.#writer, write);
        this.#pending.succeeded();
        this.#follower.adopt(state);
        this.#report(batch?.recordings ?? [], rows);
        return result;
      } catch (error) {
        if (batch) this.#pending.failed(batch);
        throw error;
      }
    });
  }

  async #exclusive<Result>(action: () => Promise<Result>): Promise<Result> {
    const release = await this.#lock.acquire();
    try {
      return await action();
    } finally {
      release();
    }
  }

  /** Reports the written entries to readers. */
  #report(recordings: readonly Recording[], rows: readonly EntryRow[]): void {
    for (const [at, recording] of recordings.entries()) {
      const isNew = recording.order === undefined;
      recording.order = rows[at]?.ord;
      this.#follower.journal.stored(recording, isNew);
    }
  }

  /** Marks the slot as used. A process that has not written for a long time can have lost it to another one. */
  async #keepSlot(transaction: JournalTransaction): Promise<void> {
    const { runtime, node } = this.#options;
    if (!this.#ids || runtime.monotonic() - this.#slot.usedAt < SLOT_INTERVAL_MS) return;
    const now = runtime.machineNow();
    if (!(await transaction.keepSlot(this.#slot.number, now))) {
      this.#slot.number = (await transaction.takeSlot(node, 0, now)).slot;
      this.#ids.replaceSlot(this.#slot.number);
    }
    this.#slot.usedAt = runtime.monotonic();
  }
}

/** Maximum number of entries and of their bytes in one transaction, which blocks the event loop on SQLite. */
const LIMITS = { rows: 100, bytes: 1024 ** 2 };
const NO_LIMITS = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Milliseconds until the next attempt after a failure. */
const RETRY_MS = 1000;

/** Milliseconds between two marks of a slot. */
const SLOT_INTERVAL_MS = 60_000;

async function doNothing(): Promise<void> {}
