import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addOrganization, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { createSsoRequest } from '../../domain/tokens/single-sign-on.ts';
import type { Authorization } from '../../store/index.ts';

const token = 'a'.repeat(40);
const fields = [['Authorization', `token ${token}`]] as const;

type Details = Partial<Parameters<typeof addToken>[1]>;

async function openOrganization(t: TestContext, toDetails: (applicationId: number) => Details = () => ({})) {
  const api = await serveApi(t);
  const acme = await addOrganization(api, { name: 'Acme Inc.', memberIds: [api.user.id] });
  const details = { note: 'backup', ...toDetails(api.application.id) };
  const authorization = await addToken(api, { token, userId: api.user.id, ...details });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  const call = () => api.call('GET', '/orgs/acme', { as: null, fields });
  const request = (of: Authorization = authorization, organizationId = acme.id) =>
    createSsoRequest({ authorization: of, organizationId }, api.runtime.now());
  const path = (requested = request()) => `/orgs/acme/sso?authorization_request=${requested}`;
  return { api, acme, authorization, browser, call, request, path };
}

test('a rejected request names the page that authorizes the token, and succeeds afterwards', async (t) => {
  const { authorization, browser, call } = await openOrganization(t);
  const rejected = await call();
  assert.equal(rejected.status, 403);
  const [, url = ''] = /^required; url=(.*)$/.exec(rejected.field('X-GitHub-SSO') ?? '') ?? [];
  const { pathname, search } = new URL(url);
  const page = await browser.visit(`${pathname}${search}`);
  assert.equal(page.status, 200);
  assert.match(
    page.text(),
    /<strong>Acme Inc\.<\/strong> requires you to sign in with its identity provider/,
  );
  assert.match(page.text(), /<body class="solo">/);
  assert.equal((await call()).status, 403);

  const response = await browser.submit(pathname, {});
  assert.equal(response.field('Location'), `/settings/tokens/${authorization.id}?notice=sso-allowed`);
  assert.match((await browser.follow(response)).text(), /The token is authorized for the organization/);
  assert.equal((await call()).status, 200);
});

test('the page of the token links to it too', async (t) => {
  const { authorization, browser, call } = await openOrganization(t);
  const page = (await browser.visit(`/settings/tokens/${authorization.id}`)).text();
  const [, path = ''] = /href="(\/orgs\/acme\/sso[^"]*)"/.exec(page) ?? [];
  await browser.visit(path);
  await browser.submit('/orgs/acme/sso', {});
  assert.equal((await call()).status, 200);
});

test('a signed-out user returns to the request after sign-in', async (t) => {
  const { api, path } = await openOrganization(t);
  const stranger = visitor(api);
  const requested = path();
  const login = await stranger.follow(await stranger.visit(requested));
  assert.match(login.text(), /<h1>Sign in<\/h1>/);
  const response = await stranger.submit('/login', { login: 'mona', password: 'correct-horse-1' });
  assert.equal(response.field('Location'), requested);
});

test('a token that an application created with the password cannot be authorized', async (t) => {
  const { browser, call, path } = await openOrganization(t, (applicationId) => ({ applicationId }));
  const page = await browser.visit(path());
  assert.equal(page.status, 422);
  assert.match(page.text(), /Build Bot created this token with your password/);
  const [, request = ''] = /=(.*)$/.exec(path()) ?? [];
  await browser.visit('/orgs/acme/sso');
  const response = await browser.submit('/orgs/acme/sso', { authorization_request: request });
  assert.equal(response.status, 422);
  assert.equal((await call()).status, 403);
});

test('a token of the web flow can be authorized, and its application is shown', async (t) => {
  const { browser, call, path } = await openOrganization(t, (applicationId) => ({
    applicationId,
    origin: 'flow',
  }));
  await browser.visit(path());
  const view = await browser.follow(await browser.submit('/orgs/acme/sso', {}));
  assert.match(view.text(), /<h1>Build Bot<\/h1>[\s\S]*The token is authorized for the organization/);
  assert.match(view.text(), /Acme Inc\.: authorized/);
  assert.equal((await call()).status, 200);
});

test('an expired or forged request, or one of another token or organization, authorizes nothing', async (t) => {
  const { api, authorization, browser, request, path } = await openOrganization(t);
  const { id: adaId } = await addUser(api, { login: 'ada' });
  const hers = await addToken(api, { token: 'b'.repeat(40), userId: adaId });
  const admins = await addToken(api, { token: 'c'.repeat(40), userId: api.user.id, origin: 'impersonation' });
  const other = await addOrganization(api, { login: 'other', memberIds: [api.user.id] });
  const good = request();
  const bad = [
    '',
    'x',
    '..',
    '1.1.1.x',
    good.slice(0, -1),
    `${good}x`,
    good.replace(/^\d+/, '999'),
    '%00',
    request(hers),
    request(admins),
    request(undefined, other.id),
  ];
  for (const each of bad) {
    const page = await browser.visit(path(each));
    assert.equal(page.status, 404, each);
    assert.match(page.text(), /<h1>This request is invalid or expired<\/h1>/);
    await browser.visit('/orgs/acme/sso');
    const response = await browser.submit('/orgs/acme/sso', { authorization_request: each });
    assert.equal(response.status, 404, each);
  }
  api.runtime.clock.advance(60 * 60_000);
  assert.equal((await browser.visit(path(good))).status, 404);
  for (const { id } of [authorization, hers, admins])
    assert.deepEqual(await api.store.organizations.allowedOf(id), []);
});

test('requests of a regenerated token are invalid', async (t) => {
  const { browser, authorization, path } = await openOrganization(t);
  const requested = path();
  const page = `/settings/tokens/${authorization.id}`;
  await browser.visit(page);
  await browser.submit(page, { action: 'regenerate', confirmed: 'yes' });
  assert.equal((await browser.visit(requested)).status, 404);
});

test('without a request the page explains where to find one', async (t) => {
  const { browser } = await openOrganization(t);
  const page = await browser.visit('/orgs/ACME/sso');
  assert.equal(page.status, 200);
  assert.match(page.text(), /<code>X-GitHub-SSO<\/code>/);
});

test('a foreign organization, one without single sign-on and an unknown one get 404 alike', async (t) => {
  const { api, browser } = await openOrganization(t);
  await addOrganization(api, { login: 'theirs', memberIds: [] });
  await addOrganization(api, { login: 'open', saml: 'off', memberIds: [api.user.id] });
  const pages = [];
  for (const login of ['theirs', 'open', 'nobody', '%00', '%F0%9F%99%82']) {
    const response = await browser.visit(`/orgs/${login}/sso?authorization_request=x`);
    assert.equal(response.status, 404, login);
    pages.push(response.text());
  }
  assert.equal(new Set(pages).size, 1);
});

test('a forged form authorizes nothing', async (t) => {
  const { browser, call, path } = await openOrganization(t);
  await browser.visit(path());
  assert.equal((await browser.submit('/orgs/acme/sso', { form_token: 'forged' })).status, 403);
  await browser.visit(path());
  assert.equal((await browser.submit('/orgs/acme/sso', {}, [['Origin', 'null']])).status, 403);
  assert.equal((await call()).status, 403);
});
