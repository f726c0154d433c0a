import { escapeHtml } from '#http/syntax/text.ts';
import { LOGO } from './icon.ts';
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
}

/**
 * The header of all pages: logo, sections, search, theme and account; and, within a section with several pages, a row with their
 * links. On a narrow screen, a menu contains all of it.
 * @param account HTML; without it, a link to the account page of the server, if it has one
 */
export function siteHeader({ pages, path }: HeaderContent, account = accountLink(pages, path)): string {
  const current = findCurrent(pages, path);
  const section = pages.find((page) => !page.section && page.path === (current?.section ?? current?.path));
  const parts = pages.filter((page) => section !== undefined && page.section === section.path);
  return [
    `<header><div class="bar"><a class="brand" href="/">${LOGO} Sparring</a>`,
    navigation(pages, section),
    searchForm(pages),
    pages.length === 0 ? '' : THEME_BUTTON,
    account === '' ? '' : `<div class="account">${account}</div>`,
    menu(pages, current, account),
    '</div></header>',
    section && parts.length > 0
      ? `<nav class="section" aria-label="${escapeHtml(section.title)}">${links(parts, findCurrent(parts, path))}</nav>`
      : '',
  ].join('');
}

/** The header of a page that the user must not leave by accident, such as sign-in and consent: it has no links. */
export function soloHeader(account = ''): string {
  return [
    `<header><div class="bar solo"><span class="brand">${LOGO} Sparring</span>`,
    THEME_BUTTON,
    account === '' ? '' : `<div class="account">${account}</div>`,
    '</div></header>',
  ].join('');
}

function navigation(pages: readonly PageLink[], section: PageLink | undefined): string {
  const sections = pages.filter((page) => !page.section && !page.isAccount);
  if (sections.length === 0) return '';
  return `<nav class="site" aria-label="Site">${links(sections, section)}</nav>`;
}

function links(pages: readonly PageLink[], current: PageLink | undefined): string {
  return pages.map((page) => link(page, page === current)).join(' ');
}

function link({ path, title }: PageLink, isCurrent: boolean): string {
  return `<a href="${escapeHtml(path)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
}

function searchForm(pages: readonly PageLink[]): string {
  const search = pages.find((page) => page.search)?.search;
  if (!search) return '';
  const path = escapeHtml(search.path);
  return (
    `<form class="find" role="search" aria-label="Documentation" action="${path}" method="get">` +
    `<input name="${escapeHtml(search.parameter)}" type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false"/>` +
    `</form><a class="find-link" href="${path}" aria-label="Search">${SEARCH_ICON}</a>`
  );
}

function accountLink(pages: readonly PageLink[], path: string): string {
  const account = pages.find((page) => page.isAccount);
  return account ? link(account, account === findCurrent(pages, path)) : '';
}

/** All links of the header for a narrow screen. It works without a script. */
function menu(pages: readonly PageLink[], current: PageLink | undefined, account: string): string {
  const sections = pages.filter((page) => !page.section && !page.isAccount);
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
    `<details class="menu"><summary>Menu</summary><nav aria-label="Menu"><ul>${items.join('')}</ul>` +
    `${account === '' ? '' : `<div class="account">${account}</div>`}</nav></details>`
  );
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

const SEARCH_ICON =
  '<svg aria-hidden="true" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">' +
  '<circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4.5 4.5"/></svg>';
