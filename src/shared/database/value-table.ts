import type { Statements } from './statements.ts';

export interface ValueVersion {
  readonly name: string;
  /** Increases with each change. */
  readonly version: number;
}

/** A value as JSON; null stands for the initial value of each process. */
export interface NamedValue extends ValueVersion {
  readonly text: string | null;
}

/** The values that processes share, in a table. */
export interface ValueTable {
  /** The versions of all values that have been set. */
  versions(): Promise<readonly ValueVersion[]>;
  read(names: readonly string[]): Promise<readonly NamedValue[]>;
  /**
   * Sets a value if it has this version; 0 for a value that was never set.
   * @returns the value; undefined when it has another version.
   */
  set(name: string, version: number, text: string | null): Promise<NamedValue | undefined>;
  /** Sets a text that no process has a replica of. */
  put(name: string, version: number, text: string): Promise<void>;
  /** The texts whose names begin with a prefix, in the order of their names. */
  readAll(prefix: string): Promise<readonly NamedValue[]>;
}

/** With which the names of texts begin that no process has a replica of. */
export const TEXT_PREFIX = 'text ';

/** Sends a notification of each change. */
export interface Notifier {
  /** The statement with a notification. @param parameter the placeholder of `channel` */
  extend(change: string, parameter: string): string;
  channel(): string;
}

export function createValueTable({ query, listOf }: Statements, notifier?: Notifier): ValueTable {
  const insert = notifier?.extend(INSERT, '$3') ?? INSERT;
  const update = notifier?.extend(UPDATE, '$4') ?? UPDATE;
  return {
    versions: () => query<ValueVersion>('select name, version from shared_values'),
    read: (names) =>
      query<NamedValue>(`select ${COLUMNS} from shared_values where name in (${listOf('$1')})`, [names]),
    async put(name, version, text) {
      await query(PUT, [name, version, text]);
    },
    readAll: (prefix) =>
      query<NamedValue>(`select ${COLUMNS} from shared_values where name like $1 order by name`, [
        `${prefix}%`,
      ]),
    async set(name, version, text) {
      const values = version === 0 ? [name, text] : [name, text, version];
      if (notifier) values.push(notifier.channel());
      return (await query<NamedValue>(version === 0 ? insert : update, values))[0];
    },
  };
}

const COLUMNS = 'name, version, value as text';

/** No row when the value has been set. */
const INSERT = `
  insert into shared_values (name, version, value) values ($1, 1, $2)
  on conflict (name) do nothing returning ${COLUMNS}`;

const PUT = `
  insert into shared_values (name, version, value) values ($1, $2, $3)
  on conflict (name) do update set version = excluded.version, value = excluded.value`;

/** No row when the value has another version. */
const UPDATE = `
  update shared_values set version = version + 1, value = $2
  where name = $1 and version = $3 returning ${COLUMNS}`;
