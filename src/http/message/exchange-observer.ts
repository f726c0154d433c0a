import type { Exchange } from './exchange.ts';

/** Observes all exchanges of a server. The observers of a server are called in the order of their list. */
export interface ExchangeObserver {
  /** The route is known, and nothing has been checked. @throws HttpError to reject the request. */
  started(exchange: Exchange): void;
  /** The response is complete, or its connection is closed. Called once. */
  ended(exchange: Exchange): void;
}
