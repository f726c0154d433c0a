import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { addUser } from '#test/contract/engine.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { openStore } from '../open.ts';

test('many rows are deleted and restored like few rows', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const store = await openStore(url);
  try {
    const user = await addUser(store);
    const names = { login: null, clientId: null, userAgent: null };
    const call = { ...names, firstAt: 0, lastAt: 0, count: 1, address: '::1', method: 'GET', path: '/' };
    const calls = Array(10_001).fill({ ...call, status: 200, isDeprecated: false });
    await store.audit.addCalls(calls, 20_000);
    const [before, records] = [await store.snapshot(), await store.readAll()];
    await store.restore(before);
    assert.deepEqual(await store.readAll(), records);
    await store.clear();
    assert.deepEqual(await store.audit.calls({}, 1), []);
    assert.deepEqual(await addUser(store), user);
  } finally {
    await store.close();
  }
});

test('operations on all tables have a longer time limit than other statements', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const store = await openStore(`${url}&statement_timeout=200`);
  try {
    const user = await addUser(store);
    await administer(
      url,
      `create function wait() returns trigger language plpgsql
       as $$ begin perform pg_sleep(0.4); return old; end $$;
       create trigger wait before delete on users for each row execute function wait()`,
    );
    await assert.rejects(store.users.delete(user.id), /did not finish in time/);
    await store.clear();
    assert.equal(await store.users.isEmpty(), true);
    // The limit of the connection is not changed.
    const { id } = await addUser(store);
    await assert.rejects(store.users.delete(id), /did not finish in time/);
  } finally {
    await store.close();
  }
});

test('an operation on all tables gives up when a table stays locked', async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const sentences: string[] = [];
  const store = await openStore(url, { report: (sentence) => sentences.push(sentence) });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    await other.query('begin; lock table grants in access share mode');
    await assert.rejects(store.clear(), { name: 'StoreUnavailableError', message: /has locked/ });
    // Its attempts are not an outage.
    assert.deepEqual(sentences, []);
  } finally {
    await other.end();
    await store.close();
  }
});
