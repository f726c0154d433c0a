import type { Exchange } from '../http/exchange.ts';
import type { Service } from '../http/service.ts';
import type { DocsContext } from './context.ts';

/** This server as the client called it, such as `https://sparring.example:8080`: what the addresses on a page begin with. */
export function toBaseUrl(exchange: Exchange): string {
  return `${schemeOf(exchange)}://${exchange.authority.toLowerCase()}`;
}

/** A proxy that ends TLS in front of this server says so. */
function schemeOf(exchange: Exchange): 'http' | 'https' {
  return exchange.field('X-Forwarded-Proto')?.toLowerCase() === 'https' ? 'https' : exchange.scheme;
}

/** What the addresses of each service begin with. */
export interface BaseUrls {
  of(service: Service): string;
  /** Whether the service is on the origin of the documentation, so that its pages can call it. */
  isHere(service: Service): boolean;
}

export function toBaseUrls(exchange: Exchange, { toOrigin }: Pick<DocsContext, 'toOrigin'>): BaseUrls {
  const here = toBaseUrl(exchange);
  return {
    of: (service) => toOrigin?.(service, exchange) ?? here,
    isHere: (service) => toOrigin?.(service, exchange) === undefined,
  };
}
