import type { Dialect, RawBuilder } from 'kysely';
import type { Database, Tables } from './tables.ts';

/** All in which the two databases differ. */
export interface Engine {
  readonly dialect: Dialect;
  readonly columns: ColumnTypes;
  /** The schema that holds the tables, where the database has several. */
  schema?(db: Database): Promise<string>;
  /** @throws Error with the reason when the database belongs to another program or a newer version. */
  check?(db: Database, schema: string | undefined): Promise<void>;
  /** @throws StoreUnavailableError while nothing can be written. */
  assertWritable?(): void;
  /** Where transactions write at the same time. */
  readonly lockTable?: LockTable;
  readonly whole: Whole;
  /** What whoever runs the server reads when the database fails to open. */
  explain(error: unknown): Error;
}

/** Lets one transaction at a time go on that locks the table like this; others may use the table meanwhile. */
export type LockTable = (transaction: Database, table: keyof Tables) => Promise<void>;

/** What concerns all tables at once. */
export interface Whole {
  /** Runs the steps in a transaction that sees all tables as they stand together at one moment. */
  read<Result>(db: Database, steps: (transaction: Database) => Promise<Result>): Promise<Result>;
  /** Runs the steps in a transaction that has the tables to itself. */
  write(db: Database, steps: (transaction: Database) => Promise<void>): Promise<void>;
  removeRows(transaction: Database): Promise<void>;
  nextIds(transaction: Database): Promise<NextId[]>;
  /** Tables that are not named begin anew. */
  setNextIds(transaction: Database, ids: readonly NextId[]): Promise<void>;
}

/** The id that the next row of a table gets. */
export interface NextId {
  table: string;
  id: number;
}

export interface ColumnTypes {
  /** A primary key that the database counts up and never gives out twice. */
  readonly identity: RawBuilder<unknown>;
  /** Text that is compared and ordered by code point. */
  readonly text: RawBuilder<unknown>;
  /** Puts nulls first in an index. */
  readonly nullsFirst: RawBuilder<unknown>;
}
