import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { sql } from 'kysely';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { openDatabase } from '../open.ts';
import type { AnyColumn } from './tables/column.ts';
import { type Database, identityTableNames, tableNames, tables } from './tables.ts';

const columnsOf: Readonly<Record<string, Readonly<Record<string, AnyColumn>>>> = Object.fromEntries(
  Object.values(tables).map((table) => [table.name, table.allColumns]),
);

async function compareWithSchema(db: Database, schema?: string): Promise<void> {
  const all = await db.introspection.getTables();
  const found = all.filter((table) => schema === undefined || table.schema === schema);
  assert.deepEqual(tableNames.toSorted(), found.map(({ name }) => name).toSorted());
  for (const table of found) {
    const actual = table.columns.map((column) => ({
      name: column.name,
      isText: /^text$/i.test(column.dataType),
      // SQLite reports a primary key as nullable.
      isNullable: column.isNullable && !isPrimaryKey(table.name, column.name),
      isIdentity: column.isAutoIncrementing,
    }));
    const described = Object.entries(columnsOf[table.name] ?? {}).map(([name, column]) => ({
      name,
      isText: column.kind === 'text' || column.kind.endsWith(' list'),
      isNullable: column.isNullable,
      isIdentity: column.default === 'identity',
    }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    assert.deepEqual(described.sort(byName), actual.sort(byName), `the columns of ${table.name}`);
    for (const { name, hasDefaultValue } of table.columns) {
      if (columnsOf[table.name]?.[name]?.default === 'constant')
        assert.ok(hasDefaultValue, `${table.name}.${name} has no default`);
    }
  }
}

function isPrimaryKey(table: string, column: string): boolean {
  return column === 'id' || column === 'key' || (column === 'digest' && table !== 'recovery_codes');
}

describe('the column maps', () => {
  it('describe the tables that the migrations create on SQLite', async () => {
    const { db } = await openDatabase('memory');
    try {
      await compareWithSchema(db);
    } finally {
      await db.destroy();
    }
  });

  it('describe the tables that the migrations create on PostgreSQL', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const { db, engine } = await openDatabase(url);
    try {
      await compareWithSchema(db, await engine.schema?.(db));
    } finally {
      await db.destroy();
    }
  });
});

test('each table comes after the tables that it refers to', async () => {
  const { db } = await openDatabase('memory');
  try {
    for (const [at, name] of tableNames.entries()) {
      const { rows } = await sql<{ table: string }>`
        select "table" from pragma_foreign_key_list(${name})
      `.execute(db);
      for (const { table } of rows) assert.ok(tableNames.slice(0, at).includes(table), `${name}: ${table}`);
    }
  } finally {
    await db.destroy();
  }
});

test('the tables with an identity column are those whose ids the database generates', async () => {
  const { db } = await openDatabase('memory');
  try {
    const found = await db.introspection.getTables();
    const counted = found.filter(({ columns }) => columns.some((column) => column.isAutoIncrementing));
    assert.deepEqual(identityTableNames.toSorted(), counted.map(({ name }) => name).toSorted());
  } finally {
    await db.destroy();
  }
});
