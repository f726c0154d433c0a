import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { serveApi } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { visitIn } from './visit.ts';

/** A page of every layout. */
const PAGES = [
  '/',
  '/docs',
  '/docs/endpoints/get-get',
  '/docs/guides',
  '/docs/guides/control',
  '/legacy',
  '/compose/builder',
  '/login',
  '/_sparring/inspector',
  '/_sparring/bins',
  '/_sparring/panel',
  '/_sparring/panel/rules',
  '/_sparring/panel/clock',
  '/_sparring/panel/data',
  '/_sparring/panel/audit',
  '/nowhere',
  '/_sparring/nowhere',
  '/settings/nowhere',
];

const OF_MEMBERS = ['/settings/applications', '/settings/tokens/new', '/settings/security'];

/** Position and height of the logo, the first link and the last link of the navigation. */
const POSITIONS = `[...document.querySelectorAll('.brand, .site a:first-child, .site a:last-child, header.top')]
  .map((element) => element.getBoundingClientRect())
  .map(({ x, y, height }) => [x, y, height].map(Math.round).join(' ')).join(', ')`;

async function each(
  page: Page,
  url: string,
  paths: readonly string[],
  expression: string,
): Promise<Map<string, unknown>> {
  const results = new Map<string, unknown>();
  for (const path of paths) {
    await page.goto(`${url}${path}`);
    results.set(path, await page.evaluate(expression));
  }
  return results;
}

describe('the header of the pages', () => {
  it('has the same position on all pages, signed in and signed out', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    for (const width of [1280, 1920]) {
      const visit = await visitIn(browser, api.url, { viewport: { width, height: 800 } });
      // The page to sign in, and errors of account pages, have no navigation.
      const withNavigation = PAGES.filter((path) => path !== '/login' && path !== '/settings/nowhere');
      const out = await each(visit.page, api.url, withNavigation, POSITIONS);
      await visit.signIn(exampleUser.login, exampleUser.password);
      const signedIn = await each(visit.page, api.url, [...withNavigation, ...OF_MEMBERS], POSITIONS);
      const positions = Map.groupBy([...out, ...signedIn], ([, position]) => position);
      assert.deepEqual([...positions.values()].slice(1), [], `${width} px`);
      assert.match(String([...positions.keys()][0]), /^0 0 48, /);
      await visit.close();
    }
  });

  it('is one row with a menu on a phone', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page, signIn } = await visitIn(browser, api.url, { viewport: { width: 320, height: 640 } });
    await signIn(exampleUser.login, exampleUser.password);
    await page.goto(`${api.url}/settings/applications`);
    assert.equal(await page.evaluate(`document.querySelector('.top').offsetHeight`), 48);
    await page.locator('.menu > summary').click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    assert.equal(await menu.getByRole('button', { name: 'Sign out' }).isVisible(), true);
    await menu.getByRole('link', { name: 'Guides' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
  });

  it('works without a script', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page } = await visitIn(browser, api.url, {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    });
    await page.goto(`${api.url}/_sparring/inspector`);
    await page.locator('.menu > summary').click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('searchbox', { name: 'Search the documentation' }).first().fill('gzip');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs[^ ]*=gzip$/);
  });
});

describe('the style of the pages', () => {
  it('shows the current page in forced colours, and nothing moves with reduced motion', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page } = await visitIn(browser, api.url, { forcedColors: 'active', reducedMotion: 'reduce' });
    await page.goto(`${api.url}/docs/guides/control`);
    const outlines = await page.evaluate(`[...document.querySelectorAll('.site a')]
      .map((link) => [link.ariaCurrent, getComputedStyle(link).outlineStyle].join(' '))`);
    assert.deepEqual([...new Set(outlines as string[])].sort(), [' none', 'page solid']);
    const moving = `[...document.querySelectorAll('*')].filter((element) => {
      const { animationName, transitionDuration } = getComputedStyle(element);
      return animationName !== 'none' || parseFloat(transitionDuration) > 0.12;
    }).length`;
    for (const [path, count] of await each(page, api.url, PAGES, moving)) assert.equal(count, 0, path);
  });

  it('focuses the search on / and on Ctrl+K', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page, signIn } = await visitIn(browser, api.url);
    await signIn(exampleUser.login, exampleUser.password);
    const search = page.locator('.find input');
    const paths = ['bins', 'panel/rules', 'panel/clock', 'panel/audit'].map((path) => `/_sparring/${path}`);
    for (const path of [
      '/',
      '/docs/guides',
      '/compose/builder',
      '/settings/tokens',
      '/settings/security',
      ...paths,
    ])
      for (const key of ['/', 'Control+k']) {
        await page.goto(api.url + path);
        await page.locator('html.with-script').waitFor();
        await page.keyboard.press(key);
        assert.ok(await search.evaluate((field) => field === document.activeElement), `${path} ${key}`);
        assert.equal(await search.inputValue(), '');
      }
  });

  it('prints the content only, in the light scheme', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page } = await visitIn(browser, api.url, { colorScheme: 'dark' });
    await page.goto(`${api.url}/docs/endpoints/get-get`);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('body > header').isVisible(), false);
    assert.equal(
      await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'),
      'rgb(255, 255, 255)',
    );
  });
});
