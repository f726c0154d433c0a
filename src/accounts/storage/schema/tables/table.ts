import type { Generated } from 'kysely';
import type { AnyColumn, StoredOf, ValueOf } from './column.ts';

type Columns = Readonly<Record<string, AnyColumn>>;

/** A row as the driver reads it. */
export type StoredRow<C> = { [Name in keyof C]: C[Name] extends AnyColumn ? StoredOf<C[Name]> : never };

/** One member of a record, and the columns that hold it. */
export interface Member<C, Value> {
  readonly columns: C;
  readonly encode: (value: Value) => StoredRow<C>;
  readonly decode: (row: StoredRow<C>) => Value;
}

/** A member that one column holds. */
export function column<const Name extends string, Type extends AnyColumn>(
  name: Name,
  type: Type,
): Member<{ readonly [Key in Name]: Type }, ValueOf<Type>>;
export function column(name: string, type: LooseColumn): LooseMember {
  return {
    columns: { [name]: type },
    encode: (value) => ({ [name]: type.encode(value) }),
    decode: (row) => type.decode(row[name]),
  };
}

/** A member that several columns hold together. */
export function columns<const C extends Columns, Value>(
  columns: C,
  coding: Pick<Member<C, Value>, 'encode' | 'decode'>,
): Member<C, Value> {
  return { columns, ...coding };
}

/** Each member of the record, with columns that take every value of it and give nothing else. */
type MembersOf<Rec> = {
  readonly [Name in keyof Rec]-?: {
    readonly columns: Columns;
    readonly encode: (value: Rec[Name]) => object;
    readonly decode: (row: never) => Rec[Name];
  };
};

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  each: infer Each,
) => void
  ? Each
  : never;

type MemberColumns<M, Names extends keyof M = keyof M> = Intersection<
  { [Name in Names]: M[Name] extends { readonly columns: infer C } ? C : never }[Names]
>;

/** Members that the database makes when a row is inserted. */
type Identities<M> = {
  [Name in keyof M]: M[Name] extends { readonly columns: Record<string, { readonly default: 'identity' }> }
    ? Name
    : never;
}[keyof M];

type Text<Name> = Name & string;

type Aliases<Table extends string, Prefix extends string, Names extends string> = {
  [Name in Names]: `${Table}.${Name} as ${Prefix}_${Name}`;
}[Names];

/** Part of a table as queries select it, under aliases where it is joined to other tables. */
export interface Selection<Expression extends string, Row, Rec> {
  /** The expressions to select. */
  readonly columns: readonly Expression[];
  toRecord(row: Row): Rec;
  /** Null where a left join found no row. */
  toRecordOrNull(row: { readonly [Name in keyof Row]: Row[Name] | null }): Rec | null;
}

/** A table: how its columns hold the members of its records, and the columns that no record has. */
export interface Table<Name extends string, Rec, M, Others>
  extends Selection<`${Name}.${Text<keyof MemberColumns<M>>}`, StoredRow<MemberColumns<M>>, Rec> {
  readonly name: Name;
  readonly members: M;
  /** All columns, by name. */
  readonly allColumns: MemberColumns<M> & Others;
  /** The members, or some of them, as columns whose names begin with `prefix_`. */
  as<const Prefix extends string, Names extends keyof Rec & keyof M = keyof Rec & keyof M>(
    prefix: Prefix,
    members?: readonly Names[],
  ): Selection<
    Aliases<Name, Prefix, Text<keyof MemberColumns<M, Names>>>,
    {
      [C in keyof MemberColumns<M, Names> as `${Prefix}_${Text<C>}`]: StoredRow<MemberColumns<M, Names>>[C];
    },
    Pick<Rec, Names>
  >;
  /** The columns of a new record. */
  toRow(record: Omit<Rec, Identities<M> & keyof Rec>): StoredRow<Omit<MemberColumns<M>, IdentityColumns<M>>>;
  /** The columns of the members that are given. */
  toChanges(change: Partial<Rec>): Partial<StoredRow<MemberColumns<M>>>;
}

