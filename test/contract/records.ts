import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '#accounts/storage/open.ts';
import type { ColumnKind } from '#accounts/storage/schema/tables/column.ts';
import { type Database, tables } from '#accounts/storage/schema/tables.ts';
import type { EngineUnderTest } from './engine.ts';

/** The members that all tables have, for a test of every table. */
interface AnyTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly members: Readonly<Record<string, AnyMember>>;
  readonly allColumns: Readonly<Record<string, AnyColumn>>;
  toRecord(row: object): object;
  toRow(record: object): object;
  toChanges(change: object): object;
  as(prefix: string): { readonly columns: readonly string[]; toRecord(row: object): object };
}

interface AnyMember {
  readonly columns: Readonly<Record<string, AnyColumn>>;
}

interface AnyColumn {
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  readonly default: string;
  readonly values?: readonly string[];
  encode(value: unknown): unknown;
}

type Values = Record<string, unknown>;

/** Values of the members that several columns hold, by row. A table with such a member needs an entry here. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  'users.login': ['Mona', 'Hubot', 'OctoCat'],
  'users.twoFactor': [{ method: 'app', secret: 'JBSW' }, { method: 'sms', phone: '+15550100' }, null],
  'organizations.login': ['Mona', 'Hubot', 'OctoCat'],
  'audited_calls.login': ['Mona', 'Hubot', null],
  'authorization_codes.challenge': [
    { method: 'S256', value: 'one' },
    { method: 'plain', value: 'two' },
    null,
  ],
};

const ROWS = 3;

/** Each table writes and reads each member of its records. The test uses the column maps, so it covers new columns. */
export function recordContract(engine: EngineUnderTest): void {
  test('every member of every record is read as it was written, and as it was changed', async (t) => {
    const url = await engine.open(t);
    if (url === undefined) return;
    const { db } = await openDatabase(url);
    try {
      await db.transaction().execute(async (transaction) => {
        for (const table of Object.values<AnyTable>(tables)) await checkTable(transaction, table);
      });
    } finally {
      await db.destroy();
    }
  });
}

async function checkTable(db: Database, table: AnyTable): Promise<void> {
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
  const records = numbers.map((row) => recordOf(table, row));
  const others = numbers.map((row) => othersOf(table, row));
  for (const [index, record] of records.entries()) {
    const row: Values = { ...table.toRow(record), ...others[index] };
    await sql`
      insert into ${sql.table(table.name)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})
    `.execute(db);
  }

  const order = sql.ref(orderOf(table));
  const { rows } = await sql<Values>`select * from ${sql.table(table.name)} order by ${order}`.execute(db);
  assert.equal(rows.length, ROWS);
  for (const [index, row] of rows.entries()) {
    assert.deepEqual(
      Object.keys(row).toSorted(),
      Object.keys(table.allColumns).toSorted(),
      `the columns of ${table.name}`,
    );
    const isOther = (name: string) => Object.hasOwn(others[index] ?? {}, name);
    const read = Object.fromEntries(Object.entries(row).filter(([name]) => isOther(name)));
    assert.deepEqual(read, others[index]);
  }
  if (Object.keys(table.members).length === 0) return;

  assert.deepEqual(await readAll(db, table), records, `the records of ${table.name}`);
  await checkChanges(db, table, records);
}

/** Changes each member to each of its values; the other members must not change. */
async function checkChanges(db: Database, table: AnyTable, records: readonly Values[]): Promise<void> {
  const order = orderOf(table);
  for (const name of Object.keys(table.members)) {
    if (isIdentity(table, name) || isKey(table, name)) continue;
    const [first, ...further] = records;
    for (const record of [...further, first]) {
      const sets = Object.entries(table.toChanges({ [name]: record?.[name] }));
      await sql`
        update ${sql.table(table.name)}
        set ${sql.join(sets.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
        where ${sql.ref(order)} = ${keyOf(table, 1)}
      `.execute(db);
      const [changed] = await readAll(db, table);
      assert.deepEqual(changed, { ...first, [name]: record?.[name] }, `${table.name}.${name}`);
    }
  }
}

