import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { toHeaderView } from './header-view.ts';
import { forwardedScheme, socketScheme } from './request-url.ts';

/** Whether the client came by https, as far as the connection or a proxy in front of it says. */
export function isSecure(exchange: Exchange): boolean {
  const forwarded = forwardedScheme(toHeaderView(exchange.rawFields));
  return (forwarded ?? socketScheme(exchange)).toLowerCase() === 'https';
}

/**
 * The URL of a path on this server, by the name that the client called it.
 * @throws HttpError 400 when the `Host` field holds anything but a host and a port.
 */
export function absoluteUrl(exchange: Exchange, path: string): string {
  const scheme = isSecure(exchange) ? 'https' : 'http';
  return `${scheme}://${authorityOf(exchange, scheme)}${path}`;
}

/** A name or an IPv4 address, or an IPv6 address in brackets; and a port (RFC 9110 §7.2). */
const AUTHORITY = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Compat: in lower case and without the scheme's own port. A client of HTTP/1.0 may have named no host. */
function authorityOf(exchange: Exchange, scheme: 'http' | 'https'): string {
  const { localAddress = '', localPort = 0 } = exchange.request.socket;
  const host = exchange.field('Host') ?? `${bracket(localAddress)}:${localPort}`;
  if (!AUTHORITY.test(host)) throw new HttpError(400, 'The Host field does not hold a host and a port.');
  return host.toLowerCase().replace(scheme === 'http' ? /:80$/ : /:443$/, '');
}

function bracket(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
