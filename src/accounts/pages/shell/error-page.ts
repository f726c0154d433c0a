import type { ErrorResponse, HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { OtherPortError } from '#http/server/other-port.ts';
import { withoutField } from '#http/syntax/fields.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { escapeHtml } from '#http/syntax/text.ts';
import { renderDocument } from '#pages/document.ts';
import { NO_SITE } from '#pages/site-header.ts';
import { stylesheet } from './stylesheet.ts';

/**
 * Renders an error as an account page. It is the same for all users, so it needs no session, and has no header that would tell
 * who is signed in.
 */
export function renderAccountError(error: HttpError, exchange: Exchange | undefined): ErrorResponse {
  const title = TITLES.get(error.status) ?? 'The request failed';
  const { fields, content } = renderDocument(
    {
      title,
      stylesheet,
      policy: ["form-action 'self'"],
      referrerPolicy: 'same-origin',
      isSolo: true,
      main: [
        `<div class="card stack"><p><span class="st s${String(error.status).charAt(0)}">${error.status} ${escapeHtml(reasonPhrase(error.status))}</span></p>`,
        `<h1>${title}</h1><p>${escapeHtml(error.message).replaceAll('\n', '<br>')}</p>`,
        `<p class="actions">${linkOf(error)}</p></div>`,
      ].join(''),
    },
    exchange ?? NO_SITE,
  );
  // The service adds `X-Content-Type-Options` to every response.
  const others = withoutField(fields, 'X-Content-Type-Options');
  return { fields: [...others, ...error.fields, ['Cache-Control', 'no-store']], content: content.toString() };
}

function linkOf(error: HttpError): string {
  if (!(error instanceof OtherPortError) || error.url === undefined)
    return '<a class="btn" href="/settings/applications">Settings</a>';
  return `<a class="btn" href="${escapeHtml(error.url)}">Go to this address</a>`;
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
