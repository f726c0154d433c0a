import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { createTotpCode } from '#accounts/domain/sign-in/totp.ts';
import { addOrganization, addToken } from '../support/accounts/accounts.ts';
import { type Api, serveApi } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { violationsOf } from './axe.ts';
import { type Visit, visitIn } from './visit.ts';

const { login, password } = exampleUser;

const VIEWPORTS = [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 800 }],
] as const;

/**
 * Every rule of axe-core up to level AA of WCAG, with experimental and best-practice rules. The dark theme is tested
 * for contrast only, since nothing else differs. Each group of pages is a test with its own time limit, because the
 * rules take many seconds on a page with all endpoints.
 */
describe('axe-core finds no violation', () => {
  for (const path of [
    '/',
    '/docs/endpoints/get-range-n',
    '/docs/endpoints/get-api-v3-authorizations',
    '/docs/endpoints/get-digest-auth-qop-user-passwd-algorithm',
  ]) {
    it(`on ${path} with a form to send the example`, async (t) => {
      const audit = await openAudit(t);
      if (!audit) return;
      const { page } = audit.visit;
      await page.goto(`${audit.api.url}${path}`);
      await page.locator('.try').first().click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.outcome', { hasText: 'bytes' }).waitFor();
      await audit.check(path);
      audit.assertNone();
    });
  }

  it('on other pages of the documentation, and on errors of the testing service', async (t) => {
    const audit = await openAudit(t);
    if (!audit) return;
    for (const path of [
      '/docs',
      '/docs/guides',
      '/docs/guides/operations',
      '/legacy',
      '/compose/builder',
      '/compose/builder?status=999',
    ])
      await audit.checkPath(path);
    for (const path of ['/nowhere', '/redirect-to', '/post']) await audit.checkPath(path);
    audit.assertNone();
  });

  it('on the builder with the attempts at a sequence, and with a problem on a phone', async (t) => {
    const audit = await openAudit(t);
    if (!audit) return;
    const { page } = audit.visit;
    const steps = 'status=503/times=2/then/fault=reset/then/json={"ok":true}';
    await page.goto(`${audit.api.url}/compose/builder#/sequence/a1/${steps}/end`);
    for (const summary of ['Fault', 'Request', 'JSON for PUT /sequence/KEY'])
      await page.locator('summary', { hasText: summary }).first().click();
    await page.getByLabel('Requests', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('img', { name: /attempts within/ }).waitFor();
    // The header covers what is below it in a page that is scrolled.
    await page.evaluate(() => scrollTo(0, 0));
    await audit.check('the builder of a sequence');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByLabel('Rate limit').check();
    await page.getByLabel('policy 1').fill('x');
    await page.getByLabel('policy 1').blur();
    await page.locator('#policy-error', { hasText: 'Must be' }).waitFor();
    await audit.check('the builder of a rate limit');
    audit.assertNone();
  });

  it('on the pages about accounts', async (t) => {
    const audit = await openAudit(t);
    if (!audit) return;
    const { api, visit } = audit;
    const { page } = visit;
    for (const path of ['/login', '/login?login=mona', '/settings/nowhere', '/logout'])
      await audit.checkPath(path);
    await page.goto(`${api.url}/login`);
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await audit.check('a wrong password');
    await visit.signIn(login, password);
    for (const path of await settingsPages(api)) await audit.checkPath(path);
    audit.assertNone();
  });

  it('on the pages that show a secret once, and that require a second factor', async (t) => {
    const audit = await openAudit(t);
    if (!audit) return;
    const { api, visit } = audit;
    const { page } = visit;
    await visit.signIn(login, password);
    await makeToken(visit, api);
    await audit.check('a new token');
    await page.getByRole('button', { name: 'Delete axe' }).click();
    await page.getByRole('dialog', { name: 'Delete “axe”?' }).waitFor();
    await audit.check('a question');
    await page.keyboard.press('Escape');
    await page.goto(`${api.url}/settings/two-factor/app`);
    const code = await createTotpCode(await visit.textOf('.secret'), api.runtime.now());
    await page.getByRole('textbox', { name: /^Code/ }).fill(code);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    await visit.arriveAt('Recovery codes');
    await audit.check('recovery codes');
    await audit.checkPath('/settings/security');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await visit.arriveAt('Sign in');
    await visit.fillSignIn(login, password);
    await visit.arriveAt('Two-factor authentication');
    await audit.check('the second factor');
    audit.assertNone();
  });
});

describe('axe-core finds no violation on the pages of the control API', () => {
  onEachViewport(async ({ audit, viewport }) => {
    const { api, visit } = audit;
    const { page } = visit;
    await page.goto(`${api.url}/_sparring/inspector`);
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    await audit.check('the empty inspector');
    for (const path of ['/get?token=abcdefghijklmnop', '/status/404', '/status/503', '/status/503'])
      await api.send({ path, fields: [['Authorization', 'Bearer abcdefghijklmnop']] });
    for (const n of [1, 2]) await api.send({ path: `/sequence/a1/status=503/end?n=${n}` });
    const form = new FormData();
    form.append('file', new Blob(['text'], { type: 'text/plain' }), 'read me.txt');
    await fetch(`${api.url}/post`, { method: 'POST', body: form });
    await page.locator('#views').getByText('Timeline').click();
    await audit.check('the timeline');
    await page.locator('#views').getByText('Keys').click();
    await page.getByRole('button', { name: 'Show sequence/a1' }).click();
    await page.getByRole('img', { name: /^2 attempts/ }).waitFor();
    await audit.check('the keys');
    await page.locator('#views').getByText('List').click();
    await page.locator('[data-id="7"]').click();
    await page.getByRole('region', { name: 'Parts of the form (table)' }).waitFor();
    await audit.check('an upload');
    if (viewport.width < 720) await page.goBack();
    await page.locator('[data-id="1"]').click();
    for (const part of ['Headers', 'Query', 'Raw']) {
      await page.locator('.pane').first().getByRole('radio', { name: part }).check();
      await audit.check(`the part ${part}`);
    }
    await page.locator('.timing summary').click();
    await audit.check('the connection');
    await page.locator('summary[aria-label="Compare"]').click();
    await audit.check('the menu that compares');
    await page.getByRole('button', { name: 'Choose in the list…' }).click();
    if (viewport.width < 720) await page.goBack();
    await page.locator('[data-id="2"]').click();
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    await audit.check('a comparison');
    await page.locator('#detail h2').focus();
    await page.keyboard.press('e');
    await audit.check('the form that edits a request');
    await page.keyboard.press('Escape');

    const control = (method: string, path: string, body?: object) =>
      api.send({ method, path: `/_sparring${path}`, ...(body && { body: JSON.stringify(body) }) });
    await control('PUT', '/lifecycle', { preset: 'github' });
    await control('POST', '/rules', { error: { status: 503 }, match: { path: '/api/v3/user' } });
    await control('POST', '/snapshots');
    await api.call('GET', '/authorizations');
    await control('PUT', '/bins/one', { name: 'One', response: { status: 503 } });
    await api.get('/bin/one/get');
    for (const path of ['bins', 'bins/one', 'panel', 'panel/clock', 'panel/data', 'panel/outbox']) {
      await page.goto(`${api.url}/_sparring/${path}`);
      await page.locator('html.with-script, .groups').first().waitFor();
      await audit.check(path);
    }
    await page.goto(`${api.url}/_sparring/panel/lifecycle`);
    await page.getByRole('img', { name: /^Phases of the lifecycle/ }).waitFor();
    await audit.check('the lifecycle');
    await page.goto(`${api.url}/_sparring/panel/rules`);
    await page.locator('#rules').getByText('/api/v3/user').waitFor();
    await audit.check('the rules');
    await page.goto(`${api.url}/_sparring/panel/audit`);
    await page.getByRole('img', { name: /calls? of/ }).waitFor();
    await audit.check('the audit');
  });
});

describe('axe-core finds no violation on the menus and the viewers of the inspector', () => {
  onEachViewport(async ({ audit }) => {
    const { api, visit } = audit;
    const { page } = visit;
    const bodies = [
      ['application/json', '{"user":{"name":"Mona"},"items":[1,2]}'],
      ['text/csv', 'a,b\n1,2\n'],
      ['application/xml', '<a><b>1</b></a>'],
      ['application/x-ndjson', '{"a":1}\n{"b":2}'],
      ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ] as const;
    for (const [type, body] of bodies)
      await api.send({ method: 'POST', path: '/post?a=1&a=2', fields: [['Content-Type', type]], body });
    const open = async (place: string) => {
      await page.goto(`${api.url}/_sparring/inspector${place}`);
      await page.locator('#state', { hasText: 'Live' }).waitFor({ state: 'attached' });
    };
    await open('?filter=path:/never');
    await page.getByText('None of 5 requests matches.').waitFor();
    await audit.check('no match');
    await page.getByRole('button', { name: 'Remove path:/never from the filter' }).press('Control+Enter');
    await page.getByRole('button', { name: 'Remove path:/never, which is switched off' }).waitFor();
    await audit.check('a word that is switched off');
    await open('');
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.locator('.values button').first().waitFor();
    await audit.check('the menu of values');
    await page.getByLabel('Of', { exact: true }).selectOption('header');
    await audit.check('the values of a header');
    await page.keyboard.press('Escape');
    await page.locator('[popovertarget="view-menu"]').click();
    await page.getByLabel('Headers').fill('Host');
    await page.getByLabel('Headers').press('Enter');
    await page.locator('.row > .header').first().waitFor({ state: 'attached' });
    await audit.check('the menu of the view');
    await page.getByLabel('Group by').selectOption('target');
    await page.keyboard.press('Escape');
    await page.locator('#rows .group').waitFor();
    await audit.check('groups');
    for (const id of bodies.keys()) {
      await open(`/${id + 1}`);
      await page.locator('.body-view :is(.json, table, pre, img)').first().waitFor();
      await audit.check(`the viewer of ${bodies[id]?.[0]}`);
    }
    await open('/1');
    await page.getByLabel('Hex').first().check();
    await page.locator('pre.hex').waitFor();
    await audit.check('hex');
    for (const menu of ['Copy as…', 'More for this request']) {
      await page.locator(`summary[aria-label="${menu}"]`).click();
      await audit.check(menu);
      await page.keyboard.press('Escape');
    }
    await page.locator('#detail h2').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await audit.check('the keys');
  });
});

describe('axe-core finds no violation on the states of the inspector', () => {
  onEachViewport(async ({ audit, t }) => {
    const { api, visit } = audit;
    const { page } = visit;
    const socket = new WebSocket(`ws://127.0.0.1:${api.port}/websocket/echo`);
    t.after(() => socket.close());
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    socket.send('hello');
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    const inspector = `${api.url}/_sparring/inspector`;
    await page.goto(`${inspector}/1`);
    await page.locator('[aria-label="Messages (table)"] tbody tr').first().waitFor();
    await audit.check('messages');
    await page.goto(inspector);
    await page.locator('#state', { hasText: 'Live' }).waitFor();
    await page.locator('#pause').click();
    await audit.check('paused');
    await page.locator('[popovertarget="more-menu"]').click();
    await audit.check('the menu that deletes');
    await page.keyboard.press('Escape');
    await page.locator('#filter').fill('sta');
    await page.getByRole('option').first().waitFor();
    await audit.check('completions');
    await page.locator('#filter').fill('method:GET nosuch:x');
    await page.locator('#filter-problem u').waitFor();
    await audit.check('an invalid filter');
    await page.route('**/requests/live*', (route) => route.abort());
    await page.locator('#filter').fill('method:*');
    await page.locator('#state.lost').waitFor();
    await audit.check('a lost connection');
    await page.unrouteAll();
    await audit.checkPath('/docs/search?q=cokie');
    for (const [options, ready] of [
      [{ journal: 0 }, '#off:visible'],
      [{ controlToken: 'a-token-of-some-length' }, '#sign-in:visible'],
    ] as const) {
      const other = await serveApi(t, options);
      await page.goto(`${other.url}/_sparring/inspector`);
      await page.locator(ready).waitFor();
      await audit.check(ready);
    }
  });
});

interface Audit {
  readonly api: Api;
  readonly visit: Visit;
  /** Runs the rules on the current page. */
  check(name: string): Promise<void>;
  checkPath(path: string): Promise<void>;
  /** Fails if a check found a violation, or the browser reported an error. */
  assertNone(): void;
}

/** Undefined where there is no Chromium, and the test is then skipped. */
interface OneViewport {
  readonly audit: Audit;
  readonly viewport: (typeof VIEWPORTS)[number][1];
  readonly t: TestContext;
}

/** A test of what a function shows, for each size of the window. */
function onEachViewport(show: (one: OneViewport) => Promise<void>): void {
  for (const [name, viewport] of VIEWPORTS)
    it(`on ${name}`, async (t) => {
      const audit = await openAudit(t);
      if (!audit) return;
      await audit.visit.page.setViewportSize(viewport);
      await show({ audit, viewport, t });
      audit.assertNone();
    });
}

async function openAudit(t: TestContext): Promise<Audit | undefined> {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const api = await serveApi(t);
  const visit = await visitIn(browser, api.url);
  const found: string[] = [];
  async function check(name: string): Promise<void> {
    found.push(...(await violationsOf(visit.page)).map((violation) => `${name}: ${violation}`));
  }
  return {
    api,
    visit,
    check,
    async checkPath(path) {
      await visit.page.goto(`${api.url}${path}`);
      await check(path);
    },
    assertNone() {
      assert.deepEqual(found, []);
      assert.deepEqual(visit.errors, []);
    },
  };
}

async function settingsPages(api: Api): Promise<string[]> {
  const { user, application } = api;
  const { id } = await addToken(api, { token: 'a'.repeat(40), userId: user.id, scopes: ['repo'], note: 'x' });
  await addToken(api, { token: 'b'.repeat(40), userId: user.id, applicationId: application.id });
  await addOrganization(api, { memberIds: [user.id] });
  const callbackUrl = 'https://app.example/callback';
  await api.store.applications.update(application.id, { ownerId: user.id, callbackUrl });
  await api.call('GET', '/authorizations');
  const { clientId } = application;
  return [
    'applications',
    `connections/applications/${clientId}`,
    'tokens',
    'tokens/new',
    `tokens/${id}`,
    'developers',
    'applications/new',
    `developers/${clientId}`,
    'security',
    'two-factor/app',
    'two-factor/sms',
    'security-log',
    'audit',
    'tokens/999999',
    'tokens?notice=token-deleted',
    'two-factor',
  ]
    .map((path) => `/settings/${path}`)
    .concat([
      `/login/oauth/authorize?client_id=${clientId}&scope=repo,user,admin:org,nonsense`,
      '/login/oauth/authorize?client_id=unknown',
      '/login/device',
      '/orgs/acme/sso',
      '/orgs/nowhere/sso',
    ]);
}

async function makeToken({ page }: Visit, api: Api): Promise<void> {
  await page.goto(`${api.url}/settings/tokens/new?description=axe`);
  await page.getByRole('button', { name: 'Generate token' }).click();
  await page.getByText('“axe” is ready.').waitFor();
}
