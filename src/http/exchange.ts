import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { unmapAddress } from './address.ts';
import { toAuthority } from './authority.ts';
import { discardBody } from './body.ts';
import type { BodyBudget, Reservation } from './body-budget.ts';
import type { Connection } from './connection.ts';
import { bodyMemoryExhausted, type HttpError } from './errors.ts';
import { type Field, type Fields, isSameName, toFields } from './fields.ts';
import { dropConnection, isClosed, isHttp2, isHttp2Request, toRawFields } from './http2.ts';
import { abortOnClose, isContentAllowed, waitForDrain, writeHead, writeTrailers } from './reply.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';
import type { ResponseFormat } from './service.ts';
import type { Target } from './target.ts';

export interface ExchangeOptions {
  /** Milliseconds without progress after which a streamed response is aborted. */
  readonly idleTimeout: number;
  readonly requests: RequestsInProgress;
}

/**
 * One request and its response. The request is unchanged: field names in their case and order, the target undecoded. The
 * response is written as given.
 */
export class Exchange {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
  readonly method: string;
  /** Names and values of the header fields, alternating, as received. */
  readonly rawFields: readonly string[];
  readonly target: Target;
  /** The connection; undefined for HTTP/2, whose streams are independent. */
  readonly connection: Connection | undefined;
  /** All requests of the server that are in progress. */
  readonly requests: RequestsInProgress;
  /** The matched template, such as `/status/{codes}`, for logs and metrics. */
  template = '';
  #format: ResponseFormat;
  /** A separate reference: a request loses its own when its body is aborted while it is iterated. */
  readonly #socket: Socket;
  #answered = false;
  #authority: string | undefined;
  #gone: AbortController | undefined;
  #reservation: Reservation | undefined;

  readonly #idleTimeout: number;

  constructor(
    request: IncomingMessage,
    reply: ServerResponse,
    target: Target,
    connection: Connection | undefined,
    format: ResponseFormat,
    { idleTimeout, requests }: ExchangeOptions,
  ) {
    this.#idleTimeout = idleTimeout;
    this.requests = requests;
    this.request = request;
    this.#socket = request.socket;
    this.reply = reply;
    this.#format = format;
    this.method = request.method ?? 'GET';
    this.rawFields = isHttp2Request(request) ? toRawFields(request) : request.rawHeaders;
    this.target = target;
    this.connection = connection;
  }

  /** The path of the request target, still percent-encoded, without the query. */
  get path(): string {
    return this.target.path;
  }

  /** The part of the target after the first `?`; undefined without one. */
  get query(): string | undefined {
    return this.target.query;
  }

  /**
   * Host and port that the client called: those of a target in absolute form, else the `Host` field, else, where neither
   * is given or valid, the local address (RFC 9112 §3.2.2, §3.3).
   */
  get authority(): string {
    const { localAddress = '', localPort = 0 } = this.#socket;
    return this.#authority ?? toAuthority(unmapAddress(localAddress), localPort);
  }

  /** Set after the check of the head; undefined for an HTTP/1.0 request without `Host`. */
  set authority(authority: string | undefined) {
    this.#authority = authority;
  }

  /** The format of common fields, JSON and errors. */
  set format(format: ResponseFormat) {
    this.#format = format;
  }

  get answered(): boolean {
    return this.#answered;
  }

  /** All values of a field joined with `, ` (RFC 9110 §5.2), or undefined. */
  field(name: string): string | undefined {
    const raw = this.rawFields;
    let joined: string | undefined;
    for (let index = 0; index < raw.length; index += 2) {
      if (!isSameName(raw[index] ?? '', name)) continue;
      const value = raw[index + 1] ?? '';
      joined = joined === undefined ? value : `${joined}, ${value}`;
    }
    return joined;
  }

  /** All header fields as received. */
  get fields(): Field[] {
    return toFields(this.rawFields);
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#socket && this.#socket.encrypted ? 'https' : 'http';
  }

