import type { Page } from 'playwright-core';

/** A line of a page: the names of what has the same height in it. */
export interface LayoutRow {
  /** Pixels from the top. */
  readonly top: number;
  readonly names: readonly string[];
}

/** Maximum distance of the centres of elements of the same line. */
const SAME_ROW = 8;

/** Headings, controls and blocks that are visible without scrolling, from the top to the bottom and from left to right. */
export function readLayout(page: Page): Promise<LayoutRow[]> {
  return page.evaluate(
    ({ selector, distance }) => {
      // A drawing has labels by the times of the requests.
      const textOf = (element: Element) => {
        const copy = document.createElement('div');
        copy.append(...[...element.childNodes].map((node) => node.cloneNode(true)));
        for (const drawing of copy.querySelectorAll('svg')) drawing.remove();
        return copy.textContent;
      };
      const nameOf = (element: Element) => {
        const label = element.getAttribute('aria-label') ?? element.getAttribute('placeholder');
        const isBlock = ['PRE', 'TABLE', 'DL', 'IMG'].includes(element.tagName) || element.tagName === 'svg';
        const text = isBlock ? '' : (label ?? textOf(element));
        // Times and sizes differ, and the names of the machine.
        const shown = text.trim().replace(/\s+/g, ' ').replace(/\d+/g, '#').slice(0, 24);
        return `${element.tagName.toLowerCase()} ${shown}`.trim();
      };
      const boxes = [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        // The list of guides changes with each guide.
        .filter((element) => element.closest('nav:not(.site, .sub, .presets)') === null)
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1 && box.top >= 0 && box.top < innerHeight)
        .filter(({ box }) => box.right > 0 && box.left < innerWidth)
        .map(({ element, box }) => ({
          name: nameOf(element),
          left: box.left,
          top: box.top,
          // A tall block is at its first line.
          middle: box.top + Math.min(box.height, 40) / 2,
        }))
        .sort((one, other) => one.middle - other.middle);
      const rows: (typeof boxes)[] = [];
      for (const each of boxes) {
        const last = rows.at(-1);
        if (last && each.middle - (last[0]?.middle ?? 0) <= distance) last.push(each);
        else rows.push([each]);
      }
      return rows.map((row) => ({
        top: Math.round(Math.min(...row.map(({ top }) => top))),
        names: row.sort((one, other) => one.left - other.left).map(({ name }) => name),
      }));
    },
    { selector: SELECTOR, distance: SAME_ROW },
  );
}

const SELECTOR = [
  'h1, h2, h3, button, summary, input:not([type="hidden"]), select, textarea, [role="tab"], [role="columnheader"]',
  '.site a, .sub a, .btn, main pre, main table, main dl, main img, main svg:not(.i), .banner, .err',
].join();

/** The text colours and the backgrounds of all visible texts, as the browser computes them. */
export function readColours(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText || !element.checkVisibility({ opacityProperty: true })) continue;
      found.add(getComputedStyle(element).color);
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each);
        if (backgroundColor === 'rgba(0, 0, 0, 0)') continue;
        found.add(backgroundColor);
        break;
      }
    }
    return [...found];
  });
}
