import { escapeHtml } from '#http/syntax/text.ts';
import { iconHtml } from './icons.ts';
import { LOGO } from './logo.ts';
import type { Extended, PageLink } from './navigation.ts';
import { THEME_BUTTON } from './theme.ts';

/** Where a page is. An `Exchange` has it. */
export interface Site {
  /** The services whose pages the navigation links. */
  readonly services: readonly Extended[];
  /** Path of the current page. */
  readonly path: string;
  /** The path below which the client calls the server, which precedes all paths of links. */
  readonly prefix?: string;
}

/** The header of a page that belongs to no exchange. */
export const NO_SITE: Site = { services: [], path: '' };

/** What the header of a page is made from. */
export interface HeaderContent extends Pick<Site, 'path'> {
  /** The pages that the navigation links. */
  readonly pages: readonly PageLink[];
  /** The text in the search field. */
  readonly query?: string | undefined;
}

/**
 * The header of all pages: logo, sections, search, theme and account; and, within a section with several pages, a row with their
 * links. On a narrow screen, a menu contains all of it.
 * @param account HTML; without it, a link to the account page of the server, if it has one
 */
export function siteHeader(
  { pages, path, query }: HeaderContent,
  account = accountLink(pages, path),
): string {
  const current = findCurrent(pages, path);
  const section = pages.find((page) => !page.section && page.path === (current?.section ?? current?.path));
  const parts = pages.filter((page) => section !== undefined && page.section === section.path);
  return [
    `<header class="top"><a class="brand" href="/">${LOGO} Sparring</a>`,
    navigation(pages, section),
    searchForm(pages, query),
    '<div class="right">',
    pages.length === 0 ? '' : THEME_BUTTON,
    accountPart(account),
    menu(pages, current, account),
    '</div></header>',
    section && parts.length > 0
      ? `<nav class="sub" aria-label="${escapeHtml(section.title)}">${links(parts, isSearch(pages, path) ? undefined : findCurrent(parts, path))}</nav>`
      : '',
  ].join('');
}

/** The header of a page that the user must not leave by accident, such as sign-in and consent: it has no links. */
export function soloHeader(account = ''): string {
  return [
    `<header class="top"><span class="brand">${LOGO} Sparring</span>`,
    `<div class="right">${THEME_BUTTON}${accountPart(account)}</div></header>`,
  ].join('');
}

function accountPart(account: string): string {
  return account === '' ? '' : `<div class="account">${account}</div>`;
}

function navigation(pages: readonly PageLink[], section: PageLink | undefined): string {
  const sections = sectionsOf(pages);
  if (sections.length === 0) return '';
  return `<nav class="site" aria-label="Site">${links(sections, section)}</nav>`;
}

function sectionsOf(pages: readonly PageLink[]): readonly PageLink[] {
  return pages.filter((page) => !page.section && !page.isAccount);
}

function links(pages: readonly PageLink[], current: PageLink | undefined): string {
  return pages.map((page) => link(page, page === current)).join(' ');
}

function link({ path, title }: PageLink, isCurrent: boolean): string {
  return `<a href="${escapeHtml(path)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
}

function searchForm(pages: readonly PageLink[], query = ''): string {
  const search = pages.find((page) => page.search)?.search;
  if (!search) return '';
  const path = escapeHtml(search.path);
  return (
    `<form class="find" role="search" aria-label="Documentation" action="${path}" method="get">` +
    `<label class="with-icon">${iconHtml('search')}<input class="in" name="${escapeHtml(search.parameter)}" type="search"${query === '' ? '' : ` value="${escapeHtml(query)}"`} aria-label="Search the documentation" placeholder="Search the docs" autocomplete="off" spellcheck="false"/>` +
    `<kbd class="scripted">/</kbd></label></form><a class="btn quiet icon find-link" href="${path}" aria-label="Search">${iconHtml('search')}</a>`
  );
}

function accountLink(pages: readonly PageLink[], path: string): string {
  const account = pages.find((page) => page.isAccount);
  if (!account) return '';
  const isCurrent = account === findCurrent(pages, path);
  return `<a class="btn quiet" href="${escapeHtml(account.path)}"${isCurrent ? ' aria-current="page"' : ''}>${iconHtml('user')}${escapeHtml(account.title)}</a>`;
}

/** All links of the header for a narrow screen. It works without a script. */
function menu(pages: readonly PageLink[], current: PageLink | undefined, account: string): string {
  const sections = sectionsOf(pages);
  if (sections.length === 0) return '';
  const items = sections.map((section) => {
    const parts = pages.filter((page) => page.section === section.path);
    const inner = parts.map((part) => `<li>${link(part, part === current)}</li>`).join('');
    // A section with several pages has a page at its own path, or is a heading.
    const hasOwnPage = parts.every((part) => part.path !== section.path);
    const heading = hasOwnPage
      ? link(section, section === current)
      : `<span>${escapeHtml(section.title)}</span>`;
    return `<li>${heading}${inner === '' ? '' : `<ul>${inner}</ul>`}</li>`;
  });
  return (
    `<details class="menu burger"><summary class="btn quiet icon" aria-label="Menu">${iconHtml('menu')}</summary>` +
    `<nav class="pop" aria-label="Menu"><ul>${items.join('')}</ul>${account === '' ? '' : `<hr/>${accountPart(account)}`}</nav></details>`
  );
}

/** The page of the results, which the search field leads to, has no link. */
function isSearch(pages: readonly PageLink[], path: string): boolean {
  return pages.some(({ search }) => search?.path === path);
}

/** The page itself, or else the page with the longest path that the current page is below. A part precedes its section. */
function findCurrent(pages: readonly PageLink[], path: string): PageLink | undefined {
  return pages
    .filter((page) => path === page.path || path.startsWith(`${page.path}/`))
    .sort(
      (one, other) =>
        other.path.length - one.path.length || Number(Boolean(other.section)) - Number(Boolean(one.section)),
    )[0];
}
