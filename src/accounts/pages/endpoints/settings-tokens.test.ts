import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addOrganization, addToken, addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/tokens';
const value = 'a'.repeat(40);

async function openTokens(t: TestContext, options: Parameters<typeof serveApi>[1] = {}) {
  const api = await serveApi(t, options);
  const { id } = await addToken(api, { token: value, userId: api.user.id, note: 'backup', scopes: ['gist'] });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  const page = `${path}/${id}`;
  const useOf = (token: string) =>
    api.call('GET', '/user', { as: null, fields: [['Authorization', `token ${token}`]] });
  return { api, browser, id, page, useOf };
}

const GONE = '/settings/tokens?notice=token-gone';

test('the list shows note, scopes and last use of each token', async (t) => {
  const { browser, page, useOf } = await openTokens(t);
  const before = (await browser.visit(path)).text();
  assert.match(before, new RegExp(`<a href="${page}">backup</a>`));
  assert.match(before, /<span class="scope">gist<\/span>/);
  assert.match(before, /aria-label="Edit backup"/);
  assert.match(before, /aria-label="Delete backup"/);
  assert.match(before, new RegExp(`ends in <code>${value.slice(-8)}</code>`));
  assert.match(
    before,
    /made <time datetime="2026-03-01T12:00:00Z" title="2026-03-01 12:00:00 UTC">just now</,
  );
  assert.match(before, /never used/);
  await useOf(value);
  assert.match((await browser.visit(page)).text(), /<time [^>]*>used today between 12:00 and 13:00 UTC</);
});

test('the list is newest first, and has a second page beyond thirty tokens', async (t) => {
  const { api, browser } = await openTokens(t);
  for (let count = 0; count < 30; count++)
    await addToken(api, { token: `${count}`.padStart(40, '0'), userId: api.user.id, note: `n${count}` });
  const first = (await browser.visit(path)).text();
  assert.match(first, /rel="next" href="\/settings\/tokens\?page=2"/);
  const second = (await browser.visit(`${path}?page=2`)).text();
  const notes = (text: string) =>
    [...text.matchAll(/<h2 class="row-title"><a [^>]*>([^<]*)</g)].map(([, note]) => note);
  assert.deepEqual(
    notes(first),
    Array.from({ length: 30 }, (_, index) => `n${29 - index}`),
  );
  assert.deepEqual(notes(second), ['backup']);
  assert.match(second, /rel="prev"/);
  for (const page of ['0', '-1', 'x', '99999999999999999999'])
    assert.equal((await browser.visit(`${path}?page=${page}`)).status, 200, page);
});

test('note and scopes are changed, and apply from the next request', async (t) => {
  const { browser, page, useOf } = await openTokens(t);
  await browser.visit(page);
  const response = await browser.submit(page, { action: 'save', note: 'nightly', scope: ['repo', 'user'] });
  assert.equal(response.status, 303);
  const saved = (await browser.follow(response)).text();
  assert.match(saved, /role="status">The token is saved/);
  assert.match(saved, /name="note" value="nightly"/);
  assert.equal((await useOf(value)).field('X-OAuth-Scopes'), 'repo, user');
});

test('an invalid change keeps the input, and changes nothing', async (t) => {
  const { api, browser, page, useOf } = await openTokens(t);
  await addToken(api, { token: 'b'.repeat(40), userId: api.user.id, note: 'taken' });
  for (const note of ['', 'taken', 'x'.repeat(256)]) {
    await browser.visit(page);
    const response = await browser.submit(page, { action: 'save', note, scope: 'repo' });
    assert.equal(response.status, 422, note);
    assert.match(response.text(), /role="alert"/);
    if (note !== '') assert.ok(response.text().includes(`name="note" value="${note}"`));
    assert.match(response.text(), /value="repo" checked/);
  }
  assert.equal((await useOf(value)).field('X-OAuth-Scopes'), 'gist');
});

test('a regenerated token replaces the previous one at once, keeps ID, note and scopes, and is shown once', async (t) => {
  const { api, browser, page, id, useOf } = await openTokens(t);
  await browser.visit(page);
  const response = await browser.follow(
    await browser.submit(page, { action: 'regenerate', confirmed: 'yes' }),
  );
  assert.equal(response.status, 200);
  const [, token = ''] = /<code>([0-9a-f]{40})<\/code>/.exec(response.text()) ?? [];
  assert.equal((await useOf(value)).status, 401);
  assert.equal((await useOf(token)).field('X-OAuth-Scopes'), 'gist');
  const listed = JSON.parse((await api.call('GET', `/authorizations/${id}`)).text());
  assert.equal(listed.note, 'backup');
  assert.equal(listed.token_last_eight, token.slice(-8));
  assert.ok(!(await browser.visit(page)).text().includes(token));
});