/** All records, read as the rows of the table and as rows that are joined to others. */
async function readAll(db: Database, table: AnyTable): Promise<object[]> {
  const joined = table.as('joined');
  const expressions = [...table.columns, ...joined.columns].map((expression) => {
    const [column = '', alias] = expression.split(' as ');
    return alias === undefined ? sql.ref(column) : sql`${sql.ref(column)} as ${sql.ref(alias)}`;
  });
  const { rows } = await sql<object>`
    select ${sql.join(expressions)} from ${sql.table(table.name)} order by ${sql.ref(orderOf(table))}
  `.execute(db);
  const records = rows.map(table.toRecord);
  assert.deepEqual(rows.map(joined.toRecord), records);
  return records;
}

function recordOf(table: AnyTable, row: number): Values {
  const record: Values = {};
  for (const [name, member] of Object.entries(table.members)) {
    const columns = Object.entries(member.columns);
    const [first] = columns;
    if (columns.length === 1 && first !== undefined) {
      record[name] = sampleOf(table, first[0], first[1], row);
      continue;
    }
    const samples = SAMPLES[`${table.name}.${name}`];
    assert.ok(samples, `the test has no values for ${table.name}.${name}`);
    assert.equal(samples.length, ROWS);
    record[name] = samples[row - 1];
  }
  return record;
}

/** The columns without a member, as they are stored. */
function othersOf(table: AnyTable, row: number): Values {
  const own = Object.values(table.members).flatMap((member) => Object.keys(member.columns));
  const others = Object.entries(table.allColumns).filter(
    ([name, column]) => !own.includes(name) && column.default !== 'identity',
  );
  return Object.fromEntries(
    others.map(([name, column]) => [name, column.encode(sampleOf(table, name, column, row))]),
  );
}

function sampleOf(table: AnyTable, name: string, column: AnyColumn, row: number): unknown {
  // Foreign keys lead to the row of the same number.
  if (column.default === 'identity' || isReference(name, column)) return row;
  if (column.isNullable && row === ROWS) return null;
  if (column.values) return column.values[row % column.values.length];
  const position = Object.keys(table.allColumns).indexOf(name) + 1;
  switch (column.kind) {
    case 'text':
      return `${name} ${row}`;
    case 'integer':
      return position * 1000 + row;
    case 'boolean':
      return (position + row) % 2 === 0;
    case 'timestamp':
      return new Date(Date.UTC(2020, position, row)).toISOString().replace('.000', '');
    case 'text list':
      return [`${name} ${row}`, name];
    case 'integer list':
      return [position, row];
  }
}

/** The column that identifies a row: the id, or the first column that is a key. */
function orderOf(table: AnyTable): string {
  const names = Object.keys(table.allColumns);
  return ['id', 'digest', 'key', 'user_id', 'authorization_id'].find((name) => names.includes(name)) ?? '';
}

function keyOf(table: AnyTable, row: number): unknown {
  const name = orderOf(table);
  const column = table.allColumns[name];
  assert.ok(column, `${table.name} has no key that the test knows`);
  return column.encode(sampleOf(table, name, column, row));
}

function isIdentity(table: AnyTable, name: string): boolean {
  return Object.values(table.members[name]?.columns ?? {}).some((column) => column.default === 'identity');
}

/** Columns that are unique or refer to other rows cannot take the values of another row. */
function isKey(table: AnyTable, name: string): boolean {
  return Object.entries(table.members[name]?.columns ?? {}).some(
    ([each, column]) => isReference(each, column) || each === orderOf(table) || UNIQUE.has(each),
  );
}

function isReference(name: string, { kind }: AnyColumn): boolean {
  return kind === 'integer' && name.endsWith('_id');
}

const UNIQUE: ReadonlySet<string> = new Set(['login_key', 'client_id', 'hashed_token', 'user_code']);
