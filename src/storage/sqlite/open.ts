import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { DatabaseError, toReason } from '../database-errors.ts';
import type { AllTables, Engine, NextId } from '../engine.ts';
import { createOutageLog } from '../outage-log.ts';
import { toStoreOptions } from '../store-options.ts';
import { tableNames } from '../tables.ts';
import { createSqliteDialect } from './driver.ts';
import { checkOwner, createFile, markOwner } from './file.ts';
import { createFileGuard } from './file-guard.ts';
import { rebuildTables } from './rebuild-tables.ts';

/**
 * SQLite in this process. In a file, an acknowledged write survives SIGKILL and power loss: the write-ahead log is
 * flushed to the disk before a commit returns. In memory, nothing outlives the process.
 */
export function openSqlite(path: 'memory' | { file: string }, options = toStoreOptions({})): Engine {
  const explain = (error: unknown) =>
    new DatabaseError(`Cannot use the SQLite database ${toName(path)}: ${toReason(error)}.`, {
      cause: error,
    });
  try {
    const file = path === 'memory' ? undefined : createFile(path.file);
    if (file !== undefined) checkOwner(file);
    const database = new DatabaseSync(file ?? ':memory:', { timeout: 0 });
    const initialize = () => {
      markOwner(database);
      database.exec(pragmas);
    };
    const guard = file === undefined ? undefined : createFileGuard(file, options.report);
    const outages = createOutageLog(options.report, options.runtime);
    return {
      dialect: createSqliteDialect(database, { ...options, outages, initialize, guard }),
      columns,
      alterTables: rebuildTables,
      async opened() {
        database.exec('pragma foreign_keys = on');
      },
      async ping(db) {
        guard?.();
        await sql`select 1`.execute(db);
      },
      allTables,
      explain,
    };
  } catch (error) {
    throw explain(error);
  }
}

// Foreign keys, which Node enforces by default, are off during migrations.
const pragmas = `
  pragma foreign_keys = off;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma fullfsync = on;
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
`;

const columns = {
  identity: sql`integer primary key autoincrement`,
  text: sql`text`,
  nullsFirst: sql``,
};

/** A transaction excludes all others, so it also reads a consistent state. */
const allTables: AllTables = {
  read: (db, steps) => db.transaction().execute(steps),
  write: (db, steps) => db.transaction().execute(steps),

  async deleteRows(db) {
    for (const table of tableNames.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db);
  },

  async nextIds(db) {
    return (await sql<NextId>`select name as "table", seq + 1 as id from sqlite_sequence`.execute(db)).rows;
  },

  async setNextIds(db, ids) {
    await sql`delete from sqlite_sequence`.execute(db);
    for (const { table, id } of ids) {
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id - 1})`.execute(db);
    }
  },
};

function toName(path: 'memory' | { file: string }): string {
  return path === 'memory' ? 'in memory' : path.file;
}
