import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { addUser, tokenMaker } from '../../../test/contract/engine.ts';
import { openPostgresSchema } from '../../../test/support/postgres.ts';
import { openTcpProxy } from '../../../test/support/tcp-proxy.ts';
import { executeBatch } from '../batch.ts';
import { createStore, openDatabase } from '../open.ts';
import { runTransaction } from '../transactions.ts';
import { requireGroups } from './statement-group.ts';

/** A store over one connection, and a function that counts the round trips of an action. */
async function openCounted(t: TestContext) {
  const direct = await openPostgresSchema(t);
  if (direct === undefined) return undefined;
  const proxy = await openTcpProxy(direct);
  const { db, engine } = await openDatabase(`${proxy.url}&max=1`);
  const store = createStore(db, engine);
  // The connection that opened the database has ended before.
  await store.ping();
  t.after(async () => {
    await store.close();
    proxy.close();
  });
  const roundTripsOf = async (action: () => Promise<unknown>) => {
    const before = proxy.turns;
    await action();
    return proxy.turns - before;
  };
  return { db, store, proxy, roundTripsOf };
}

test('a transaction begins with its first statement, and a batch takes one round trip', async (t) => {
  const { db, roundTripsOf } = (await openCounted(t)) ?? {};
  if (!db || !roundTripsOf) return;
  const trips = await roundTripsOf(() =>
    runTransaction(db, async (transaction) => {
      const logins = transaction.selectFrom('users').select('login');
      const ids = transaction.selectFrom('grants').select('id').where('id', '>', 5);
      assert.deepEqual(await executeBatch(transaction, [logins, ids, logins]), [[], [], []]);
    }),
  );
  assert.equal(trips, 2, 'the batch and the commit');
  assert.equal(await roundTripsOf(() => runTransaction(db, async () => {})), 0);
});

test('a token, the counter of its user and its event take two round trips', async (t) => {
  const { store, roundTripsOf } = (await openCounted(t)) ?? {};
  if (!store || !roundTripsOf) return;
  const { id: userId } = await addUser(store);
  const event = { userId, action: 'x', subject: null, address: '::1', userAgent: null, at: 0 };
  const token = tokenMaker();
  const create = () => store.authorizations.create(token({ userId, note: null }), () => event);
  assert.equal(await roundTripsOf(create), 2);
  assert.equal((await store.authorizations.list(userId, { page: 1, perPage: 10 })).total, 1);
  assert.equal((await store.audit.events(userId, 10)).length, 1);
});

test('a statement that fails ends its group, and later statements of the connection get their own results', async (t) => {
  const { db, store, roundTripsOf } = (await openCounted(t)) ?? {};
  if (!db || !store || !roundTripsOf) return;
  const { id } = await addUser(store);
  const byId = db.selectFrom('users').select('id').where('id', '=', id);
  const byLogin = db.selectFrom('users').select('login_key').where('login_key', '=', 'mona');
  const failing = db.insertInto('organization_members').values({ organization_id: 7, user_id: id });
  for (let attempt = 0; attempt < 2; attempt++) {
    const running = runTransaction(db, (transaction) => executeBatch(transaction, [byId, failing, byLogin]));
    await assert.rejects(running, { code: '23503' });
  }
  // The name of a statement that the server has ignored is not known to it.
  assert.deepEqual(await byLogin.execute(), [{ login_key: 'mona' }]);
  assert.deepEqual(await byId.execute(), [{ id }]);
  assert.deepEqual(
    await runTransaction(db, (transaction) => executeBatch(transaction, [byId, byLogin, byId])),
    [[{ id }], [{ login_key: 'mona' }], [{ id }]],
  );
});

test('a transaction whose connection is closed before its first statement begins on another one', async (t) => {
  const { db, store, proxy } = (await openCounted(t)) ?? {};
  if (!db || !store || !proxy) return;
  const { id: userId } = await addUser(store);
  const token = tokenMaker();
  proxy.cutAt(['insert into "authorizations"'], 'after');
  const created = await store.authorizations.create(token({ userId, note: null }));
  assert.ok(created);
  const { items, total } = await store.authorizations.list(userId, { page: 1, perPage: 10 });
  assert.deepEqual([items.length, total], [1, 1], 'what the closed connection has not committed is lost');
});

test('a version of the client library without the members that a group uses is rejected', () => {
  requireGroups(pg);
  class Connection extends pg.Connection {
    constructor() {
      super();
      Reflect.deleteProperty(this, 'submittedNamedStatements');
    }
  }
  class Query extends pg.Query {}
  Reflect.set(Query.prototype, 'handleCommandComplete', undefined);
  for (const other of [
    { ...pg, Connection },
    { ...pg, Query },
  ])
    assert.throws(() => requireGroups(other), { name: 'DatabaseError', message: /npm install pg@8/ });
});
