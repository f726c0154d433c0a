import { type BodyLimits, decodeBody, decodeParams, decodeQuery } from './decode.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import type { Service } from './service.ts';

/** Path parameters as text, percent-decoded. */
export type RawParams = Readonly<Record<string, string | undefined>>;

/** An endpoint with the steps of its requests. */
export interface RouteEndpoint {
  readonly endpoint: Endpoint;
  /**
   * Authenticates and decodes the request, and calls the handler. Synchronous without asynchronous steps: a promise for
   * each request would cost more than the rest.
   */
  serve(exchange: Exchange, params: RawParams): void | Promise<void>;
}

export function compileEndpoint(endpoint: Endpoint, service: Service, options: BodyLimits): RouteEndpoint {
  const { context, strictQuery } = service;
  const limits = {
    maxBodySize: Math.min(service.maxBodySize ?? options.maxBodySize, options.maxBodySize),
    bodyBudget: options.bodyBudget,
  };

  async function serveAsync(exchange: Exchange, raw: RawParams, authenticated: unknown): Promise<void> {
    const caller = await authenticated;
    const params = decodeParams(endpoint, raw);
    const query = decodeQuery(endpoint, exchange, strictQuery);
    const body = await decodeBody(endpoint, exchange, limits);
    await endpoint.handle({ params, query, body, exchange, service: context, caller });
  }

  return {
    endpoint,
    serve(exchange, raw) {
      const caller = service.authenticate?.(exchange, endpoint);
      if (caller instanceof Promise || endpoint.body) return serveAsync(exchange, raw, caller);
      const params = decodeParams(endpoint, raw);
      const query = decodeQuery(endpoint, exchange, strictQuery);
      return endpoint.handle({ params, query, body: undefined, exchange, service: context, caller });
    },
  };
}
