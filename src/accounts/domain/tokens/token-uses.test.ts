import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { addToken } from '#test/support/accounts/accounts.ts';
import { type Api, client, noon, serveApi } from '#test/support/accounts/api.ts';
import { createTokenUses } from './token-uses.ts';

const token = 'a'.repeat(40);

async function lastUsed(api: Api): Promise<string | null | undefined> {
  // A write of the store runs after the earlier ones, so the recorded uses are stored.
  await api.store.oneTimePasswords.spend(api.user.id, api.runtime.now());
  return (await api.store.authorizations.byId(api.user.id, 1))?.lastUsedAt;
}

const use = (api: Api, as = `x:${token}`) => api.call('GET', '/user', { as });

test('the use of a token is recorded by the hour, for the token and its grant', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id, applicationId: api.application.id });
  assert.equal(await lastUsed(api), null);
  api.runtime.clock.advance(1_830_000);
  assert.equal((await use(api)).status, 200);
  assert.equal(await lastUsed(api), '2026-03-01T12:00:00Z');
  assert.equal((await api.store.grants.byId(api.user.id, 1))?.lastUsedAt, '2026-03-01T12:00:00Z');
  api.runtime.clock.advance(3_600_000);
  await use(api);
  assert.equal(await lastUsed(api), '2026-03-01T13:00:00Z');
});

test('a password, a check by the application and a rejected user are not recorded as a use', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id, applicationId: api.application.id });
  const as = `${client.pair.client_id}:${client.pair.client_secret}`;
  const check = await api.call('POST', `${client.application}/token`, { as, body: { access_token: token } });
  assert.equal(check.status, 200);
  assert.equal((await api.call('GET', '/user')).status, 200);
  await api.store.users.update(api.user.id, { suspendedAt: '2026-03-01T12:00:00Z' });
  assert.equal((await use(api)).status, 403);
  assert.equal(await lastUsed(api), null);
});

/** Uses over a store that records its calls, and that ends each write on request. */
function slowUses() {
  const touched: [id: number, at: string][] = [];
  const errors: (object | undefined)[] = [];
  const latches: PromiseWithResolvers<void>[] = [];
  const runtime = createRuntime({ now: noon });
  const uses = createTokenUses({
    runtime,
    log: { info() {}, warn() {}, error: (_, details) => void errors.push(details) },
    store: {
      touch(id, at) {
        touched.push([id, at]);
        const latch = Promise.withResolvers<void>();
        latches.push(latch);
        return latch.promise;
      },
    },
  });
  return { uses, runtime, touched, errors, latches };
}

const record = (id: number, lastUsedAt: string | null) => ({
  id,
  lastUsedAt,
  userId: 1,
  application: null,
  origin: 'page' as const,
  hashedToken: '',
  tokenLastEight: '',
  note: null,
  noteUrl: null,
  scopes: [],
  fingerprint: null,
  expiresAt: null,
  createdAt: '',
  updatedAt: '',
});

test('a use within a recorded hour, or concurrent with its write, causes no write', () => {
  const { uses, touched } = slowUses();
  uses.record(record(1, '2026-03-01T12:00:00Z'));
  uses.record(record(2, '2026-03-01T11:00:00Z'));
  uses.record(record(2, '2026-03-01T11:00:00Z'));
  uses.record(record(3, null));
  assert.deepEqual(
    touched.map(([id]) => id),
    [2, 3],
  );
});

test('close waits for the recorded uses, and later uses are ignored', async () => {
  const { uses, touched, latches } = slowUses();
  uses.record(record(1, null));
  let isClosed = false;
  const closing = uses.close().then(() => {
    isClosed = true;
  });
  uses.record(record(2, null));
  await new Promise(setImmediate);
  assert.equal(isClosed, false);
  latches[0]?.resolve();
  await closing;
  assert.equal(touched.length, 1);
});

test('a failed write is logged, does not fail the call, and the next use is recorded', async () => {
  const { uses, touched, errors, latches } = slowUses();
  uses.record(record(1, null));
  latches[0]?.reject(new Error('disk full'));
  await new Promise(setImmediate);
  assert.deepEqual([errors.length, touched.length], [1, 1]);
  uses.record(record(1, null));
  assert.equal(touched.length, 2);
  latches[1]?.resolve();
  await uses.close();
});
