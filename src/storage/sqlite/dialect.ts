import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { SqliteDriver } from './driver.ts';

export function createSqliteDialect(driver: SqliteDriver): Dialect {
  return {
    createDriver: () => driver,
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
