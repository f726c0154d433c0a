import type { IncomingMessage } from 'node:http';
import type { HttpError } from '../errors/errors.ts';

/**
 * The errors of bodies whose rest cannot be read. An error can precede the reader of the body: Node parses the rest of a
 * packet before an endpoint that awaits anything reads the body.
 */
export class BodyErrors {
  readonly #byRequest = new WeakMap<IncomingMessage, HttpError>();

  of(request: IncomingMessage): HttpError | undefined {
    return this.#byRequest.get(request);
  }

  /**
   * Reports the error to the current reader of the body, and to those that begin later.
   * @param error the response to the request, unless it has one.
   */
  add(request: IncomingMessage, error: HttpError): void {
    this.#byRequest.set(request, error);
    // Not `destroy`, which would destroy the socket before the response is sent.
    if (request.listenerCount('error') > 0) request.emit('error', error);
  }
}
