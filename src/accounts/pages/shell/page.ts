import type { Exchange } from '#http/message/exchange.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { WebContext } from '../sessions/context.ts';
import type { Member, Visitor } from '../sessions/visitor.ts';
import type { View } from './view.ts';

export interface PageRequest {
  readonly exchange: Exchange;
  readonly service: WebContext;
  readonly caller: Visitor;
}

/** A request of a signed-in user. */
export interface MemberRequest extends PageRequest {
  readonly caller: Member;
}

/** Sends a page. Caches must not store it. */
export async function showPage(
  { exchange, service, caller }: PageRequest,
  view: View,
  status = 200,
  fields: Fields = [],
): Promise<void> {
  const { renderView } = await import('./layout.ts');
  const { fields: pageFields, content } = await renderView(view, caller, exchange);
  const cookies = service.sessions.newBrowserFields(exchange, caller);
  exchange.send(status, [...pageFields, ['Cache-Control', 'no-store'], ...cookies, ...fields], content);
}

/** Redirects the browser to another page, which it requests with GET (RFC 9110 §15.4.4). */
export function redirectTo(exchange: Exchange, location: string, fields: Fields = []): void {
  const target = location.startsWith('/') ? exchange.prefix + location : location;
  exchange.empty(303, [['Location', target], ['Cache-Control', 'no-store'], ...fields]);
}
