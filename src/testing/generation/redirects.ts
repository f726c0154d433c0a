import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { redirectResponse } from '#http/message/response.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { escapeHtml } from '#http/syntax/text.ts';
import { parseRedirectTarget } from '../responses/headers/redirect-target.ts';

/** Redirects with 302 and a page that links to the target: an absolute URL, or a path of this service. */
export function redirect(exchange: Exchange, target: string, fields: Fields = []): void {
  const location = parseRedirectTarget(target.startsWith('/') ? `${exchange.base}${target}` : target, []);
  exchange.send(
    302,
    [['Content-Type', 'text/html; charset=utf-8'], ['Location', location], ...fields],
    redirectPage(location),
  );
}

/** The content of a redirect (RFC 9110 §15.4): a link to the location, for clients that do not follow redirects. */
export function redirectPage(location: string): string {
  const target = escapeHtml(location);
  return `<!doctype html>
<html lang=en>
<title>Redirecting</title>
<h1>Redirecting</h1>
<p>What you asked for is at <a href="${target}">${target}</a>.
`;
}

/** The number of remaining redirects. Larger integers are not exact. */
export const RedirectCount = Type.Integer({
  description: 'Number of redirects before `/get`.',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
});

/** The responses of a repeated redirect with a page. */
export const redirectResponses = {
  302: redirectResponse('A page that links to the next location.'),
  400: 'n is zero or too large.',
};