type IdentityColumns<M> = keyof MemberColumns<M, Identities<M>>;

/** The table as Kysely's queries see it. */
export type KyselyTable<C> = {
  [Name in keyof C]: C[Name] extends AnyColumn
    ? C[Name]['default'] extends 'none'
      ? StoredOf<C[Name]>
      : Generated<StoredOf<C[Name]>>
    : never;
};

/**
 * Defines the table of records of type `Rec`. Each member of the record has to have its columns, and each column that is
 * none of a member's stands in `others`; the compiler rejects a table where one is missing.
 */
export function defineTable<Rec>(): <
  const Name extends string,
  const M extends MembersOf<Rec> & { readonly [Key in Exclude<keyof M, keyof Rec>]: never },
  const Others extends Columns,
>(
  name: Name,
  members: M,
  others: Others,
) => Table<Name, Rec, M, Others>;
export function defineTable(): unknown {
  return (name: string, members: LooseMembers, others: LooseColumns): LooseTable => {
    const ofMembers: LooseColumns = Object.assign(
      {},
      ...Object.values(members).map((member) => member.columns),
    );
    return {
      name,
      members,
      allColumns: { ...ofMembers, ...others },
      ...select(members, (column) => [`${name}.${column}`, column]),
      as(prefix, names = Object.keys(members)) {
        const picked = Object.entries(members).filter(([member]) => names.includes(member));
        return select(Object.fromEntries(picked), (column) => [
          `${name}.${column} as ${prefix}_${column}`,
          `${prefix}_${column}`,
        ]);
      },
      toRow: (record) => encode(members, record),
      toChanges: (change) => encode(members, change),
    };
  };
}

interface LooseColumn {
  encode(value: unknown): unknown;
  decode(stored: unknown): unknown;
}

type LooseColumns = Readonly<Record<string, LooseColumn>>;
type LooseRow = Readonly<Record<string, unknown>>;

interface LooseMember {
  readonly columns: LooseColumns;
  encode(value: unknown): object;
  decode(row: LooseRow): unknown;
}

type LooseMembers = Readonly<Record<string, LooseMember>>;

interface LooseSelection {
  readonly columns: readonly string[];
  toRecord(row: LooseRow): unknown;
  toRecordOrNull(row: LooseRow): unknown;
}

interface LooseTable extends LooseSelection {
  readonly name: string;
  readonly members: object;
  readonly allColumns: object;
  as(prefix: string, members?: readonly string[]): LooseSelection;
  toRow(record: LooseRow): object;
  toChanges(change: LooseRow): object;
}

/** @param naming the expression that selects a column, and its name in the row that is read */
function select(
  members: LooseMembers,
  naming: (column: string) => readonly [expression: string, name: string],
): LooseSelection {
  const entries = Object.entries(members);
  const columns = entries.flatMap(([, member]) => Object.keys(member.columns));
  const names = columns.map((column) => [column, naming(column)[1]] as const);

  function toRecord(row: LooseRow): LooseRow {
    const values: Record<string, unknown> = {};
    for (const [column, name] of names) values[column] = row[name];
    const record: Record<string, unknown> = {};
    for (const [name, member] of entries) record[name] = member.decode(values);
    return record;
  }

  return {
    columns: columns.map((column) => naming(column)[0]),
    toRecord,
    toRecordOrNull: (row) => (names.every(([, name]) => row[name] === null) ? null : toRecord(row)),
  };
}

/** The columns of the members that the record has a value for. */
function encode(members: LooseMembers, record: LooseRow): object {
  const row = {};
  for (const [name, member] of Object.entries(members)) {
    const value = record[name];
    if (value !== undefined) Object.assign(row, member.encode(value));
  }
  return row;
}
