import {
  type DatabaseMetadataOptions,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type TableMetadata,
  type TransactionSettings,
} from 'kysely';
import {
  acquireConnection,
  type ConnectionOptions,
  type PostgresConnection,
} from '#database/postgres/connection.ts';
import type { Database } from '../schema/tables.ts';

export function createPostgresDialect(options: ConnectionOptions): Dialect {
  return {
    createDriver: () => createDriver(options),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new Introspector(db),
  };
}

function createDriver(options: ConnectionOptions): Driver {
  const { pool } = options;
  return {
    async init() {},
    acquireConnection: () => acquireConnection(options),
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

/**
 * Reads only the names of the tables for migrations, which ask for internal tables too. Kysely's query also reads the columns of all schemas, and
 * fails when another server deletes a snapshot, which is a schema, at the same time.
 */
class Introspector extends PostgresIntrospector {
  readonly #db: Database;

  constructor(db: Database) {
    super(db);
    this.#db = db;
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    if (!options?.withInternalKyselyTables) return await super.getTables(options);
    const { rows } = await sql<{ schema: string; name: string }>`
      select schemaname as schema, tablename as name from pg_catalog.pg_tables
    `.execute(this.#db);
    return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
  }
}
