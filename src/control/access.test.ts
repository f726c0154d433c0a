import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { type TestContext, test } from 'node:test';
import { requestHttp2 } from '../../test/support/http2.ts';
import { serve } from '../../test/support/serve.ts';
import { exchangeBytes } from '../../test/support/wire.ts';
import type { Fields } from '../http/fields.ts';

const TOKEN = 'a-token-of-some-length';

async function serveWithToken(t: TestContext) {
  const server = await serve(t, { controlToken: TOKEN });
  return { ...server, ask: (fields: Fields) => server.get('/_sparring/clock', fields) };
}

const bearer = (token: string): Fields => [['Authorization', `Bearer ${token}`]];

test('a program on this machine has access without a token, by every local name', async (t) => {
  const { ask, port } = await serveWithToken(t);
  for (const host of [`127.0.0.1:${port}`, 'localhost', `LocalHost:${port}`, '127.9.8.7:1', '[::1]:80']) {
    assert.equal((await ask([['Host', host]])).status, 200, host);
  }
});

test('a name that resolves to this machine (DNS rebinding) and an invalid name are rejected', async (t) => {
  const { ask } = await serveWithToken(t);
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
  for (const host of ['127.0.0.1@attacker.example', 'localhost:80:80', ''])
    assert.equal((await ask([['Host', host]])).status, 400, host);
});

test('no web page has access, from any address, with or without the token', async (t) => {
  const { ask, url } = await serveWithToken(t);
  for (const credentials of [[], bearer(TOKEN)]) {
    for (const origin of ['https://attacker.example', 'null', url, '']) {
      assert.equal((await ask([...credentials, ['Origin', origin]])).status, 403, origin);
    }
    for (const site of ['cross-site', 'same-site', 'same-origin', 'None, none']) {
      assert.equal((await ask([...credentials, ['Sec-Fetch-Site', site]])).status, 403, site);
    }
    assert.equal((await ask([...credentials, ['Sec-Fetch-Site', 'none']])).status, 200);
  }
});

test('a request that a proxy on this machine forwards has no access', async (t) => {
  const { ask, port } = await serveWithToken(t);
  for (const name of [
    'X-Forwarded-For',
    'x-forwarded-host',
    'X-Forwarded-Proto',
    'Forwarded',
    'Via',
    'X-Real-IP',
  ]) {
    assert.equal((await ask([[name, '127.0.0.1']])).status, 403, name);
    assert.equal((await ask([[name, '127.0.0.1'], ...bearer(TOKEN)])).status, 200, name);
  }
  const [old] = await exchangeBytes(port, 'GET /_sparring/clock HTTP/1.0\r\nHost: localhost\r\n\r\n');
  assert.equal(old?.status, 403);
  const behind = await serve(t, { trustedProxies: ['127.0.0.0/8'] });
  assert.equal((await behind.get('/_sparring/clock')).status, 403);
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
  const tokenless = await serve(t);
  for (const value of ['Bearer undefined', 'Bearer ', 'Bearer']) {
    assert.equal((await tokenless.get('/_sparring/clock', [['Authorization', value]])).status, 403, value);
  }
});

test('another machine needs the token', async (t) => {
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) return t.skip('this machine has no address but its own');
  const { port } = await serve(t, { host: '0.0.0.0', controlToken: TOKEN });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`http://${address}:${port}/_sparring/clock`, { headers })).status;
  assert.equal(await ask({}), 403);
  assert.equal(await ask({ Host: 'localhost' }), 403);
  assert.equal(await ask({ Authorization: `Bearer ${TOKEN}` }), 200);
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
  const answers = await Promise.all([
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
  for (const answer of answers) {
    assert.equal(answer.status, 403);
    assert.equal(answer.field('Content-Type'), 'application/problem+json');
    assert.match(answer.text(), /"title": "Forbidden",\n {2}"status": 403,\n {2}"detail": ".*control-token/);
    assert.deepEqual(withoutDate(answer.fields), withoutDate(answers[0]?.fields ?? []));
    assert.equal(answer.text(), answers[0]?.text());
  }
});

test('responses forbid access by scripts of other origins, and caching', async (t) => {
  const { send } = await serveWithToken(t);
  for (const [method, path, status] of [
    ['GET', '/_sparring', 200],
    ['HEAD', '/_sparring/clock', 200],
    ['OPTIONS', '/_sparring/clock', 204],
    ['PATCH', '/_sparring/clock', 405],
    ['GET', '/_sparring/nothing', 404],
    ['GET', '/_sparring/', 404],
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
