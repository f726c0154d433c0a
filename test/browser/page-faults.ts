import type { Page } from 'playwright-core';

/** Problems that make the page hard to read or to use. */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await page.evaluate(look)).map((fault) => `${page.url()} at ${width}: ${fault}`));
  }
  return faults;
}

/** Runs in the page, so it cannot use anything outside of the function. */
function look(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.lang !== 'en') faults.push('the page has no language');
  if (!/ · Sparring$/.test(document.title)) faults.push(`the title is ${document.title}`);
  if (document.querySelectorAll('main').length !== 1)
    faults.push('the page does not have exactly one main element');
  const excess = root.scrollWidth - root.clientWidth;
  if (excess > 0) faults.push(`the page is ${excess} pixels too wide`);

  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1)
    faults.push('the page does not have exactly one h1');
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] ?? 0) + 1) faults.push(`the headings jump to h${level}`);
  });

  for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    if (field.type !== 'hidden' && !field.hidden && !field.labels?.length && !field.ariaLabel)
      faults.push(`${field.name} has no label`);
  for (const active of document.querySelectorAll<HTMLElement>('a, button'))
    if (!(active.ariaLabel ?? active.textContent).trim()) faults.push('a link or button has no text');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  if (new Set(ids).size !== ids.length) faults.push('an id is repeated');

  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) =>
    channels(colour)
      .slice(0, 3)
      .map((channel) => channel / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const groundOf = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor;
  };
  for (const element of document.body.querySelectorAll('*')) {
    const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.textContent?.trim());
    // The text of a disabled control needs no contrast.
    if (!text || !element.checkVisibility() || element.closest(':disabled')) continue;
    const [one = 0, other = 0] = [
      luminance(getComputedStyle(element).color),
      luminance(groundOf(element)),
    ].sort((a, b) => b - a);
    // WCAG 2.2, 1.4.3.
    if ((one + 0.05) / (other + 0.05) < 4.5)
      faults.push(`"${text.textContent?.trim()}" has too little contrast`);
  }
  return faults;
}
