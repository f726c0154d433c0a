import { Semaphore } from '#concurrency.ts';
import { StoreUnavailableError } from '#database/errors.ts';
import { type Runtime, withDeadline } from '#runtime.ts';
import type { Recording } from '../recording/journal-store.ts';
import type { EntryRow } from './entry-row.ts';
import type { JournalDatabase } from './journal-database.ts';
import type { JournalFollower } from './journal-follower.ts';
import { JournalReader } from './journal-reader.ts';
import { JournalTransaction } from './journal-transaction.ts';
import { OutageReport } from './outage-report.ts';
import type { Batch, PendingWrites } from './pending-writes.ts';
import { writeBatch } from './write-batch.ts';

export interface JournalWriterOptions {
  readonly database: JournalDatabase;
  /** Names this process. */
  readonly writer: string;
  readonly pending: PendingWrites;
  readonly follower: JournalFollower;
  /** Milliseconds for which changes are collected. */
  readonly delay: number;
  readonly runtime: Pick<Runtime, 'after' | 'machineNow' | 'monotonic' | 'timeout' | 'wait'>;
  readonly report: (sentence: string) => void;
  /** Milliseconds since the arrival of an entry. */
  readonly ageOf: (id: number) => number;
  /** Whether a transaction reads the entries of others. */
  readonly readsRows: () => boolean;
  /** Called in each transaction of a process that has started. */
  readonly onTransaction: (transaction: JournalTransaction) => Promise<void>;
}

