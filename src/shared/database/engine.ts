import type { Counters } from '../shared-state.ts';

/** The tables in which several processes keep their shared state, in SQLite or PostgreSQL. */
export interface StateEngine {
  /** Counts the other nodes. Called before the values are read. */
  start(): Promise<void>;
  /** The versions of all values that have been set. */
  versions(): Promise<readonly ValueVersion[]>;
  read(names: readonly string[]): Promise<readonly NamedValue[]>;
  /**
   * Sets a value if it has this version; 0 for a value that was never set.
   * @returns the value; undefined when it has another version.
   */
  set(name: string, version: number, text: string | null): Promise<NamedValue | undefined>;
  /** @param capacity maximum number of counters of this name */
  counters(name: string, capacity: number): Counters;
  /** Resolves when no other process holds the lock of this name. */
  acquire(name: string): Promise<() => void>;
  /** Calls the listener when values may have changed: those of these names, or any. */
  watch(listener: (names?: readonly string[]) => Promise<void>): void;
  /** See `SharedState`. */
  countOtherNodes(): number | undefined;
  close(): Promise<void>;
}

export interface ValueVersion {
  readonly name: string;
  /** Increases with each change. */
  readonly version: number;
}

/** A value as JSON; null stands for the initial value of each process. */
export interface NamedValue extends ValueVersion {
  readonly text: string | null;
}

/** A row of the table of values. */
export interface ValueRow extends ValueVersion {
  readonly value: string | null;
}

export function toNamedValue({ name, version, value }: ValueRow): NamedValue {
  return { name, version, text: value };
}

/** Runs statements of SQL that both databases know. Parameters are `$1` and so on. */
export interface Statements {
  /** @throws StoreUnavailableError when the database cannot run the statement. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The rows of a parameter that is a list of texts. */
  listOf(parameter: string): string;
}

/** No row when the value has been set. */
export const INSERT_VALUE = `
  insert into shared_values (name, version, value) values ($1, 1, $2)
  on conflict (name) do nothing returning name, version, value`;

/** No row when the value has another version. */
export const UPDATE_VALUE = `
  update shared_values set version = version + 1, value = $2
  where name = $1 and version = $3 returning name, version, value`;

export const READ_VERSIONS = 'select name, version from shared_values';

export async function readValues(
  { query, listOf }: Statements,
  names: readonly string[],
): Promise<NamedValue[]> {
  const rows = await query<ValueRow>(
    `select name, version, value from shared_values where name in (${listOf('$1')})`,
    [names],
  );
  return rows.map(toNamedValue);
}
