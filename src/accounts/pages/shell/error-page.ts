import type { ErrorResponse, HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { OtherPortError } from '#http/server/other-port.ts';
import { withoutField } from '#http/syntax/fields.ts';
import { escapeHtml } from '#http/syntax/text.ts';
import { renderErrorPage } from '#pages/error-page.ts';
import { stylesheet } from './stylesheet.ts';

/** Renders an error as an account page. It is the same for all users, so it needs no session. */
export function renderAccountError(error: HttpError, exchange: Exchange | undefined): ErrorResponse {
  const { fields, content } = renderErrorPage(error, exchange, {
    title: TITLES.get(error.status) ?? 'The request failed',
    next: linkOf(error),
    stylesheet,
    policy: ["form-action 'self'"],
    referrerPolicy: 'same-origin',
  });
  // The service adds `X-Content-Type-Options` to every response.
  const others = withoutField(fields, 'X-Content-Type-Options');
  return { fields: [...others, ['Cache-Control', 'no-store']], content };
}

function linkOf(error: HttpError): string {
  if (!(error instanceof OtherPortError) || error.url === undefined)
    return '<a href="/settings/applications">Settings</a>';
  return `<a href="${escapeHtml(error.url)}">Go to this address</a>`;
}

const TITLES: ReadonlyMap<number, string> = new Map([
  [302, 'Sign in'],
  [303, 'Sign in'],
  [403, 'Forbidden'],
  [404, 'Page not found'],
  [405, 'Page not found'],
  [413, 'The form is too long'],
  [421, 'Unknown host name'],
  [422, 'The form cannot be processed'],
  [429, 'Too many requests'],
  [500, 'Internal server error'],
  [503, 'Service unavailable'],
]);
