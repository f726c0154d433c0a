import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Api, serveApi } from '#test/support/accounts/api.ts';
import { type Filled, visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/tokens/new';

async function openNew(t: TestContext, options: Parameters<typeof serveApi>[1] = {}) {
  const api = await serveApi(t, options);
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  return {
    api,
    browser,
    async generate(filled: Filled) {
      await browser.visit(path);
      const sent = await browser.submit(path, filled);
      const response = await browser.follow(sent);
      return { sent, answer: response, token: tokenIn(response.text()) };
    },
  };
}

/** The token that a page shows. */
function tokenIn(page: string): string | undefined {
  return /<code>([0-9a-f]{40}|ghp_[0-9A-Za-z]{36})<\/code>/.exec(page)?.[1];
}

function callWith(api: Api, token: string | undefined) {
  return api.call('GET', '/user', { as: null, fields: [['Authorization', `token ${token}`]] });
}

test('a new token is shown once, works at once with its scopes, and is never shown again', async (t) => {
  const { api, browser, generate } = await openNew(t);
  const { sent, answer, token } = await generate({ note: 'backup', scope: ['repo', 'gist'] });
  assert.deepEqual([sent.status, answer.status], [303, 200]);
  assert.equal(answer.field('Cache-Control'), 'no-store');
  assert.match(answer.text(), /“backup” is ready\.<\/strong> Copy it now\. It is not shown again/);
  const user = await callWith(api, token);
  assert.equal(user.status, 200);
  assert.equal(user.field('X-OAuth-Scopes'), 'gist, repo');

  for (const page of ['/settings/tokens', '/settings/tokens/1'])
    assert.equal(tokenIn((await browser.visit(page)).text()), undefined, page);
  const snapshot = JSON.stringify(await api.store.readAll());
  assert.ok(token !== undefined && !snapshot.includes(token));
});

test('the API lists and deletes a token of the page', async (t) => {
  const { api, browser, generate } = await openNew(t);
  const { token } = await generate({ note: 'backup' });
  const [listed] = JSON.parse((await api.call('GET', '/authorizations')).text());
  assert.equal(listed.note, 'backup');
  assert.equal(listed.token_last_eight, token?.slice(-8));
  assert.equal((await api.call('DELETE', `/authorizations/${listed.id}`)).status, 204);
  assert.match((await browser.visit('/settings/tokens')).text(), /No personal access tokens/);
});

test('the form is filled in from the query, and unknown scopes are ignored', async (t) => {
  const { browser } = await openNew(t);
  const page = (await browser.visit(`${path}?scopes=public_repo,gist,nonsense&description=back%20up`)).text();
  assert.match(page, /name="note" value="back up"/);
  const ticked = [...page.matchAll(/name="scope" value="([^"]+)" checked/g)].map(([, scope]) => scope);
  assert.deepEqual(ticked, ['public_repo', 'gist']);
  const long = (await browser.visit(`${path}?description=${'x'.repeat(2000)}`)).text();
  assert.match(long, /value="x{255}"/);
});

test('scopes are a tree in which implied scopes are below, each with its description', async (t) => {
  const { browser } = await openNew(t);
  const page = (await browser.visit(path)).text();
  assert.match(page, /value="admin:org"[\s\S]*?<ul class="scopes">[\s\S]*?value="write:org"/);
  assert.match(page, /<code>user:email<\/code> <small>Read e-mail addresses<\/small>/);
});

test('of a parent and its children the parent is stored', async (t) => {
  const { api, generate } = await openNew(t);
  const { token } = await generate({ note: 'all', scope: ['repo:status', 'repo', 'public_repo'] });
  assert.equal((await callWith(api, token)).field('X-OAuth-Scopes'), 'repo');
});

test('a scope that the release does not have is not on the page, and not in the token', async (t) => {
  const { api, browser, generate } = await openNew(t, { apiVersion: 'ghes-2.18' });
  assert.ok(!(await browser.visit(path)).text().includes('security_events'));
  const { token } = await generate({ note: 'n', scope: ['security_events', 'gist', 'nonsense'] });
  assert.equal((await callWith(api, token)).field('X-OAuth-Scopes'), 'gist');
});

test('a missing, taken or too long note is rejected, and the input is kept', async (t) => {
  const { api, browser, generate } = await openNew(t);
  await generate({ note: 'backup' });
  for (const [note, problem] of [
    ['', /The note is required/],
    ['   ', /The note is required/],
    ['backup', /Another token has this note/],
    ['x'.repeat(256), /The note must have at most 255 characters/],
  ] as const) {
    const { answer, token } = await generate({ note, scope: ['gist'] });
    assert.equal(answer.status, 422, note);
    assert.match(answer.text(), problem);
    assert.match(answer.text(), /value="gist" checked/);
    if (note.trim() !== '') assert.ok(answer.text().includes(`name="note" value="${note}"`), note);
    assert.equal(token, undefined);
  }
  assert.equal(JSON.parse((await api.call('GET', '/authorizations')).text()).length, 1);
  assert.match((await browser.visit('/settings/tokens')).text(), /backup/);
});

test('a note can contain emoji or markup', async (t) => {
  const { generate } = await openNew(t);
  for (const note of ['🙂'.repeat(60), '<script>alert(1)</script>']) {
    const { answer } = await generate({ note });
    assert.equal(answer.status, 200);
    assert.ok(!answer.text().includes('<script>alert'));
  }
});

test('a release without expiry neither shows nor accepts one', async (t) => {
  const { api, browser, generate } = await openNew(t);
  assert.ok(!(await browser.visit(path)).text().includes('name="days"'));
  const { token } = await generate({ note: 'n', days: '7' });
  api.runtime.clock.advance(365 * DAY);
  assert.equal((await callWith(api, token)).status, 200);
});

test('a token is invalid from its expiry, by the clock of the server', async (t) => {
  const { api, browser, generate } = await openNew(t, { apiVersion: 'ghes-3.2', sessionIdleTimeout: 0 });
  assert.match((await browser.visit(path)).text(), /<select name="days"/);
  const { answer, token } = await generate({ note: 'short', days: '7' });
  assert.match(answer.text(), /expires <time datetime="2026-03-08T12:00:00Z"[^>]*>8 Mar 2026</);
  api.runtime.clock.advance(7 * DAY - 1000);
  assert.equal((await callWith(api, token)).status, 200);
  api.runtime.clock.advance(1000);
  assert.equal((await callWith(api, token)).status, 401);
  assert.match((await browser.visit('/settings/tokens')).text(), /expired <time/);
});

test('a lifetime that the page does not offer is rejected', async (t) => {
  const { api, generate } = await openNew(t, { apiVersion: 'ghes-3.2' });
  for (const [index, days] of ['-1', '0', '1e9', 'NaN', '8', ''].entries()) {
    const { token } = await generate({ note: `n${index}`, days });
    assert.equal((await callWith(api, token)).status, 200, days);
  }
});

test('a forged form creates no token', async (t) => {
  const { api, browser } = await openNew(t);
  await browser.visit(path);
  for (const [filled, fields] of [
    [{ note: 'n', form_token: 'forged' }, []],
    [{ note: 'n', form_token: '' }, []],
    [{ note: 'n' }, [['Origin', 'https://evil.example']]],
    [{ note: 'n' }, [['Sec-Fetch-Site', 'cross-site']]],
  ] as const)
    assert.equal((await browser.submit(path, filled, fields)).status, 403);
  assert.equal((await api.call('GET', '/authorizations')).text(), '[]');
});

const DAY = 24 * 60 * 60 * 1000;
