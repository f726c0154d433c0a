import { CompiledQuery } from 'kysely';
import { KeyedLock, Semaphore } from '#concurrency.ts';
import { lockKey, type PostgresConnection } from '#database/postgres/client.ts';
import type { Log } from '#http/routing/service.ts';
import { type StateDatabase, unavailable } from './database.ts';

/** Locks that exclude all nodes. Each one that is held takes a connection. */
export interface PostgresLocks {
  /** @throws StoreUnavailableError when another node holds the lock for too long. */
  acquire(name: string): Promise<() => void>;
}

export function createPostgresLocks(database: Pick<StateDatabase, 'acquire'>, log: Log): PostgresLocks {
  // A process takes one connection for each name, and waits for its own holders without one.
  const names = new KeyedLock();
  const connections = new Semaphore(MAX_CONNECTIONS);

  async function lock(name: string, onEnd: () => void): Promise<PostgresConnection> {
    const connection = await database.acquire();
    try {
      // A lock of the transaction is released with the connection, also behind a pooler.
      await connection.begin({});
      await connection.setTimeLimit('lock_timeout', LOCK_TIMEOUT);
      await connection.setTimeLimit('statement_timeout', LOCK_TIMEOUT);
      // The transaction has no statement while the lock is held, for which the role may have a limit.
      await connection.executeQuery(CompiledQuery.raw(WITHOUT_LIMITS));
      await connection.executeQuery(
        CompiledQuery.raw(`select pg_advisory_xact_lock(${lockKey('$1')})`, [name]),
      );
      connection.watch(ignore, () => {
        connection.close();
        onEnd();
      });
      return connection;
    } catch {
      connection.close();
      throw unavailable();
    }
  }

  return {
    async acquire(name) {
      const release = await names.acquire(name);
      const free = await connections.acquire();
      const end = () => {
        free();
        release();
      };
      let isHeld = true;
      let connection: PostgresConnection | undefined;
      // A lock ends with its session. The action continues, so the lock is requested again for the rest of it.
      const hold = async () => {
        const locked = await lock(name, () => {
          if (!isHeld) return;
          log.warn(
            `The lock of ${name} was lost with its connection to the database, and is requested again`,
          );
          hold().catch(ignore);
        });
        if (!isHeld) return locked.close();
        connection = locked;
      };
      try {
        await hold();
      } catch (error) {
        end();
        throw error;
      }
      return () => {
        isHeld = false;
        connection?.close();
        end();
      };
    },
  };
}

const MAX_CONNECTIONS = 4;

/** The parameters that exist: `transaction_timeout` is new in PostgreSQL 17. */
const WITHOUT_LIMITS = `
  select set_config(name, '0', true) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Milliseconds until an action that waits for another node fails. */
const LOCK_TIMEOUT = 30_000;

function ignore(): void {}
