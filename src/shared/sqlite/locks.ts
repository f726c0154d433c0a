import { KeyedLock } from '#concurrency.ts';
import { StoreUnavailableError } from '#database/errors.ts';
import type { Runtime } from '#runtime.ts';
import type { Statements } from '../database/statements.ts';

/** Locks that exclude all processes of a machine. The row of a lock lapses unless its owner renews it. */
export class SqliteLocks {
  readonly #statements: Statements;
  readonly #owner: string;
  readonly #runtime: Runtime;
  /** One holder of this process at a time waits for other processes. */
  readonly #names = new KeyedLock();

  constructor(statements: Statements, owner: string, runtime: Runtime) {
    this.#statements = statements;
    this.#owner = owner;
    this.#runtime = runtime;
  }

  /** @throws StoreUnavailableError when another process holds the lock for too long. */
  async acquire(name: string): Promise<() => void> {
    const release = await this.#names.acquire(name);
    try {
      await this.#wait(name);
    } catch (error) {
      release();
      throw error;
    }
    let cancel = () => {};
    const renewLater = () => {
      cancel = this.#runtime.after(LIFETIME_MS / 3, () => {
        void this.#take(name).catch(ignore);
        renewLater();
      });
    };
    renewLater();
    return () => {
      cancel();
      void this.#statements.query(DELETE, [name, this.#owner]).catch(ignore).finally(release);
    };
  }

  /** Releases the locks of a process that has ended. */
  async releaseAll(owner: string): Promise<void> {
    await this.#statements.query('delete from shared_locks where owner = $1', [owner]);
  }

  async #wait(name: string): Promise<void> {
    const end = this.#runtime.monotonic() + TIMEOUT_MS;
    for (let wait = 1; !(await this.#take(name)); wait = Math.min(2 * wait, MAX_WAIT_MS)) {
      if (this.#runtime.monotonic() >= end)
        throw new StoreUnavailableError('Another process has the lock.', {
          advice: 'Repeat the request later.',
        });
      await this.#runtime.wait(wait);
    }
  }

  /** Takes the lock, or renews it. @returns whether this process has it. */
  async #take(name: string): Promise<boolean> {
    const now = Math.round(this.#runtime.systemMonotonic() / 1000);
    const taken = await this.#statements.query(TAKE, [name, this.#owner, now + LIFETIME_MS, now]);
    return taken.length > 0;
  }
}

const TAKE = `
  insert into shared_locks as l (name, owner, lapses_at) values ($1, $2, $3)
  on conflict (name) do update set owner = excluded.owner, lapses_at = excluded.lapses_at
  where l.owner = excluded.owner or l.lapses_at < $4
  returning name`;

const DELETE = 'delete from shared_locks where name = $1 and owner = $2';

/** Milliseconds until the lock of a process that is stopped is free. That of a process that has ended is free at once. */
const LIFETIME_MS = 30_000;

const TIMEOUT_MS = 60_000;

const MAX_WAIT_MS = 20;

function ignore(): void {}
