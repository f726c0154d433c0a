import { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** The requests that a closing server waits for. */
export interface Waiting {
  readonly requests: number;
  /** Maximum time. */
  readonly milliseconds: number;
}

/** The requests in progress of a server. Requests that are answered synchronously are not counted. */
export class RequestsInProgress {
  readonly #handled = new Set<Exchange>();
  readonly #delayed = new Set<Exchange>();
  #isClosing = false;

  get isClosing(): boolean {
    return this.#isClosing;
  }

  get count(): number {
    return this.#handled.size;
  }

  begin(exchange: Exchange): void {
    this.#handled.add(exchange);
  }

  end(exchange: Exchange): void {
    this.#handled.delete(exchange);
  }

  /**
   * Called when a response is delayed on purpose, as a whole or between its parts.
   * @throws HttpError 503 when the server is closing.
   */
  beginDelay(exchange: Exchange): void {
    if (this.#isClosing) throw serverClosing();
    this.#delayed.add(exchange);
  }

  endDelay(exchange: Exchange): void {
    this.#delayed.delete(exchange);
  }

  /** Ends current and later delays: with 503, or by aborting a response that has started. */
  close(): void {
    this.#isClosing = true;
    for (const exchange of this.#delayed) exchange.interrupt(serverClosing());
  }
}

function serverClosing(): HttpError {
  return new HttpError(503, 'The server is closing.');
}
