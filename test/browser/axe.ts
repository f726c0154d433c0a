import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Rule and elements of each violation on the current page. */
export async function violationsOf(page: Page): Promise<string[]> {
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
