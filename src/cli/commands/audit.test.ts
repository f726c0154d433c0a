import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { type Api, client, noon, serveApi } from '#test/support/accounts/api.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';

/** Calls of two programs. Some calls of one program are not deprecated, and one is rejected. */
async function makeCalls({ call, runtime, authorizationContext }: Api): Promise<void> {
  const gist = [['User-Agent', 'gist/6.0']] as const;
  const hub = [['User-Agent', 'hub 2.14']] as const;
  await call('GET', '/authorizations', { fields: gist });
  await call('POST', '/authorizations', { fields: gist, body: { note: 'n' } });
  await call('POST', '/authorizations', { fields: gist, body: { note: 'n' } });
  runtime.clock.advance(3_600_000);
  await call('PUT', client.path, { fields: hub, body: client.secret });
  await call('GET', '/admin/tokens', { fields: hub });
  await authorizationContext.audit.flush();
}

const TABLE = `PROGRAM   USER  APPLICATION           CALLS  REFUSED  LAST
hub 2.14  mona  0123456789abcdef0123  1      0        2026-03-01T13:00:00Z
gist/6.0  mona  -                     3      1        2026-03-01T12:00:00Z
`;

test('the table lists the programs that make deprecated calls', async (t) => {
  const api = await serveApi(t);
  await makeCalls(api);
  assert.deepEqual(await runInProcess(['audit', '--url', api.url]), { code: 0, out: TABLE, err: '' });
});

test('without a URL, the command reads the database', async (t) => {
  const database = `sqlite:${path.join(await temporaryFolder(t), 'a.db')}`;
  const api = await serveApi(t, { database });
  await makeCalls(api);
  assert.deepEqual(await runInProcess(['audit', '--database', database]), { code: 0, out: TABLE, err: '' });
  const calls = await runInProcess(['audit', '--database', database, '--calls', '--user-agent', 'HUB']);
  assert.match(calls.out, /^TIME .*\n2026-03-01T13:00:00Z {2}201 .* hub 2\.14 .*\n$/);
});

test('flags select user, application, program, time and all calls', async (t) => {
  const api = await serveApi(t);
  await makeCalls(api);
  const programs = async (...words: string[]) => {
    const { out } = await runInProcess(['audit', '--url', api.url, ...words]);
    return [...out.matchAll(/^(?:hub|gist)/gm)].map(([name]) => name);
  };
  assert.deepEqual(await programs('--login', 'MONA'), ['hub', 'gist']);
  assert.deepEqual(await programs('--login', 'hubot'), []);
  assert.deepEqual(await programs('--client-id', '0123456789abcdef0123'), ['hub']);
  assert.deepEqual(await programs('--user-agent', 'gist'), ['gist']);
  assert.deepEqual(await programs('--since', '30m'), ['hub']);
  assert.deepEqual(await programs('--since', '2026-03-01T12:30:00Z'), ['hub']);
  assert.deepEqual(await programs('--all'), ['hub', 'hub', 'gist']);
});

test('the calls are listed in descending order of time', async (t) => {
  const api = await serveApi(t);
  await makeCalls(api);
  const { out } = await runInProcess(['audit', '--calls', '--url', api.url]);
  const [head, first] = out.split('\n');
  assert.match(head ?? '', /^TIME +STATUS +METHOD +PATH +PROGRAM +USER +APPLICATION +ADDRESS$/);
  assert.match(
    first ?? '',
    /^2026-03-01T13:00:00Z +201 +PUT +\/api\/v3\/authorizations\/clients\/\{client_id\} +hub 2\.14 +mona +0123456789abcdef0123 +127\.0\.0\.1$/,
  );
  assert.doesNotMatch(out, /admin/);
});

test('--json prints the response of the control API, and the server', async (t) => {
  const api = await serveApi(t);
  await makeCalls(api);
  for (const [words, query] of [
    [[], 'audit/uses?deprecated=true'],
    [['--calls', '--all'], 'audit?deprecated=false'],
  ] as const) {
    const { out } = await runInProcess(['audit', '--json', '--url', api.url, ...words]);
    const response = Object((await api.get(`/_sparring/${query}`)).json());
    assert.deepEqual(JSON.parse(out), { ...response, server: api.url });
  }
});

test('control characters in User-Agent do not reach the terminal', async (t) => {
  const api = await serveApi(t);
  const call = { firstAt: noon, lastAt: noon, count: 1, method: 'GET', path: '/x', status: 200 };
  const who = { login: 'mona', clientId: null, userAgent: 'x\x1b[2J\x9b\ny', address: '127.0.0.1' };
  await api.store.audit.addCalls([{ ...call, ...who, isDeprecated: true }], 10);
  const { out } = await runInProcess(['audit', '--url', api.url]);
  assert.match(out, /\nx \[2J y {2}mona [^\n]+\n$/);
});

test('an empty audit is reported with the name of the database or the server', async (t) => {
  const database = path.join(await temporaryFolder(t), 'a.db');
  assert.equal(
    (await runInProcess(['audit', '--database', `sqlite:${database}`])).out,
    `No deprecated call is recorded in ${database}; use --url for a running server.\n`,
  );
  const { url } = await serveApi(t);
  assert.deepEqual(await runInProcess(['audit', '--url', url]), {
    code: 0,
    out: 'No deprecated call is recorded.\n',
    err: '',
  });
  assert.equal((await runInProcess(['audit', '--all', '--url', url])).out, 'No call is recorded.\n');
});

test('an invalid time is rejected before a request', async () => {
  assertUsageError(
    await runInProcess(['audit', '--since', 'yesterday', '--url', 'http://127.0.0.1:1']),
    /^sparring: --since must be a date or timestamp, such as .*, or a duration such as 24h, not "yesterday"\.\n$/,
  );
});
