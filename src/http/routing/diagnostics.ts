import type { ErrorResponse } from '../errors/errors.ts';
import type { Exchange } from '../message/exchange.ts';
import type { Route } from './route.ts';
import type { Service } from './service.ts';

/** Names of the `node:diagnostics_channel` channels that the kernel publishes on. */
export const channels = {
  /** An `ExchangeStart` for each request, before anything is written. */
  exchangeStart: 'sparring:http.exchange.start',
  /** A `ParserErrorResponse` for each request that could not be parsed. */
  parserErrorResponse: 'sparring:http.parser-error.response',
} as const;

export interface ExchangeStart {
  readonly exchange: Exchange;
  readonly route: Route;
}

export interface ParserErrorResponse extends ErrorResponse {
  readonly service: Service;
  readonly status: number;
}
