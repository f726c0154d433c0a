import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ServerOptions } from '#server/server.ts';
import { entriesWhen } from '#test/support/journal.ts';
import { addRule } from '#test/support/rules.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import type { WireRequest } from '#test/support/wire/wire.ts';
import type { RecordedExchange } from './record.ts';

const PASSWORD = 'zebra-9';
const TOKEN = '0123456789abcdef0123456789abcdef01234567';
const SHORT = 'q7Z';

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** All forms of the credentials of the requests. */
const SECRETS = [
  PASSWORD,
  TOKEN,
  SHORT,
  ...[basic('mona', PASSWORD), basic(TOKEN, 'x-oauth-basic')].map((value) => value.slice('Basic '.length)),
];

const json = (value: unknown) => JSON.stringify(value);

const MULTIPART = [
  '--b\r\nContent-Disposition: form-data; name="login"\r\n\r\nmona\r\n',
  `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${PASSWORD}\r\n--b--\r\n`,
].join('');

/** Requests with credentials in every place that has a name. */
const REQUESTS: readonly WireRequest[] = [
  { path: '/api/v3/user', fields: [['Authorization', basic('mona', PASSWORD)]] },
  { path: '/api/v3/user', fields: [['Authorization', basic(TOKEN, 'x-oauth-basic')]] },
  { path: '/api/v3/user', fields: [['Authorization', `token ${TOKEN}`]] },
  { path: '/api/v3/user', fields: [['authorization', `Bearer ${TOKEN}`]] },
  { path: '/api/v3/user', fields: [['X-GitHub-OTP', SHORT]] },
  { path: `/api/v3/user?access_token=${TOKEN}&a=1` },
  { path: `/api/v3/user?a=1&client%5Fsecret=${SHORT}` },
  { path: `/login/oauth/authorize?code=${TOKEN}`, fields: [['Referer', `http://a/?code=${TOKEN}`]] },
  { path: `/api/v3/applications/id/tokens/${TOKEN}?a=1` },
  { path: `/api/v3/applications/id/grants/${TOKEN}` },
  { path: '/settings/tokens', fields: [['Cookie', `sparring_session=${TOKEN}; other=${SHORT}`]] },
  ...[
    ['application/x-www-form-urlencoded', `login=mona&password=${PASSWORD}&a=1`],
    ['application/x-www-form-urlencoded', `pass%77ord=${SHORT}`],
    ['application/json', json({ login: 'mona', password: PASSWORD, list: [{ token: TOKEN }] })],
    ['application/json', `{"\\u0070assword":"${SHORT}"}`],
    ['application/vnd.github+json', json({ client_secret: [SHORT, { a: TOKEN }] })],
    ['multipart/form-data; boundary=b', MULTIPART],
    // Bodies that cannot be searched.
    ['application/json', `password=${PASSWORD}`],
    ['application/json', json({ text: 'x'.repeat(2000), password: PASSWORD })],
    ['application/x-www-form-urlencoded', `a=${'x'.repeat(2000)}&password=${PASSWORD}`],
    ['text/plain', `the password is ${PASSWORD}`],
    ['application/octet-stream', TOKEN],
    ['application/json; charset=utf-16le', Buffer.from(json({ password: PASSWORD }), 'utf16le')],
  ].map(
    ([type, body]): WireRequest => ({
      method: 'POST',
      path: '/login/oauth/access_token',
      fields: [['Content-Type', String(type)]],
      body: body ?? '',
    }),
  ),
  {
    method: 'POST',
    path: '/api/v3/authorizations',
    fields: [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
    ],
    body: gzipSync(json({ password: PASSWORD })),
  },
];

/** A response with all parts of the request. */
const ECHO = {
  status: 201,
  template: true,
  headers: {
    'X-Authorization': '{{header.Authorization}}',
    'X-Otp': '{{header.X-GitHub-OTP}}',
    'X-Query': 'a {{query.access_token}} {{query.client_secret}} {{query.code}}',
    'X-Form': '{{form.password}}',
    'X-Json': '{{json/password}} {{json/list/0/token}}',
    'X-Url': '{{url}}',
    'X-Rest': '{{path.rest}}',
  },
  json: { url: '{{url}}', body: '{{json/password}}', authorization: '{{header.Authorization}}' },
} as const;

async function serveEcho(t: TestContext, options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const server = await serve(t, { journalBodySize: 1000, ...options });
  addRule(server, { id: 'echo', bin: 't1', match: { path: '/{rest*}' }, respond: ECHO });
  return server;
}

