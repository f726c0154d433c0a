import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { SURFACES } from '#pages/styles/tokens.ts';
import { serveApi } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { violationsOf } from './axe.ts';
import { visitIn } from './visit.ts';

/** A page of every layout, with and without another script, and errors. */
const PAGES = [
  '/',
  '/docs',
  '/docs/endpoints/get-get',
  '/docs/guides/control',
  '/legacy',
  '/compose/builder',
  '/login',
  '/_sparring',
  '/_sparring/inspector',
  '/_sparring/bins',
  '/_sparring/panel/rules',
  '/nowhere',
  '/settings/nowhere',
];

/** Records the scheme that the page has before its body, which nothing can be painted before, and what the policy forbids. */
const WATCH = `
  window.forbidden = [];
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => window.forbidden.push(blockedURI));
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    window.firstScheme = getComputedStyle(document.documentElement).colorScheme;
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

const STATE = `[window.firstScheme, getComputedStyle(document.documentElement).backgroundColor, ...window.forbidden].join(' ')`;

const toRgb = (hex: string) => {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex;
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)).join(', ')})`;
};
const [LIGHT, DARK] = SURFACES.bg.map(toRgb);

const preferencesOf = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('sparring')`);

describe('the theme', () => {
  it('of the user is that of the first paint on all pages, in place of that of the system', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    for (const [system, theme, ground] of [
      ['light', 'dark', DARK],
      ['dark', 'light', LIGHT],
    ] as const) {
      const { page, close } = await visitIn(browser, api.url, { colorScheme: system });
      await page.addInitScript(WATCH);
      await page.goto(api.url);
      assert.equal(await page.evaluate(STATE), `light dark ${system === 'light' ? LIGHT : DARK}`);
      // The first choice is the one that changes something.
      await page.getByRole('button', { name: 'Theme: system' }).click();
      await page.getByRole('button', { name: `Theme: ${theme}` }).waitFor();
      for (const path of PAGES) {
        await page.goto(api.url + path);
        assert.equal(await page.evaluate(STATE), `${theme} ${ground}`, path);
        await page.locator(`.top .theme[title="Theme: ${theme}"]`).waitFor();
      }
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'), LIGHT);
      await close();
    }
  });

  it('is changed by keyboard and on a phone, in all tabs, and keeps the other preferences', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page } = await visitIn(browser, api.url, { colorScheme: 'light' });
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    await page.goto(`${api.url}/docs/endpoints/get-get`);
    await page.getByRole('radio', { name: 'Python' }).check();
    const other = await page.context().newPage();
    await other.goto(`${api.url}/_sparring/inspector`);
    await page.locator('.top .theme').focus();
    for (const theme of ['dark', 'light', 'system', 'dark']) {
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Theme: ${theme}` }).waitFor();
      await other.locator(`html[data-theme=${theme}]`).waitFor();
      await other.locator(`.top .theme[title="Theme: ${theme}"]`).waitFor();
      assert.equal(await ground(), theme === 'dark' ? DARK : LIGHT);
      assert.equal(await page.locator('#announcement').textContent(), `Theme: ${theme}`);
    }
    assert.deepEqual(JSON.parse((await preferencesOf(page)) ?? ''), { language: 'python', theme: 'dark' });
    await other.locator('[popovertarget="view-menu"]').click();
    await other.getByLabel('Rows').selectOption('compact');
    assert.deepEqual(JSON.parse((await preferencesOf(page)) ?? ''), {
      language: 'python',
      theme: 'dark',
      density: 'compact',
    });

    await page.setViewportSize({ width: 390, height: 844 });
    const button = page.getByRole('button', { name: 'Theme: dark' });
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    assert.ok(width >= 40 && height >= 40, `${width} × ${height}`);
    await button.click();
    assert.equal(await ground(), LIGHT);
  });

  it('is changed on a page without another script, which says so', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page, errors } = await visitIn(browser, api.url, { colorScheme: 'dark' });
    for (const path of ['/login', '/nowhere', '/settings/nowhere']) {
      await page.goto(api.url + path);
      await page.evaluate('localStorage.clear()');
      await page.reload();
      await page.locator('.top .theme').focus();
      for (const [theme, ground] of [
        ['light', LIGHT],
        ['dark', DARK],
        ['system', DARK],
      ]) {
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: `Theme: ${theme}` }).waitFor();
        assert.equal(
          await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'),
          ground,
          path,
        );
        assert.equal(await page.getByRole('status').textContent(), `Theme: ${theme}`);
        assert.equal(JSON.parse((await preferencesOf(page)) ?? '').theme, theme);
      }
    }
    assert.deepEqual(errors, []);
  });

  it('is that of the browser without JavaScript, and there is no button', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    for (const [colorScheme, ground] of [
      ['dark', DARK],
      ['light', LIGHT],
    ] as const) {
      const { page, close } = await visitIn(browser, api.url, { colorScheme, javaScriptEnabled: false });
      for (const path of ['/', '/login', '/nowhere', '/_sparring/inspector']) {
        await page.goto(api.url + path);
        assert.equal(await page.locator('.top .theme').count(), 1, path);
        assert.equal(await page.locator('.top .theme').isVisible(), false, path);
        const shown = await page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor);
        assert.equal(shown, ground, path);
      }
      await close();
    }
  });

  it('is that of the system if the storage has something else, or is closed', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    const { page, errors } = await visitIn(browser, api.url, { colorScheme: 'light' });
    await page.goto(`${api.url}/docs/endpoints/get-get`);
    for (const stored of [
      '{"theme":"<b>"}',
      '{"theme":{}}',
      '"dark"',
      'null',
      '[]',
      '{',
      '{"theme":"DARK"}',
    ]) {
      await page.evaluate((text) => localStorage.setItem('sparring', text), stored);
      await page.reload();
      const button = page.getByRole('button', { name: 'Theme: system' });
      await button.waitFor();
      assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'system', stored);
      await button.click();
      await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
      assert.equal(JSON.parse((await preferencesOf(page)) ?? '').theme, 'dark', stored);
    }
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('closed') } })`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    assert.deepEqual(errors, []);
  });

  it('has the contrasts of its colours, whatever the system has', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const api = await serveApi(t);
    await api.send({
      method: 'POST',
      path: '/post',
      fields: [['Content-Type', 'application/json']],
      body: '{"a":1}',
    });
    const { page } = await visitIn(browser, api.url, { viewport: { width: 1280, height: 800 } });
    const found: string[] = [];
    for (const theme of ['dark', 'light']) {
      await page.goto(api.url);
      await page.evaluate((text) => localStorage.setItem('sparring', text), JSON.stringify({ theme }));
      for (const path of [
        '/',
        '/docs/endpoints/get-get',
        '/login',
        '/_sparring/inspector/1',
        '/_sparring/panel/rules',
      ]) {
        await page.goto(api.url + path);
        await page.locator('html.with-script, #login').first().waitFor();
        if (path.endsWith('/1')) await page.locator('.json .leaf').first().waitFor();
        found.push(...(await violationsOf(page)).map((each) => `${theme} ${path}: ${each}`));
      }
    }
    assert.deepEqual(found, []);
  });
});
