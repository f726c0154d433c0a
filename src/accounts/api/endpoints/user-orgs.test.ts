import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, serveApi } from '#test/support/accounts/api.ts';

/** Three organizations of mona, two of which enforce single sign-on, and one without mona. */
async function serveOrganizations(t: Parameters<typeof serveApi>[0]) {
  const api = await serveApi(t);
  const hubot = await addUser(api, { login: 'hubot' });
  const memberIds = [api.user.id];
  return {
    ...api,
    acme: await addOrganization(api, { login: 'acme', memberIds }),
    open: await addOrganization(api, { login: 'open', saml: 'off', memberIds }),
    other: await addOrganization(api, { login: 'other', memberIds: [hubot.id] }),
    zeta: await addOrganization(api, { login: 'zeta', memberIds }),
  };
}

async function list(api: Api, as?: string, query = '') {
  const response = await api.call('GET', `/user/orgs${query}`, as === undefined ? {} : { as });
  const items: unknown = response.json();
  assert.ok(Array.isArray(items), response.text());
  const logins = items.map((item) => Reflect.get(Object(item), 'login'));
  return { answer: response, logins, leftOut: response.field('X-GitHub-SSO'), first: items[0] };
}

const token = 'a'.repeat(40);

test('a call with a password lists all organizations of the user', async (t) => {
  const api = await serveOrganizations(t);
  const { answer, logins, leftOut, first } = await list(api);
  assert.deepEqual([answer.status, logins, leftOut], [200, ['acme', 'open', 'zeta'], undefined]);
  const url = `http://127.0.0.1:${api.port}/api/v3/orgs/acme`;
  assert.deepEqual(first, {
    login: 'acme',
    id: api.acme.id,
    node_id: Buffer.from(`012:Organization${api.acme.id}`).toString('base64'),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `http://127.0.0.1:${api.port}/avatars/o/${api.acme.id}?`,
    description: null,
  });
});

test('organizations that a personal token is not allowed for are omitted, and X-GitHub-SSO lists them', async (t) => {
  const api = await serveOrganizations(t);
  const { acme, zeta } = api;
  const { id } = await addToken(api, { token, userId: api.user.id, scopes: ['read:org'] });
  const before = await list(api, `x:${token}`);
  assert.deepEqual(before.logins, ['open']);
  assert.equal(before.leftOut, `partial-results; organizations=${acme.id},${zeta.id}`);
  await api.store.organizations.allow(id, acme.id, '2026-03-01T12:00:00Z');
  const partly = await list(api, `x:${token}`);
  assert.deepEqual(partly.logins, ['acme', 'open']);
  assert.equal(partly.leftOut, `partial-results; organizations=${zeta.id}`);
  await api.store.organizations.allow(id, zeta.id, '2026-03-01T12:00:00Z');
  const all = await list(api, `x:${token}`);
  assert.deepEqual([all.logins, all.leftOut], [['acme', 'open', 'zeta'], undefined]);
});

test('organizations with single sign-on are always omitted for tokens that an application got through the API', async (t) => {
  const api = await serveOrganizations(t);
  const { id } = await addToken(api, {
    token,
    userId: api.user.id,
    applicationId: api.application.id,
    scopes: ['user'],
  });
  await api.store.organizations.allow(id, api.acme.id, '2026-03-01T12:00:00Z');
  const { logins, leftOut } = await list(api, `x:${token}`);
  assert.deepEqual(logins, ['open']);
  assert.equal(leftOut, `partial-results; organizations=${api.acme.id},${api.zeta.id}`);
});

test('a token needs a scope for organizations', async (t) => {
  const api = await serveOrganizations(t);
  const accepted = ['admin:org', 'read:org', 'repo', 'user', 'write:org'];
  const rejected = ['read:user', 'user:email', 'gist', 'public_repo', ''];
  for (const [index, scope] of [...accepted, ...rejected].entries()) {
    const secret = String(index).padStart(40, 'b');
    await addToken(api, { token: secret, userId: api.user.id, scopes: scope === '' ? [] : [scope] });
    const response = await api.call('GET', '/user/orgs', { as: `x:${secret}` });
    assert.equal(response.status, index < accepted.length ? 200 : 403, scope);
    assert.equal(response.field('X-Accepted-OAuth-Scopes'), accepted.join(', '));
    if (response.status === 403)
      assert.deepEqual(response.json(), {
        message: 'You need at least read:org scope or user scope to list your organizations.',
        documentation_url:
          'https://docs.github.com/enterprise/3.0/rest/reference/orgs#list-organizations-for-the-authenticated-user',
      });
  }
});

test('the list has pages', async (t) => {
  const api = await serveOrganizations(t);
  const first = await list(api, undefined, '?per_page=2');
  assert.deepEqual(first.logins, ['acme', 'open']);
  assert.match(first.answer.field('Link') ?? '', /\/user\/orgs\?per_page=2&page=2>; rel="next"/);
  assert.deepEqual((await list(api, undefined, '?per_page=2&page=2')).logins, ['zeta']);
  assert.deepEqual((await list(api, undefined, '?per_page=2&page=9')).logins, []);
});

test('a matching If-None-Match gets 304', async (t) => {
  const api = await serveOrganizations(t);
  await addToken(api, { token, userId: api.user.id, scopes: ['read:org'] });
  const { answer } = await list(api, `x:${token}`);
  const again = await api.call('GET', '/user/orgs', {
    as: `x:${token}`,
    fields: [['If-None-Match', answer.field('ETag') ?? '']],
  });
  assert.deepEqual([again.status, again.field('X-GitHub-SSO')], [304, answer.field('X-GitHub-SSO')]);
});

test('/user/orgs requires credentials', async (t) => {
  const api = await serveOrganizations(t);
  const response = await api.call('GET', '/user/orgs', { as: null });
  assert.equal(response.status, 401);
  assert.match(response.text(), /orgs#list-organizations-for-the-authenticated-user/);
});
