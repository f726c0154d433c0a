import type { Dialect, RawBuilder } from 'kysely';
import type { PoolState } from '#database/postgres/pool.ts';
import type { StoreRecords } from '../../store/index.ts';
import type { Database, Tables } from '../schema/tables.ts';

/** Everything in which the two databases differ. */
export interface Engine {
  readonly dialect: Dialect;
  readonly columns: ColumnTypes;
  /** The schema that holds the tables, where the database has several. */
  schema?(db: Database): Promise<string>;
  /** @throws Error with the reason when the database belongs to another program or a newer version. */
  check?(db: Database, schema: string | undefined): Promise<void>;
  /** Called once, after the migrations. */
  opened?(db: Database): Promise<void>;
  /** @throws StoreUnavailableError while the database cannot be used, or nothing can be written. */
  ping(db: Database): Promise<void>;
  /** The state of the connections, where the database has several. */
  pool?(): PoolState;
  /** Where transactions write at the same time. */
  readonly lockTable?: LockTable;
  readonly runBulk: RunBulk;
  readonly snapshots: Snapshots;
  /** The error that operators read when the database cannot be opened. */
  explain(error: unknown): Error;
}

/** Excludes other transactions that lock the same table by this function. Others can use the table meanwhile. */
export type LockTable = (transaction: Database, table: keyof Tables) => Promise<void>;

/** Number of rows from which a change is a bulk operation. */
export const BULK_SIZE = 1000;

/** Runs the steps in a transaction that may take long. It does not block the event loop meanwhile. */
export type RunBulk = <Result>(
  db: Database,
  steps: (transaction: Database) => Promise<Result>,
) => Promise<Result>;

/** Consistent copies of all tables. */
export interface Snapshots {
  /** Returns the name of the copy. */
  take(db: Database): Promise<string>;
  /** Replaces all rows by those of the copy, with the next ids, in one transaction. */
  restore(db: Database, name: string): Promise<void>;
  delete(db: Database, name: string): Promise<void>;
  /** Reads all rows into memory. */
  readAll(db: Database): Promise<StoreRecords>;
  /** Replaces all rows by other ones, in one transaction. */
  replaceAll(db: Database, records: StoreRecords): Promise<void>;
  /** Deletes the copies that this store has made. */
  close(db: Database): Promise<void>;
}

export interface ColumnTypes {
  /** A primary key that the database counts up and never gives to two rows. */
  readonly identity: RawBuilder<unknown>;
  /** Text that is compared and ordered by code point. */
  readonly text: RawBuilder<unknown>;
  /** Puts nulls first in an index. */
  readonly nullsFirst: RawBuilder<unknown>;
}
