import type { Fields } from '../syntax/fields.ts';
import type { RouteMetrics } from './route-metrics.ts';

/** The name of a service, and the format of its responses. */
export interface ResponseFormat<Exchange> {
  readonly name: string;
  /** Value of `Content-Type` of JSON responses. */
  readonly jsonType: string;
  toJson(value: unknown): string;
  /** The reason phrase of the HTTP/1 status line. */
  reasonPhrase(status: number): string;
  /** Fields of every response, errors included; without an exchange when the request could not be parsed. */
  commonFields(exchange: Exchange | undefined, status: number): Fields;
  /** Called after the head of a response is written. */
  onResponse?(exchange: Exchange, status: number): void;
}

/** The members of a route that an exchange and its observers use. */
export interface ExchangeRoute<Exchange> {
  /** The path template, such as `/status/{codes}`; empty for unknown paths and redirects. */
  readonly template: string;
  /** The format of all responses, errors included. */
  readonly service: ResponseFormat<Exchange> & { readonly isRecorded?: true };
  /**
   * The service that log and journal name. Another one than `service` for unknown paths below a prefix of a service, and
   * for paths that a client can mean as a path of another service.
   */
  readonly owner: { readonly name: string; readonly isRecorded?: true };
  /** Undefined for a server without metrics. */
  readonly metrics: RouteMetrics | undefined;
}
