import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, basic, members, serveApi } from '#test/support/accounts/api.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

async function urlOf(api: Api, ...fields: [string, string][]): Promise<unknown> {
  return members(await api.call('GET', '/user', { fields })).url;
}

const anyHost = { allowedHosts: ['*'] };

test('URLs begin with the address of the request', async (t) => {
  const api = await serveApi(t, anyHost);
  assert.equal(await urlOf(api), `http://127.0.0.1:${api.port}/api/v3/users/mona`);
  for (const host of ['ghe.example', 'ghe.example:8443', '[::1]:80', 'GHE_1.example'])
    assert.equal(await urlOf(api, ['Host', host]), `http://${host}/api/v3/users/mona`);
});

test('the configured address takes precedence over the address of the request', async (t) => {
  const api = await serveApi(t, { ...anyHost, baseUrl: 'https://ghe.example/' });
  assert.equal(await urlOf(api, ['Host', 'other.example']), 'https://ghe.example/api/v3/users/mona');
  const response = await api.call('POST', '/authorizations', { body: {} });
  assert.match(response.field('Location') ?? '', /^https:\/\/ghe\.example\/api\/v3\/authorizations\/\d+$/);
});

test('only a trusted proxy can set the scheme https by a header', async (t) => {
  const [trusting, wary] = [
    await serveApi(t, { ...anyHost, trustedProxies: ['127.0.0.0/8'] }),
    await serveApi(t, anyHost),
  ];
  const fields: [string, string][] = [
    ['Host', 'ghe.example'],
    ['X-Forwarded-Proto', 'https'],
  ];
  assert.equal(await urlOf(trusting, ...fields), 'https://ghe.example/api/v3/users/mona');
  assert.equal(await urlOf(trusting, ['Host', 'ghe.example']), 'http://ghe.example/api/v3/users/mona');
  assert.equal(await urlOf(wary, ...fields), 'http://ghe.example/api/v3/users/mona');
});

test('an invalid host is rejected before a record is created', async (t) => {
  const api = await serveApi(t);
  for (const host of [
    'a b',
    'a/b',
    'user@host',
    '"><',
    'a:b',
    '[::1',
    'a>; rel="next"',
    'ghe.example:123456',
  ]) {
    const response = await api.call('POST', '/authorizations', { body: {}, fields: [['Host', host]] });
    assert.equal(response.status, 400, host);
    assert.equal(members(response).documentation_url, 'https://docs.github.com/enterprise/3.0/rest');
  }
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
});

test('an invalid host is rejected after a call with a similar host', async (t) => {
  const api = await serveApi(t, { ...anyHost, trustedProxies: ['127.0.0.0/8'] });
  const https: [string, string] = ['X-Forwarded-Proto', 'https'];
  assert.equal(await urlOf(api, ['Host', 'ghe.example'], https), 'https://ghe.example/api/v3/users/mona');
  assert.equal((await api.call('GET', '/user', { fields: [['Host', '/ghe.example']] })).status, 400);
});

test('a request of HTTP/1.0 does not need a Host header', async (t) => {
  const api = await serveApi(t);
  const [[, value = ''] = []] = basic('mona:correct-horse-1');
  const head = `GET /api/v3/user HTTP/1.0\r\nUser-Agent: test\r\nAuthorization: ${value}\r\n\r\n`;
  const [response] = await exchangeBytes(api.port, head);
  assert.ok(response);
  assert.equal(members(response).url, `http://127.0.0.1:${api.port}/api/v3/users/mona`);
});
