import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const app = { method: 'app', secret } as const;
const sms = { method: 'sms', phone: '+15550100' } as const;

test('the code of an authenticator app is valid at the time of the server', async (t) => {
  const api = await serveApi(t, {}, { twoFactor: app });
  api.runtime.clock.freeze(1111111109_000);
  const { code, out, err } = await runInProcess(['user', 'code', 'MONA', '--url', api.url]);
  assert.deepEqual([code, out, err], [0, '081804\n', '']);
  const response = await api.call('GET', '/user', { fields: [['X-GitHub-OTP', out.trim()]] });
  assert.equal(response.status, 200);
});

test('the newest code by text message is printed', async (t) => {
  const api = await serveApi(t, {}, { twoFactor: sms });
  await api.call('PATCH', '/authorizations');
  const [message] = await api.store.messages.list(1);
  const { code, out } = await runInProcess(['user', 'code', 'mona', '--url', api.url]);
  assert.deepEqual([code, out], [0, `${message?.code}\n`]);
});

test('without a URL, the command reads the database and uses the clock of this machine', async (t) => {
  const database = `sqlite:${path.join(await temporaryFolder(t), 'a.db')}`;
  const api = await serveApi(t, { database, runtime: createRuntime() }, { twoFactor: app });
  await addUser(api, { login: 'robin', twoFactor: sms });
  await addUser(api, { login: 'plain' });
  const user = (login: string) => runInProcess(['user', 'code', login, '--database', database]);
  const { out } = await user('mona');
  assert.match(out, /^\d{6}\n$/);
  const response = await api.call('GET', '/user', { fields: [['X-GitHub-OTP', out.trim()]] });
  assert.equal(response.status, 200);

  const none = await user('robin');
  assertUsageError(none, /^sparring: No valid code was sent to robin\. The database is \S+a\.db; use --url/);
  await api.call('PATCH', '/authorizations', { as: 'robin:correct-horse-1' });
  assert.match((await user('robin')).out, /^\d{6}\n$/);
  assertUsageError(await user('plain'), /plain has no second factor; sparring user two-factor/);
  assertUsageError(await user('moan'), /There is no user "moan" \(did you mean mona\?\)/);
});
