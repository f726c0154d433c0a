import type { Page } from 'playwright-core';

/** What makes the page hard to read or to use, on a desktop and on a phone. */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const found = [...(await findFaultsAtSize(page)), ...(await findPaleTexts(page))];
    faults.push(...found.map((fault) => `${page.url()} at ${width}: ${fault}`));
  }
  return faults;
}

/** What makes the page hard to read or to use at its present size. */
export async function findFaultsAtSize(page: Page): Promise<string[]> {
  return [...(await page.evaluate(findStructureFaults)), ...(await page.evaluate(findLayoutFaults))];
}

/** The functions below run in the page, so they cannot use anything outside of them. */
function findStructureFaults(): string[] {
  const faults: string[] = [];
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  if (document.documentElement.lang !== 'en') faults.push('the page has no language');
  if (!/(?: · |^)Sparring$/.test(document.title)) faults.push(`the title is ${document.title}`);
  for (const name of ['main', 'h1', 'header.top'])
    if (all(name).length !== 1) faults.push(`the page does not have exactly one ${name}`);
  const levels = all('h1, h2, h3, h4')
    .filter((heading) => heading.checkVisibility())
    .map(({ tagName }) => Number(tagName[1]));
  // A navigation before the content has headings of its own.
  levels.splice(0, levels.indexOf(1));
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] ?? 0) + 1) faults.push(`the headings jump to h${level}`);
  });
  for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    if (field.type !== 'hidden' && !field.hidden && !field.labels?.length && !field.ariaLabel)
      faults.push(`${field.name} has no label`);
  for (const active of all('a, button, summary, nav, form[role], [role=region]'))
    if (
      active.checkVisibility() &&
      !(active.ariaLabel ?? active.textContent).trim() &&
      !active.hasAttribute('aria-labelledby')
    )
      faults.push(`${active.outerHTML.slice(0, 80)} has no name`);
  const ids = all('[id]').map(({ id }) => id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (repeated.length > 0) faults.push(`ids are repeated: ${repeated}`);
  const missing = all('use')
    .map((use) => use.getAttribute('href') ?? '')
    .filter((name) => !document.querySelector(name));
  if (missing.length > 0) faults.push(`icons are missing: ${missing}`);
  return faults;
}

function findLayoutFaults(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  const excess = root.scrollWidth - root.clientWidth;
  if (excess > 0) faults.push(`the page is ${excess} pixels too wide`);
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.vh, .skip') === null;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.className && `.${String(element.className).replaceAll(' ', '.')}`} "${(element.ariaLabel ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  const hides = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX);
  for (const element of document.body.querySelectorAll('*')) {
    if (!isVisible(element)) continue;
    if (element.matches('a, button, input:not([type=hidden]), select, textarea, summary')) {
      const { left, right, width } = element.getBoundingClientRect();
      let around = element.parentElement;
      while (around && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
      if (width > 0 && !around && (left < -1 || right > root.clientWidth + 1))
        faults.push(`${nameOf(element)} is outside of the window`);
    }
    // An element of one pixel is for screen readers.
    if (!hides(element) || element.clientWidth <= 1 || element.matches('input, select, textarea, svg, svg *'))
      continue;
    if (!element.textContent.trim() || element.closest('[title]')) continue;
    // A link over the text can have it as its name, and leads to it.
    if ((element.parentElement ?? element).querySelector('[title], :scope > a[aria-label]')) continue;
    const cut = element.scrollWidth - element.clientWidth;
    if (cut > 1) faults.push(`${nameOf(element)} is cut by ${cut} pixels, without a title`);
  }
  return faults;
}

/** Texts with a contrast of less than 4.5 to 1 (WCAG 2.2, 1.4.3). */
export function findPaleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.textContent?.trim());
      // The text of a disabled control needs no contrast.
      if (!text || !element.checkVisibility() || element.closest(':disabled, svg')) return [];
      const [one = 0, other = 0] = [
        luminance(getComputedStyle(element).color),
        luminance(groundOf(element)),
      ].sort((a, b) => b - a);
      const contrast = (one + 0.05) / (other + 0.05);
      return contrast < 4.5
        ? [`"${text.textContent?.trim().slice(0, 40)}" has the contrast ${contrast.toFixed(1)}`]
        : [];
    });
  });
}
