import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, serveApi } from '#test/support/accounts/api.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { openStore } from '../../storage/open.ts';
import type { Message } from '../../store/index.ts';
import { selectPreset } from '../lifecycle/parse-schedule.ts';
import type { PresetName } from '../lifecycle/schedule-presets.ts';

const family = '/authorizations';

function serveAt(
  t: TestContext,
  now: string,
  preset: PresetName = 'github',
  database = 'memory',
): Promise<Api> {
  const runtime = createRuntime({ now: Date.parse(now) });
  return serveApi(t, { runtime, lifecycle: selectPreset(preset), database });
}

/** The messages of the outbox, newest first, once there are as many as expected. */
async function mails(api: Api, count: number): Promise<Message[]> {
  for (;;) {
    const messages = await api.store.messages.list(100);
    if (messages.length >= count) return messages;
    await api.runtime.nextIteration();
  }
}

test('a notice about a deprecated call names the time, the program and the announcement', async (t) => {
  const api = await serveAt(t, '2020-09-01T12:00:00Z');
  await api.call('GET', family, { fields: [['User-Agent', 'curl/7.58.0']] });
  const [mail] = await mails(api, 1);
  assert.deepEqual(
    [mail?.channel, mail?.to, mail?.login, mail?.code, mail?.sentAt],
    ['email', 'mona@example.com', 'mona', null, Date.parse('2020-09-01T12:00:00Z')],
  );
  assert.match(mail?.text ?? '', /^Hi @mona,\n\nAt 2020-09-01T12:00:00Z, curl\/7\.58\.0 called /);
  assert.match(mail?.text ?? '', /: GET \/api\/v3\/authorizations\n/);
  assert.match(mail?.text ?? '', /ends at 2020-11-13T16:00:00Z.*2020-02-14-deprecating-oauth-auth-endpoint/);
});

test('a notice masks a secret in the User-Agent', async (t) => {
  const api = await serveAt(t, '2020-09-01T12:00:00Z');
  const secret = '89abcdef0123456789abcdef0123456789abcdef';
  await api.call('GET', family, { fields: [['User-Agent', `tool/1.0 token ${secret}`]] });
  const [mail] = await mails(api, 1);
  assert.match(mail?.text ?? '', /, tool\/1\.0 \*\*\* called /);
});

test('a user gets one notice a day for each program', async (t) => {
  const api = await serveAt(t, '2020-09-01T12:00:00Z');
  await addUser(api, { login: 'hubot' });
  const call = (program: string, as?: string) =>
    api.call('POST', family, { body: '{', fields: [['User-Agent', program]], ...(as ? { as } : {}) });
  for (let count = 0; count < 3; count++) await call('one');
  await call('other');
  await call('one', 'hubot:correct-horse-1');
  assert.equal((await mails(api, 3)).length, 3);
  api.runtime.clock.advance(12 * 60 * 60 * 1000);
  await call('one');
  await call('one');
  const [newest, ...earlier] = await mails(api, 4);
  assert.equal(newest?.sentAt, Date.parse('2020-09-02T00:00:00Z'));
  assert.equal(earlier.length, 3);
});

test('a password on another endpoint has its own notice', async (t) => {
  const api = await serveAt(t, '2020-09-01T12:00:00Z');
  await api.call('GET', family);
  await api.call('GET', '/user');
  await api.call('GET', '/meta');
  const [mail, ...others] = await mails(api, 2);
  assert.match(mail?.text ?? '', /used a password.*: GET \/api\/v3\/user\n/);
  assert.match(mail?.text ?? '', /2020-02-14-deprecating-password-auth/);
  assert.equal(others.length, 1);
});

test('no notice is sent for a token, a wrong password, an unknown path, or a user without an address', async (t) => {
  const api = await serveAt(t, '2020-09-01T12:00:00Z');
  await addToken(api, { token: 'f'.repeat(40), userId: api.user.id });
  await api.call('GET', '/user', { as: `${'f'.repeat(40)}:x-oauth-basic` });
  await api.call('GET', family, { as: 'mona:wrong' });
  await api.call('GET', '/nothing');
  const hermit = await addUser(api, { login: 'hermit' });
  await api.store.users.update(hermit.id, { email: null });
  await api.call('GET', family, { as: 'hermit:correct-horse-1' });
  await api.call('GET', family);
  const [mail, ...others] = await mails(api, 1);
  assert.deepEqual([mail?.login, others], ['mona', []]);
});

test('no notice is sent before the end is announced, without an end, or after it', async (t) => {
  const folder = await temporaryFolder(t);
  const cases: [now: string, preset: PresetName][] = [
    ['2020-02-13', 'github'],
    ['2020-09-30T08:00:00Z', 'github'],
    ['2021-01-01', 'github'],
    ['2020-09-01', 'deprecated'],
    ['2020-09-01', 'supported'],
  ];
  for (const [index, [now, preset]] of cases.entries()) {
    const database = `sqlite:${path.join(folder, `${index}.db`)}`;
    const api = await serveAt(t, now, preset, database);
    await api.call('GET', family);
    await api.call('GET', '/user');
    // Notices in progress are written before the server ends.
    await api.close();
    const store = await openStore(database);
    assert.deepEqual(await store.messages.list(10), [], `${preset} at ${now}`);
    await store.close();
  }
});

test('closing the server writes the notices in progress', async (t) => {
  const database = `sqlite:${path.join(await temporaryFolder(t), 'sparring.db')}`;
  const api = await serveAt(t, '2020-09-01', 'github', database);
  await api.call('GET', family);
  await api.close();
  const store = await openStore(database);
  assert.equal((await store.messages.list(10)).length, 1);
  await store.close();
});

test('a reset clears the record of notices', async (t) => {
  const api = await serveAt(t, '2020-09-01');
  await api.call('GET', family);
  await mails(api, 1);
  await api.operations.serverState.reset();
  assert.deepEqual(await api.store.messages.list(10), []);
  await addUser(api);
  await api.call('GET', family);
  assert.equal((await mails(api, 1)).length, 1);
});
