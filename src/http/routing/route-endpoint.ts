import type { Exchange } from '../message/exchange.ts';
import { type BodyLimits, bodyDecoder, paramsDecoder, queryDecoder, type RawParams } from './decode.ts';
import type { Endpoint } from './endpoint.ts';
import type { Service } from './service.ts';

/** An endpoint with the steps of its requests. */
export interface RouteEndpoint {
  readonly endpoint: Endpoint;
  /**
   * Authenticates and decodes the request, and calls the handler. Synchronous without asynchronous steps: a promise for
   * each request would cost more than the rest.
   */
  serve(exchange: Exchange, params: RawParams): void | Promise<void>;
}

const NO_VALUES = Object.freeze({});

export function compileEndpoint(endpoint: Endpoint, service: Service, options: BodyLimits): RouteEndpoint {
  const { context } = service;
  const decodeParams = paramsDecoder(endpoint);
  const decodeQuery = queryDecoder(endpoint, service.strictQuery);
  const decodeBody = bodyDecoder(endpoint, {
    maxBodySize: Math.min(service.maxBodySize ?? options.maxBodySize, options.maxBodySize),
    bodyBudget: options.bodyBudget,
  });

  async function serveAsync(exchange: Exchange, raw: RawParams, authenticated: unknown): Promise<void> {
    // Also if it is no promise: the rest of the packet is decoded first, and a body that is rejected gets no 100 (Continue).
    const caller = await authenticated;
    const params = decodeParams ? decodeParams(raw) : raw;
    const query = decodeQuery ? decodeQuery(exchange) : NO_VALUES;
    const body = await decodeBody?.(exchange);
    await endpoint.handle({ params, query, body, exchange, service: context, caller });
  }

  return {
    endpoint,
    serve(exchange, raw) {
      const caller = service.authenticate?.(exchange, endpoint);
      if (caller instanceof Promise || decodeBody) return serveAsync(exchange, raw, caller);
      const params = decodeParams ? decodeParams(raw) : raw;
      const query = decodeQuery ? decodeQuery(exchange) : NO_VALUES;
      return endpoint.handle({ params, query, body: undefined, exchange, service: context, caller });
    },
  };
}
