import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { DatabaseError, toReason } from './database-error.ts';
import type { Engine } from './engine.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/**
 * SQLite in this process. In a file, an acknowledged write survives SIGKILL and power loss: the write-ahead log is
 * flushed to the disk before each commit answers. In memory, nothing outlives the process.
 */
export function openSqlite(path: 'memory' | { file: string }): Engine {
  const explain = (error: unknown) =>
    new DatabaseError(`Cannot use the SQLite database ${toName(path)}: ${toReason(error)}.`, {
      cause: error,
    });
  try {
    const database = new DatabaseSync(path === 'memory' ? ':memory:' : createFile(path.file), {
      timeout: 5000,
    });
    try {
      database.exec(pragmas);
    } catch (error) {
      database.close();
      throw error;
    }
    return { dialect: createDialect(database), columns, clear, explain };
  } catch (error) {
    throw explain(error);
  }
}

// The busy timeout holds while opening; afterwards `whenNotBusy` waits in its own way.
const pragmas = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma fullfsync = on;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
  pragma busy_timeout = 0;
`;

const columns = {
  identity: sql`integer primary key autoincrement`,
  text: sql`text`,
  nullsFirst: sql``,
};

async function clear(db: Parameters<Engine['clear']>[0]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of ['authorizations', 'grants', 'applications', 'users', 'sign_in_failures'] as const) {
      await transaction.deleteFrom(table).execute();
    }
    await sql`delete from sqlite_sequence`.execute(transaction);
  });
}

function createDialect(database: DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteDriver(database),
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class Adapter extends SqliteAdapter {
  // The driver has its own lock, which costs nothing while no transaction runs.
  override get supportsMultipleConnections() {
    return true;
  }

  // So that migrations run in one transaction, which keeps other processes out.
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Makes the file for its owner alone, because it holds the secrets of authenticator apps. */
function createFile(file: string): string {
  mkdirSync(dirname(resolve(file)), { recursive: true, mode: 0o700 });
  try {
    // Only ever a new file: closing one that SQLite has open would drop the locks it holds.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return resolve(file);
}

function toName(path: 'memory' | { file: string }): string {
  return path === 'memory' ? 'in memory' : path.file;
}
