import type { Dialect, RawBuilder } from 'kysely';
import type { RunNow } from './direct-kysely.ts';
import type { StateOf } from './recall.ts';
import type { Database } from './tables.ts';

/** All in which the two databases differ. */
export interface Engine {
  readonly dialect: Dialect;
  readonly columns: ColumnTypes;
  /** Where the database lives in this thread. */
  readonly runNow?: RunNow;
  /** Where it can be told cheaply whether anything was written. */
  readonly stateOf?: StateOf;
  /** The schema that holds the tables, where the database has several. */
  schema?(db: Database): Promise<string>;
  /** Removes every row and begins the ids anew. */
  clear(db: Database): Promise<void>;
  /** What whoever runs the server reads when the database fails to open. */
  explain(error: unknown): Error;
}

export interface ColumnTypes {
  /** A primary key that the database counts up and never gives out twice. */
  readonly identity: RawBuilder<unknown>;
  /** Text that is compared and ordered by code point. */
  readonly text: RawBuilder<unknown>;
  /** Puts nulls first in an index. */
  readonly nullsFirst: RawBuilder<unknown>;
}
