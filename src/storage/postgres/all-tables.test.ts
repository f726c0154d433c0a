import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '../../../test/contract/engine.ts';
import { openPostgresSchema } from '../../../test/support/postgres.ts';
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
    const before = await store.snapshot();
    await store.restore(before);
    assert.deepEqual(await store.snapshot(), before);
    await store.clear();
    assert.deepEqual(await store.audit.calls({}, 1), []);
    assert.deepEqual(await addUser(store), user);
  } finally {
    await store.close();
  }
});
