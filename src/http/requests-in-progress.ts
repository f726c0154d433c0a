import { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** What a server that closes waits for. */
export interface Waiting {
  readonly requests: number;
  /** At most. */
  readonly milliseconds: number;
}

/** What a server has in progress, and what it does with it when it closes. Requests that are answered at once are never here. */
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
   * Called when a request is delayed on purpose: before its answer, or between the parts of the answer.
   * @throws HttpError 503 when the server is closing.
   */
  beginDelay(exchange: Exchange): void {
    if (this.#isClosing) throw serverClosing();
    this.#delayed.add(exchange);
  }

  endDelay(exchange: Exchange): void {
    this.#delayed.delete(exchange);
  }

  /** Ends every delay, now and from now on: with 503, or by breaking off the answer. */
  close(): void {
    this.#isClosing = true;
    for (const exchange of this.#delayed) exchange.interrupt(serverClosing());
  }
}

function serverClosing(): HttpError {
  return new HttpError(503, 'The server is closing.');
}
