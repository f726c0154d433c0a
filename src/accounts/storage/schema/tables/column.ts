import { formatApiTime } from '#accounts/store/api-time.ts';
import { toStorable } from '#accounts/store/index.ts';

/** What a column holds. Both engines store booleans as 0 or 1, times as milliseconds since the epoch, and lists as JSON text. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'timestamp' | 'text list' | 'integer list';

/** What fills a column in when a row is inserted without it. */
export type ColumnDefault = 'none' | 'constant' | 'identity';

interface ColumnDescription {
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  readonly default: ColumnDefault;
  /** The texts that the column may hold, where they are limited. */
  readonly values?: readonly string[];
  /** The smallest number that the column may hold, where it is limited. */
  readonly minimum?: number;
}

/** A column whose values of type `Value` are stored as `Stored`. */
export interface Column<Stored, Value, Default extends ColumnDefault = 'none'> extends ColumnDescription {
  readonly default: Default;
  readonly encode: (value: Value) => Stored;
  readonly decode: (stored: Stored) => Value;
}

/** A column of any type. */
export interface AnyColumn extends ColumnDescription {
  readonly encode: (value: never) => unknown;
  readonly decode: (stored: never) => unknown;
}

/** The type that the database driver reads and writes. */
export type StoredOf<Type extends AnyColumn> = ReturnType<Type['encode']>;

export type ValueOf<Type extends AnyColumn> = ReturnType<Type['decode']>;

export const text = plain<string>('text');

export const integer = plain<number>('integer');

export const boolean: Column<number, boolean> = {
  ...plain('boolean'),
  encode: (value) => (value ? 1 : 0),
  decode: (stored) => stored === 1,
};

/** A number of rows or attempts. */
export const counter: Column<number, number> = { ...integer, minimum: 0 };

/** A time in the format of the API. Its milliseconds are dropped. */
export const timestamp: Column<number, string> = {
  ...plain('timestamp'),
  encode: (value) => Date.parse(value),
  decode: formatApiTime,
};

export const textList = list<string>('text list');

export const integerList = list<number>('integer list');

/** The primary key, which the database counts up and never gives to two rows. */
export const identity: Column<number, number, 'identity'> = { ...integer, default: 'identity' };

/** Text that only people read. What a database cannot store in it is replaced. */
export const displayText: Column<string, string> = { ...text, encode: (value) => toStorable(value) };

/** Display text that an index can hold: PostgreSQL limits the size of an index row. */
export const indexedText: Column<string, string> = {
  ...text,
  encode: (value) => toIndexed(value),
};

const MAX_INDEXED = 512;

/** The text as a column of `indexedText` stores it. */
export function toIndexed(value: string): string {
  return toStorable(value.slice(0, MAX_INDEXED));
}

export function oneOf<const Values extends readonly string[]>(
  ...values: Values
): Column<Values[number], Values[number]> {
  return { ...plain('text'), values };
}

export function nullable<Stored, Value, Default extends ColumnDefault>(
  column: Column<Stored, Value, Default>,
): Column<Stored | null, Value | null, Default> {
  const { encode, decode } = column;
  return {
    ...column,
    isNullable: true,
    encode: (value) => (value === null ? null : encode(value)),
    decode: (stored) => (stored === null ? null : decode(stored)),
  };
}

/** A column that its migration gives a default. */
export function withDefault<Stored, Value>(column: Column<Stored, Value>): Column<Stored, Value, 'constant'> {
  return { ...column, default: 'constant' };
}

function plain<Value>(kind: ColumnKind): Column<Value, Value> {
  return {
    kind,
    isNullable: false,
    default: 'none',
    encode: (value) => value,
    decode: (stored) => stored,
  };
}

function list<Item>(kind: ColumnKind): Column<string, Item[]> {
  return { ...plain(kind), encode: (value) => JSON.stringify(value), decode: (stored) => JSON.parse(stored) };
}
