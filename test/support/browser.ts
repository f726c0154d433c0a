import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Browser } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The system's Chromium, closed with the test; where there is none the test is skipped, and this is undefined. */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  if (!existsSync(CHROMIUM)) {
    t.skip(`there is no Chromium at ${CHROMIUM}`);
    return undefined;
  }
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  t.after(() => browser.close());
  return browser;
}