test('a deleted token is invalid, and its page leads back to the list with a notice', async (t) => {
  const { browser, page, useOf } = await openTokens(t);
  await browser.visit(page);
  const response = await browser.submit(page, { action: 'delete', confirmed: 'yes' });
  assert.equal(response.field('Location'), '/settings/tokens?notice=token-deleted');
  assert.equal((await useOf(value)).status, 401);
  const back = await browser.visit(page);
  assert.deepEqual([back.status, back.field('Location')], [303, GONE]);
  assert.match((await browser.follow(back)).text(), /role="status">You have no such token/);
  for (const action of ['delete', 'regenerate', 'save', 'withdraw'])
    assert.equal((await browser.submit(page, { action, note: 'n' })).field('Location'), GONE, action);
});

test('all personal tokens are deleted after confirmation, and those of applications remain', async (t) => {
  const { api, browser, useOf } = await openTokens(t);
  const ofApplication = 'c'.repeat(40);
  await addToken(api, { token: ofApplication, userId: api.user.id, applicationId: api.application.id });
  await browser.visit(path);
  assert.equal((await browser.submit(path, {})).status, 422);
  assert.equal((await useOf(value)).status, 200);
  const response = await browser.submit(path, { confirmed: 'yes' });
  const list = (await browser.follow(response)).text();
  assert.match(list, /No personal access tokens/);
  assert.match(list, /role="status">All personal access tokens are deleted/);
  assert.equal((await useOf(value)).status, 401);
  assert.equal((await useOf(ofApplication)).status, 200);
});

test('tokens of other users, of applications and of administrators lead back to the list like unknown tokens', async (t) => {
  const { api, browser, page } = await openTokens(t);
  const { id: adaId } = await addUser(api, { login: 'ada' });
  const userId = api.user.id;
  const others = [
    await addToken(api, { token: '1'.repeat(40), userId: adaId, note: 'hers' }),
    await addToken(api, { token: '2'.repeat(40), userId, applicationId: api.application.id }),
    await addToken(api, { token: '3'.repeat(40), userId, origin: 'impersonation' }),
  ].map(({ id }) => String(id));
  const pages = [];
  for (const id of [...others, '999999', '9007199254740993', '0']) {
    const response = await browser.visit(`${path}/${id}`);
    assert.equal(response.field('Location'), GONE, id);
    pages.push(response.text());
    await browser.visit(page);
    for (const action of ['save', 'regenerate', 'delete', 'withdraw'])
      assert.equal(
        (await browser.submit(`${path}/${id}`, { action, note: 'n', confirmed: 'yes' })).field('Location'),
        GONE,
        `${action} ${id}`,
      );
  }
  assert.equal(new Set(pages).size, 1);
  assert.equal((await api.store.authorizations.byId(adaId, Number(others[0])))?.note, 'hers');
});

test('a forged form changes no token', async (t) => {
  const { browser, page, useOf } = await openTokens(t);
  await browser.visit(page);
  for (const action of ['save', 'regenerate', 'delete']) {
    assert.equal((await browser.submit(page, { action, note: 'n', form_token: 'forged' })).status, 403);
    await browser.visit(page);
    assert.equal((await browser.submit(page, { action, note: 'n' }, [['Origin', 'null']])).status, 403);
  }
  assert.equal((await browser.submit(path, { confirmed: 'yes', form_token: '' })).status, 403);
  assert.equal((await useOf(value)).field('X-OAuth-Scopes'), 'gist');
});

test('the page of a token authorizes it for an organization with single sign-on, and revokes that', async (t) => {
  const { api, browser, page, id } = await openTokens(t);
  const { id: acmeId } = await addOrganization(api, { memberIds: [api.user.id] });
  await addOrganization(api, { login: 'open', saml: 'off', memberIds: [api.user.id] });
  const before = (await browser.visit(page)).text();
  assert.match(before, /href="\/orgs\/acme\/sso\?authorization_request=[\w.-]+"/);
  assert.ok(!before.includes('/orgs/open/'));
  await api.store.organizations.allow(id, acmeId, '2026-03-01T12:00:00Z');
  assert.match((await browser.visit(page)).text(), /value="withdraw"/);
  const asked = await browser.submit(page, { action: 'withdraw', organization: 'acme' });
  assert.equal(asked.status, 422);
  assert.match(asked.text(), /<h1>Revoke the authorization for [^<]*</);
  assert.match(asked.text(), new RegExp(`<a [^>]*href="${page}"[^>]*>Cancel</a>`));
  assert.deepEqual(await api.store.organizations.allowedOf(id), [acmeId]);
  // The form of the page has the organization.
  const response = await browser.submit(page, { action: 'withdraw', confirmed: 'yes' });
  assert.match((await browser.follow(response)).text(), /is no longer authorized for the organization/);
  assert.deepEqual(await api.store.organizations.allowedOf(id), []);
  for (const organization of ['acme', 'nobody', ''])
    assert.equal(
      (await browser.submit(page, { action: 'withdraw', organization, confirmed: 'yes' })).field('Location'),
      page,
    );
});
