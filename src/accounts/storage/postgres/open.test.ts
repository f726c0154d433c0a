import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { addApplication, addUser, listsOf, tokenMaker } from '#test/contract/engine.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { until } from '#test/support/until.ts';
import { openStore } from '../open.ts';

test('a connection that the server closes, idle or active, affects only its own queries', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  // A separate name, because other tests are connected to the same server.
  const named = new URL(url);
  named.searchParams.set('application_name', 'sparring-cut');
  const store = await openStore(named.href);
  try {
    const user = await addUser(store);
    const { id: applicationId } = await addApplication(store);
    const token = tokenMaker();
    const cut = () =>
      administer(
        url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sparring-cut'",
      );

    await cut();
    await untilAnswered(() => store.ping());

    const busy = Array.from({ length: 200 }, (_, at) =>
      store.authorizations.create(token({ userId: user.id, applicationId, fingerprint: `${at}` })),
    );
    const settled = Promise.allSettled(busy);
    await cut();
    const made = (await settled).filter(({ status }) => status === 'fulfilled').length;
    await untilAnswered(() => store.ping());
    const { authorizations, perApplication } = await listsOf(store, user.id);
    assert.ok(authorizations.total >= made);
    assert.equal(authorizations.items.length, authorizations.total);
    assert.equal(perApplication[0]?.items.length, perApplication[0]?.total);
  } finally {
    await store.close();
  }
});

test('revoking the access of an application waits for a concurrent exchange of a code', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const store = await openStore(url);
  const beside = new pg.Client({ connectionString: url });
  await beside.connect();
  try {
    const { id: userId } = await addUser(store);
    const { id: applicationId } = await addApplication(store);
    // Delays the transaction that makes the token just before its end.
    await administer(
      url,
      `create function wait() returns trigger language plpgsql
       as $$ begin perform pg_sleep(1); return old; end $$`,
    );
    await administer(
      url,
      'create trigger wait after delete on device_codes for each row execute function wait()',
    );
    const now = 1_583_053_200_000;
    const code = { digest: 'd', userCode: 'WDJB-MJHT', applicationId, scopes: [], network: '::1' };
    const limits = { ofApplication: 1, ofNetwork: 1, inAll: 1 };
    await store.deviceCodes.add({ ...code, expiresAt: now + 60_000, interval: 5 }, now, limits);
    const consent = { userId, scopes: [], organizationIds: [] };
    await store.deviceCodes.decide('d', { decision: 'granted', ...consent });
    const token = tokenMaker()({ userId, applicationId });
    const made = store.authorizations.createInFlow(token, 10, { deviceCode: 'd' });
    const delayed =
      "select from pg_stat_activity where wait_event = 'PgSleep' and query like '%device_codes%'";
    await until(async () => (await beside.query(delayed)).rowCount !== 0);
    await store.applications.revokeAll(applicationId);
    assert.ok(await made);
    const { authorizations, grants } = await listsOf(store, userId);
    assert.deepEqual([authorizations.total, grants.total], [0, 0]);
  } finally {
    await beside.end();
    await store.close();
  }
});

test('deleting an application deletes a grant that is added at the same time', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const store = await openStore(url);
  const beside = new pg.Client({ connectionString: url });
  await beside.connect();
  try {
    const user = await addUser(store);
    const { id } = await addApplication(store);
    await beside.query('begin');
    await beside.query('update users set grant_count = grant_count + 1');
    await beside.query(
      `insert into grants (user_id, application_id, scopes, created_at, updated_at)
       values ($1, $2, '[]', 0, 0)`,
      [user.id, id],
    );
    const deleted = store.applications.delete(id);
    // The deletion found no grant, and now waits for the transaction that adds this one.
    const waiting = 'select from pg_locks where not granted';
    for (let tries = 0; tries < 1000 && (await beside.query(waiting)).rowCount === 0; tries++);
    await beside.query('commit');
    assert.equal(await deleted, true);
    assert.deepEqual(await store.grants.list(user.id, { page: 1, perPage: 30 }), { items: [], total: 0 });
  } finally {
    await beside.end();
    await store.close();
  }
});

/** Each attempt may still get one of the closed connections. */
async function untilAnswered(ask: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      return await ask();
    } catch {}
  }
  await ask();
}
