import type { ErrorResponse, HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { escapeHtml } from '#http/syntax/text.ts';
import { renderDocument } from './document.ts';
import { iconHtml } from './icons.ts';
import { closePaths, type PageLink, pageLinks } from './navigation.ts';
import { prefersPage } from './prefers-page.ts';
import { NO_SITE, type Site } from './site-header.ts';
import { footStyle } from './styles/shell.ts';
import { pageStylesheet } from './styles/stylesheet.ts';

/** Where an error is, and the method of the request. An `Exchange` has it. */
export interface ErrorSite extends Site {
  readonly method?: string;
}

/** Renders an error as a page. It contains text of the client, so it runs no script but that of the theme, and cannot be framed. */
export function renderErrorPage(error: HttpError, site: ErrorSite | undefined): ErrorResponse {
  const { status, message } = error;
  const title = `${status} ${reasonPhrase(status)}`;
  const text =
    site && status === 404
      ? unknownPath(error, site)
      : `<h1>${escapeHtml(reasonPhrase(status))}</h1><p>${escapeHtml(message).replaceAll('\n', '<br>')}</p><p>${NEXT}</p>`;
  const main = `<p><span class="st s${Math.min(5, Math.floor(status / 100))}">${escapeHtml(title)}</span></p>${text}`;
  const { fields, content: document } = renderDocument(
    { title, stylesheet: pageStylesheet(ERROR_STYLE, footStyle), policy: ["form-action 'self'"], main },
    site ?? NO_SITE,
  );
  return { fields: [...fields, ...error.fields], content: document.toString() };
}

const NEXT = '<a href="/docs">Reference of all endpoints</a>';

const ERROR_STYLE = `
main > * + * { margin-top: var(--4); } main > :is(h1, p, ul, form, hr, .actions) { max-width: 45rem; }
.path { background: var(--surface-2); border-radius: var(--r1); padding: 2px 6px; }
.near { font: var(--t-13); } main h2 { color: var(--ink-2); font: var(--t-c); letter-spacing: 0; } .near a { align-items: baseline; border-radius: var(--r2); color: var(--ink); display: flex; flex-wrap: wrap; gap: 2px 12px; justify-content: space-between; margin: 0 -12px; padding: 8px 12px; text-decoration: none; } .near a:hover { background: var(--surface-1); } .near span { color: var(--ink-2); }
.actions > .with-icon { flex: 1; } .actions > .with-icon > .in { width: 100%; }
`;

/** The path that nothing is served at, what is served at similar paths, the search, and where the request can be answered. */
function unknownPath({ message }: HttpError, site: ErrorSite): string {
  const { path, method = 'GET', services } = site;
  const pages = pageLinks(site);
  const has = (target: string) => pages.some((page) => page.path === target);
  const near = closePaths(services, path).map(
    ({ path: other, href, title }) =>
      `<li><a href="${escapeHtml(href)}"><code>${escapeHtml(other)}</code><span>${escapeHtml(title)}</span></a></li>`,
  );
  const actions = [
    has('/_sparring/panel/rules') &&
      `<a class="btn" href="/_sparring/panel/rules#path=${encodeURIComponent(path)}">${iconHtml('rule')}Answer this path: add a rule</a>`,
    has('/_sparring/inspector') &&
      `<a class="btn quiet" href="/_sparring/inspector?filter=${encodeURIComponent(`path:"${path.replace(/[\\"]/g, '\\$&')}"`)}">${iconHtml('external')}Requests of this path in the inspector</a>`,
  ].filter((action) => action !== false);
  return [
    `<h1>${escapeHtml(message.replace(/\.$/, ''))}</h1>`,
    `<p><span class="m m-${escapeHtml(method)}">${escapeHtml(method)}</span> <code class="path">${escapeHtml(path)}</code></p>`,
    near.length === 0 ? '' : `<h2>Did you mean</h2><ul class="near">${near.join('')}</ul>`,
    searchForm(pages, path),
    `<p>${NEXT}</p>`,
    actions.length === 0 ? '' : `<hr/><div class="actions">${actions.join('')}</div>`,
  ].join('');
}

/** The search of the documentation with the words of a path. */
function searchForm(pages: readonly PageLink[], path: string): string {
  const search = pages.find((page) => page.search)?.search;
  if (!search) return '';
  const words = path.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && word !== 'docs');
  return (
    `<form class="actions" role="search" aria-label="Words of this path" action="${escapeHtml(search.path)}" method="get">` +
    `<label class="with-icon">${iconHtml('search')}<input class="in" type="search" name="${escapeHtml(search.parameter)}" value="${escapeHtml(words.join(' ').slice(0, MAX_WORDS_LENGTH))}" aria-label="Words to search for"/></label>` +
    '<button class="btn">Search</button></form>'
  );
}

/** The search rejects longer queries. */
const MAX_WORDS_LENGTH = 200;

/** Renders an error as a page for clients that prefer one, as browsers do, and for other clients by `render`. */
export function negotiateErrorPage(
  error: HttpError,
  exchange: Exchange | undefined,
  render: () => ErrorResponse,
): ErrorResponse {
  const isPage = prefersPage(exchange?.field('Accept'));
  const { fields, content } = isPage ? renderErrorPage(error, exchange) : render();
  return { fields: [...fields, ['Vary', 'Accept']], content };
}
