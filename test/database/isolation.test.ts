import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { createRuntime } from '#runtime.ts';
import { openPostgresEngine } from '#shared/postgres/engine.ts';
import { members } from '../support/accounts/api.ts';
import { openPgBouncer } from '../support/databases/pgbouncer.ts';
import { administer, openPostgresSchema } from '../support/databases/postgres.ts';
import { create } from '../support/databases/troubled-server.ts';
import { serveControlled } from '../support/servers/control.ts';

/** The URL of a schema for a role whose transactions have this isolation level by default. */
async function openSchemaOfRole(t: TestContext, level: string): Promise<string | undefined> {
  const owner = await openPostgresSchema(t);
  if (owner === undefined) return undefined;
  const role = /search_path(?:=|%3D)(\w+)/i.exec(owner)?.[1] ?? '';
  await administer(
    owner,
    `create role ${role} superuser login password 'p';
     alter role ${role} set default_transaction_isolation = '${level}'`,
  );
  // After the hooks that the test adds later.
  t.after(() => t.after(() => administer(owner, `drop owned by ${role}; drop role ${role}`)));
  return Object.assign(new URL(owner), { username: role, password: 'p' }).href;
}

/** Records the isolation level of each change of a row, also of changes that are rolled back. */
const RECORD_LEVELS = `
  create sequence other_levels minvalue 0 start 0;
  select nextval('other_levels');
  create function record_level() returns trigger language plpgsql as $$ begin
    if current_setting('transaction_isolation') <> 'read committed' then perform nextval('other_levels'); end if;
    return coalesce(new, old);
  end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = current_schema loop
      execute format('create trigger level before insert or update or delete on %I for each row execute function record_level()', name);
    end loop;
  end $$`;

for (const level of ['serializable', 'repeatable read'])
  for (const via of ['directly', 'through PgBouncer'])
    test(`writes ${via} are read committed for a role whose default is ${level}`, async (t) => {
      const direct = await openSchemaOfRole(t, level);
      const database = via === 'directly' ? direct : direct && (await openPgBouncer(t, direct));
      if (direct === undefined || database === undefined) return;
      const server = await serveControlled(t, { database, auditLimit: 0 });
      await administer(direct, RECORD_LEVELS);

      // Sign-ins, sessions and uses of tokens are single statements; the others are transactions.
      for (const as of ['nobody:wrong', 'mona:wrong']) await server.call('GET', '/user', { as });
      const created = await Promise.all(Array.from({ length: 20 }, (_, at) => create(server, `${at}`)));
      assert.deepEqual(new Set(created.map(({ status }) => status)), new Set([201]));
      const used = await Promise.all(
        created.map((response) => server.call('GET', '/user', { as: `${members(response).token}:` })),
      );
      assert.deepEqual(new Set(used.map(({ status }) => status)), new Set([200]));
      // Concurrent changes of one row, each in a single statement: at another level, all but one fail.
      const names = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) => server.store.users.update(server.user.id, { name: `${at}` })),
      );
      assert.deepEqual(
        names.filter(({ status }) => status === 'rejected'),
        [],
      );
      for (const response of created)
        assert.equal(
          (await server.call('DELETE', `/authorizations/${String(members(response).id)}`)).status,
          204,
        );

      const client = new pg.Client({ connectionString: direct });
      await client.connect();
      t.after(() => client.end());
      assert.deepEqual((await client.query('show default_transaction_isolation')).rows, [
        { default_transaction_isolation: level },
      ]);
      assert.deepEqual((await client.query('select last_value from other_levels')).rows, [
        { last_value: '0' },
      ]);
    });

test('nodes of a role whose default is serializable change shared values and counters concurrently', async (t) => {
  const url = await openSchemaOfRole(t, 'serializable');
  if (url === undefined) return;
  const runtime = createRuntime();
  const log = { info() {}, warn() {}, error() {} };
  const open = async () => {
    const engine = await openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
    t.after(() => engine.close());
    return engine;
  };
  const engines = await Promise.all(Array.from({ length: 4 }, open));
  await Promise.all(
    engines.flatMap((engine) =>
      Array.from({ length: 25 }, () => engine.counters('calls', 10).add('mona', { by: 1 })),
    ),
  );
  assert.deepEqual(await engines[0]?.counters('calls', 10).read(['mona']), [100]);

  const changes = await Promise.all(engines.map((engine) => engine.values.set('clock', 0, 'now')));
  assert.equal(changes.filter(Boolean).length, 1);
});
