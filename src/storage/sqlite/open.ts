import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { DatabaseError, toReason } from '../database-error.ts';
import type { Engine } from '../engine.ts';
import { sqliteWhole } from './all-tables.ts';
import { createFile } from './create-file.ts';
import { createSqliteDialect } from './dialect.ts';
import { SqliteDriver } from './driver.ts';
import { checkOwner, markOwner } from './file.ts';
import { createFileGuard } from './file-guard.ts';

/**
 * SQLite in this process. In a file, an acknowledged write survives SIGKILL and power loss: the write-ahead log is
 * flushed to the disk before each commit answers. In memory, nothing outlives the process.
 */
export function openSqlite(
  path: 'memory' | { file: string },
  report: (sentence: string) => void = () => {},
): Engine {
  const explain = (error: unknown) =>
    new DatabaseError(`Cannot use the SQLite database ${toName(path)}: ${toReason(error)}.`, {
      cause: error,
    });
  try {
    const file = path === 'memory' ? undefined : createFile(path.file);
    if (file !== undefined) checkOwner(file);
    const database = new DatabaseSync(file ?? ':memory:', { timeout: 5000 });
    try {
      markOwner(database);
      database.exec(pragmas);
    } catch (error) {
      database.close();
      throw error;
    }
    const guard = file === undefined ? undefined : createFileGuard(file, report);
    return {
      dialect: createSqliteDialect(new SqliteDriver(database, guard)),
      columns,
      ...(guard && { assertWritable: guard }),
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
