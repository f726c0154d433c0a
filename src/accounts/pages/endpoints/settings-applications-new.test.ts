import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { members, serveApi } from '#test/support/accounts/api.ts';
import { type Filled, visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/applications/new';

const filled = {
  name: 'Nightly',
  url: 'https://nightly.example',
  description: 'Builds at night',
  callback_url: 'https://nightly.example/hook',
};

async function openNew(t: TestContext) {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  return {
    api,
    browser,
    async register(fields: Filled) {
      await browser.visit(path);
      return browser.submit(path, fields);
    },
  };
}

test('an application is registered, its secret is shown once, and the web flow works with both', async (t) => {
  const { api, browser, register } = await openNew(t);
  const sent = await register(filled);
  assert.equal(sent.status, 303);
  const response = await browser.follow(sent);
  const [, clientId = ''] = /<code>([0-9a-f]{20})<\/code>/.exec(response.text()) ?? [];
  const [, secret = ''] = /<code>([0-9a-f]{40})<\/code>/.exec(response.text()) ?? [];
  assert.ok(secret);
  assert.ok(!(await browser.visit(`/settings/developers/${clientId}`)).text().includes(secret));
  assert.ok(!JSON.stringify(await api.store.readAll()).includes(secret));

  await browser.visit(`/login/oauth/authorize?client_id=${clientId}&scope=gist`);
  const consent = await browser.submit('/login/oauth/authorize', { decision: 'authorize', scope: 'gist' });
  const location = new URL(consent.field('Location') ?? '');
  assert.equal(`${location.origin}${location.pathname}`, filled.callback_url);
  const token = await api.send({
    method: 'POST',
    path: '/login/oauth/access_token',
    fields: [['Accept', 'application/json']],
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: secret,
      code: location.searchParams.get('code') ?? '',
    }).toString(),
  });
  assert.equal(members(token).scope, 'gist');
});

test('description and callback are optional; without a callback there is no web flow', async (t) => {
  const { browser, register } = await openNew(t);
  const sent = await register({ name: 'Plain', url: 'http://plain.example:8080/x' });
  assert.equal(sent.status, 303);
  const response = await browser.follow(sent);
  const [, clientId = ''] = /<code>([0-9a-f]{20})<\/code>/.exec(response.text()) ?? [];
  assert.equal((await browser.visit(`/login/oauth/authorize?client_id=${clientId}`)).status, 404);
});

test('invalid input is rejected and kept in the form, and registers nothing', async (t) => {
  const { api, browser, register } = await openNew(t);
  const before = (await api.store.applications.list()).length;
  for (const [wrong, problem] of [
    [{ name: '' }, /The name is required/],
    [{ name: 'a\nb' }, /one line of at most/],
    [{ name: 'x'.repeat(256) }, /one line of at most/],
    [{ url: '' }, /The homepage must be/],
    [{ url: 'javascript:alert(1)' }, /The homepage must be/],
    [{ url: 'ftp://files.example' }, /The homepage must be/],
    [{ url: 'https://' }, /The homepage must be/],
    [{ url: 'https://[nonsense' }, /The homepage must be/],
    [{ url: `https://long.example/${'x'.repeat(1000)}` }, /The homepage must be/],
    [{ description: 'x'.repeat(256) }, /The description must be one line/],
    [{ callback_url: 'nightly.example' }, /The callback must be/],
    [{ callback_url: 'javascript://nightly.example/%0aalert(1)' }, /The callback must be/],
    [{ callback_url: 'https://user:secret@nightly.example' }, /The callback must be/],
    [{ callback_url: 'https://nightly.example/#there' }, /The callback must be/],
    [{ callback_url: 'https://nightly.example/..%2fup' }, /The callback must be/],
    [{ callback_url: `https://long.example/${'x'.repeat(1000)}` }, /The callback must be/],
  ] as const) {
    const response = await register({ ...filled, ...wrong });
    assert.equal(response.status, 422, JSON.stringify(wrong));
    assert.match(response.text(), problem);
    const retained =
      'name' in wrong ? 'name="url" type="url" value="https://nightly.example"' : 'value="Nightly"';
    assert.ok(response.text().includes(retained), JSON.stringify(wrong));
  }
  assert.equal((await api.store.applications.list()).length, before);
  assert.match((await browser.visit('/settings/developers')).text(), /No registered applications/);
});

test('a forged form registers nothing', async (t) => {
  const { api, browser } = await openNew(t);
  await browser.visit(path);
  assert.equal((await browser.submit(path, { ...filled, form_token: 'forged' })).status, 403);
  await browser.visit(path);
  assert.equal((await browser.submit(path, filled, [['Origin', 'https://evil.example']])).status, 403);
  assert.equal((await api.store.applications.byOwner(api.user.id)).length, 0);
});
