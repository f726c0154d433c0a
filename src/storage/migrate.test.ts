import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { at, later, newApplication, newUser, tokenMaker } from '../../test/contract/engine.ts';
import { openPostgresSchema } from '../../test/support/postgres.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { initial } from './migrations/0001-initial.ts';
import { createStore } from './open.ts';
import { openPostgres } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Tables } from './tables.ts';

test('the migrations keep the records of the first tables on SQLite', async () => {
  await checkMigrations(openSqlite('memory'));
});

test('the migrations keep the records of the first tables on PostgreSQL', async (t) => {
  const url = await openPostgresSchema(t);
  if (url !== undefined) await checkMigrations(await openPostgres(url));
});

type FirstTables = Record<
  'users' | 'applications' | 'grants' | 'authorizations',
  Record<string, string | number | null>
>;

async function checkMigrations(engine: Engine): Promise<void> {
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  try {
    const schema = await engine.schema?.(db);
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => ({ '0001-initial': initial(engine.columns) }) },
      ...(schema !== undefined && { migrationTableSchema: schema }),
    }).migrateToLatest();
    assert.equal(error, undefined);
    const times = { created_at: at, updated_at: at };
    const first = db.withTables<FirstTables>();
    await first
      .insertInto('users')
      .values({
        login: 'mona',
        login_key: 'mona',
        site_admin: 0,
        password_hash: '$argon2id$',
        two_factor_method: 'app',
        two_factor_secret: 'JBSW',
        authorization_count: 1,
        grant_count: 1,
        ...times,
      })
      .execute();
    const { name, url, clientId, secretDigest } = newApplication();
    await first
      .insertInto('applications')
      .values({ name, url, client_id: clientId, secret_digest: secretDigest, owner_id: 1, ...times })
      .execute();
    const place = { user_id: 1, application_id: 1, scopes: '["repo"]', ...times };
    await first
      .insertInto('grants')
      .values({ ...place, authorization_count: 1 })
      .execute();
    const { hashedToken, tokenLastEight } = tokenMaker()({});
    await first
      .insertInto('authorizations')
      .values({ ...place, hashed_token: hashedToken, token_last_eight: tokenLastEight })
      .execute();
    await sql`insert into sign_in_failures (key, count, first_at) values ('login:mona', 10, 1000)`.execute(
      db,
    );

    await migrate(db, engine);
    const store = createStore(db, engine);
    const user = { id: 1, ...newUser({ twoFactor: { method: 'app', secret: 'JBSW' } }) };
    assert.deepEqual(await store.users.byLogin('mona'), user);
    const application = { id: 1, ...newApplication({ ownerId: 1 }) };
    assert.deepEqual(await store.applications.list(), [application]);
    const found = await store.authorizations.byHashedToken(hashedToken);
    assert.partialDeepStrictEqual(found?.authorization, {
      origin: 'interface',
      expiresAt: null,
      lastUsedAt: null,
      scopes: ['repo'],
    });
    await store.authorizations.update(1, 1, () => ({ scopes: ['gist'] }), later);
    assert.partialDeepStrictEqual(await store.grants.byApplication(1, 1), {
      scopes: ['gist'],
      lastUsedAt: null,
    });
    const rules = { at: 1900, window: 900, limit: 10 };
    await store.signInFailures.attempt('login:hubot', rules);
    assert.equal(
      await store.signInFailures.attempt('login:mona', rules),
      undefined,
      'the login is still locked',
    );
    assert.equal(await store.applications.delete(1), true);
    assert.deepEqual(await store.authorizations.list(1, { page: 1, perPage: 1 }), { items: [], total: 0 });
  } finally {
    await db.destroy();
  }
}
