import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';

const { clientId } = exampleApplication;
const callbackUrl = 'http://127.0.0.1:8123/callback/deep';

async function open(t: TestContext, granted?: string[]) {
  const api = await serveApi(t);
  await api.store.applications.update(api.application.id, { callbackUrl });
  const own = { token: 'a'.repeat(40), userId: api.user.id, applicationId: api.application.id };
  if (granted) await addToken(api, { ...own, scopes: granted });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  const ask = async (query: Record<string, string>) => {
    const page = await browser.visit(`/login/oauth/authorize?${new URLSearchParams(query)}`);
    return { status: page.status, main: page.text().replace(/^[\s\S]*?<main[^>]*>/, ''), page: page.text() };
  };
  return { api, browser, ask };
}

/** The scopes of the page with their remarks, in order. */
function outline(main: string): string[] {
  const rows = main.matchAll(
    /name="scope" id="[^"]*" value="([^"]*)"[^>]*>\s*<label[^>]*>[^<]*<\/label>(?:<span class="badge[^>]*>([^<]*)<)?/g,
  );
  return [...rows].map(([, scope, remark]) => (remark === undefined ? `${scope}` : `${scope}: ${remark}`));
}

test('scopes are in an order of weight, repositories first, and none is marked without a grant', async (t) => {
  const { ask } = await open(t);
  const { main } = await ask({
    client_id: clientId,
    scope: 'notifications gist admin:repo_hook user read:org repo admin:org_hook',
  });
  assert.deepEqual(outline(main), [
    'repo',
    'admin:repo_hook',
    'read:org',
    'admin:org_hook',
    'user',
    'gist',
    'notifications',
  ]);
  assert.ok(!main.includes('already'));
});

test('new access is told apart from what is granted already, also by a wider scope', async (t) => {
  const { ask } = await open(t, ['repo', 'user']);
  const { main } = await ask({ client_id: clientId, scope: 'repo gist user:email' });
  assert.deepEqual(outline(main), ['repo: Granted already', 'user:email: Granted already', 'gist: New']);
  assert.match(main, /It has <b>2<\/b> of these scopes already and asks for <b>1<\/b> more/);
});

test('the page shows the whole redirect address, and names unknown scopes', async (t) => {
  const { ask } = await open(t);
  const { main } = await ask({ client_id: clientId, scope: 'repo,nonsense,<b>' });
  assert.ok(main.includes(`<code>${callbackUrl}</code>`), main);
  assert.match(
    main,
    /2 scopes are unknown to this release and ignored: <code>nonsense<\/code>, <code>&lt;b><\/code>/,
  );
  const known = await ask({ client_id: clientId, scope: 'repo' });
  assert.ok(!known.main.includes('ignored'));
});

test('a request without an application that can be asked gets one cause, with its client ID', async (t) => {
  const { api, ask } = await open(t);
  for (const [query, cause] of [
    [{}, /has no parameter <code>client_id<\/code>/],
    [{ client_id: 'b"<i>' }, /No application has the <code>client_id<\/code> <code>b&quot;&lt;i><\/code>\./],
  ] as const) {
    const { status, main, page } = await ask(query);
    assert.equal(status, 404);
    assert.match(main, cause);
    assert.ok(!main.includes('callback URL'));
    assert.match(page, /Signed in as <b>mona</);
  }
  await api.store.applications.update(api.application.id, { callbackUrl: null, ownerId: api.user.id });
  const { main } = await ask({ client_id: clientId });
  assert.match(
    main,
    new RegExp(`Build Bot \\(<code>client_id</code> <code>${clientId}</code>\\) has no callback URL`),
  );
  assert.match(main, new RegExp(`href="/settings/developers/${clientId}"`));
  assert.ok(!main.includes('No application has'));
});

test('sign-in, second factor, consent and device pages have no navigation of the site', async (t) => {
  const { browser, ask, api } = await open(t);
  const pages = [
    (await ask({ client_id: clientId, scope: 'repo' })).page,
    (await browser.visit('/login/device')).text(),
    (await visitor(api).visit('/login')).text(),
  ];
  const sms = await serveApi(t, {}, { twoFactor: { method: 'sms', phone: '+15550100' } });
  const other = visitor(sms);
  const second = (await other.follow(await other.signIn('mona', 'correct-horse-1'))).text();
  for (const page of [...pages, second]) {
    const header = page.slice(page.indexOf('<header'), page.indexOf('</header>'));
    assert.match(page, /<body class="solo">/);
    assert.ok(!/<nav|<a |<input(?! type="hidden")|role="search"/.test(header), header);
  }
  assert.match((await browser.visit('/settings/tokens')).text(), /<header[\s\S]*<a [\s\S]*<\/header>/);
  assert.match(second, /Code for <b>mona<\/b>/);
  assert.match(
    second,
    /<a href="\/_sparring\/panel\/outbox">outbox<\/a> of this server: <code>sparring outbox mona</,
  );
  assert.match(second, /<a href="\/login\?return_to=[^"]*">Sign in as another user</);
});
