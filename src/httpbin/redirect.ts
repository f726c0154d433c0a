import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';
import { redirectPage } from '../http/redirect-page.ts';
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
