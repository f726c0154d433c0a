import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';
import { escapeHtml } from '../http/pages/escape-html.ts';
import { toRedirectTarget } from './redirect-target.ts';

/** Answers 302 with a page that links to a place on this server. */
export function redirect(exchange: Exchange, place: string, fields: Fields = []): void {
  const location = toRedirectTarget(place, []);
  exchange.send(
    302,
    [['Content-Type', 'text/html; charset=utf-8'], ['Location', location], ...fields],
    redirectPage(location),
  );
}

/** A page for whoever does not follow a redirect by itself (RFC 9110 §15.4): the one thing on it is the way on. */
export function redirectPage(location: string): string {
  const target = escapeHtml(location);
  return `<!doctype html>
<html lang=en>
<title>Redirecting</title>
<h1>Redirecting</h1>
<p>What you asked for is at <a href="${target}">${target}</a>.
`;
}
