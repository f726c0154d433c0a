import type { DatabaseSync } from 'node:sqlite';
import type { SqliteAccess } from './access.ts';
import type { FileGuard } from './file-guard.ts';
import type { LockDeadline, Mutex } from './locking.ts';

/**
 * Transactions of concurrent requests that share one commit, and so one flush of the file, which takes longer than their
 * statements. A transaction joins while others have ended in the same iteration of the event loop, and is acknowledged after the
 * commit. Each has a savepoint, so it is rolled back alone. While a group is open, a transaction or the group itself holds the
 * mutex, so that no other operation sees what is not committed.
 */
export class CommitGroup {
  readonly #database: DatabaseSync;
  readonly #mutex: Mutex<object>;
  readonly #nextIteration: () => Promise<void>;
  /** Where the database is a file. */
  readonly #guard: FileGuard | undefined;
  /** The commit of the transactions that have ended, where there are any. */
  #commit: PromiseWithResolvers<void> | undefined;
  /** Whether to commit when the current transaction ends. */
  #isDue = false;

  constructor({ database, mutex, runtime, guard }: SqliteAccess) {
    this.#database = database;
    this.#mutex = mutex;
    this.#nextIteration = runtime.nextIteration;
    this.#guard = guard;
  }

  async begin(session: object, deadline: LockDeadline): Promise<void> {
    if (this.#mutex.isHeldBy(this)) this.#mutex.transfer(session);
    else await this.#mutex.acquire(session, deadline, 'member');
    try {
      if (this.#commit) this.#database.exec('savepoint member');
      // Immediate: a transaction that takes the write lock later fails when another process took it first.
      else await deadline.retryWhileBusy(() => this.#database.exec('begin immediate'));
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Resolves when the transaction is durable. */
  async end(): Promise<void> {
    if (this.#commit) this.#database.exec('release member');
    this.#commit ??= this.#open();
    const { promise } = this.#commit;
    this.#end();
    await promise;
  }

  /** Rolls back the transaction of the session, unless the commit of its group has failed. */
  rollBack(session: object): void {
    if (!this.#mutex.isHeldBy(session)) return;
    if (this.#commit) this.#database.exec('rollback to member; release member');
    else if (this.#database.isTransaction) this.#database.exec('rollback');
    this.#end();
  }

  /** Takes an error of a statement. SQLite rolls back everything after some errors, such as a full disk. */
  handleError(error: unknown): void {
    if (this.#database.isTransaction) return;
    this.#commit?.reject(error);
    this.#commit = undefined;
  }

  /** Commits the group that holds the mutex. */
  flush(): void {
    if (this.#mutex.isHeldBy(this)) this.#flush();
  }

  #open(): PromiseWithResolvers<void> {
    this.#isDue = this.#guard === undefined;
    const commit = Promise.withResolvers<void>();
    if (!this.#isDue) void this.#flushInNextIteration(commit);
    return commit;
  }

  async #flushInNextIteration(commit: PromiseWithResolvers<void>): Promise<void> {
    await this.#nextIteration();
    if (this.#commit !== commit) return;
    this.#isDue = true;
    this.flush();
  }

  /** Ends a transaction: the next one joins, or the group is committed now or when the iteration of the event loop ends. */
  #end(): void {
    if (!this.#commit) this.#mutex.release();
    else if (this.#isDue) this.#flush();
    else if (!this.#mutex.releaseToMember()) this.#mutex.transfer(this);
  }

  #flush(): void {
    const commit = this.#commit;
    this.#commit = undefined;
    try {
      this.#guard?.();
      this.#database.exec('commit');
      commit?.resolve();
    } catch (error) {
      commit?.reject(error);
      this.#rollBackAll();
    } finally {
      this.#mutex.release();
    }
  }

  #rollBackAll(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('rollback');
    } catch {
      // The error of the commit is reported, which is the cause.
    }
  }
}
