import { formatDatabaseReason } from '#database/database-errors.ts';
import { StoreUnavailableError } from '#database/errors.ts';
import { findFailureKind } from '#database/failure-kinds.ts';
import type { Runtime } from '#runtime.ts';
import type { JournalState, JournalStore, Recording } from '../recording/journal-store.ts';
import { formatRow } from './entry-row.ts';
import type { JournalTable, OpenedTable } from './journal-table.ts';
import { StoredRecording } from './stored-recording.ts';

export interface DatabaseStoreOptions {
  readonly runtime: Pick<Runtime, 'machineNow' | 'monotonic' | 'after' | 'uniqueId'>;
  /** Takes a sentence for the log when entries cannot be written, and when they are written again. */
  readonly report: (sentence: string) => void;
}

/**
 * Writes the entries of a journal to a database, behind the requests: together, when an exchange has ended. Entries that cannot be
 * written are written later, as long as the journal has them.
 */
export class DatabaseStore implements JournalStore {
  readonly initialState: JournalState;
  readonly lastConnection: number;
  readonly #table: JournalTable;
  readonly #options: DatabaseStoreOptions;
  #earlier: readonly Recording[];
  #readState: () => JournalState;
  /** Entries that are not written, by id. */
  readonly #unsaved = new Map<number, Recording>();
  readonly #removed = new Set<number>();
  #hasChanged = false;
  #isClosed = false;
  /** Whether another server writes to the table now, or this store is closed. */
  #isEnded = false;
  #writing: Promise<void> | undefined;
  /** Ends the time for which changes are collected. */
  #wake = () => {};
  #outage: Outage | undefined;
  /** Number of entries that left the journal before they were written, since the last write. */
  #lost = 0;

  constructor({ table, content }: OpenedTable, options: DatabaseStoreOptions) {
    this.#table = table;
    this.#options = options;
    this.#earlier = content.rows.map((row) => new StoredRecording(row));
    this.lastConnection = content.rows.reduce((last, { connection }) => Math.max(last, connection), 0);
    const { name, lastId, dropped, starts } = parseState(content.state, options.runtime);
    const start = { id: lastId + 1, at: options.runtime.machineNow() };
    // The later one of two starts without an entry between them counts.
    const earlier = starts.filter(({ id }) => id < start.id);
    this.initialState = { name, lastId, dropped, starts: [...earlier, start] };
    this.#readState = () => this.initialState;
  }

  attach(state: () => JournalState): readonly Recording[] {
    this.#readState = state;
    this.changed();
    const earlier = this.#earlier;
    // The journal has them now, until it removes them.
    this.#earlier = [];
    return earlier;
  }

