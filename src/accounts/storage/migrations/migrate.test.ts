import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addUser, tokenMaker } from '#test/contract/engine.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import type { Engine } from '../engine/engine.ts';
import { createStore } from '../open.ts';
import { openPostgres } from '../postgres/open.ts';
import type { Tables } from '../schema/tables.ts';
import { openSqlite } from '../sqlite/open.ts';
import { MIGRATIONS, migrate } from './migrate.ts';

test('a later migration keeps the records on SQLite', async () => {
  await checkLaterMigration(openSqlite('memory'));
});

test('a later migration keeps the records on PostgreSQL', async (t) => {
  const url = await openPostgresSchema(t);
  if (url !== undefined) await checkLaterMigration(await openPostgres(url));
});

async function checkLaterMigration(engine: Engine): Promise<void> {
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  try {
    await migrate(db, engine);
    const store = createStore(db, engine);
    const user = await addUser(store);
    const token = tokenMaker()({ userId: user.id });
    await store.authorizations.create(token);

    const failing = (): Migration => ({
      async up(db: Kysely<unknown>) {
        await db.schema.dropTable('messages').execute();
        throw new Error('a migration that fails');
      },
    });
    await assert.rejects(migrate(db, engine, { ...MIGRATIONS, '0002-failing': failing }), /that fails/);
    assert.deepEqual(await store.messages.list(1), [], 'the transaction is rolled back');

    const later = (): Migration => ({
      async up(db: Kysely<unknown>) {
        await db.schema
          .alterTable('users')
          .addColumn('nickname', 'text', (column) => column.notNull().defaultTo('none'))
          .execute();
      },
    });
    await migrate(db, engine, { ...MIGRATIONS, '0002-later': later });
    const { rows } = await sql<object>`select nickname from users`.execute(db);
    assert.deepEqual({ ...rows[0] }, { nickname: 'none' });
    assert.deepEqual(await store.users.byLogin(user.login), user);
    assert.equal((await store.authorizations.byHashedToken(token.hashedToken))?.user.login, user.login);
    assert.equal((await addUser(store, { login: 'next' })).id, user.id + 1);
    await assert.rejects(migrate(db, engine), /0002-later/, 'an older version does not use the tables');
  } finally {
    await db.destroy();
  }
}
