import assert from 'node:assert/strict';
import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { type TestContext, test } from 'node:test';
import type { Fields } from '#http/syntax/fields.ts';
import type { ServerOptions } from '#server/server.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { request, type WireResponse } from '#test/support/wire/wire.ts';

const TOKEN = 'a-token-of-some-length';

const serveWithToken = (t: TestContext) => serveControl(t, { controlToken: TOKEN });

/** Without a control token, so that programs on this machine need none. */
async function serveControl(t: TestContext, options: Partial<ServerOptions> = {}) {
  const server = await serve(t, options);
  return { ...server, ask: (fields: Fields) => server.get('/_sparring/clock', fields) };
}

/** The fields of a browser that opens the address that the user typed. */
function navigation(fields: Readonly<Record<string, string>> = {}): Fields {
  return Object.entries({
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    ...fields,
  });
}

const OPENED = navigation();

/** The page token in a page. */
function tokenOf(page: WireResponse): string | undefined {
  return /<meta name="page-token" content="([^"]+)"/.exec(page.text())?.[1];
}

const bearer = (token: string): Fields => [['Authorization', `Bearer ${token}`]];

test('a program on this machine has access without a token, by every local name', async (t) => {
  const { ask, port } = await serveControl(t);
  for (const host of [`127.0.0.1:${port}`, 'localhost', `LocalHost:${port}`, '127.9.8.7:1', '[::1]:80']) {
    assert.equal((await ask([['Host', host]])).status, 200, host);
  }
});

test('a name that resolves to this machine (DNS rebinding) and an invalid name are rejected', async (t) => {
  const { ask } = await serveControl(t);
  for (const host of [
    'attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.nip.io',
    '[::2]',
    '0.0.0.0',
  ]) {
    assert.equal((await ask([['Host', host]])).status, 421, host);
  }
  assert.equal((await ask([['Host', 'attacker.localhost']])).status, 403);
  const open = await serve(t, { allowedHosts: ['*'] });
  assert.equal((await open.get('/_sparring/clock', [['Host', 'attacker.example']])).status, 403);
  for (const host of ['127.0.0.1@attacker.example', 'localhost:80:80'])
    assert.equal((await ask([['Host', host]])).status, 400, host);
});

test('no web page of another origin has access, from any address, with or without the token', async (t) => {
  const { ask, port } = await serveWithToken(t);
  const open = await serveControl(t);
  for (const credentials of [[], bearer(TOKEN)]) {
    for (const origin of [
      'https://attacker.example',
      'null',
      '',
      `http://127.0.0.1:${port + 1}`,
      `http://localhost:${port}`,
    ]) {
      assert.equal((await ask([...credentials, ['Origin', origin]])).status, 403, origin);
      const isOwn: Fields = [['Sec-Fetch-Site', 'same-origin']];
      assert.equal((await ask([...credentials, ['Origin', origin], ...isOwn])).status, 403, origin);
      assert.equal((await open.ask([['Origin', origin]])).status, 403, origin);
      assert.equal((await open.ask([['Origin', origin], ...isOwn])).status, 403, origin);
    }
    for (const site of ['cross-site', 'same-site', 'None, none', 'same-origin, none']) {
      assert.equal((await ask([...credentials, ['Sec-Fetch-Site', site]])).status, 403, site);
      assert.equal((await open.ask([['Sec-Fetch-Site', site]])).status, 403, site);
    }
  }
  assert.equal((await ask([...bearer(TOKEN), ['Sec-Fetch-Site', 'none']])).status, 200);
  assert.equal((await open.ask([['Sec-Fetch-Site', 'none']])).status, 200);
});

test('a page of the same origin needs the control token or the page token', async (t) => {
  const withToken = await serveWithToken(t);
  const open = await serveControl(t);
  const pageToken = tokenOf(await open.get('/_sparring/inspector', OPENED)) ?? '';
  const sameOrigin: Fields = [['Sec-Fetch-Site', 'same-origin']];
  const invalid = [bearer('00000000-0000-4000-8000-000000000000'), bearer(''), bearer('undefined')];
  for (const { ask, url, token } of [
    { ...withToken, token: TOKEN },
    { ...open, token: pageToken },
  ]) {
    for (const credentials of [[], ...invalid]) {
      assert.equal((await ask([...credentials, ...sameOrigin])).status, 403);
      assert.equal((await ask([...credentials, ['Origin', url]])).status, 403);
    }
    assert.equal((await ask([...bearer(token), ...sameOrigin])).status, 200);
    assert.equal((await ask([...bearer(token), ['Origin', url]])).status, 200);
    for (const site of ['same-site', 'cross-site', 'none'])
      assert.equal((await ask([...bearer(token), ['Origin', url], ['Sec-Fetch-Site', site]])).status, 403);
  }
});