/** Writes what a process has recorded to the tables of the journal, together, and later when the database fails. */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  readonly #outage: OutageReport;
  /** One transaction or read at a time. */
  readonly #lock = new Semaphore(1);
  #writing: Promise<void> | undefined;
  #isClosed = false;
  #isEnded = false;
  /** Ends the time for which changes are collected. */
  #wake = () => {};

  constructor(options: JournalWriterOptions) {
    this.#options = options;
    this.#outage = new OutageReport(options.report);
  }

  /** An entry has left the journal before it was written. */
  lose(): void {
    this.#outage.lose();
  }

  /** Writes what is pending after some time. */
  schedule(): void {
    if (this.#isEnded) return;
    // After a failure, the number of entries does not shorten the time.
    if (this.#options.pending.size >= LIMITS.rows && !this.#outage.isOpen) this.#wake();
    this.#writing ??= this.#writeBatches();
  }

  /** Writes all that is pending, also exchanges in progress. Resolves when what is being written is there, too. @throws StoreUnavailableError */
  async flush(): Promise<void> {
    // The next attempt to write finds out whether the database is back.
    if (!this.#isClosed) this.requireDatabase();
    const { pending } = this.#options;
    await this.#attempt(async () => {
      while (pending.size > LIMITS.rows) await this.transact();
      if (!pending.isEmpty || pending.isWriting || pending.hasExchanges)
        await this.transact(doNothing, { isAll: true });
    });
  }

  /** @throws StoreUnavailableError while the database fails */
  requireDatabase(): void {
    if (this.#outage.isOpen)
      throw new StoreUnavailableError('The journal cannot be written to the database.', {
        advice: 'Repeat the request later.',
      });
  }

  /** Applies what other processes have written. @throws StoreUnavailableError */
  async catchUp(): Promise<void> {
    const { database, writer, follower } = this.#options;
    await this.#exclusive(() => follower.follow(new JournalReader(database, writer), true));
  }

  /**
   * Runs an action after what others have changed is applied, and writes a part of what is pending, or all.
   * @throws StoreUnavailableError
   */
  async transact<Result>(
    action: (transaction: JournalTransaction) => Promise<Result>,
    options?: Partial<TransactionOptions>,
  ): Promise<Result>;
  async transact(): Promise<void>;
  async transact(
    action: (transaction: JournalTransaction) => Promise<unknown> = doNothing,
    {
      isAll = false,
      readsRows = this.#options.readsRows(),
      isStart = false,
    }: Partial<TransactionOptions> = {},
  ): Promise<unknown> {
    const { database, writer, pending, follower, runtime, onTransaction } = this.#options;
    let batch: Batch | undefined;
    const write = async (transaction: JournalTransaction) => {
      if (!isStart) await follower.follow(transaction, readsRows);
      const result = await action(transaction);
      batch = pending.take(isAll, isAll ? NO_LIMITS : LIMITS);
      const rows = await writeBatch(transaction, batch, runtime.machineNow());
      await onTransaction(transaction);
      return { result, rows, state: transaction.state };
    };
    return await this.#exclusive(async () => {
      try {
        const { result, rows, state } = await JournalTransaction.run(database, writer, write);
        pending.succeeded();
        follower.adopt(state);
        this.#reportStored(batch?.recordings ?? [], rows);
        return result;
      } catch (error) {
        if (batch) pending.failed(batch);
        throw error;
      }
    });
  }

  /** Writes what is pending, until the database fails or does not answer. Idempotent. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wake();
    const { pending, database } = this.#options;
    await this.#writeRest().catch(() => {});
    this.#isEnded = true;
    this.#outage.close(pending.unwritten);
    await database.close();
  }

  /** Each transaction has its own deadline, because a slow database needs more time for all of them. */
  async #writeRest(): Promise<void> {
    const { runtime, pending } = this.#options;
    const inTime = (written: Promise<void>) => withDeadline(runtime, CLOSE_MS, written);
    await inTime(this.#writing ?? Promise.resolve());
    while (!this.#outage.isOpen && pending.size > LIMITS.rows)
      await inTime(this.#attempt(() => this.transact()));
    if (!this.#outage.isOpen) await inTime(this.flush());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async #writeBatches(): Promise<void> {
    const { pending, delay, runtime } = this.#options;
    while (!pending.isEmpty && !this.#isClosed) {
      await this.#collect(this.#outage.isOpen ? RETRY_MS : delay);
      const startedAt = runtime.monotonic();
      await this.#attempt(() => this.transact()).catch(() => {});
      await this.#rest(runtime.monotonic() - startedAt);
    }
    this.#writing = undefined;
  }

  /**
   * Leaves time for requests after a transaction, if so many arrive that writing would take a large part of it. What has left the journal
   * meanwhile is not written. Entries that have waited for long are written at once.
   */
  async #rest(milliseconds: number): Promise<void> {
    const { pending, runtime, ageOf } = this.#options;
    const { oldestId } = pending;
    if (oldestId === undefined || pending.size < LIMITS.rows) return;
    const rest = Math.min(REST * milliseconds, MAX_AGE_MS - ageOf(oldestId));
    if (rest > 0) await runtime.wait(rest);
  }

  async #collect(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.runtime.after(milliseconds, resolve);
    this.#wake = resolve;
    await promise;
    cancel();
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

  async #exclusive<Result>(action: () => Promise<Result>): Promise<Result> {
    const release = await this.#lock.acquire();
    try {
      return await action();
    } finally {
      release();
    }
  }

  /** Reports the written entries to readers. */
  #reportStored(recordings: readonly Recording[], rows: readonly EntryRow[]): void {
    for (const [at, recording] of recordings.entries()) {
      const isNew = recording.order === undefined;
      recording.order = rows[at]?.ord;
      this.#options.follower.journal.stored(recording, isNew);
    }
  }
}

interface TransactionOptions {
  /** Whether all is written, also exchanges in progress. */
  readonly isAll: boolean;
  /** Whether the entries of others are read. */
  readonly readsRows: boolean;
  /** Whether the process has read nothing yet. */
  readonly isStart: boolean;
}

/** Maximum number of entries and of their bytes in one transaction, which blocks the event loop on SQLite. */
const LIMITS = { rows: 100, bytes: 1024 ** 2 };
const NO_LIMITS = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Milliseconds in which a transaction of a journal that is closed is complete. */
const CLOSE_MS = 2000;

/** The time between two transactions, by that of the first one. */
const REST = 4;

/** The age of an entry that is written without a rest: SIGKILL loses none that is older than 100 milliseconds. */
const MAX_AGE_MS = 80;

/** Milliseconds until the next attempt after a failure. */
const RETRY_MS = 1000;

async function doNothing(): Promise<void> {}
