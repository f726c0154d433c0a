import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addToken, addUser } from '#test/support/accounts/accounts.ts';
import { basic, serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';

const { clientId, clientSecret } = exampleApplication;
const path = `/settings/developers/${clientId}`;
const token = 'a'.repeat(40);
const GONE = '/settings/developers?notice=registration-gone';
const saved = { action: 'save', name: 'Build Bot 2', url: 'https://buildbot.example/2' };

async function openApplications(t: TestContext) {
  const api = await serveApi(t);
  await api.store.applications.update(api.application.id, { ownerId: api.user.id });
  const { id: adaId } = await addUser(api, { login: 'ada' });
  await addToken(api, { token, userId: adaId, applicationId: api.application.id, scopes: ['gist'] });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  const statusWith = async (secret: string) =>
    (
      await api.send({
        method: 'POST',
        path: `/api/v3/applications/${clientId}/token`,
        fields: [['User-Agent', 'test'], ...basic(`${clientId}:${secret}`)],
        body: JSON.stringify({ access_token: token }),
      })
    ).status;
  const statusOfToken = async () =>
    (await api.call('GET', '/user', { as: null, fields: [['Authorization', `token ${token}`]] })).status;
  return { api, browser, adaId, statusWith, statusOfToken };
}

test('developers see their own applications only', async (t) => {
  const { api, browser } = await openApplications(t);
  assert.match(
    (await browser.visit('/settings/developers')).text(),
    new RegExp(`<a href="${path}">Build Bot</a>`),
  );
  assert.match((await browser.visit(path)).text(), new RegExp(`<code>${clientId}</code>`));

  const other = visitor(api);
  await other.signIn('ada', 'correct-horse-1');
  assert.match((await other.visit('/settings/developers')).text(), /No registered applications/);
  const foreign = await other.visit(path);
  const unknown = await other.visit('/settings/developers/ffffffffffffffffffff');
  assert.equal(foreign.field('Location'), GONE);
  assert.equal(unknown.field('Location'), GONE);
  await other.visit('/settings/developers');
  await other.visit('/settings/applications/new');
  for (const action of ['save', 'reset-secret', 'revoke-tokens', 'delete'])
    assert.equal(
      (await other.submit(path, { ...saved, action, confirmed: 'yes' })).field('Location'),
      GONE,
      action,
    );
  assert.equal((await api.store.applications.byClientId(clientId))?.name, 'Build Bot');
});

test('an application without an owner is not on the page of any user', async (t) => {
  const { api, browser } = await openApplications(t);
  await api.store.applications.update(api.application.id, { ownerId: null });
  assert.equal((await browser.visit(path)).field('Location'), GONE);
});

test('saved values are shown to users, and a rejected draft keeps the input', async (t) => {
  const { api, browser } = await openApplications(t);
  await browser.visit(path);
  const response = await browser.submit(path, {
    ...saved,
    description: 'Builds',
    callback_url: 'http://localhost:1/cb',
  });
  assert.match((await browser.follow(response)).text(), /role="status">The application is saved/);
  const stored = await api.store.applications.byClientId(clientId);
  assert.equal(stored?.name, 'Build Bot 2');
  assert.equal(stored?.callbackUrl, 'http://localhost:1/cb');
  const rejected = await browser.submit(path, { ...saved, name: 'Other', url: 'nowhere' });
  assert.equal(rejected.status, 422);
  assert.match(rejected.text(), /name="name" value="Other"/);
  assert.equal((await api.store.applications.byClientId(clientId))?.name, 'Build Bot 2');
});

test('a new secret is shown once, the previous one stops working, and tokens remain valid', async (t) => {
  const { browser, statusWith, statusOfToken } = await openApplications(t);
  assert.equal(await statusWith(clientSecret), 200);
  await browser.visit(path);
  const response = await browser.follow(
    await browser.submit(path, { action: 'reset-secret', confirmed: 'yes' }),
  );
  assert.equal(response.status, 200);
  const [, secret = ''] = /<code>([0-9a-f]{40})<\/code>/.exec(response.text()) ?? [];
  assert.equal(await statusWith(clientSecret), 401);
  assert.equal(await statusWith(secret), 200);
  assert.equal(await statusOfToken(), 200);
  assert.ok(!(await browser.visit(path)).text().includes(secret));
});

test('all tokens of all users are revoked after confirmation', async (t) => {
  const { api, browser, adaId, statusOfToken } = await openApplications(t);
  await browser.visit(path);
  assert.equal((await browser.submit(path, { action: 'revoke-tokens' })).status, 422);
  assert.equal(await statusOfToken(), 200);
  await browser.visit(path);
  const response = await browser.submit(path, { action: 'revoke-tokens', confirmed: 'yes' });
  assert.match((await browser.follow(response)).text(), /All user tokens of the application are revoked/);
  assert.equal(await statusOfToken(), 401);
  assert.equal(await api.store.grants.byApplication(adaId, api.application.id), undefined);
});

test('an application is deleted with its tokens after confirmation', async (t) => {
  const { browser, statusWith, statusOfToken } = await openApplications(t);
  await browser.visit(path);
  assert.equal((await browser.submit(path, { action: 'delete' })).status, 422);
  assert.equal((await browser.visit(path)).status, 200);
  const response = await browser.submit(path, { action: 'delete', confirmed: 'yes' });
  assert.match((await browser.follow(response)).text(), /The application and all of its tokens are deleted/);
  assert.equal((await browser.visit(path)).field('Location'), GONE);
  assert.equal(await statusOfToken(), 401);
  assert.equal(await statusWith(clientSecret), 401);
});

test('an application that is deleted while a form is processed is not found', async (t) => {
  const { api, browser } = await openApplications(t);
  for (const method of ['update', 'delete'] as const)
    t.mock.method(api.store.applications, method, () => Promise.resolve(false));
  for (const action of ['reset-secret', 'delete']) {
    await browser.visit(path);
    const response = await browser.submit(path, { action, confirmed: 'yes' });
    assert.deepEqual([response.field('Location'), response.field('Set-Cookie')], [GONE, undefined], action);
  }
});

test('a forged form changes no application', async (t) => {
  const { api, browser, statusWith } = await openApplications(t);
  for (const action of ['save', 'reset-secret', 'revoke-tokens', 'delete']) {
    await browser.visit(path);
    const forged = { ...saved, action, confirmed: 'yes', form_token: 'forged' };
    assert.equal((await browser.submit(path, forged)).status, 403);
  }
  assert.equal(await statusWith(clientSecret), 200);
  assert.equal((await api.store.applications.byClientId(clientId))?.name, 'Build Bot');
});

test('IDs of arbitrary bytes are unknown', async (t) => {
  const { browser } = await openApplications(t);
  for (const id of ['%00', '%FF', '%F0%9F%99%82', 'x'.repeat(3000), "'%20or%201=1", '%2E%2E'])
    assert.equal(
      (await browser.visit(`/settings/developers/${id}`)).field('Location'),
      GONE,
      id.slice(0, 10),
    );
});

test('a name with markup is shown as text', async (t) => {
  const { browser } = await openApplications(t);
  await browser.visit(path);
  await browser.submit(path, { ...saved, name: '<img src=x onerror=alert(1)>' });
  for (const page of ['/settings/developers', path])
    assert.ok(!(await browser.visit(page)).text().includes('<img'));
});
