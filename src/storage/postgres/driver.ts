import {
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { type ConnectionOptions, PostgresConnection } from './connection.ts';

export function createPostgresDialect(options: ConnectionOptions): Dialect {
  return {
    createDriver: () => createDriver(options),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

function createDriver(options: ConnectionOptions): Driver {
  const { pool } = options;
  return {
    async init() {},
    acquireConnection: async () => new PostgresConnection(await pool.acquire(), options),
    beginTransaction: (connection: PostgresConnection, settings: TransactionSettings) =>
      connection.begin(settings),
    commitTransaction: (connection: PostgresConnection) => connection.commit(),
    rollbackTransaction: (connection: PostgresConnection) => connection.rollback(),
    async releaseConnection(connection: PostgresConnection) {
      connection.release();
    },
    destroy: () => pool.end(),
  };
}
