import type { Exchange } from './exchange.ts';
import type { Mount } from './mounts.ts';
import type { ErrorAnswer, Service } from './service.ts';

/** Names of the channels of `node:diagnostics_channel` on which the kernel publishes. */
export const channels = {
  /** An `ExchangeStart` for each request, before anything is written. */
  exchangeStart: 'sparring:http.exchange.start',
  /** An `UnreadAnswer` for each request that could not be read. */
  unreadAnswer: 'sparring:http.unread.answer',
} as const;

export interface ExchangeStart {
  readonly exchange: Exchange;
  /** The services among which the request is routed. */
  readonly mount: Mount;
}

export interface UnreadAnswer extends ErrorAnswer {
  readonly service: Service;
  readonly status: number;
}
