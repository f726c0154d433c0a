import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { startServer } from '#server/server.ts';
import { addApplication, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, basic, client, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';
import { request } from '#test/support/wire/wire.ts';

const root = 'https://docs.github.com/enterprise/3.0/rest';

test('a request without a User-Agent gets an HTML error before any other check', async (t) => {
  const api = await serveApi(t);
  for (const [method, where, as] of [
    ['GET', '/user', null],
    ['GET', '/authorizations', 'mona:wrong'],
    ['POST', '/authorizations', 'mona:wrong'],
    ['OPTIONS', '/authorizations', null],
    ['GET', '/', null],
    ['GET', '/nothing', null],
  ] as const) {
    const response = await api.call(method, where, { as, fields: [['User-Agent', '']] });
    assert.equal(response.status, 403, where);
    assert.equal(response.field('Content-Type'), 'text/html; charset=utf-8');
    assert.match(response.text(), /Request forbidden by administrative rules\.[\s\S]*User-Agent/);
  }
  const response = await api.send({ path: '/api/v3/meta' });
  assert.equal(response.status, 403);
});

test('an unknown path of the deprecated endpoints gets 404 after authentication, with the root of the documentation', async (t) => {
  const api = await serveApi(t);
  for (const [method, where] of [
    ['PATCH', '/authorizations'],
    ['DELETE', '/authorizations'],
    ['GET', '/authorizations/nothing/here'],
    ['POST', '/applications/grants'],
    ['PUT', '/applications/grants/1'],
    ['GET', '/applications/grants/1/x'],
    ['GET', `${client.path}`],
  ] as const) {
    assert.equal((await api.call(method, where, { as: null })).status, 401, where);
    const response = await api.call(method, where);
    assert.equal(response.status, 404, where);
    assert.deepEqual(response.json(), { message: 'Not Found', documentation_url: root });
  }
});

test('any other unknown path gets 404, or 401 with wrong credentials', async (t) => {
  const api = await serveApi(t);
  for (const [method, where] of [
    ['GET', '/nothing'],
    ['DELETE', '/user'],
    ['POST', '/'],
    ['POST', ''],
    ['PROPFIND', '/meta'],
    ['GET', '//user'],
    ['GET', '/%ff%00'],
  ] as const) {
    assert.equal((await api.call(method, where, { as: null })).status, 404, where);
    assert.equal((await api.call(method, where)).status, 404, where);
    assert.equal((await api.call(method, where, { as: 'mona:wrong' })).status, 401, where);
  }
});

test('a body that is too large gets an error in the format of the API', async (t) => {
  const api = await serveApi(t, { maxBodySize: 100 });
  const response = await api.call('POST', '/authorizations', { body: { note: 'x'.repeat(200) } });
  assert.equal(response.status, 413);
  assert.deepEqual(Object.keys(members(response)), ['message', 'documentation_url']);
  assert.equal(response.field('Deprecation'), 'Fri, 14 Feb 2020 00:00:00 GMT');
});

test('a body of more than 1 MiB is rejected, also if the server accepts larger ones', async (t) => {
  const api = await serveApi(t, { maxBodySize: 4 * 1024 ** 2 });
  const fields = [['User-Agent', 'test']] as const;
  const statusOf = async (path: string, size: number) =>
    (await api.send({ method: 'POST', path, fields, body: 'a='.padEnd(size, 'x') })).status;
  const note = (size: number) => `{"note":"${'x'.repeat(size - 11)}"}`;
  assert.equal((await api.call('POST', '/authorizations', { body: note(1024 ** 2) })).status, 422);
  assert.equal((await api.call('POST', '/authorizations', { body: note(1024 ** 2 + 1) })).status, 413);
  for (const path of ['/login', '/login/oauth/access_token']) {
    assert.notEqual(await statusOf(path, 1024 ** 2), 413, path);
    assert.equal(await statusOf(path, 1024 ** 2 + 1), 413, path);
  }
  assert.equal(await statusOf('/post', 1024 ** 2 + 1), 200);
});

/** Creates tokens in every way, signs in with right and wrong credentials, and returns every secret that was sent. */
async function useEverything(api: Pick<Api, 'call'>): Promise<string[]> {
  const personal = members(await api.call('POST', '/authorizations', { body: { note: 'n' } }));
  const app = members(await api.call('POST', '/authorizations', { body: { ...client.pair } }));
  const found = members(
    await api.call('PUT', client.path, { body: { ...client.secret, fingerprint: 'laptop' } }),
  );
  const tokens = [personal, app, found].map(({ token }) => String(token));
  const guess = 'f'.repeat(40);
  for (const as of ['mona:wrong-guess', `${guess}:x-oauth-basic`, `mona:${guess}`, `${tokens[0]}:x`]) {
    await api.call('GET', '/authorizations', { as });
  }
  await api.call('GET', '/authorizations', { as: null, fields: [['Authorization', `token ${guess}`]] });
  for (const token of [...tokens, guess]) {
    await api.call('GET', `/user?access_token=${token}`, { as: null });
    await api.call('POST', `/nothing/${token}?access_token=${token}`, { as: null });
    for (const end of ['', '/nothing'])
      await api.call('GET', `${client.application}/tokens/${token}${end}`, { as: clientCredentials });
  }
  const reset = await api.call('POST', `${client.application}/tokens/${tokens.at(-1)}`, {
    as: clientCredentials,
  });
  tokens.push(String(members(reset).token));
  await api.call('POST', '/authorizations', { body: `{"client_secret": ${guess}` });
  return [...tokens, guess, client.pair.client_secret, 'correct-horse-1', 'wrong-guess'];
}

test('the database file and the log contain no token and no secret', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sparring-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const note = (message: string, details?: object) =>
    void lines.push(`${message} ${JSON.stringify(details)}`);
  const server = await startServer({
    database: `sqlite:${path.join(folder, 'data.sqlite')}`,
    port: 0,
    passwordCost: 'test',
    runtime: createRuntime(),
    log: { info: note, warn: note, error: note },
  });
  let secrets: string[] = [];
  try {
    await addUser(server);
    await addApplication(server);
    secrets = await useEverything({
      call: (method, where, { as = 'mona:correct-horse-1', body, fields = [] } = {}) =>
        request(server.port, {
          method,
          path: `/api/v3${where}`,
          fields: [['User-Agent', 'test'], ...(as === null ? [] : basic(as)), ...fields],
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
    });
  } finally {
    // The write-ahead log must be searched too, so the files are copied before a checkpoint.
    for (const file of readdirSync(folder)) lines.push(readFileSync(path.join(folder, file), 'latin1'));
    await server.close();
  }
  for (const file of readdirSync(folder)) lines.push(readFileSync(path.join(folder, file), 'latin1'));
  const everything = lines.join('\n');
  assert.match(everything, /Sign-in failed/);
  assert.match(everything, /buildbot\.example/);
  assert.equal(secrets.length, 8);
  for (const secret of secrets) assert.ok(!everything.includes(secret), `${secret} is kept`);
});

test('a failed sign-in is logged with its address, and with its login only for a known user', async (t) => {
  const warnings: (object | undefined)[] = [];
  const server = await startServer({
    database: 'memory',
    port: 0,
    passwordCost: 'test',
    trustedProxies: ['127.0.0.1'],
    runtime: createRuntime(),
    log: { info() {}, warn: (_, details) => void warnings.push(details), error() {} },
  });
  t.after(() => server.close());
  await addUser(server);
  for (const login of ['Mona', 'nobody']) {
    await request(server.port, {
      path: '/api/v3/user',
      fields: [['User-Agent', 'test'], ['X-Forwarded-For', '198.51.100.7'], ...basic(`${login}:wrong`)],
    });
  }
  assert.deepEqual(warnings, [
    { wrong: 'password', user: 'mona', address: '198.51.100.7' },
    { wrong: 'password', user: null, address: '198.51.100.7' },
  ]);
});

test('an invalid trusted proxy prevents the start', async () => {
  const options = {
    database: 'memory',
    port: 0,
    runtime: createRuntime(),
    log: { info() {}, warn() {}, error() {} },
  };
  await assert.rejects(startServer({ ...options, trustedProxies: ['nonsense'] }), RangeError);
});
