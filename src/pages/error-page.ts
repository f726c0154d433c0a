import type { ErrorResponse, HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { escapeHtml } from '#http/syntax/text.ts';
import { renderDocument } from './document.ts';
import { prefersPage } from './prefers-page.ts';
import { NO_SITE, type Site } from './site-header.ts';
import { pageStylesheet } from './styles/stylesheet.ts';

export interface ErrorPage {
  readonly title: string;
  /** A link to what the user can do next, as HTML. */
  readonly next: string;
  readonly stylesheet?: string;
  readonly policy: readonly string[];
  readonly referrerPolicy?: 'same-origin';
}

/** Renders an error as a page. It contains text of the client, so it runs no script but that of the theme, and cannot be framed. */
export function renderErrorPage(
  error: HttpError,
  site: Site | undefined,
  page: Partial<ErrorPage> = {},
): ErrorResponse {
  const {
    title = `${error.status} ${reasonPhrase(error.status)}`,
    next = NEXT,
    stylesheet = pageStylesheet('main > * + * { margin-top: var(--3); }'),
  } = page;
  const { policy = ["form-action 'self'"], referrerPolicy } = page;
  const main = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(error.message).replaceAll('\n', '<br>')}</p><p>${next}</p>`;
  const { fields, content } = renderDocument(
    { title, stylesheet, policy, referrerPolicy, main },
    site ?? NO_SITE,
  );
  return { fields: [...fields, ...error.fields], content: content.toString() };
}

const NEXT = '<a href="/docs">Reference of all endpoints</a>';

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
