import type { Exchange } from '#http/message/exchange.ts';
import { declareFor } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { BrowserScript } from '#pages/browser-script.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Guide } from '../guides/guide.ts';
import type { SearchResults } from '../search/search.ts';
import type { SearchEntry } from '../search/search-entry.ts';
import type { PageCache } from './page-cache.ts';

/** The context of the documentation endpoints. */
export interface DocsContext {
  readonly services: readonly Service[];
  /** The services that have an OpenAPI document: `services` and the documentation itself. */
  readonly described: readonly Service[];
  /** The endpoints of `services`. */
  readonly catalogue: Catalogue;
  /** Version of the package. */
  readonly version: string;
  /** The origin of a service that is served at another origin than the documentation; otherwise undefined. */
  readonly toOrigin?: (service: Service, exchange: Exchange) => string | undefined;
  /** The latest bins, for a reader who may see them; undefined for others. */
  readonly latestBins?: ((exchange: Exchange) => Promise<readonly LatestBin[] | undefined>) | undefined;
  /** Whether the server records requests. */
  readonly hasJournal: boolean;
  readonly pages: PageCache;
  /** Loads the script of the pages, once. */
  loadScript(): Promise<BrowserScript>;
  /** Loads the entries of the search, once. */
  loadSearch(): Promise<DocsSearch>;
  /** Loads the guides, once. */
  loadGuides(): Promise<readonly Guide[]>;
}

/** A bin as the home page lists it. */
export interface LatestBin {
  readonly key: string;
  readonly name: string | null;
  /** Number of its requests. */
  readonly entries: number;
  /** The time since its last request, such as `5 min`; undefined without one. */
  readonly age: string | undefined;
}

/** The search of the documentation, with the data that its script loads. */
export interface DocsSearch {
  readonly entries: readonly SearchEntry[];
  find(query: string): SearchResults;
}

export const endpoint = declareFor<DocsContext>();

/** The URL by which the client calls this server, such as `https://sparring.example:8080`, without a final slash. */
export function buildBaseUrl(exchange: Exchange): string {
  return `${schemeOf(exchange)}://${exchange.authority.toLowerCase()}${exchange.prefix}`;
}

/** A reverse proxy that terminates TLS sets `X-Forwarded-Proto`. */
function schemeOf(exchange: Exchange): 'http' | 'https' {
  return exchange.field('X-Forwarded-Proto')?.toLowerCase() === 'https' ? 'https' : exchange.scheme;
}

/** The origins of the services. */
export interface BaseUrls {
  /** The origin of the documentation. */
  readonly here: string;
  of(service: Service): string;
  /** Whether the service has the origin of the documentation, so that its pages can call it. */
  isSameOrigin(service: Service): boolean;
}

export function buildBaseUrls(exchange: Exchange, { toOrigin }: Pick<DocsContext, 'toOrigin'>): BaseUrls {
  const here = buildBaseUrl(exchange);
  return {
    here,
    of: (service) => toOrigin?.(service, exchange) ?? here,
    isSameOrigin: (service) => toOrigin?.(service, exchange) === undefined,
  };
}
