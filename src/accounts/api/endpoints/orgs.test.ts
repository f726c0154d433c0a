import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { type Api, client, members, serveApi } from '#test/support/accounts/api.ts';
import { readSsoRequest } from '../../domain/tokens/single-sign-on.ts';
import type { Organization, TokenOrigin } from '../../store/index.ts';

const article =
  'https://help.github.com/articles/authenticating-to-a-github-organization-with-saml-single-sign-on/';
const page = 'https://docs.github.com/enterprise/3.0/rest/reference/orgs';

async function serveAcme(t: Parameters<typeof serveApi>[0], saml: Organization['saml'] = 'enforced') {
  const api = await serveApi(t);
  const acme = await addOrganization(api, { name: 'Acme Ltd', saml, memberIds: [api.user.id] });
  return { ...api, acme };
}

const get = (api: Api, as: string | null) => api.call('GET', '/orgs/acme', { as });

/** A token of mona as `TOKEN:x-oauth-basic`, and its id. */
async function addOf(api: Api, origin: TokenOrigin, applicationId?: number) {
  const token = Buffer.from(`${origin} of ${applicationId ?? 'the user'}`).toString('hex');
  const userId = api.user.id;
  const { id } = await addToken(api, {
    token,
    userId,
    origin,
    ...(applicationId === undefined ? {} : { applicationId }),
  });
  return { id, as: `${token}:x-oauth-basic` };
}

test('GET /orgs/{org} returns all members of an organization; the case of the login does not matter', async (t) => {
  const api = await serveAcme(t);
  const response = await api.call('GET', '/orgs/ACME');
  assert.equal(response.status, 200);
  const base = `http://127.0.0.1:${api.port}`;
  const view = members(response);
  assert.deepEqual(
    [view.login, view.id, view.name, view.type, view.description],
    ['acme', api.acme.id, 'Acme Ltd', 'Organization', null],
  );
  assert.deepEqual(
    [view.url, view.html_url, view.members_url],
    [`${base}/api/v3/orgs/acme`, `${base}/acme`, `${base}/api/v3/orgs/acme/members{/member}`],
  );
  assert.equal(view.node_id, Buffer.from(`012:Organization${api.acme.id}`).toString('base64'));
  assert.deepEqual(
    [view.created_at, response.field('Last-Modified')],
    ['2026-03-01T12:00:00Z', 'Sun, 01 Mar 2026 12:00:00 GMT'],
  );
});

test('a password has access to an organization that enforces single sign-on', async (t) => {
  const api = await serveAcme(t);
  const response = await get(api, 'mona:correct-horse-1');
  assert.deepEqual([response.status, response.field('X-GitHub-SSO')], [200, undefined]);
});

test('a personal token that is not allowed gets the URL of the page', async (t) => {
  const api = await serveAcme(t);
  for (const origin of ['interface', 'page', 'impersonation'] as const) {
    const { id, as } = await addOf(api, origin);
    const response = await get(api, as);
    assert.equal(response.status, 403);
    assert.deepEqual(response.json(), {
      message:
        'Resource protected by organization SAML enforcement. You must grant your personal token access to this organization.',
      documentation_url: article,
    });
    assert.equal(response.field('X-OAuth-Scopes'), '');
    const url = /^required; url=(.+)$/.exec(response.field('X-GitHub-SSO') ?? '')?.[1] ?? '';
    const [where, request = ''] = url.split('?authorization_request=');
    assert.equal(where, `http://127.0.0.1:${api.port}/orgs/acme/sso`);
    const read = await readSsoRequest(
      request,
      (authorizationId) => api.store.authorizations.byId(api.user.id, authorizationId),
      api.runtime.now(),
    );
    assert.deepEqual([read?.authorization.id, read?.organizationId], [id, api.acme.id]);

    await api.store.organizations.allow(id, api.acme.id, '2026-03-01T12:00:00Z');
    assert.equal((await get(api, as)).status, 200);
    await api.store.organizations.disallow(id, api.acme.id);
    assert.equal((await get(api, as)).status, 403);
  }
});

test('a token that an application got through the API cannot be allowed', async (t) => {
  const api = await serveAcme(t);
  const body = { ...client.pair, scopes: ['repo'] };
  const { token, id } = members(await api.call('POST', '/authorizations', { body }));
  await api.store.organizations.allow(Number(id), api.acme.id, '2026-03-01T12:00:00Z');
  const response = await get(api, `x:${token}`);
  assert.equal(response.status, 403);
  assert.deepEqual(response.json(), {
    message:
      'Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.',
    documentation_url: article,
  });
  assert.match(response.field('X-GitHub-SSO') ?? '', /^required; url=http/);
  assert.equal(response.field('X-OAuth-Scopes'), 'repo');
});

test('a token of the web flow has access after it is allowed', async (t) => {
  const api = await serveAcme(t);
  const { id, as } = await addOf(api, 'flow', api.application.id);
  const rejected = await get(api, as);
  assert.deepEqual([rejected.status, /your OAuth token/.test(rejected.text())], [403, true]);
  await api.store.organizations.allow(id, api.acme.id, '2026-03-01T12:00:00Z');
  assert.equal((await get(api, as)).status, 200);
});

test('every token has access to an organization without single sign-on', async (t) => {
  const api = await serveAcme(t, 'off');
  for (const { as } of [await addOf(api, 'interface'), await addOf(api, 'interface', api.application.id)])
    assert.equal((await get(api, as)).status, 200);
});

test('a caller who is not a member gets the public organization', async (t) => {
  const api = await serveAcme(t);
  const hubot = await addUser(api, { login: 'hubot' });
  await addToken(api, { token: 'a'.repeat(40), userId: hubot.id });
  const view = (await get(api, 'mona:correct-horse-1')).json();
  for (const as of [`x:${'a'.repeat(40)}`, 'hubot:correct-horse-1', null]) {
    const response = await get(api, as);
    assert.deepEqual([response.status, response.json()], [200, view]);
  }
  assert.equal((await get(api, 'hubot:wrong')).status, 401);
});

test('an approval ends when the user is removed from the organization', async (t) => {
  const api = await serveAcme(t);
  const { id, as } = await addOf(api, 'interface');
  await api.store.organizations.allow(id, api.acme.id, '2026-03-01T12:00:00Z');
  await api.store.organizations.setMembers(api.acme.id, []);
  await api.store.organizations.setMembers(api.acme.id, [api.user.id]);
  assert.equal((await get(api, as)).status, 403);
});

test('an unknown organization gets 404', async (t) => {
  const api = await serveAcme(t);
  for (const name of ['mona', 'nobody', '%00', '%ff', 'x'.repeat(5000)]) {
    const response = await api.call('GET', `/orgs/${name}`);
    assert.equal(response.status, 404, name);
    assert.deepEqual(response.json(), {
      message: 'Not Found',
      documentation_url: `${page}#get-an-organization`,
    });
  }
});
