import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/security-log';
const password = 'correct-horse-1';

test('sign-ins and failed attempts are listed with time, address and browser', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', 'wrong');
  await browser.signIn('mona', password);
  const page = (await browser.visit(path)).text();
  assert.match(page, /<strong>Signed in<\/strong>[\s\S]*<strong>Failed to sign in<\/strong>: wrong password/);
  assert.match(page, /127\.0\.0\.1 · visitor</);
  assert.match(
    page,
    /<time datetime="2026-03-01T12:00:00Z" title="2026-03-01 12:00:00 UTC">1 Mar 2026, 12:00 UTC<\/time>/,
  );
  assert.ok(!page.includes('>wrong<'));
});

test('a wrong code is listed, and an unknown login is not', async (t) => {
  const api = await serveApi(t, {}, { twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' } });
  await visitor(api).signIn('mona', password, 'no code');
  await visitor(api).signIn('nobody', password);
  const events = await api.store.audit.events(api.user.id, 10);
  assert.deepEqual(
    events.map(({ action, subject }) => [action, subject]),
    [['user.failed_login', 'wrong code']],
  );
});

test('actions on the pages are listed with their subjects', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  await browser.visit('/settings/tokens/new');
  const note = `<b>${'🙂'.repeat(120)}`;
  assert.equal((await browser.submit('/settings/tokens/new', { note })).status, 303);
  const page = (await browser.visit(path)).text();
  assert.match(page, /<strong>A token was created<\/strong>: &lt;b>🙂/);
});

test('a secret in a user agent is not listed', async (t) => {
  const api = await serveApi(t);
  const secret = '89abcdef0123456789abcdef0123456789abcdef';
  const fields = [['User-Agent', `tool/1.0 ${secret}`]] as const;
  assert.equal((await api.call('POST', '/authorizations', { body: { note: 'x' }, fields })).status, 201);
  const [event] = await api.store.audit.events(api.user.id, 1);
  assert.equal(event?.userAgent, 'tool/1.0 ***');
});

test('users see the events of their own account only', async (t) => {
  const api = await serveApi(t);
  await addUser(api, { login: 'ada' });
  await visitor(api).signIn('mona', 'wrong');
  const ada = visitor(api);
  await ada.signIn('ada', password);
  assert.ok(!(await ada.visit(path)).text().includes('<strong>Failed to sign in'));
});

test('a longer log has further pages with older events', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  const event = { userId: api.user.id, action: 'x.unknown', address: '::1', userAgent: null };
  for (let count = 0; count < 60; count++)
    await api.store.audit.addEvent({ ...event, subject: `event ${count}`, at: api.runtime.now() }, 1000);
  const first = (await browser.visit(path)).text();
  assert.ok(first.includes('event 59') && !first.includes('event 9<'));
  const [, older = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? [];
  const second = (await browser.visit(older)).text();
  assert.match(second, /event 9<[\s\S]*event 0<[\s\S]*Signed in/);
  assert.ok(!second.includes('rel="next"'));
  for (const before of ['0', '-1', 'x', '1', '9'.repeat(30)])
    assert.equal((await browser.visit(`${path}?before=${before}`)).status, 200, before);
});

test('the log can be limited to one action, with its older events', async (t) => {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', 'wrong');
  await browser.signIn('mona', password);
  const event = { userId: api.user.id, action: 'oauth_access.create', address: '::1', userAgent: null };
  for (let count = 0; count < 60; count++) {
    const subject = `event ${count}`;
    await api.store.audit.addEvent({ ...event, subject, at: api.runtime.now() }, 1000);
  }
  const all = (await browser.visit(path)).text();
  assert.match(
    all,
    /<form class="filter" method="get" action="\/settings\/security-log"[\s\S]*<select [^>]*name="action"/,
  );
  assert.match(all, /<option value="user\.failed_login">Failed to sign in</);
  assert.ok(!all.includes('<strong>Failed to sign in'), 'it is on an older page');

  const failed = (await browser.visit(`${path}?action=user.failed_login`)).text();
  assert.match(failed, /<option value="user\.failed_login" selected>/);
  assert.match(failed, /<strong>Failed to sign in<\/strong>: wrong password/);
  assert.ok(!/<strong>(?:Signed in|A token was created)/.test(failed) && !failed.includes('rel="next"'));

  const created = (await browser.visit(`${path}?action=oauth_access.create`)).text();
  const [, older = ''] = /rel="next" href="([^"]+)"/.exec(created) ?? [];
  const second = (await browser.visit(older.replaceAll('&amp;', '&'))).text();
  assert.match(second, /event 9<[\s\S]*event 0</);
  assert.ok(!second.includes('<strong>Signed in') && !second.includes('rel="next"'));
  assert.match(second, /href="\/settings\/security-log\?action=oauth_access\.create">Newest</);

  const none = (await browser.visit(`${path}?action=user.logout`)).text();
  assert.match(none, /There are no events of this kind\./);
  // A form with all actions sends an empty value.
  for (const action of ['', 'unknown', 'constructor', '%3Cb%3E'])
    assert.match((await browser.visit(`${path}?action=${action}`)).text(), /event 59</);
});
