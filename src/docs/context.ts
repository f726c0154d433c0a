import { declareFor } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Service } from '../http/service.ts';
import type { PageCache } from './page-cache.ts';

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
