import type { Exchange } from '../http/exchange.ts';
import { toHeaderView } from './header-view.ts';
import { forwardedScheme } from './request-url.ts';

/** Whether the client came by https, as far as the connection or a proxy in front of it says. */
export function isSecure(exchange: Exchange): boolean {
  const forwarded = forwardedScheme(toHeaderView(exchange.rawFields));
  return (forwarded ?? exchange.scheme).toLowerCase() === 'https';
}

/** The URL of a path on this server, by the name that the client called it. */
export function absoluteUrl(exchange: Exchange, path: string): string {
  const scheme = isSecure(exchange) ? 'https' : 'http';
  return `${scheme}://${authorityOf(exchange, scheme)}${path}`;
}

/** Compat: in lower case and without the scheme's own port. */
function authorityOf(exchange: Exchange, scheme: 'http' | 'https'): string {
  return exchange.authority.toLowerCase().replace(scheme === 'http' ? /:80$/ : /:443$/, '');
}
