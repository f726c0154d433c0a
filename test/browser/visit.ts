import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A browser of somebody's own, with what it complained of and every address that it asked for. */
export interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly asked: readonly string[];
  signIn(login: string, password: string): Promise<void>;
  /** Signs in on the page that is shown. */
  fillSignIn(login: string, password: string): Promise<void>;
  /** Waits until the page with this heading is there. */
  arriveAt(heading: string): Promise<void>;
  /** Of the one element that there is. */
  textOf(selector: string): Promise<string>;
  close(): Promise<void>;
}

export async function visitIn(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const [complaints, asked]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    // A refusal that was asked for is no complaint.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });

  async function fillSignIn(login: string, password: string): Promise<void> {
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor({ state: 'detached' });
  }

  return {
    page,
    complaints,
    asked,
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
