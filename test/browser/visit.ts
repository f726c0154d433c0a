import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { collectErrors } from '../support/browser/browser.ts';

/** A browser context of its own, with the errors of its pages and the URLs that it requested. */
export interface Visit {
  readonly page: Page;
  readonly errors: readonly string[];
  readonly requested: readonly string[];
  signIn(login: string, password: string): Promise<void>;
  /** Fills in the sign-in form of the current page. */
  fillSignIn(login: string, password: string): Promise<void>;
  /** Waits for the page with this heading. */
  arriveAt(heading: string): Promise<void>;
  /** Text of the element that matches. */
  textOf(selector: string): Promise<string>;
  close(): Promise<void>;
}

export async function visitIn(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors = collectErrors(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));

  async function fillSignIn(login: string, password: string): Promise<void> {
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor({ state: 'detached' });
  }

  return {
    page,
    errors,
    requested,
    fillSignIn,
    async signIn(login, password) {
      await page.goto(`${url}/login`);
      await fillSignIn(login, password);
    },
    arriveAt: (heading) => page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor(),
    textOf: async (selector) => (await page.locator(selector).textContent())?.trim() ?? '',
    close: () => context.close(),
  };
}