/** Everything that callers of the control API can read with the credentials of entries, as text. */
async function readAll(server: TestServer): Promise<string> {
  const { journal } = server;
  const texts: string[] = [];
  const read = async (path: string, method = 'GET', body?: string) => {
    const answer = await server.send({ path, method, ...(body !== undefined && { body }) });
    // A body that is not kept has no content, and a difference can be none.
    assert.ok([200, 204, 408, 409, 422].includes(answer.status), `${path} ${answer.text()}`);
    texts.push(answer.text(), answer.fields.join());
  };
  await read('/_sparring/requests?secrets=show');
  await read('/_sparring/requests.har?secrets=show');
  await read('/_sparring/inspector');
  await read('/_sparring/requests/await?secrets=show', 'POST', '{"match":{},"count":1}');
  await read('/_sparring/requests/verify?secrets=show', 'POST', '{"match":{"path":"/nowhere"},"count":1}');
  const ids = journal?.entries().map(({ id }) => id) ?? [];
  for (const id of ids) {
    await read(`/_sparring/requests/${id}?secrets=show`);
    await read(`/_sparring/requests/${id}/request.body`);
    await read(`/_sparring/requests/${id}/response.body`);
    for (const format of ['curl', 'fetch', 'python'])
      await read(`/_sparring/requests/${id}/as/${format}?secrets=show`);
    await read(`/_sparring/requests/${id}/diff/${ids[0] ?? id}?secrets=show`);
    await read('/_sparring/rules/explain?secrets=show', 'POST', `{"request":${id}}`);
    await read('/_sparring/rules/import?dry=true', 'POST', `{"requests":[${id}],"secrets":"keep"}`);
  }
  texts.push(
    JSON.stringify(journal?.entries(), (_, value) =>
      value instanceof Uint8Array ? `${Buffer.from(value).toString('latin1')} ${hex(value)}` : value,
    ),
  );
  return texts.join('\n');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function assertNoSecret(text: string): void {
  for (const secret of SECRETS)
    for (const form of [
      secret,
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      hex(Buffer.from(secret)),
    ])
      assert.ok(
        !text.includes(form),
        `${secret} is in ${text.slice(Math.max(0, text.indexOf(form) - 300), text.indexOf(form) + 100)}`,
      );
}

const exchanges = (server: TestServer): RecordedExchange[] =>
  server.journal?.entries().flatMap((entry) => (entry.kind === 'exchange' ? [entry] : [])) ?? [];

describe('a request of a bin to a path of the API or its pages', () => {
  it('is recorded without its credentials and without the content of the response, if a rule answers it', async (t) => {
    const server = await serveEcho(t, { h2c: true });
    for (const [index, wanted] of REQUESTS.entries()) {
      const atHost = [...(wanted.fields ?? []), ['Host', 't1.bin.localhost']] as const;
      if (index % 3 === 0)
        assert.equal((await requestHttp2(server.url, { ...wanted, fields: atHost })).status, 201);
      else if (index % 3 === 1) assert.equal((await server.send({ ...wanted, fields: atHost })).status, 201);
      else assert.equal((await server.send({ ...wanted, path: `/bin/t1${wanted.path}` })).status, 201);
    }
    await entriesWhen(
      server,
      (all) => all.length === REQUESTS.length && all.every((each) => 'ended' in each && each.ended),
    );
    for (const { rules, response, service, bin, request } of exchanges(server)) {
      assert.deepEqual([rules[0]?.id, service, bin, response?.status], ['echo', 'testing', 't1', 201]);
      const body = response?.body;
      assert.deepEqual([body?.kept.length, body?.truncated, body?.sha256], [0, true, null]);
      assert.ok((body?.length ?? 0) > 0);
      assert.ok(request.body.sha256 === null || request.body.kept.length === request.body.length);
    }
    const text = await readAll(server);
    assertNoSecret(text);
    const digests = REQUESTS.flatMap(({ body }) =>
      body ? createHash('sha256').update(body).digest('hex') : [],
    );
    for (const digest of digests) assert.ok(!text.includes(digest));
  });

  it('keeps what is no credential', async (t) => {
    const server = await serveEcho(t);
    const body = 'login=mona&password=zebra-9&scope=repo';
    await server.send({
      method: 'POST',
      path: '/bin/t1/login/oauth/access_token?a=1&code=abc',
      fields: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
      ],
      body,
    });
    await entriesWhen(server, (all) => all.length === 1);
    const [{ request, response } = assert.fail()] = exchanges(server);
    assert.equal(request.target, '/bin/t1/login/oauth/access_token?a=1&code=***');
    assert.equal(Buffer.from(request.body.kept).toString(), 'login=mona&password=***&scope=repo');
    assert.deepEqual([request.body.length, request.body.sha256], [body.length, null]);
    assert.ok(request.headers.some(([name, value]) => name === 'Accept' && value === 'application/json'));
    assert.ok(response?.headers.some(([name, value]) => name === 'X-Form' && value === '***'));
    assert.ok(response?.headers.some(([name]) => name === 'Content-Length'));
    const { entries } = JSON.parse((await server.get('/_sparring/requests?rule=echo')).text());
    assert.equal(entries?.length ?? 1, 1);
  });

  it('is in the live feed without its credentials', async (t) => {
    const server = await serveEcho(t);

    const feed = await fetch(`${server.url}/_sparring/requests/live?secrets=show`, {
      signal: AbortSignal.timeout(20_000),
    });
    assert.ok(feed.body);
    await server.send({
      method: 'POST',
      path: '/bin/t1/login',
      fields: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: `password=${PASSWORD}&code=${SHORT}`,
    });
    let text = '';
    for await (const chunk of feed.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (/event: done/.test(text) || text.includes('"ended":"answered"')) break;
    }
    assert.match(text, /\/bin\/t1\/login/);
    assertNoSecret(text);
  });

  it('is not recorded if no rule answers it', async (t) => {
    for (const journalAuthorizations of [false, true]) {
      const server = await serve(t, { journalAuthorizations, unmatched: '404' });
      addRule(server, { bin: 't1', match: { path: '/login' }, pass: true });
      addRule(server, { bin: 't1', match: { path: '/logout' }, delay: 0.001, count: 0 });
      addRule(server, { bin: 't1', match: { path: '/settings' }, dribble: '2,0.01', count: 0 });
      for (const path of ['/login', '/logout', '/settings', '/api/v3/user'])
        for (const send of [
          server.get(`/bin/t1${path}?code=${TOKEN}`, [['Authorization', `token ${TOKEN}`]]),
          server.get(`${path}?code=${TOKEN}`, [['Host', 't1.bin.localhost']]),
        ])
          assert.equal((await send).status, 404, path);
      assert.deepEqual(exchanges(server), []);
      assertNoSecret(await readAll(server));
      const unmatched = (await server.get('/_sparring/rules/unmatched')).text();
      assert.match(unmatched, /\/api\/v3\/user/);
      assertNoSecret(unmatched);
    }
  });

  it('is recorded if a rule ends it with an error or without a response', async (t) => {
    const server = await serve(t);
    addRule(server, { id: 'busy', bin: 't1', match: { path: '/login' }, error: { status: 503 }, count: 0 });
    addRule(server, { id: 'gone', bin: 't1', match: { path: '/logout' }, drop: true, count: 0 });
    const fields = [['Cookie', `a=${SHORT}`]] as const;
    assert.equal((await server.get('/bin/t1/login', fields)).status, 503);
    await assert.rejects(server.get('/bin/t1/logout', fields));
    await entriesWhen(server, (all) => all.length === 2);
    assert.deepEqual(
      exchanges(server).map(({ rules }) => rules[0]?.id),
      ['busy', 'gone'],
    );
    assertNoSecret(await readAll(server));
  });

  it('is recorded with a condition for its body, and counted in order', async (t) => {
    const server = await serve(t);
    addRule(server, {
      id: 'form',
      bin: 't1',
      match: { path: '/login', body: { form: { login: 'mona' } } },
      respond: { status: 204 },
    });
    const post = (body: string) =>
      server.send({
        method: 'POST',
        path: '/bin/t1/login',
        fields: [['Content-Type', 'application/x-www-form-urlencoded']],
        body,
      });
    assert.equal((await post(`login=lisa&password=${PASSWORD}`)).status, 404);
    await server.get('/get');
    assert.equal((await post(`login=mona&password=${PASSWORD}`)).status, 204);
    await entriesWhen(server, (all) => all.length === 2);
    assert.deepEqual(
      exchanges(server).map(({ id, request }) => [id, request.target]),
      [
        [1, '/get'],
        [2, '/bin/t1/login'],
      ],
    );
    assertNoSecret(await readAll(server));
  });
});