test('the page token is accepted from pages on this machine only', async (t) => {
  const { ask, get, port } = await serveControl(t);
  const credentials = bearer(tokenOf(await get('/_sparring/inspector', OPENED)) ?? '');
  const sameOrigin: Fields = [['Sec-Fetch-Site', 'same-origin']];
  assert.equal((await ask(credentials)).status, 403);
  for (const host of ['attacker.localhost', 'attacker.example', `t1.localhost:${port}`])
    assert.equal((await ask([['Host', host], ...credentials, ...sameOrigin])).status, 403, host);
  for (const host of [`t1.bin.localhost:${port}`, `bin.localhost:${port}`])
    assert.equal((await ask([['Host', host], ...credentials, ...sameOrigin])).status, 404, host);
  assert.equal((await ask([['X-Forwarded-For', '::1'], ...credentials, ...sameOrigin])).status, 403);
});

test('a page contains the page token only when a browser on this machine opens it, without a control token', async (t) => {
  const { get } = await serveControl(t);
  const open = (fields: Fields) => get('/_sparring/inspector', fields);
  const page = await open(OPENED);
  assert.match(tokenOf(page) ?? '', /^[\da-f-]{36}$/);
  assert.equal(tokenOf(await open(OPENED)), tokenOf(page));
  assert.equal(tokenOf(await open(navigation({ 'Sec-Fetch-Site': 'same-origin' }))), tokenOf(page));
  assert.notEqual(tokenOf(await (await serveControl(t)).get('/_sparring/inspector', OPENED)), tokenOf(page));
  assert.equal(tokenOf(await open([])), undefined);
  const { get: getWithToken, port } = await serveWithToken(t);
  for (const fields of [
    OPENED,
    [['Host', `attacker.localhost:${port}`], ...OPENED],
    [['X-Forwarded-For', '192.0.2.1'], ...OPENED],
    [...bearer(TOKEN), ['Host', 'localhost']],
  ] as Fields[]) {
    const other = await getWithToken('/_sparring/inspector', fields);
    assert.equal(other.status, 200, String(fields));
    assert.equal(tokenOf(other), undefined);
  }
});

test('a page is not served to scripts, frames, links of other origins and rebinding names', async (t) => {
  const { get, url } = await serve(t);
  for (const fields of [
    navigation({ 'Sec-Fetch-Dest': 'empty' }),
    navigation({ 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }),
    navigation({ 'Sec-Fetch-Mode': 'no-cors' }),
    navigation({ 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'same-origin' }),
    ...['frame', 'embed', 'object', 'script', 'style', 'image', 'worker', 'serviceworker'].map((dest) =>
      navigation({ 'Sec-Fetch-Dest': dest }),
    ),
    navigation({ 'Sec-Fetch-Site': 'cross-site' }),
    navigation({ 'Sec-Fetch-Site': 'same-site' }),
    [...OPENED, ['Origin', url]],
    [['Origin', 'null']],
    [['Sec-Fetch-Site', 'cross-site']],
    [['Host', 'attacker.localhost'], ...OPENED],
    [...OPENED, ['Authorization', 'Bearer x']],
    [['X-Forwarded-For', '192.0.2.1'], ...OPENED],
  ] as Fields[]) {
    const answer = await get('/_sparring/inspector', fields);
    assert.equal(answer.status, 403, String(fields));
    assert.equal(tokenOf(answer), undefined);
  }
  assert.equal((await get('/_sparring/inspector', [['Host', 'attacker.example'], ...OPENED])).status, 421);
});

