import type { HttpError } from '../../http/errors.ts';
import { OtherPortError } from '../../http/other-port.ts';
import { renderDocument } from '../../http/pages/document.ts';
import { HOME_LINK } from '../../http/pages/page.ts';
import type { ErrorResponse } from '../../http/service.ts';
import { escapeHtml } from '../../http/text.ts';
import { stylesheet } from './stylesheet.ts';

/** Renders an error as a page. It is the same for all users, so it needs no session. */
export function renderErrorPage(error: HttpError): ErrorResponse {
  const title = TITLES.get(error.status) ?? 'The request failed';
  const { fields, content } = renderDocument({
    title,
    stylesheet,
    policy: ["form-action 'self'"],
    referrerPolicy: 'same-origin',
    header: HOME_LINK,
    main: `<h1>${title}</h1><p>${escapeHtml(error.message)}</p><p>${linkOf(error)}</p>`,
  });
  return {
    fields: [
      // The service adds `X-Content-Type-Options` to every response.
      ...fields.filter(([name]) => name !== 'X-Content-Type-Options'),
      ['Cache-Control', 'no-store'],
      ...error.fields,
    ],
    content: content.toString(),
  };
}

function linkOf(error: HttpError): string {
  if (!(error instanceof OtherPortError)) return '<a href="/settings/applications">Settings</a>';
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
