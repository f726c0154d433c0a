import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { addUser } from '#test/support/accounts/accounts.ts';
import { type Api, serveApi } from '#test/support/accounts/api.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';

const twoFactor = { method: 'sms', phone: '+15550100' } as const;

const serveTexting = (t: TestContext, options: Partial<ServerOptions> = {}) =>
  serveApi(t, options, { twoFactor });

/** Requests a code, and returns the newest. */
async function provoke(api: Api): Promise<string> {
  await api.call('PATCH', '/authorizations');
  return (await api.store.messages.list(1))[0]?.code ?? '';
}

test('the newest code of a running server is printed alone', async (t) => {
  const api = await serveTexting(t);
  const words = ['outbox', 'MONA', '--url', api.url];
  const first = await provoke(api);
  assert.deepEqual(await runInProcess(words), { code: 0, out: `${first}\n`, err: '' });
  api.runtime.clock.advance(60_000);
  const second = await provoke(api);
  assert.deepEqual(await runInProcess(words), { code: 0, out: `${second}\n`, err: '' });
});

test('without a code, the exit code is 1 with one sentence', async (t) => {
  const api = await serveTexting(t);
  const { code, out, err } = await runInProcess(['outbox', 'mona', '--url', api.url]);
  assert.deepEqual([code, out], [1, '']);
  assert.equal(
    err,
    'sparring: There is no code for mona; to users with two-factor by text message one is sent, on a POST, PUT or PATCH to /authorizations without a code.\n',
  );
});

test('a used code is not printed', async (t) => {
  const api = await serveTexting(t, { oneTimePasswordReuse: false });
  const code = await provoke(api);
  await api.call('GET', '/user', { fields: [['X-GitHub-OTP', code]] });
  assert.equal((await runInProcess(['outbox', 'mona', '--url', api.url])).code, 1);
  const all = await runInProcess(['outbox', 'mona', '--url', api.url, '--all']);
  assert.match(all.out, /authentication code\. {2}\(used\)\n$/);
});

test('all messages are listed in descending order of time', async (t) => {
  const api = await serveTexting(t);
  const first = await provoke(api);
  api.runtime.clock.advance(60_000);
  const second = await provoke(api);
  const { code, out } = await runInProcess(['outbox', 'mona', '--all', '--url', api.url]);
  assert.equal(code, 0);
  assert.equal(
    out,
    `2026-03-01T12:01:00Z  +15550100  ${second} is your Sparring authentication code.\n` +
      `2026-03-01T12:00:00Z  +15550100  ${first} is your Sparring authentication code.\n`,
  );
  await addUser(api, { login: 'hubot' });
  const none = await runInProcess(['outbox', 'hubot', '--all', '--url', api.url]);
  assert.deepEqual([none.code, none.out], [0, 'Nothing was sent to hubot.\n']);
});

test('without a URL, the command reads the database', async (t) => {
  const base = ['--database', `sqlite:${path.join(await temporaryFolder(t), 'a.db')}`];
  const api = await serveTexting(t, { database: base[1] ?? '' });
  const code = await provoke(api);
  assert.deepEqual(await runInProcess(['outbox', 'mona', ...base]), { code: 0, out: `${code}\n`, err: '' });
  assert.match(
    (await runInProcess(['outbox', 'mona', '--all', ...base])).out,
    new RegExp(` {2}${code} is your`),
  );
  assertUsageError(
    await runInProcess(['outbox', 'moan', ...base]),
    /There is no user "moan" \(did you mean mona\?\)\./,
  );
  assertUsageError(
    await runInProcess(['outbox', 'zaphod', ...base]),
    /There is no user "zaphod"\. The database is \S+a\.db; use --url for a running server\./,
  );
});

test('an invalid request is rejected in one sentence', async (t) => {
  const api = await serveTexting(t);
  assertUsageError(
    await runInProcess(['outbox', 'nobody', '--url', api.url]),
    /rejects the request: There is no user "nobody"\./,
  );
  assertUsageError(
    await runInProcess(['outbox', 'a&limit=0#', '--url', api.url]),
    /There is no user "a&limit=0#"\./,
  );
  assertUsageError(
    await runInProcess(['outbox', 'mona', '--url', 'nonsense']),
    /--url must be a URL that begins with http/,
  );
  const wrong = await runInProcess(['outbox', 'mona', '--url', api.url], {
    variables: { SPARRING_CONTROL_TOKEN: 'wrong' },
  });
  assertUsageError(
    wrong,
    /The control API at \S+ rejects this token; give its token with --control-token-file/,
  );
  assertUsageError(await runInProcess(['outbox']), /missing required argument 'LOGIN'/);
});
