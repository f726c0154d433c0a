import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { browserScriptFolders, bundleBrowserScript } from '#pages/browser-script.ts';

type ScriptCoverage = Awaited<ReturnType<Page['coverage']['stopJSCoverage']>>[number];

/**
 * Writes a file with the coverage of each browser script of each page into a folder, before the page is closed. The file
 * has the script, its source map, and the functions as V8 reports them. `npm run mutate` reads it.
 */
export function savePageCoverage(browser: Browser, folder: string): void {
  const bundles = bundleAll();
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    if (options?.javaScriptEnabled === false) return context;
    measurePages(context, async (scripts) => {
      for (const { source: code, functions } of scripts) {
        const map = (await bundles).get(code ?? '');
        if (!map) continue;
        const content = JSON.stringify({ code, map, functions });
        writeFileSync(path.join(folder, `page-${randomUUID()}.json`), content);
      }
    });
    return context;
  };
}

function measurePages(
  context: BrowserContext,
  save: (scripts: readonly ScriptCoverage[]) => Promise<void>,
): void {
  const measured = new Set<Page>();
  const newPage = context.newPage.bind(context);
  const closeContext = context.close.bind(context);

  async function end(page: Page): Promise<void> {
    if (measured.delete(page)) await save(await page.coverage.stopJSCoverage());
  }

  context.newPage = async () => {
    const page = await newPage();
    const [closePage, goto] = [page.close.bind(page), page.goto.bind(page)];
    let isMeasurable = true;
    const start = async () => {
      if (!isMeasurable) return;
      try {
        await page.coverage.startJSCoverage({ resetOnNavigation: false });
        measured.add(page);
      } catch (error) {
        // A sandboxed document permits no debugger. The page is not measured from there on.
        if (!String(error).includes('Script execution is prohibited')) throw error;
        isMeasurable = false;
      }
    };
    await start();
    // The next document can be in another process, which ends this one with its coverage.
    page.goto = async (...args) => {
      await end(page);
      await start();
      return goto(...args);
    };
    page.close = async (options) => {
      await end(page);
      await closePage(options);
    };
    return page;
  };
  context.close = async (options) => {
    for (const page of [...measured]) await end(page);
    await closeContext(options);
  };
}

/** The source map of each browser script, by the script. */
async function bundleAll() {
  const bundles = await Promise.all(browserScriptFolders().map((folder) => bundleBrowserScript(folder)));
  return new Map(bundles.map(({ code, map }) => [code, map]));
}
