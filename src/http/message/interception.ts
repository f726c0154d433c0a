import type { Fields } from '../syntax/fields.ts';

export type ContentSource = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A response as an endpoint sends it, before anything of it is written. */
export interface EndpointResponse {
  readonly status: number;
  /** Without the common fields of the service. */
  readonly fields: Fields;
  readonly content:
    | { readonly kind: 'complete'; readonly data: string | Uint8Array }
    | {
        readonly kind: 'stream';
        readonly source: ContentSource;
        readonly trailers: (() => Fields) | undefined;
      };
  /** The reason phrase, if it is not that of the service. */
  readonly reason?: string | undefined;
}

/** Sends a response in place of the endpoint. Rejects with HttpError while nothing has been written. */
export type ResponseSender = (response: EndpointResponse) => Promise<void>;

/** Takes the next response of an exchange, and sends it in another way. */
export class Interception {
  /** Settles when the response has been sent; undefined before there is one. */
  sent: Promise<void> | undefined;
  readonly #send: ResponseSender;
  #state: 'waiting' | 'sending' | 'settled' = 'waiting';

  constructor(send: ResponseSender) {
    this.#send = send;
  }

  /** Whether the next response is intercepted. */
  get isWaiting(): boolean {
    return this.#state === 'waiting';
  }

  /** Whether a response has been taken and not been sent completely. */
  get isSending(): boolean {
    return this.#state === 'sending';
  }

  complete(
    status: number,
    fields: Fields,
    data: string | Uint8Array,
    reason: string | undefined,
  ): Promise<void> {
    return this.#begin({ status, fields, content: { kind: 'complete', data }, reason });
  }

  stream(
    status: number,
    fields: Fields,
    source: ContentSource,
    trailers: (() => Fields) | undefined,
  ): Promise<void> {
    return this.#begin({ status, fields, content: { kind: 'stream', source, trailers } });
  }

  #begin(response: EndpointResponse): Promise<void> {
    this.#state = 'sending';
    this.sent = this.#send(response).finally(() => {
      this.#state = 'settled';
    });
    // The dispatcher awaits it too, possibly later than it is rejected.
    this.sent.catch(() => {});
    return this.sent;
  }
}
