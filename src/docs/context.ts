import { declareFor } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Service } from '../http/service.ts';
import type { PageCache } from './pages/page-cache.ts';

/** What the documentation's handlers are given: the services to document. */
export interface DocsContext {
  readonly services: readonly Service[];
  /** The services with an OpenAPI document: the same, and the documentation itself. */
  readonly described: readonly Service[];
  /** Version of the package. */
  readonly version: string;
  /** The origin of a service that is not on the one of the documentation; undefined for the others. */
  readonly toOrigin?: (service: Service, exchange: Exchange) => string | undefined;
  readonly pages: PageCache;
  /** Loads the script of the pages, once. */
  loadScript(): Promise<string>;
}

export const endpoint = declareFor<DocsContext>();

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
