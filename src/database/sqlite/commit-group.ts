import type { DatabaseSync } from 'node:sqlite';
import type { Runtime } from '#runtime.ts';
import type { FileGuard } from './file-guard.ts';
import type { LockDeadline, Mutex } from './locking.ts';
import { isInTransaction } from './node-sqlite.ts';

export interface CommitGroupOptions {
  readonly database: DatabaseSync;
  readonly mutex: Mutex<object>;
  readonly runtime: Pick<Runtime, 'nextIteration'>;
  /** Where the database is a file. */
  readonly guard: FileGuard | undefined;
}

/**
 * Transactions that share one commit, and so one flush of the file, which takes longer than their statements. The first one
 * opens the group, each has a savepoint, so that it is rolled back alone, and the group is committed in the next iteration of
 * the event loop. Each transaction is acknowledged after the commit. Any other operation waits for the commit, so it does not
 * see what is not committed. In memory, where nothing is flushed, each transaction is committed at its end.
 */
export class CommitGroup {
  readonly #options: CommitGroupOptions;
  /** The commit of the open group. */
  #commit: PromiseWithResolvers<void> | undefined;

  constructor(options: CommitGroupOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#commit !== undefined;
  }

  /** Begins a transaction, which holds the mutex until its end. */
  async begin(session: object, deadline: LockDeadline): Promise<void> {
    const { mutex, database } = this.#options;
    await mutex.acquire(session, deadline);
    try {
      if (!this.#commit) {
        // Immediate: a transaction that takes the write lock later fails when another process took it first.
        await deadline.retryWhileBusy(() => database.exec('begin immediate'));
        this.#open();
      }
      database.exec('savepoint member');
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Ends a transaction. Resolves when it is durable. */
  async end(): Promise<void> {
    try {
      this.#options.database.exec('release member');
    } catch (error) {
      this.handleError(error);
      throw error;
    }
    const committed = this.#commit?.promise;
    this.#leave();
    await committed;
  }

  /** Rolls back the transaction of the session, unless the commit of its group has failed. */
  rollBack(session: object): void {
    const { mutex, database } = this.#options;
    if (!mutex.isHeldBy(session)) return;
    try {
      if (this.#commit) database.exec('rollback to member; release member');
    } catch (error) {
      // The changes of the transaction must not be committed with the group.
      this.#fail(error);
      throw error;
    } finally {
      this.#leave();
    }
  }

  /** Takes an error of a statement. SQLite rolls back everything after some errors, such as a full disk. */
  handleError(error: unknown): void {
    if (!isInTransaction(this.#options.database)) this.#fail(error);
  }

  /** Acquires the mutex for an operation that is no transaction of the group. */
  async exclude(holder: object, deadline?: LockDeadline): Promise<void> {
    await this.#commit?.promise.catch(() => {});
    await this.#options.mutex.acquire(holder, deadline);
    this.commit();
  }

  /** Commits the open group. No transaction of it is in progress. */
  commit(): void {
    const { database, guard } = this.#options;
    if (this.#commit === undefined) return;
    try {
      guard?.();
      database.exec('commit');
      this.#commit.resolve();
      this.#commit = undefined;
    } catch (error) {
      this.#fail(error);
    }
  }

  #open(): void {
    const commit = Promise.withResolvers<void>();
    this.#commit = commit;
    // There is no transaction to reject when all have been rolled back.
    commit.promise.catch(() => {});
    if (this.#options.guard !== undefined) void this.#commitInNextIteration(commit);
  }

  #leave(): void {
    if (this.#options.guard === undefined) this.commit();
    this.#options.mutex.release();
  }

  async #commitInNextIteration(commit: PromiseWithResolvers<void>): Promise<void> {
    const { mutex, runtime } = this.#options;
    await runtime.nextIteration();
    if (this.#commit !== commit) return;
    await mutex.acquire(this);
    if (this.#commit === commit) this.commit();
    mutex.release();
  }

  /** Rolls back the group: all its transactions fail. */
  #fail(error: unknown): void {
    const { database } = this.#options;
    this.#commit?.reject(error);
    this.#commit = undefined;
    try {
      if (isInTransaction(database)) database.exec('rollback');
    } catch {
      // The error that is reported is the cause.
    }
  }
}
