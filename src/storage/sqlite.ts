import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { DatabaseError, toReason } from './database-error.ts';
import type { Engine } from './engine.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { createFile } from './sqlite-file.ts';
import { SqliteNeighbours } from './sqlite-neighbours.ts';
import { sqliteWhole } from './sqlite-whole.ts';

/**
 * SQLite in this process. In a file, an acknowledged write survives SIGKILL and power loss: the write-ahead log is
 * flushed to the disk before each commit answers. In memory, nothing outlives the process.
 */
export function openSqlite(path: 'memory' | { file: string }, turn: () => Promise<void>): Engine {
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
    const driver = new SqliteDriver(
      database,
      path === 'memory' ? undefined : new SqliteNeighbours(database, turn),
    );
    return {
      dialect: createSqliteDialect(driver),
      runNow: driver.runNow,
      stateOf: driver.stateOf,
      columns,
      whole: sqliteWhole,
      explain,
    };
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

function toName(path: 'memory' | { file: string }): string {
  return path === 'memory' ? 'in memory' : path.file;
}
