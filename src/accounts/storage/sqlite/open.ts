import { sql } from 'kysely';
import { DatabaseError, formatDatabaseReason } from '#database/database-errors.ts';
import { createOutageLog } from '#database/outage-log.ts';
import { choosePragmas, createMemoryUri, type SqliteAccess } from '#database/sqlite/access.ts';
import { CommitGroup } from '#database/sqlite/commit-group.ts';
import { createFile } from '#database/sqlite/create-file.ts';
import { createSqliteDialect, SqliteDriver } from '#database/sqlite/driver.ts';
import { createFileGuard } from '#database/sqlite/file-guard.ts';
import { Mutex } from '#database/sqlite/locking.ts';
import { openDatabase } from '#database/sqlite/node-sqlite.ts';
import { buildStoreOptions } from '#database/store-options.ts';
import type { Engine } from '../engine/engine.ts';
import { runInWorker } from './bulk.ts';
import { checkOwner, markOwner } from './file.ts';
import { createSqliteSnapshots, deleteOldSnapshots } from './snapshots.ts';

/**
 * SQLite in this process. In a file, an acknowledged write survives SIGKILL and power loss: the write-ahead log is
 * flushed to the disk before a commit returns. In memory, nothing outlives the process.
 */
export function openSqlite(path: 'memory' | { file: string }, options = buildStoreOptions({})): Engine {
  const explain = (error: unknown) =>
    new DatabaseError(
      `Cannot use the SQLite database ${formatLocation(path)}: ${formatDatabaseReason(error)}.`,
      {
        cause: error,
      },
    );
  try {
    const file = path === 'memory' ? undefined : createFile(path.file);
    if (file !== undefined) checkOwner(file);
    const location = file ?? createMemoryUri();
    const database = openDatabase(location, { timeout: 0 });
    const mutex = new Mutex<object>();
    const guard = file === undefined ? undefined : createFileGuard(file, options.report);
    const access: SqliteAccess = {
      ...options,
      location,
      database,
      mutex,
      group: new CommitGroup({ database, mutex, runtime: options.runtime, guard }),
      outages: createOutageLog(options.report, options.runtime),
      guard,
    };
    const initialize = () => {
      markOwner(database);
      // Node enforces foreign keys by default. They are off during migrations.
      database.exec(`${choosePragmas(file !== undefined)}; pragma foreign_keys = off`);
    };
    return {
      dialect: createSqliteDialect(() => new SqliteDriver(access, initialize), access.outages),
      snapshots: createSqliteSnapshots(access),
      runBulk: (_db, steps) => runInWorker(access, steps),
      columns,
      async opened() {
        database.exec('pragma foreign_keys = on');
        if (file !== undefined) deleteOldSnapshots(file, options.runtime.machineNow());
      },
      async ping(db) {
        access.guard?.();
        await sql`select 1`.execute(db);
      },
      explain,
    };
  } catch (error) {
    throw explain(error);
  }
}

const columns = {
  identity: sql`integer primary key autoincrement`,
  text: sql`text`,
  nullsFirst: sql``,
};

function formatLocation(path: 'memory' | { file: string }): string {
  return path === 'memory' ? 'in memory' : path.file;
}
