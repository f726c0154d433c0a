import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addToken } from '#test/support/accounts/accounts.ts';
import { type AdministeredApi, admin, serveAdministered } from '#test/support/accounts/administration.ts';

const page = 'https://docs.github.com/enterprise/3.0/rest/reference/orgs';
const path = '/orgs/acme/credential-authorizations';

/** A personal token and one of a flow, both of mona and allowed for acme, the first also for another organization. */
async function allowTwo(t: Parameters<typeof serveAdministered>[0]) {
  const api = await serveAdministered(t);
  const userId = api.user.id;
  const acme = await addOrganization(api, { memberIds: [userId] });
  const other = await addOrganization(api, { login: 'other', memberIds: [userId] });
  const own = await addToken(api, { token: 'a'.repeat(40), userId, scopes: ['repo', 'gist'] });
  const applicationId = api.application.id;
  const flow = await addToken(api, { token: 'b'.repeat(40), userId, applicationId, origin: 'flow' });
  await addToken(api, { token: 'c'.repeat(40), userId });
  await api.store.organizations.allow(own.id, acme.id, '2026-03-01T12:00:00Z');
  await api.store.organizations.allow(flow.id, acme.id, '2026-03-01T12:05:00Z');
  await api.store.organizations.allow(own.id, other.id, '2026-03-01T12:00:00Z');
  return { ...api, own, flow };
}

async function ids(api: AdministeredApi, where = path): Promise<unknown[]> {
  const items = (await api.call('GET', where, { as: admin })).json();
  if (!Array.isArray(items)) throw new Error('not a list');
  return items.map((item) => Reflect.get(Object(item), 'credential_id'));
}

test('the list has the tokens that are allowed for an organization, without the token values', async (t) => {
  const api = await allowTwo(t);
  const response = await api.call('GET', '/orgs/ACME/credential-authorizations', { as: admin });
  assert.equal(response.status, 200);
  assert.deepEqual(response.json(), [
    {
      login: 'mona',
      credential_id: api.own.id,
      credential_type: 'personal access token',
      token_last_eight: 'aaaaaaaa',
      credential_authorized_at: '2026-03-01T12:00:00Z',
      scopes: ['repo', 'gist'],
      credential_accessed_at: null,
    },
    {
      login: 'mona',
      credential_id: api.flow.id,
      credential_type: 'OAuth app token',
      token_last_eight: 'bbbbbbbb',
      credential_authorized_at: '2026-03-01T12:05:00Z',
      scopes: [],
      credential_accessed_at: null,
    },
  ]);
});

test('the list has pages', async (t) => {
  const api = await allowTwo(t);
  const response = await api.call('GET', `${path}?per_page=1`, { as: admin });
  assert.match(response.field('Link') ?? '', /credential-authorizations\?per_page=1&page=2>; rel="next"/);
  assert.deepEqual(await ids(api, `${path}?per_page=1&page=2`), [api.flow.id]);
});

test('a withdrawn token has no access to this organization, and stays valid', async (t) => {
  const api = await allowTwo(t);
  const statusOf = async (where: string) =>
    (await api.call('GET', where, { as: `${'a'.repeat(40)}:x-oauth-basic` })).status;
  assert.equal(await statusOf('/orgs/acme'), 200);
  const remove = () => api.call('DELETE', `${path}/${api.own.id}`, { as: admin });
  assert.equal((await remove()).status, 204);
  assert.deepEqual(await ids(api), [api.flow.id]);
  assert.deepEqual(
    [await statusOf('/orgs/acme'), await statusOf('/orgs/other'), await statusOf('/user')],
    [403, 200, 200],
  );
  const again = await remove();
  assert.equal(again.status, 404);
  assert.deepEqual(again.json(), {
    message: 'Not Found',
    documentation_url: `${page}#remove-a-saml-sso-authorization-for-an-organization`,
  });
});

test('an unknown organization or token gets 404', async (t) => {
  const api = await allowTwo(t);
  for (const [method, where] of [
    ['GET', '/orgs/nobody/credential-authorizations'],
    ['DELETE', `/orgs/nobody/credential-authorizations/${api.own.id}`],
    ['DELETE', `${path}/0`],
    ['DELETE', `${path}/${'9'.repeat(400)}`],
    ['DELETE', `${path}/x`],
  ] as const)
    assert.equal((await api.call(method, where, { as: admin })).status, 404, where);
});

test('callers without site administration get 404', async (t) => {
  const api = await allowTwo(t);
  for (const [method, where] of [
    ['GET', path],
    ['DELETE', `${path}/${api.own.id}`],
  ] as const) {
    assert.equal((await api.call(method, where)).status, 404);
    assert.equal((await api.call(method, where, { as: null })).status, 401);
  }
  assert.equal((await ids(api)).length, 2);
});
