import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRuntime } from '#runtime.ts';
import { runFiftyTimes } from '#test/contract/concurrency.ts';
import { addApplication, addUser, at, listsOf, tokenMaker } from '#test/contract/engine.ts';
import { addOrganization } from '#test/contract/organizations.ts';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { createStore, openDatabase, openStore } from '../open.ts';
import { repeatWhileUndefined, runTransaction } from './transactions.ts';

test('concurrent transactions succeed on a PostgreSQL server whose default isolation level is another', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const strict = new URL(url);
  const options = strict.searchParams.get('options');
  strict.searchParams.set('options', `${options} -c default_transaction_isolation=serializable`);
  const [store, other] = [await openStore(strict.href), await openStore(strict.href)];
  try {
    const { id: userId } = await addUser(store);
    const { id: applicationId } = await addApplication(store);
    const token = tokenMaker();
    const changes = runFiftyTimes([store, other], async ({ authorizations }, turn) => {
      const made = await authorizations.create(token({ userId, applicationId, fingerprint: `${turn}` }));
      const id = made?.id ?? 0;
      await authorizations.update(userId, id, () => ({ scopes: [`s${turn}`] }), at);
      if (turn % 2 === 0) await authorizations.delete(userId, id, at);
    });
    await Promise.all(changes);
    const { authorizations } = await listsOf(store, userId);
    assert.deepEqual([authorizations.items.length, authorizations.total], [25, 25]);
  } finally {
    await store.close();
    await other.close();
  }
});

test('a transaction that conflicts is run five times, after different delays', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const waits: number[] = [];
  const fractions = [0, 0.25, 0.5, 0.75, 1];
  const runtime = {
    ...createRuntime(),
    fraction: () => fractions[waits.length] ?? 0,
    wait: async (milliseconds: number) => void waits.push(milliseconds),
  };
  const { db } = await openDatabase(url, { runtime });
  try {
    const conflict = sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`;
    await assert.rejects(
      runTransaction(db, (transaction) => conflict.execute(transaction)),
      { name: 'StoreUnavailableError', message: /conflicts with others/ },
    );
    assert.deepEqual(waits, [0, 5, 10, 15, 20]);
    assert.equal(await runTransaction(db, async () => 1), 1);
    assert.equal(waits.length, 5);
  } finally {
    await db.destroy();
  }
});

test('steps that never end because of others are given up', async () => {
  let attempts = 0;
  const steps = async () => (++attempts === 3 ? { result: 'done' } : undefined);
  assert.equal(await repeatWhileUndefined(steps), 'done');
  await assert.rejects(
    repeatWhileUndefined(async () => undefined),
    { name: 'StoreUnavailableError', retryAfter: 1 },
  );
});

test('a lock of a row on PostgreSQL does not write the row', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const { db, engine } = await openDatabase(url);
  const store = createStore(db, engine);
  try {
    const { id: userId } = await addUser(store);
    const { id: applicationId } = await addApplication(store);
    const { id: organizationId } = await addOrganization(store);
    const made = await store.authorizations.create(tokenMaker()({ userId, applicationId }));
    /** The places of the rows: an update writes a row to another place. */
    const places = async () => {
      const { rows } = await sql<object>`
        select u.ctid as "user", a.ctid as application, o.ctid as organization
        from users u, applications a, organizations o
      `.execute(db);
      return rows;
    };
    const before = await places();
    await store.recoveryCodes.replace(userId, ['a']);
    await store.authorizations.update(userId, made?.id ?? 0, () => ({ note: 'changed' }), at);
    await store.authorizations.delete(userId, 1000, at);
    await store.authorizations.deleteAllPersonal(userId);
    await store.organizations.setMembers(organizationId, [userId]);
    assert.equal(await store.users.update(userId, {}), true);
    assert.equal(await store.applications.update(applicationId, {}), true);
    assert.equal(await store.organizations.update(organizationId, {}), true);
    assert.deepEqual(await places(), before);
  } finally {
    await store.close();
  }
});

test('a change without a member of a record that does not exist is reported', async () => {
  const { db, engine } = await openDatabase('memory');
  const store = createStore(db, engine);
  for (const records of [store.users, store.applications, store.organizations])
    assert.equal(await records.update(1, {}), false);
  await store.close();
});
