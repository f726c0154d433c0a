import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { type Api, client, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const link =
  '<https://developer.github.com/changes/2020-02-14-deprecating-oauth-auth-endpoint/>; rel="deprecation"; type="text/html"';

/** A response of each status from the deprecated endpoints. */
async function family(api: Api): Promise<WireResponse[]> {
  return [
    await api.call('GET', '/authorizations'),
    await api.call('GET', '/authorizations', { fields: [['If-None-Match', '*']] }),
    await api.call('GET', '/authorizations', { as: null }),
    await api.call('GET', '/authorizations', { as: null, fields: [['User-Agent', '']] }),
    await api.call('POST', '/authorizations', { body: {} }),
    await api.call('POST', '/authorizations', { body: '{' }),
    await api.call('PUT', client.path, { body: {} }),
    await api.call('PATCH', '/authorizations'),
    await api.call('GET', '/authorizations/1'),
    await api.call('GET', '/applications/grants/99'),
    await api.call('OPTIONS', '/applications/grants'),
  ];
}

test('every response of the deprecated endpoints, errors included, announces the deprecation with its dates', async (t) => {
  const api = await serveApi(t);
  for (const response of await family(api)) {
    assert.equal(response.field('Deprecation'), 'Fri, 14 Feb 2020 00:00:00 GMT', String(response.status));
    assert.equal(response.field('Sunset'), 'Fri, 13 Nov 2020 16:00:00 GMT');
    assert.equal(response.field('Link'), link, String(response.status));
  }
});

test('the deletion of a grant announces it too', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token: 'a'.repeat(40), userId: api.user.id, applicationId: api.application.id });
  const response = await api.call('DELETE', '/applications/grants/1');
  assert.deepEqual([response.status, response.field('Link')], [204, link]);
});

test('the announcement is in the same Link header, before the pagination', async (t) => {
  const api = await serveApi(t);
  await api.call('POST', '/authorizations', { body: {} });
  await api.call('POST', '/authorizations', { body: {} });
  const response = await api.call('GET', '/authorizations?per_page=1');
  const links = response.fields.filter(([name]) => name === 'Link').map(([, value]) => value);
  const base = `http://127.0.0.1:${api.port}/api/v3/authorizations?per_page=1&page=2`;
  assert.deepEqual(links, [`${link}, <${base}>; rel="next", <${base}>; rel="last"`]);
});

test('other endpoints are not deprecated', async (t) => {
  const api = await serveApi(t);
  for (const path of ['', '/', '/meta', '/user', '/authorizationsx', '/applications', '/nothing']) {
    const response = await api.call('GET', path);
    for (const name of ['Deprecation', 'Sunset', 'Link']) assert.equal(response.field(name), undefined, path);
  }
});

test('the announcement can be disabled', async (t) => {
  const api = await serveApi(t, { deprecationHeaders: false });
  for (const response of await family(api))
    for (const name of ['Deprecation', 'Sunset', 'Link']) assert.equal(response.field(name), undefined);
});
