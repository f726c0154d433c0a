import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import { identityTableNames, type Tables, tableNames } from './tables.ts';

test('the list of tables has every table, after those it refers to', async () => {
  const engine = openSqlite('memory', turn);
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  try {
    await migrate(db, engine.columns, undefined);
    const made = (await db.introspection.getTables()).map(({ name }) => name);
    assert.deepEqual(tableNames.toSorted(), made.toSorted());
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

test('the ids of a table are counted where it has any', async () => {
  const engine = openSqlite('memory', turn);
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  try {
    await migrate(db, engine.columns, undefined);
    const tables = await db.introspection.getTables();
    const counted = tables.filter(({ columns }) => columns.some((column) => column.isAutoIncrementing));
    assert.deepEqual(identityTableNames.toSorted(), counted.map(({ name }) => name).toSorted());
  } finally {
    await db.destroy();
  }
});
