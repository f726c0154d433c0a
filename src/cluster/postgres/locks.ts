import type { Client } from 'pg';
import type { Log } from '../../http/service.ts';
import type { Runtime } from '../../runtime.ts';
import { KeyedLock } from '../keyed-lock.ts';
import { endClient, unavailable } from './connection.ts';
import { lockKey } from './tables.ts';

/** Locks that exclude all nodes. Each one that is held takes a connection. */
export interface PostgresLocks {
  /** @throws StoreUnavailableError when another node holds the lock for too long. */
  acquire(name: string): Promise<() => void>;
}

export function createPostgresLocks(
  createClient: (queryTimeout: number) => Client,
  { runtime, log }: { readonly runtime: Pick<Runtime, 'timeout'>; readonly log: Log },
): PostgresLocks {
  // A process takes one connection for each name, and waits for its own holders without one.
  const names = new KeyedLock();
  const slots = new Slots(MAX_CONNECTIONS);

  async function lock(name: string): Promise<Client> {
    const client = createClient(LOCK_TIMEOUT + 1000);
    client.on('error', ignore);
    try {
      await client.connect();
      // A lock of the transaction is released with the connection, also behind a pooler.
      await client.query('begin isolation level read committed');
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}ms'`);
      // The transaction has no statement while the lock is held, for which the role may have a limit.
      await client.query(WITHOUT_LIMITS);
      await client.query(`select pg_advisory_xact_lock(${lockKey('$1')})`, [name]);
      return client;
    } catch {
      void endClient(client, runtime);
      throw unavailable();
    }
  }

  return {
    async acquire(name) {
      const release = await names.acquire(name);
      await slots.take();
      const end = () => {
        slots.free();
        release();
      };
      let isHeld = true;
      let client: Client | undefined;
      // A lock ends with its session. The action continues, so the lock is requested again for the rest of it.
      const hold = async () => {
        const locked = await lock(name);
        if (!isHeld) return await endClient(locked, runtime);
        client = locked;
        locked.once('end', () => {
          if (!isHeld) return;
          log.warn(
            `The lock of ${name} was lost with its connection to the database, and is requested again`,
          );
          hold().catch(ignore);
        });
      };
      try {
        await hold();
      } catch (error) {
        end();
        throw error;
      }
      return () => {
        isHeld = false;
        if (client) void endClient(client, runtime).finally(end);
      };
    },
  };
}

/** A semaphore. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  free(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

const MAX_CONNECTIONS = 4;

/** The parameters that exist: `transaction_timeout` is new in PostgreSQL 17. */
const WITHOUT_LIMITS = `
  select set_config(name, '0', true) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Milliseconds until an action that waits for another node fails. */
const LOCK_TIMEOUT = 30_000;

function ignore(): void {}
