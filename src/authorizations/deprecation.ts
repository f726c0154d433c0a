import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';

/** Whether the request is to the part of the API that was announced to go. */
export function isDeprecated(exchange: Exchange): boolean {
  return FAMILY.test(exchange.template || exchange.path);
}

/** Since 2020-02-14 (RFC 9745 §2.1), and the announced end (RFC 8594 §3). */
export const deprecationFields: Fields = [
  ['Deprecation', '@1581638400'],
  ['Sunset', 'Fri, 13 Nov 2020 16:00:00 GMT'],
];

/** Stands after the pagination links (RFC 9745 §3). */
export const deprecationLink =
  '<https://developer.github.com/changes/2020-02-14-deprecating-oauth-auth-endpoint/>; rel="deprecation"; type="text/html"';

const FAMILY = /^\/api\/v3\/(?:authorizations|applications\/grants)(?:\/|$)/;