  /** The remote address of the connection; never an IPv4-mapped IPv6 address. */
  get peerAddress(): string {
    return unmapAddress(this.#socket.remoteAddress ?? '');
  }

  /** Opens the reservation for the body of this request. It closes with the reply. */
  reserve(budget: BodyBudget): Reservation {
    const reservation = budget.open();
    this.#reservation = reservation;
    if (isClosed(this.reply)) reservation.close();
    else this.reply.once('close', reservation.close);
    return reservation;
  }

  json(status: number, value: unknown, fields: Fields = []): void {
    const { toJson, jsonType } = this.#format;
    this.send(status, [['Content-Type', jsonType], ...fields], toJson(value));
  }

  /** Sends a response without content. */
  empty(status: number, fields: Fields = []): void {
    this.send(status, fields, '');
  }

  /**
   * Sends a response: the given fields, `Content-Length`, and the common fields of the service.
   * @throws HttpError 400 when a value is invalid in a header field, for example with a line break; 503 when the body
   * budget has no room for a large response to a request with a body.
   */
  send(status: number, fields: Fields, content: string | Uint8Array, reason?: string): void {
    if (this.#answered) throw new Error(`A second response was sent to ${this.method} ${this.path}`);
    const length = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
    // An echo is up to nine times as long as the body, and stays in memory while the client does not read.
    if (this.#reservation && length > LARGE_RESPONSE && !this.#reservation.acquire(length))
      throw bodyMemoryExhausted();
    const head: Field[] = [...fields];
    if (isContentAllowed(status)) head.push(['Content-Length', String(length)]);
    for (const field of this.#format.commonFields(this, status)) head.push(field);
    this.#writeHead(status, head, reason);
    if (this.#isBodyRejected(status)) this.#linger(content);
    // Equal lengths mean ASCII only, which Node writes fastest as Latin-1.
    else if (length === content.length) this.reply.end(content, 'latin1');
    // Node would write the head in the encoding of text that follows it, but the head is bytes.
    else this.reply.end(typeof content === 'string' ? Buffer.from(content) : content);
  }

  /**
   * Streams a response with backpressure. Stops, and closes the source, when the client disconnects. Uses chunked
   * encoding unless `Content-Length` is among the fields.
   * @param trailers called after the content, and sent if the protocol supports trailers (RFC 9110 §6.5).
   */
  async stream(
    status: number,
    fields: Fields,
    source: AsyncIterable<string | Uint8Array>,
    trailers?: () => Fields,
  ): Promise<void> {
    if (this.#answered) throw new Error(`A second response was sent to ${this.method} ${this.path}`);
    const head = [...fields, ...this.#format.commonFields(this, status)];
    this.#writeHead(status, head);
    if (this.method !== 'HEAD') {
      const { gone } = this;
      // For streams only: on each small response, the timer would cost as much as the routing.
      this.reply.setTimeout(this.#idleTimeout, () => this.reply.destroy());
      for await (const chunk of source) {
        if (gone.aborted) return;
        if (!this.reply.write(chunk)) await waitForDrain(this.reply);
      }
      if (gone.aborted) return;
      if (trailers) writeTrailers(this.reply, trailers());
    }
    this.reply.end();
  }

  #writeHead(status: number, head: Fields, reason?: string): void {
    // A closing server accepts no further request.
    if (this.requests.isClosing) this.reply.shouldKeepAlive = false;
    writeHead(this.reply, status, reason ?? this.#format.reasonPhrase(status), head);
    this.#answered = true;
    if (!this.reply.shouldKeepAlive || hasClose(head)) this.connection?.close();
    this.#format.answered?.(this, status);
  }

  /** Destroys the connection without a response; on HTTP/2 with all its streams. */
  drop(): void {
    this.#answered = true;
    dropConnection(this.request, this.reply);
  }

  /** Aborted when the client disconnects before the response is complete. */
  get gone(): AbortSignal {
    this.#gone ??= abortOnClose(this.reply);
    return this.#gone.signal;
  }

  /** Aborts `gone` with the error as the reason. */
  interrupt(error: HttpError): void {
    this.#gone ??= abortOnClose(this.reply);
    this.#gone.abort(error);
  }

  /** Whether the client is sending a body that will not be read. */
  #isBodyRejected(status: number): boolean {
    if ((status !== 413 && status !== 503) || isHttp2(this.reply) || this.request.complete) return false;
    return status === 503 || this.field('Expect') === undefined;
  }

  /**
   * Sends the content, and ends the reply after the body has been discarded. If the connection closed while the client is
   * sending, the client would lose the response (RFC 9112 §9.6).
   */
  #linger(content: string | Uint8Array): void {
    this.reply.write(content);
    discardBody(this.request, () => this.reply.end());
  }
}

/** Responses up to this size are not counted. */
const LARGE_RESPONSE = 64 * 1024;
/** Whether the fields announce that the connection closes (RFC 9112 §9.6). */
function hasClose(fields: Fields): boolean {
  return fields.some(([name, value]) => isSameName(name, 'Connection') && /\bclose\b/i.test(value));
}
