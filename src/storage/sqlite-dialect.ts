import type { DatabaseSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqlite-driver.ts';

export function createSqliteDialect(database: DatabaseSync): Dialect {
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
