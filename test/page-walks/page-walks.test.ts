import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { findFaultsAtSize, findPaleTexts } from '../browser/page-faults.ts';
import { visitIn } from '../browser/visit.ts';
import type { Api } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { type DeclaredPage, declaredPages } from './declared-pages.ts';
import { STEPS, servePages } from './example-pages.ts';
import { walkByTab } from './tab-walk.ts';

interface Condition {
  /** CSS pixels. 720 are 1440 at 200 %. */
  readonly width: number;
  readonly colorScheme?: 'dark';
  readonly forcedColors?: 'active';
  /** Whether the keyboard walks through the page, too. */
  readonly isByTab?: true;
}

const CONDITIONS: readonly Condition[] = [
  { width: 1440, isByTab: true },
  { width: 1024 },
  { width: 720, forcedColors: 'active', isByTab: true },
  { width: 390, colorScheme: 'dark', isByTab: true },
  { width: 320 },
];
const HEIGHT = 900;

/** Pages that are walked through at the same time. */
const WALKERS = 2;

/**
 * Walks through every page that the server declares, at all widths, in light, dark and forced colours, by Tab, with everything
 * opened, and without script. Structure and text are checked, and no pixels.
 */
test('every page is complete and usable in every condition', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const api = await servePages(t);
  const pages = declaredPages(api.services);
  assert.ok(pages.length > 45, `${pages.length} pages`);
  const rest = pages.values();
  const found = new Map<string, readonly string[]>();
  const work = async () => {
    const walker = await openWalker(browser, api);
    for (const page of rest) {
      const faults = await walker.walk(page);
      if (faults.length > 0) found.set(page.path, faults);
    }
    await walker.close();
  };
  await Promise.all(Array.from({ length: WALKERS }, work));
  assert.deepEqual(Object.fromEntries(found), {});
});

interface Walker {
  /** @returns the faults of the page */
  walk(page: DeclaredPage): Promise<string[]>;
  close(): Promise<void>;
}

async function openWalker(browser: Browser, api: Api): Promise<Walker> {
  const open = async (options: BrowserContextOptions, isMember: boolean) => {
    const visit = await visitIn(browser, api.url, { viewport: { width: 1440, height: HEIGHT }, ...options });
    await visit.page.addInitScript(watchShifts);
    if (isMember) await visit.signIn(exampleUser.login, exampleUser.password);
    return visit;
  };
  const kinds = [{}, { javaScriptEnabled: false }] as const;
  const visits = await Promise.all(
    kinds.map(async (options) => ({
      options,
      member: await open(options, true),
      visitor: await open(options, false),
    })),
  );

  /** Opens the page: as a member, as a visitor, or by its steps. */
  async function arrive(
    { template, path }: DeclaredPage,
    { options, member, visitor }: (typeof visits)[number],
  ) {
    const steps = STEPS[template];
    if (steps) {
      const visit = await open(options, false);
      await steps(visit, api);
      return { visit, isOwn: true };
    }
    for (const visit of [member, visitor]) {
      await visit.page.goto(api.url + path);
      if (visit.page.url() === api.url + path) return { visit, isOwn: false };
    }
    throw new Error(`${path} leads to ${visitor.page.url()}: how does a user reach it?`);
  }

  return {
    async walk(declared) {
      const faults: string[] = [];
      for (const kind of visits) {
        const { visit, isOwn } = await arrive(declared, kind);
        const errors = visit.errors.length;
        const isScripted = kind.options !== kinds[1];
        faults.push(...(await (isScripted ? walkScripted(visit.page) : walkUnscripted(visit.page))));
        faults.push(...visit.errors.slice(errors).map((error) => `the console reports: ${error}`));
        if (isOwn) await visit.close();
      }
      return faults;
    },
    async close() {
      for (const { member, visitor } of visits) await Promise.all([member.close(), visitor.close()]);
    },
  };
}

async function walkScripted(page: Page): Promise<string[]> {
  const faults = new Map<string, string[]>();
  const note = (condition: string, found: readonly string[]) => {
    for (const fault of found) faults.set(fault, [...(faults.get(fault) ?? []), condition]);
  };
  await settle(page);
  note('when it is loaded', await page.evaluate(readShifts));
  const session = await page.context().newCDPSession(page);
  for (const condition of CONDITIONS) {
    const name = Object.values(condition)
      .filter((value) => value !== true)
      .join(' ');
    await apply(page, condition);
    note(name, await findFaultsAtSize(page));
    if (!condition.forcedColors) note(name, await findPaleTexts(page));
    if (condition.isByTab) note(`${name} by Tab`, await walkByTab(page, session));
  }
  await session.detach();
  await page.evaluate(openAll);
  await settle(page);
  for (const condition of [{ width: 320, colorScheme: 'dark' }, { width: 1024 }] as const) {
    await apply(page, condition);
    const name = `with everything opened at ${condition.width}`;
    note(name, [...(await findFaultsAtSize(page)), ...(await findPaleTexts(page))]);
  }
  await apply(page, { width: 1440 });
  return [...faults].map(([fault, conditions]) => `${fault} (${conditions.join(', ')})`);
}

async function walkUnscripted(page: Page): Promise<string[]> {
  const faults = await page.evaluate(findMissingContent);
  for (const width of [1440, 320]) {
    await apply(page, { width });
    faults.push(...(await findFaultsAtSize(page)).map((fault) => `${fault} (without script at ${width})`));
  }
  await apply(page, { width: 1440 });
  return faults;
}

async function apply(page: Page, { width, colorScheme, forcedColors }: Condition): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', forcedColors: forcedColors ?? 'none' });
  await page.evaluate(() => scrollTo(0, 0));
}

/** Waits until the script has begun, and two readings of the page are equal. */
async function settle(page: Page): Promise<void> {
  await page.locator('html.with-script, body:not(:has(> script))').first().waitFor({ state: 'attached' });
  for (let latest = '', attempt = 0; attempt < 50; attempt++) {
    const state = await page.evaluate(
      () => `${document.body.innerHTML.length} ${document.body.scrollHeight}`,
    );
    if (state === latest) return;
    latest = state;
    await page.waitForTimeout(60);
  }
}

/** The functions below run in the page, so they cannot use anything outside of them. */
function watchShifts(): void {
  const shifts: string[] = [];
  Reflect.set(window, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const nodes = (Reflect.get(entry, 'sources') ?? []).map(({ node }: { node: Node | null }) =>
        (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 60),
      );
      // A figure that has changed since can move the word behind it.
      if (Reflect.get(entry, 'value') < 0.0001) continue;
      shifts.push(`the layout shifts by ${Reflect.get(entry, 'value')}: ${nodes.join(' ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

function readShifts(): string[] {
  return Reflect.get(window, 'shifts');
}

/** All parts of the page, but not its menus; and the first example is sent. */
function openAll(): void {
  for (const details of document.querySelectorAll('details:not(.menu)')) details.setAttribute('open', '');
  document.querySelector<HTMLElement>('.try')?.click();
}

/** Without a script, the page has its text, and no markup of it has a style, which the policy would not apply. */
function findMissingContent(): string[] {
  const main = document.querySelector('main') ?? document.body;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  let length = 0;
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement;
    if (around?.checkVisibility() && !around.closest('h1, noscript, .vh'))
      length += texts.currentNode.textContent?.trim().length ?? 0;
  }
  return [
    ...(length < 30 ? [`without script, the content has ${length} characters`] : []),
    ...(document.querySelector('[style]') ? ['an element has an inline style'] : []),
  ];
}
