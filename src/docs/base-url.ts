import type { Exchange } from '../http/exchange.ts';

/** This server as the client called it, such as `https://sparring.example:8080`: what the addresses on a page begin with. */
export function toBaseUrl(exchange: Exchange): string {
  return `${schemeOf(exchange)}://${exchange.authority.toLowerCase()}`;
}

/** A proxy that ends TLS in front of this server says so. */
function schemeOf(exchange: Exchange): 'http' | 'https' {
  return exchange.field('X-Forwarded-Proto')?.toLowerCase() === 'https' ? 'https' : exchange.scheme;
}
