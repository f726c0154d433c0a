import type { PageLink } from '../routing/page-link.ts';
import { escapeHtml } from '../syntax/text.ts';
import { LOGO } from './icon.ts';

/** What the header of a page is made from. An `Exchange` has it. */
export interface Site {
  /** The pages of the server that the navigation links. */
  readonly pages: readonly PageLink[];
  /** Path of the current page. */
  readonly path: string;
}

/** The header of a page that belongs to no exchange. */
export const NO_SITE: Site = { pages: [], path: '' };

/**
 * The header of all pages: logo, navigation, and an account where there is one.
 * @param account HTML
 */
export function siteHeader({ pages, path }: Site, account = ''): string {
  const current = findCurrent(pages, path);
  const links = pages.map(
    (page) =>
      `<a href="${escapeHtml(page.path)}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a>`,
  );
  const navigation = links.length === 0 ? '' : `<nav class="site" aria-label="Site">${links.join(' ')}</nav>`;
  return `<div class="bar"><a class="brand" href="/">${LOGO} Sparring</a>${navigation}${account}</div>`;
}

/** The page itself, or else the page with the longest path that the current page is below. */
function findCurrent(pages: readonly PageLink[], path: string): PageLink | undefined {
  return pages
    .filter((page) => path === page.path || path.startsWith(`${page.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}