  save(recording: Recording): void {
    if (this.#isEnded) return;
    this.#removed.delete(recording.id);
    this.#unsaved.set(recording.id, recording);
    this.changed();
  }

  remove(id: number): void {
    if (this.#isEnded) return;
    if (this.#unsaved.delete(id)) this.#lost++;
    this.#removed.add(id);
    this.changed();
  }

  changed(): void {
    if (this.#isEnded) return;
    this.#hasChanged = true;
    if (this.#unsaved.size >= MAX_ROWS) this.#wake();
    this.#writing ??= this.#writeLater();
  }

  /** Writes what is not written, unless the database fails. Idempotent. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wake();
    await this.#writing;
    while (this.#hasChanged && (await this.#write()) === undefined);
    this.#isEnded = true;
    if (this.#unsaved.size > 0)
      this.#options.report(
        `${formatCount(this.#unsaved.size)} of the journal were not written to the database.`,
      );
    await this.#table.close();
  }

  async #writeLater(): Promise<void> {
    let wait = this.#table.delay;
    while (this.#hasChanged && !this.#isClosed) {
      await this.#collect(wait);
      wait = (await this.#write()) ?? this.#table.delay;
    }
    this.#writing = undefined;
  }

  async #collect(milliseconds: number): Promise<void> {
    const { runtime } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = runtime.after(milliseconds, resolve);
    this.#wake = () => {
      // After a failure, the number of entries does not shorten the time.
      if (this.#outage === undefined || this.#isClosed) resolve();
    };
    await promise;
    cancel();
  }

  /** Writes a part of the changes. @returns undefined after a success, or the milliseconds until the next attempt. */
  async #write(): Promise<number | undefined> {
    const { batch, removed } = this.#takeChanges();
    try {
      const state = JSON.stringify(this.#readState());
      const isOwner = await this.#table.write({ state, rows: batch.map(formatRow), removed });
      if (!isOwner) this.#end();
      this.#endOutage();
      return undefined;
    } catch (error) {
      this.#restoreChanges(batch, removed);
      return this.#fail(error);
    }
  }

  #takeChanges() {
    const batch: Recording[] = [];
    let size = 0;
    for (const [id, recording] of this.#unsaved) {
      if (batch.length === MAX_ROWS || size >= MAX_BYTES) break;
      batch.push(recording);
      size += recording.size;
      this.#unsaved.delete(id);
    }
    const removed = [...this.#removed].slice(0, MAX_REMOVED);
    for (const id of removed) this.#removed.delete(id);
    this.#hasChanged = this.#unsaved.size > 0 || this.#removed.size > 0;
    return { batch, removed };
  }

  #restoreChanges(batch: readonly Recording[], removed: readonly number[]): void {
    for (const recording of batch) {
      const { id } = recording;
      // Later changes count.
      if (this.#removed.has(id)) this.#lost++;
      else if (!this.#unsaved.has(id)) this.#unsaved.set(id, recording);
    }
    for (const id of removed) if (!this.#unsaved.has(id)) this.#removed.add(id);
    this.#hasChanged = true;
  }

  #fail(error: unknown): number {
    const { runtime, report } = this.#options;
    const now = runtime.monotonic();
    this.#outage ??= { startedAt: now, isReported: false };
    const cause = error instanceof StoreUnavailableError ? error.cause : error;
    // A backup of the file, or a server that starts, holds the lock for a short time.
    const isLocked = findFailureKind(cause) === 'locked';
    if (!this.#outage.isReported && !(isLocked && now - this.#outage.startedAt < LOCK_TIME_MS)) {
      this.#outage.isReported = true;
      report(
        `The journal cannot be written to the database (${formatDatabaseReason(error)}). Requests are served; the journal keeps them in memory, and writes them later.`,
      );
    }
    return isLocked ? LOCKED_RETRY_MS : RETRY_MS;
  }

  #endOutage(): void {
    const outage = this.#outage;
    const lost = this.#lost;
    this.#outage = undefined;
    this.#lost = 0;
    if (!outage?.isReported || this.#isEnded) return;
    this.#options.report(
      `The journal is written to the database again. ${lost === 0 ? 'Nothing is lost.' : `${formatCount(lost)} left the journal before.`}`,
    );
  }

  /** The entries of this server remain in memory. */
  #end(): void {
    this.#isEnded = true;
    this.#unsaved.clear();
    this.#removed.clear();
    this.#hasChanged = false;
    this.#options.report(
      'Another server writes its journal to this database now. The journal of this server is in memory only, and ends with it.',
    );
  }
}

interface Outage {
  /** By the monotonic clock. */
  readonly startedAt: number;
  isReported: boolean;
}

function parseState(text: string | undefined, { uniqueId }: Pick<Runtime, 'uniqueId'>): JournalState {
  return text === undefined ? { name: uniqueId(), lastId: 0, dropped: 0, starts: [] } : JSON.parse(text);
}

function formatCount(count: number): string {
  return `${count} ${count === 1 ? 'request' : 'requests'}`;
}

/** Maximum number of entries, of their bytes, and of removed entries in one transaction, which blocks the event loop on SQLite. */
const MAX_ROWS = 100;
const MAX_BYTES = 1024 ** 2;
const MAX_REMOVED = 1000;

/** Milliseconds until the next attempt after a failure. */
const RETRY_MS = 1000;
const LOCKED_RETRY_MS = 10;

/** Milliseconds for which a lock of the database is not reported. */
const LOCK_TIME_MS = 5000;
