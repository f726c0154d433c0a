import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '#http/syntax/fields.ts';
import { addToken } from '#test/support/accounts/accounts.ts';
import { type Api, client, clientCredentials, members, serveApi } from '#test/support/accounts/api.ts';

const caching = ['ETag', 'Last-Modified', 'Cache-Control', 'Vary'];

async function withGrant(api: Api): Promise<string> {
  await addToken(api, { token: 'a'.repeat(40), userId: api.user.id, applicationId: api.application.id });
  return '/applications/grants/1';
}

test('a single record has ETag and Last-Modified; a list and a created record have ETag only', async (t) => {
  const api = await serveApi(t);
  const grant = await withGrant(api);
  for (const [method, path, body, modified] of [
    ['GET', grant, undefined, 'Sun, 01 Mar 2026 12:00:00 GMT'],
    ['GET', '/user', undefined, 'Sun, 01 Mar 2026 12:00:00 GMT'],
    ['GET', '/applications/grants', undefined, undefined],
    ['GET', '/authorizations', undefined, undefined],
    ['POST', '/authorizations', '{}', undefined],
    ['PUT', client.path, JSON.stringify(client.secret), undefined],
  ] as const) {
    const response = await api.call(method, path, { body });
    assert.match(response.field('ETag') ?? '', /^"[0-9a-f]{32}"$/, path);
    assert.equal(response.field('Last-Modified'), modified, path);
    assert.equal(response.field('Cache-Control'), 'private, max-age=60, s-maxage=60');
    assert.equal(response.field('Vary'), 'Accept, Authorization, Cookie, X-GitHub-OTP');
  }
});

test('a response to a request without credentials is public', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('GET', '/meta', { as: null });
  assert.equal(response.field('Cache-Control'), 'public, max-age=60, s-maxage=60');
  assert.equal(response.field('Vary'), 'Accept');
  const known = await api.call('GET', '/meta');
  assert.equal(known.field('Cache-Control'), 'private, max-age=60, s-maxage=60');
});

test('204 and errors have no cache headers', async (t) => {
  const api = await serveApi(t);
  const grant = await withGrant(api);
  for (const response of [
    await api.call('GET', grant, { as: 'mona:wrong' }),
    await api.call('POST', '/authorizations', { body: { scopes: 1 } }),
    await api.call('GET', '/applications/grants/99'),
    await api.call('DELETE', grant),
  ]) {
    for (const name of caching) assert.equal(response.field(name), undefined, `${response.status} ${name}`);
  }
});

test('204 has neither content nor Content-Type', async (t) => {
  const api = await serveApi(t);
  const response = await api.call('DELETE', await withGrant(api));
  assert.equal(response.status, 204);
  assert.equal(response.field('Content-Type'), undefined);
  assert.equal(response.field('Content-Length'), undefined);
});

test('If-None-Match with the same tag gets 304: strong, weak, in a list, or *', async (t) => {
  const api = await serveApi(t);
  const grant = await withGrant(api);
  const tag = (await api.call('GET', grant)).field('ETag') ?? '';
  for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const response = await api.call('GET', grant, { fields: [['If-None-Match', value]] });
    assert.equal(response.status, 304, value);
    assert.equal(response.body.length, 0);
    assert.deepEqual([response.field('ETag'), response.field('Status')], [tag, '304 Not Modified']);
  }
  for (const value of ['"x"', tag.slice(1, -1), '']) {
    assert.equal((await api.call('GET', grant, { fields: [['If-None-Match', value]] })).status, 200, value);
  }
});

test('If-Modified-Since with the time of the record gets 304, unless If-None-Match differs', async (t) => {
  const api = await serveApi(t);
  const grant = await withGrant(api);
  const ask = async (...fields: [string, string][]) => (await api.call('GET', grant, { fields })).status;
  assert.equal(await ask(['If-Modified-Since', 'Sun, 01 Mar 2026 12:00:00 GMT']), 304);
  assert.equal(await ask(['If-Modified-Since', 'Sun, 01 Mar 2026 11:59:59 GMT']), 200);
  assert.equal(await ask(['If-Modified-Since', 'Sunday, 01-Mar-26 12:00:00 GMT']), 304);
  assert.equal(await ask(['If-Modified-Since', 'Sun Mar  1 12:00:00 2026']), 304);
  for (const none of ['yesterday', '2030', '2030-01-01T00:00:00Z', 'Sun, 01 Mar 2026 12:00:00', ''])
    assert.equal(await ask(['If-Modified-Since', none]), 200, none);
  assert.equal(
    await ask(['If-Modified-Since', 'Sun, 01 Mar 2026 12:00:00 GMT'], ['If-None-Match', '"x"']),
    200,
  );
});

test('a changed list has another tag, and a write never gets 304', async (t) => {
  const api = await serveApi(t);
  const tag = (await api.call('GET', '/authorizations')).field('ETag') ?? '';
  const fields = [['If-None-Match', tag]] as const;
  assert.equal((await api.call('GET', '/authorizations', { fields })).status, 304);
  assert.equal(
    (await api.call('POST', '/authorizations', { body: {}, fields: [['If-None-Match', '*']] })).status,
    201,
  );
  assert.equal((await api.call('GET', '/authorizations', { fields })).status, 200);
});

test('a call that may change a record never gets 304', async (t) => {
  const api = await serveApi(t);
  const made = await api.call('POST', '/authorizations', { body: { note: 'n' } });
  const { id } = members(made);
  const path = `/authorizations/${id}`;
  const tag = (await api.call('GET', path)).field('ETag') ?? '';
  assert.equal((await api.call('GET', path, { fields: [['If-None-Match', tag]] })).status, 304);
  assert.equal((await api.call('HEAD', path, { fields: [['If-None-Match', tag]] })).status, 304);
  const late: Fields = [['If-Modified-Since', 'Sun, 01 Mar 2099 12:00:00 GMT']];
  const granted = 'b'.repeat(40);
  await addToken(api, { token: granted, userId: api.user.id, applicationId: api.application.id });
  for (const fields of [[['If-None-Match', '*']], [['If-None-Match', tag]], late] satisfies Fields[]) {
    // The response to a change without effect has the previous tag.
    const patched = await api.call('PATCH', path, { body: {}, fields });
    assert.equal(patched.status, 200);
    assert.equal(patched.field('ETag'), tag);
    assert.equal(members(patched).id, id);
    assert.equal((await api.call('PUT', client.path, { body: client.secret, fields })).status, 200);
    const checked = await api.call('POST', `${client.application}/token`, {
      as: clientCredentials,
      body: { access_token: granted },
      fields,
    });
    assert.equal(checked.status, 200);
  }
});
