import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * This server as the client called it, such as `https://sparring.example:8080`: what the addresses on a page begin with.
 * @throws HttpError 400 when the `Host` field holds anything but a host and a port.
 */
export function toBaseUrl(exchange: Exchange): string {
  const host = exchange.field('Host') ?? localAuthority(exchange);
  if (!AUTHORITY.test(host)) throw new HttpError(400, 'The Host field does not hold a host and a port.');
  return `${schemeOf(exchange)}://${host.toLowerCase()}`;
}

/** A name or an IPv4 address, or an IPv6 address in brackets; and a port (RFC 9110 §7.2). */
const AUTHORITY = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** A proxy that ends TLS in front of this server says so. */
function schemeOf(exchange: Exchange): 'http' | 'https' {
  return exchange.field('X-Forwarded-Proto')?.toLowerCase() === 'https' ? 'https' : exchange.scheme;
}

/** Of a request of HTTP/1.0, which need not say what it calls. */
function localAuthority({ request }: Exchange): string {
  const { localAddress = '', localPort = 80 } = request.socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
