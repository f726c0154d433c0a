import { HttpError } from '../errors/errors.ts';

/** A request that can be in progress. */
export interface AbortableRequest {
  /** Ends a delay, or a response that has started. */
  abort(error: HttpError): void;
}

/** The requests that a closing server waits for. */
export interface Waiting {
  readonly requests: number;
  /** Maximum time. */
  readonly milliseconds: number;
}

/** The requests in progress of a server. Requests with a synchronous response are not counted. */
export class RequestsInProgress {
  #count = 0;
  readonly #delayed = new Set<AbortableRequest>();
  #isClosing = false;

  get isClosing(): boolean {
    return this.#isClosing;
  }

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count++;
  }

  /** Called once for each `begin()`. */
  end(): void {
    this.#count--;
  }

  /**
   * Called when a response is delayed on purpose, before or within the response.
   * @throws HttpError 503 when the server is closing.
   */
  beginDelay(request: AbortableRequest): void {
    if (this.#isClosing) throw serverClosing();
    this.#delayed.add(request);
  }

  endDelay(request: AbortableRequest): void {
    this.#delayed.delete(request);
  }

  /** Ends current and later delays: with 503, or by aborting a response that has started. */
  close(): void {
    this.#isClosing = true;
    for (const request of this.#delayed) request.abort(serverClosing());
  }
}

function serverClosing(): HttpError {
  return new HttpError(503, 'The server is closing.');
}