test('a page is isolated from other windows, and is not cached', async (t) => {
  const { get } = await serve(t);
  const page = await get('/_sparring/inspector', OPENED);
  for (const [name, value] of [
    ['Cross-Origin-Opener-Policy', /^same-origin$/],
    ['Cross-Origin-Resource-Policy', /^same-origin$/],
    ['X-Frame-Options', /^DENY$/],
    ['Cache-Control', /^no-store$/],
    ['Referrer-Policy', /^same-origin$/],
    ['X-Content-Type-Options', /^nosniff$/],
    [
      'Content-Security-Policy',
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+' 'sha256-[^ ]+'; img-src data: blob:; connect-src 'self'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    ],
  ] as const)
    assert.match(page.field(name) ?? '', value);
});

test('a request of a trusted proxy on this machine has no access, on a port of its own neither', async (t) => {
  const behind = await serveControl(t, { trustedProxies: ['127.0.0.0/8'], controlPort: 0 });
  const answer = await request(behind.controlPort, { path: '/_sparring/clock' });
  assert.equal(answer.status, 403);
});

test('a request with the token has access by any name', async (t) => {
  const { ask } = await serveWithToken(t);
  assert.equal((await ask([['Host', 'sparring.example'], ...bearer(TOKEN)])).status, 200);
  assert.equal((await ask([['Host', 'sparring.example'], ...bearer(`${TOKEN}x`)])).status, 403);
  assert.equal((await ask([['Authorization', `bearer ${TOKEN}`]])).status, 200);
});

test('credentials that are sent must be correct, also from this machine', async (t) => {
  const { ask } = await serveWithToken(t);
  for (const value of [
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    'Bearer ',
    `Token ${TOKEN}`,
    `Basic ${btoa(`x:${TOKEN}`)}`,
    '',
  ]) {
    assert.equal((await ask([['Authorization', value]])).status, 403, value);
  }
  const tokenless = await serveControl(t);
  for (const value of ['Bearer undefined', 'Bearer ', 'Bearer']) {
    assert.equal((await tokenless.get('/_sparring/clock', [['Authorization', value]])).status, 403, value);
  }
});

test('another machine needs the token', async (t) => {
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) return t.skip('this machine has no address but its own');
  for (const options of [{}, { controlToken: TOKEN }]) {
    const { port } = await serve(t, { host: ['0.0.0.0'], ...options });
    const ask = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = `http://${address}:${port}/_sparring/clock`;
        get(url, { headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    assert.equal(await ask({}), 403);
    assert.equal(await ask({ Host: 'localhost' }), 403);
    const status = 'controlToken' in options ? 200 : 403;
    assert.equal(await ask({ Authorization: `Bearer ${TOKEN}` }), status);
  }
});

test('HTTP/2 requires the same names', async (t) => {
  const { url } = await serve(t, { h2c: true });
  const ask = (fields: Fields) => requestHttp2(url, { path: '/_sparring/clock', fields });
  assert.equal((await ask([])).status, 200);
  assert.equal((await ask([['Host', 'attacker.example']])).status, 421);
  assert.equal((await ask([['Origin', 'null']])).status, 403);
});

test('an error names the setting, and reveals nothing else', async (t) => {
  const { send } = await serveWithToken(t);
  const fields: Fields = [['Origin', 'https://attacker.example']];
  const responses = await Promise.all([
    send({ path: '/_sparring/clock', fields }),
    send({ path: '/_sparring/nothing', fields }),
    send({ path: '/_sparring/snapshots/1', fields }),
    send({ path: '/_sparring/seed', method: 'POST', fields, body: '{' }),
    send({ path: '/_sparring/clock', method: 'PATCH', fields }),
    send({
      path: '/_sparring/clock',
      method: 'OPTIONS',
      fields: [...fields, ['Access-Control-Request-Method', 'PUT']],
    }),
  ]);
  for (const answer of responses) {
    assert.equal(answer.status, 403);
    assert.equal(answer.field('Content-Type'), 'application/problem+json');
    assert.match(answer.text(), /"title": "Forbidden",\n {2}"status": 403,\n {2}"detail": ".*control-token/);
    assert.deepEqual(withoutDate(answer.fields), withoutDate(responses[0]?.fields ?? []));
    assert.equal(answer.text(), responses[0]?.text());
  }
});

test('responses forbid access by scripts of other origins, and caching', async (t) => {
  const { send } = await serveControl(t);
  for (const [method, path, status] of [
    ['GET', '/_sparring', 200],
    ['HEAD', '/_sparring/clock', 200],
    ['OPTIONS', '/_sparring/clock', 204],
    ['PATCH', '/_sparring/clock', 405],
    ['GET', '/_sparring/nothing', 404],
    ['GET', '/_sparring/', 308],
  ] as const) {
    const answer = await send({ method, path });
    assert.equal(answer.status, status, `${method} ${path}`);
    assert.deepEqual(
      answer.fields.filter(([name]) => /^access-control-/i.test(name)),
      [],
    );
    assert.equal(answer.field('Cache-Control'), 'no-store');
  }
});

test('the disabled control API returns 404', async (t) => {
  const { get, services } = await serve(t, { control: false, controlToken: TOKEN });
  for (const path of ['/_sparring', '/_sparring/clock']) {
    assert.equal((await get(path)).status, 404);
    assert.equal((await get(path, bearer(TOKEN))).status, 404);
  }
  assert.ok(!services.some(({ name }) => name === 'control'));
  assert.doesNotMatch((await get('/docs')).text(), /_sparring/);
});

function withoutDate(fields: Fields): Fields {
  return fields.filter(([name]) => name !== 'Date');
}
