import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { unmapAddress } from './address.ts';
import { toAuthority } from './authority.ts';
import { discardBody } from './body.ts';
import type { BodyBudget, Reservation } from './body-budget.ts';
import type { Connection } from './connection.ts';
import { drained, watchDeparture } from './departure.ts';
import { bodyMemoryExhausted, type HttpError } from './errors.ts';
import { type Field, type Fields, isSameName, toFields } from './fields.ts';
import { isContentAllowed, writeHead, writeTrailers } from './head.ts';
import { dropConnection, isClosed, isHttp2, isHttp2Request, toRawFields } from './http2.ts';
import type { RequestsInProgress } from './requests-in-progress.ts';
import type { Manner } from './service.ts';
import type { Target } from './target.ts';

export interface ExchangeOptions {
  /** Milliseconds after which a stream is cut on which nothing moves: its client does not read. */
  readonly idleTimeout: number;
  readonly requests: RequestsInProgress;
}

/**
 * One request and the one answer to it. What arrived is given as it came: field names in their own case and order,
 * the target undecoded. What is answered is written as it is given.
 */
export class Exchange {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
  readonly method: string;
  /** Names and values of the fields in turn, as they came. */
  readonly rawFields: readonly string[];
  readonly target: Target;
  /** The connection that it came on; undefined for HTTP/2, where streams are independent. */
  readonly connection: Connection | undefined;
  /** All requests of the server that are in progress. */
  readonly requests: RequestsInProgress;
  /** The template that routed, such as `/status/{codes}`; for logs and metrics. */
  template = '';
  /** What the service has come to know of the call, for whoever looks at its answer. The kernel asks nothing of it. */
  facts: unknown;
  #manner: Manner;
  /** Kept apart: a request whose body breaks off while it is iterated loses its own reference. */
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
    manner: Manner,
    { idleTimeout, requests }: ExchangeOptions,
  ) {
    this.#idleTimeout = idleTimeout;
    this.requests = requests;
    this.request = request;
    this.#socket = request.socket;
    this.reply = reply;
    this.#manner = manner;
    this.method = request.method ?? 'GET';
    this.rawFields = isHttp2Request(request) ? toRawFields(request) : request.rawHeaders;
    this.target = target;
    this.connection = connection;
  }

  /** The path of the request target, percent-encoded as it came, without the query. */
  get path(): string {
    return this.target.path;
  }

  /** What follows the first `?` of the target; undefined when there is none. */
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

  /** Set when the head of the request has been checked; undefined for a client of HTTP/1.0 that sends no `Host`. */
  set authority(authority: string | undefined) {
    this.#authority = authority;
  }

  /** The service in whose manner common fields, JSON and errors are written. */
  set manner(manner: Manner) {
    this.#manner = manner;
  }

  get answered(): boolean {
    return this.#answered;
  }

  /** All values of a field joined with `, ` (RFC 9110 §5.2), or undefined when it is absent. */
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

  /** All fields as they came. */
  get fields(): Field[] {
    return toFields(this.rawFields);
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#socket && this.#socket.encrypted ? 'https' : 'http';
  }

  /** The address at the other end of the connection; an IPv4 address is never in its IPv6 form. */
  get peerAddress(): string {
    return unmapAddress(this.#socket.remoteAddress ?? '');
  }

  /** Opens the account on which the content of this request is counted, until the reply is finished or cut. */
  reserve(budget: BodyBudget): Reservation {
    const reservation = budget.open();
    this.#reservation = reservation;
    if (isClosed(this.reply)) reservation.close();
    else this.reply.once('close', reservation.close);
    return reservation;
  }

  json(status: number, value: unknown, fields: Fields = []): void {
    const { toJson, jsonType } = this.#manner;
    this.send(status, [['Content-Type', jsonType], ...fields], toJson(value));
  }

  /** An answer without content, and without `Content-Type` unless it is among the fields. */
  empty(status: number, fields: Fields = []): void {
    this.send(status, fields, '');
  }

  /**
   * Writes the answer: the given fields, then `Content-Length`, then those of the service.
   * @throws HttpError 400 when a field would carry what a header cannot, a line break for instance; 503 when a large
   * answer to a request with content finds no room beside the content of other requests.
   */
  send(status: number, fields: Fields, content: string | Uint8Array, reason?: string): void {
    if (this.#answered) throw new Error(`A second answer was given to ${this.method} ${this.path}`);
    const length = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
    // An echo is up to nine times as long as the content, and waits in memory for a client that does not read.
    if (this.#reservation && length > LARGE_ANSWER && !this.#reservation.acquire(length))
      throw bodyMemoryExhausted();
    const head: Field[] = [...fields];
    if (isContentAllowed(status)) head.push(['Content-Length', String(length)]);
    for (const field of this.#manner.commonFields(this, status)) head.push(field);
    this.#writeHead(status, head, reason);
    if (this.#isBodyRejected(status)) this.#linger(content);
    // As many bytes as characters means ASCII alone, which Node writes fastest as Latin-1.
    else if (length === content.length) this.reply.end(content, 'latin1');
    // Node would write the head in the encoding of text that follows it, and a head is bytes.
    else this.reply.end(typeof content === 'string' ? Buffer.from(content) : content);
  }

  /**
   * Writes an answer whose content comes bit by bit, no faster than the client takes it. Ends early, and leaves the
   * source, when the client goes away. Without `Content-Length` among the fields it is sent in chunks.
   * @param trailers asked for after the content, and sent behind it where the protocol can (RFC 9110 §6.5).
   */
  async stream(
    status: number,
    fields: Fields,
    source: AsyncIterable<string | Uint8Array>,
    trailers?: () => Fields,
  ): Promise<void> {
    if (this.#answered) throw new Error(`A second answer was given to ${this.method} ${this.path}`);
    const head = [...fields, ...this.#manner.commonFields(this, status)];
    this.#writeHead(status, head);
    if (this.method !== 'HEAD') {
      const { gone } = this;
      // For streams alone: on every connection the watch would cost each small answer as much as its routing.
      this.reply.setTimeout(this.#idleTimeout, () => this.reply.destroy());
      for await (const chunk of source) {
        if (gone.aborted) return;
        if (!this.reply.write(chunk)) await drained(this.reply);
      }
      if (gone.aborted) return;
      if (trailers) writeTrailers(this.reply, trailers());
    }
    this.reply.end();
  }

  #writeHead(status: number, head: Fields, reason?: string): void {
    // Where the server is closing, no further request can come.
    if (this.requests.isClosing) this.reply.shouldKeepAlive = false;
    writeHead(this.reply, status, reason ?? this.#manner.reasonPhrase(status), head);
    this.#answered = true;
    if (!this.reply.shouldKeepAlive || hasClose(head)) this.connection?.close();
    this.#manner.answered?.(this, status);
  }

  /** Ends the connection without an answer; on HTTP/2 with all that is under way on it. */
  drop(): void {
    this.#answered = true;
    dropConnection(this.request, this.reply);
  }

  /** Aborted when the client goes away before the answer is complete. */
  get gone(): AbortSignal {
    this.#gone ??= watchDeparture(this.reply);
    return this.#gone.signal;
  }

  /** Ends what waits for `gone`, as if the client had left; the error is the reason. */
  interrupt(error: HttpError): void {
    this.#gone ??= watchDeparture(this.reply);
    this.#gone.abort(error);
  }

  /** Whether a body is on its way that will not be read. */
  #isBodyRejected(status: number): boolean {
    if ((status !== 413 && status !== 503) || isHttp2(this.reply) || this.request.complete) return false;
    return status === 503 || this.field('Expect') === undefined;
  }

  /**
   * The client is still sending what will not be read. Closing on it would make its machine throw away this answer,
   * so the answer goes out whole and the end waits until the body has passed (RFC 9112 §9.6).
   */
  #linger(content: string | Uint8Array): void {
    this.reply.write(content);
    discardBody(this.request, () => this.reply.end());
  }
}

/** Answers up to this size are not counted. */
const LARGE_ANSWER = 64 * 1024;
/** Whether the fields announce that the connection closes (RFC 9112 §9.6). */
function hasClose(fields: Fields): boolean {
  return fields.some(([name, value]) => isSameName(name, 'Connection') && /\bclose\b/i.test(value));
}
