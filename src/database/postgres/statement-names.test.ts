import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#accounts/storage/open.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { StatementNames } from './statement-names.ts';

test('a statement keeps its name, and the number of names is limited', () => {
  const names = new StatementNames();
  const all = Array.from({ length: 1000 }, (_, at) => names.nameOf(`select ${at}`)).filter(Boolean);
  assert.equal(new Set(all).size, all.length);
  assert.equal(all.length, 300);
  assert.equal(names.nameOf('select 299'), all[299]);
  assert.equal(names.nameOf('select 300'), undefined);
});

test('a statement with values is prepared once in a session', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const { db } = await openDatabase(`${url}&max=1`);
  try {
    for (const id of [1, 2, 3]) await db.selectFrom('users').select('id').where('id', '=', id).execute();
    const { rows } = await db.executeQuery<{ statement: string; calls: number }>({
      ...db.selectFrom('users').select('id').compile(),
      sql: `select statement, custom_plans + generic_plans as calls from pg_prepared_statements
            where statement like '%"users"%'`,
      parameters: [],
    });
    assert.deepEqual(rows, [{ statement: 'select "id" from "users" where "id" = $1', calls: 3 }]);
  } finally {
    await db.destroy();
  }
});
