import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';
import { redirectPage } from '../http/redirect-page.ts';

/** Answers 302 with a page that links to the location. */
export function redirect(exchange: Exchange, location: string, fields: Fields = []): void {
  exchange.send(
    302,
    [['Content-Type', 'text/html; charset=utf-8'], ['Location', location], ...fields],
    redirectPage(location),
  );
}
