import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization } from '#test/support/accounts/accounts.ts';
import { client, serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/connections/applications/0123456789abcdef0123';

async function openSettings(t: Parameters<typeof serveApi>[0]) {
  const api = await serveApi(t);
  const { token } = JSON.parse(
    (
      await api.call('PUT', client.path, { body: { ...client.secret, scopes: ['repo', 'user:email'] } })
    ).text(),
  );
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  const statusOfToken = async () =>
    (await api.call('GET', '/user', { as: null, fields: [['Authorization', `token ${token}`]] })).status;
  return { api, browser, statusOfToken };
}

test('an authorized application is listed, with its permissions', async (t) => {
  const { browser } = await openSettings(t);
  const list = await browser.visit('/settings/applications');
  assert.match(list.text(), new RegExp(`<a href="${path}">Build Bot</a>`));
  assert.match(
    list.text(),
    /<span class="scope">repo<\/span><span class="scope">user:email<\/span>[\s\S]*never used</,
  );
  const detail = await browser.visit(path);
  assert.match(detail.text(), /Full control of private and public repositories/);
  assert.match(detail.text(), /Read e-mail addresses/);
  assert.match(detail.text(), /Last use<\/dt><dd><span>never used/);
});

test('permissions are in an order of weight, like on the consent page', async (t) => {
  const { api, browser } = await openSettings(t);
  const scopes = ['admin:repo_hook', 'gist', 'notifications', 'read:org'];
  const body = { ...client.secret, scopes, fingerprint: 'laptop' };
  assert.equal((await api.call('PUT', client.path, { body })).status, 201);
  const page = (await browser.visit(path)).text();
  const listed = [...page.matchAll(/<li>[^<]* <small><code>([^<]*)</g)].map(([, scope]) => scope);
  assert.deepEqual(listed, ['repo', 'admin:repo_hook', 'read:org', 'user:email', 'gist', 'notifications']);
});

test('the page lists the organizations with single sign-on that an application may access', async (t) => {
  const { api, browser } = await openSettings(t);
  assert.ok(!(await browser.visit(path)).text().includes('single sign-on'));
  const acme = await addOrganization(api, { name: 'Acme Inc.', memberIds: [api.user.id] });
  await addOrganization(api, { login: 'open', saml: 'off', memberIds: [api.user.id] });
  await addOrganization(api, { login: 'hooli' });
  const before = (await browser.visit(path)).text();
  assert.match(before, /<ul><li>Acme Inc\.: not authorized<\/li><\/ul>/);
  const { items } = await api.store.authorizations.list(api.user.id, { page: 1, perPage: 10 });
  await api.store.organizations.allow(items[0]?.id ?? 0, acme.id, '2026-03-01T12:00:00Z');
  assert.match((await browser.visit(path)).text(), /<ul><li>Acme Inc\.: authorized<\/li><\/ul>/);
});

test('an application without scopes is listed as such', async (t) => {
  const api = await serveApi(t);
  await api.call('PUT', client.path, { body: client.secret });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  assert.match((await browser.visit('/settings/applications')).text(), /no scope: public data only</);
});

test('revoking on the page has the effect of deleting the grant with the API: list, tokens and grant are deleted', async (t) => {
  const { api, browser, statusOfToken } = await openSettings(t);
  assert.equal(await statusOfToken(), 200);
  await browser.visit(path);
  const response = await browser.submit(path, { confirmed: 'yes' });
  assert.equal(response.status, 303);
  assert.equal(await statusOfToken(), 401);
  assert.equal((await api.call('GET', '/applications/grants')).text(), '[]');
  const list = await browser.follow(response);
  assert.match(list.text(), /No applications are authorized</);
  assert.match(list.text(), /role="status">The access of the application is revoked/);
  const back = await browser.visit(path);
  assert.match((await browser.follow(back)).text(), /role="status">This application has no access/);
  const again = await browser.submit(path, { confirmed: 'yes' });
  assert.equal(again.field('Location'), '/settings/applications?notice=application-gone');
});

test('an application whose grant is deleted with the API is not listed', async (t) => {
  const { api, browser } = await openSettings(t);
  const [grant] = JSON.parse((await api.call('GET', '/applications/grants')).text());
  assert.equal((await api.call('DELETE', `/applications/grants/${grant.id}`)).status, 204);
  assert.match((await browser.visit('/settings/applications')).text(), /No applications are authorized</);
});

test('the access of all applications is revoked after confirmation', async (t) => {
  const { browser, statusOfToken } = await openSettings(t);
  await browser.visit('/settings/applications');
  assert.equal((await browser.submit('/settings/applications', {})).status, 422);
  assert.equal(await statusOfToken(), 200);
  const response = await browser.submit('/settings/applications', { confirmed: 'yes' });
  assert.equal(await statusOfToken(), 401);
  assert.match(
    (await browser.follow(response)).text(),
    /role="status">The access of all applications is revoked/,
  );
});

test('a form with a forged token, or from another origin, revokes nothing', async (t) => {
  const { browser, statusOfToken } = await openSettings(t);
  await browser.visit(path);
  assert.equal((await browser.submit(path, { form_token: 'forged' })).status, 403);
  assert.equal((await browser.submit(path, {}, [['Origin', 'null']])).status, 403);
  assert.equal(await statusOfToken(), 200);
});

test('a forged session has no access', async (t) => {
  const { api } = await openSettings(t);
  for (const secret of ['0'.repeat(64), 'x', '', '../../etc', "' or 1=1"]) {
    const response = await api.get('/settings/applications', [['Cookie', `sparring_session=${secret}`]]);
    assert.equal(response.status, 302, secret);
  }
});

test('a name with markup is shown as text', async (t) => {
  const { api, browser } = await openSettings(t);
  await api.store.applications.update(api.application.id, { name: '<img src=x onerror=alert(1)>' });
  for (const each of ['/settings/applications', path]) {
    const text = (await browser.visit(each)).text();
    assert.ok(!text.includes('<img') && text.includes('&lt;img'));
  }
});
