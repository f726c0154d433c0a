import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';

/** The headless shell takes half of the processor time. The variable CHROMIUM names another program. */
const PROGRAMS = process.env.CHROMIUM
  ? [process.env.CHROMIUM]
  : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Without it, V8 forgets the coverage of a page when it is reloaded. */
const KEEP_COVERAGE = ['--disable-features=RenderDocument'];

/** Time for which the browser stays open for the next test. */
const LINGER_MS = 2_000;

let shared: Promise<Browser> | undefined;
let users = 0;
let closing: NodeJS.Timeout | undefined;

/**
 * The system's Chromium, one for all tests of this process. Contexts of a test are closed after it. Without Chromium,
 * the test is skipped, and the result is undefined.
 */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  const program = PROGRAMS.find((path) => existsSync(path));
  if (program === undefined) {
    t.skip(`there is no Chromium at ${PROGRAMS.join(' or ')}`);
    return undefined;
  }
  clearTimeout(closing);
  users++;
  shared ??= launch(program);
  const browser = await shared;
  const others = new Set(browser.contexts());
  t.after(async () => {
    const own = browser.contexts().filter((context) => !others.has(context));
    await Promise.all(own.map((context) => context.close()));
    users--;
    if (users === 0) closing = setTimeout(close, LINGER_MS);
  });
  return browser;
}

/**
 * What a developer would see as an error of the page: exceptions, and errors and warnings of the console. Advice, which
 * differs between versions of the browser, and responses with an error status, are not errors of the page.
 */
export function collectErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const isReported = message.type() === 'error' || message.type() === 'warning';
    if (isReported && !message.text().startsWith('Failed to load resource')) errors.push(message.text());
  });
  return errors;
}

async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const { NODE_V8_COVERAGE: folder } = process.env;
  if (folder === undefined) return chromium.launch({ executablePath, args: ARGUMENTS });
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...KEEP_COVERAGE] });
  (await import('./page-coverage.ts')).savePageCoverage(browser, folder);
  return browser;
}

async function close(): Promise<void> {
  const browser = await shared;
  shared = undefined;
  await browser?.close();
}
