import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import type { ServerOptions } from '#server/server.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { serve } from '../support/servers/serve.ts';
import { visitIn } from './visit.ts';

/** The inspector of a new server, whose page must have no error; undefined where there is no Chromium. */
export async function inspect(
  t: TestContext,
  options: Partial<ServerOptions> = {},
  context: BrowserContextOptions = {},
) {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serve(t, options);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, errors } = await visitIn(browser, server.url, {
    permissions,
    viewport: { width: 1280, height: 800 },
    ...context,
  });
  t.after(() => assert.deepEqual(errors, []));
  return {
    browser,
    server,
    page,
    /** Opens the page, and waits until it is live. @param path after the address of the inspector */
    async open(path = ''): Promise<void> {
      await page.goto(`${server.url}/_sparring/inspector${path}`);
      await page.locator('#state', { hasText: /^Live/ }).waitFor();
    },
    row: (id: number) => page.locator(`[data-id="${id}"]`),
    /** Waits until the list has these ids. */
    async ids(expected: string): Promise<void> {
      await page.waitForFunction(
        (text) => [...document.querySelectorAll('#rows .id')].map((cell) => cell.textContent).join() === text,
        expected,
      );
    },
    clipboard: () => page.evaluate<string>('navigator.clipboard.readText()'),
    post: (path: string, type: string, body: string | Buffer) =>
      server.send({ method: 'POST', path, fields: [['Content-Type', type]], body }),
  };
}
