import type { Exchange } from './exchange.ts';
import type { Mount } from './mounts.ts';
import type { ErrorResponse, Service } from './service.ts';

/** Names of the `node:diagnostics_channel` channels that the kernel publishes on. */
export const channels = {
  /** An `ExchangeStart` for each request, before anything is written. */
  exchangeStart: 'sparring:http.exchange.start',
  /** A `ParserErrorResponse` for each request that could not be parsed. */
  parserErrorResponse: 'sparring:http.parser-error.response',
} as const;

export interface ExchangeStart {
  readonly exchange: Exchange;
  /** The services that the request is routed to. */
  readonly mount: Mount;
}

export interface ParserErrorResponse extends ErrorResponse {
  readonly service: Service;
  readonly status: number;
}
