import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, client, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** One response of each kind. */
async function answers(api: Api): Promise<WireResponse[]> {
  return [
    await api.call('GET', '/authorizations'),
    await api.call('POST', '/authorizations', { body: { ...client.pair } }),
    await api.call('PUT', client.path, { body: client.secret }),
    await api.call('GET', '/applications/grants/1'),
    await api.call('GET', '/applications/grants/1', { fields: [['If-None-Match', '*']] }),
    await api.call('HEAD', '/applications/grants/1'),
    await api.call('DELETE', '/applications/grants/1'),
    await api.call('OPTIONS', '/authorizations'),
    await api.call('POST', '/authorizations', { body: '{' }),
    await api.call('GET', '/authorizations', { as: null }),
    await api.call('GET', '/user', { fields: [['User-Agent', '']] }),
    await api.call('PATCH', '/authorizations'),
    await api.call('GET', '/nothing'),
    await api.call('PUT', client.path, { body: {} }),
    await api.call('GET', '/meta', { as: null }),
  ];
}

test('every response has the headers that clients read', async (t) => {
  const api = await serveApi(t);
  const ids = new Set<string>();
  for (const response of await answers(api)) {
    assert.equal(response.field('Status'), `${response.status} ${response.reason}`);
    assert.equal(response.field('Server'), 'GitHub.com');
    assert.equal(response.field('X-GitHub-Enterprise-Version'), '3.0.0');
    assert.equal(response.field('X-GitHub-Media-Type'), 'github.v3; format=json');
    assert.equal(response.field('Access-Control-Allow-Origin'), '*');
    assert.equal(
      response.field('Access-Control-Expose-Headers'),
      'ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-GitHub-Media-Type, Deprecation, Sunset',
    );
    assert.equal(response.field('Strict-Transport-Security'), undefined);
    assert.equal(response.field('X-Frame-Options'), 'deny');
    assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
    assert.equal(response.field('X-XSS-Protection'), '1; mode=block');
    assert.equal(
      response.field('Referrer-Policy'),
      'origin-when-cross-origin, strict-origin-when-cross-origin',
    );
    assert.equal(response.field('Content-Security-Policy'), "default-src 'none'");
    assert.equal(response.field('X-RateLimit-Limit'), undefined);
    assert.match(response.field('X-GitHub-Request-Id') ?? '', uuid);
    ids.add(response.field('X-GitHub-Request-Id') ?? '');
    const names = response.fields.map(([name]) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length, 'a header is repeated');
  }
  assert.equal(ids.size, 15);
});

test('Accept selects the media type of the response', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('GET', '/user', {
    fields: [['Accept', 'application/vnd.github.v3.full+json']],
  });
  assert.equal(response.field('X-GitHub-Media-Type'), 'github.v3; param=full; format=json');
});

test('JSON is compact and has a charset', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('GET', '/meta');
  assert.equal(response.field('Content-Type'), 'application/json; charset=utf-8');
  assert.equal(response.text(), '{"verifiable_password_authentication":true,"installed_version":"3.0.0"}');
});

test('HEAD gets the headers of GET without content', async (t) => {
  const api = await serveApi(t);
  const [head, get] = [await api.call('HEAD', '/user'), await api.call('GET', '/user')];
  const steady = ({ fields }: WireResponse) =>
    fields.filter(([name]) => !/^(X-GitHub-Request-Id|Date)$/.test(name));
  assert.deepEqual([head.status, head.body.length, steady(head)], [200, 0, steady(get)]);
});

test('OPTIONS gets 204 with the CORS headers, without credentials, for every path', async (t) => {
  const api = await serveApi(t);
  for (const path of ['/authorizations', '/user', '', '/', '/nothing']) {
    const response = await api.call('OPTIONS', path, { as: null });
    assert.equal(response.status, 204, path);
    assert.equal(response.field('Access-Control-Allow-Methods'), 'GET, POST, PATCH, PUT, DELETE');
    assert.equal(
      response.field('Access-Control-Allow-Headers'),
      'Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, X-GitHub-OTP, X-Requested-With',
    );
    assert.equal(response.field('Access-Control-Max-Age'), '86400');
  }
});

test('Date occurs once and shows the clock of the server', async (t) => {
  const api = await serveApi(t);
  const dates = async () => (await api.call('GET', '/meta')).fields.filter(([name]) => name === 'Date');
  assert.deepEqual(await dates(), [['Date', 'Sun, 01 Mar 2026 12:00:00 GMT']]);
  api.runtime.clock.freeze(Date.parse('2020-09-30T08:00:00Z'));
  assert.deepEqual(await dates(), [['Date', 'Wed, 30 Sep 2020 08:00:00 GMT']]);
  api.runtime.clock.set(Date.parse('2012-01-01T23:00:00Z'));
  assert.match(String(await dates()), /^Date,Sun, 01 Jan 2012 23:0/);
  api.runtime.clock.release();
  const [[, date] = []] = await dates();
  assert.ok(Math.abs(Date.parse(date ?? '') - api.runtime.now()) < 60_000);
});
