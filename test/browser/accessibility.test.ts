import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { exampleUser } from '../../src/authorizations/example-accounts.ts';
import { createAppCode } from '../../src/authorizations/sign-in/app-code.ts';
import { addOrganization, addToken } from '../support/accounts.ts';
import { type Api, serveApi } from '../support/api.ts';
import { openBrowser } from '../support/browser.ts';
import { type Visit, visitIn } from './visit.ts';

const { login, password } = exampleUser;

/**
 * Every rule of axe-core up to level AA of WCAG, experimental and best-practice rules included. In dark only the rule
 * about contrast, since nothing else differs; the documentation has a test of its own for that.
 */
test('axe-core finds nothing on any page', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const api = await serveApi(t);
  const visit = await visitIn(browser, api.url);
  const { page } = visit;
  const found: string[] = [];
  const check = async (name: string) => {
    found.push(...(await violationsOf(page)).map((violation) => `${name}: ${violation}`));
  };
  const assertNone = () => assert.deepEqual(found.splice(0), []);
  const checkPath = async (path: string) => {
    await page.goto(`${api.url}${path}`);
    await check(path);
  };

  await t.test('of the documentation', async () => {
    for (const path of ['/legacy', '/compose/builder', '/compose/builder?status=999']) await checkPath(path);
    for (const path of ['/', '/docs']) {
      await page.goto(`${api.url}${path}`);
      await page.evaluate(
        "for (const each of [...document.querySelectorAll('details')].slice(0, 9)) each.open = true",
      );
      await page.locator('.try').first().click();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('.outcome', { hasText: 'bytes' }).waitFor();
      await check(`${path} with an answer`);
    }
    assertNone();
  });

  await t.test('of the errors of the testing service', async () => {
    for (const path of ['/nowhere', '/redirect-to', '/post']) await checkPath(path);
    assertNone();
  });

  await t.test('about accounts', async () => {
    for (const path of ['/login', '/login?login=mona', '/settings/nowhere', '/logout']) await checkPath(path);
    await page.goto(`${api.url}/login`);
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await check('a wrong password');
    await visit.signIn(login, password);
    for (const path of await settingsPages(api)) await checkPath(path);
    assertNone();
  });

  await t.test('that show a secret once, and that ask for a second factor', async () => {
    await makeToken(visit, api);
    await check('a new token');
    await page.goto(`${api.url}/settings/two-factor/app`);
    const code = await createAppCode(await visit.textOf('.secret'), api.runtime.now());
    await page.getByRole('textbox', { name: /^Code/ }).fill(code);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Switch two-factor authentication on' }).click();
    await visit.arriveAt('Recovery codes');
    await check('recovery codes');
    await checkPath('/settings/security');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await visit.arriveAt('Sign in');
    await visit.fillSignIn(login, password);
    await visit.arriveAt('Two-factor authentication');
    await check('the second factor');
    assertNone();
  });
  assert.deepEqual(visit.complaints, []);
});

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
    ...['applications', `connections/applications/${clientId}`, 'tokens', 'tokens/new', `tokens/${id}`],
    ...['developers', 'applications/new', `developers/${clientId}`, 'security', 'two-factor/app'],
    ...['two-factor/sms', 'security-log', 'audit', 'tokens/999999', 'tokens?notice=token-deleted'],
    ...['two-factor'],
  ]
    .map((path) => `/settings/${path}`)
    .concat([
      `/login/oauth/authorize?client_id=${clientId}&scope=repo,user,admin:org`,
      '/login/oauth/authorize?client_id=unknown',
      '/login/device',
      '/orgs/acme/sso',
      '/orgs/nowhere/sso',
    ]);
}

async function makeToken({ page }: Visit, api: Api): Promise<void> {
  await page.goto(`${api.url}/settings/tokens/new?description=axe`);
  await page.getByRole('button', { name: 'Generate token' }).click();
  await page.getByText('Your new personal access token.').waitFor();
}

/** Rule and elements of each violation on the page that is shown. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const [colorScheme, run] of [
    ['light', RUN_ALL],
    ['dark', RUN_CONTRAST],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<AxeResults>(run);
    for (const { id, nodes } of violations)
      found.push(`${id} (${nodes.length}): ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 150))}`);
    if (new URL(page.url()).pathname.match(/^\/(?:docs)?$/)) break;
  }
  return found;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RUN_ALL = `axe.run(document, {
  resultTypes: ['violations'],
  rules: Object.fromEntries(
    axe.getRules().map(({ ruleId, tags }) => [ruleId, { enabled: !tags.includes('wcag2aaa') }]),
  ),
})`;

const RUN_CONTRAST = `axe.run(document, { resultTypes: ['violations'], runOnly: ['color-contrast'] })`;
