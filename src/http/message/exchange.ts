import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyMemoryExhausted, type ErrorResponse, type HttpError } from '../errors/errors.ts';
import type { Field, Fields } from '../syntax/fields.ts';
import type { Target } from '../syntax/target.ts';
import type { BodyBudget, Reservation } from '../transport/body-budget.ts';
import type { Connection } from '../transport/connections/connection.ts';
import type { ConnectionInfo } from '../transport/connections/connection-info.ts';
import { watchUnsentBytes } from '#wire/driver/unsent-bytes.ts';
import type { ExchangeRecorder } from '../transport/exchange-recorder.ts';
import { abortResponse, destroyConnection, isClosed } from '../transport/http2/http2.ts';
import { acceptsInformational, writeInformational } from '../transport/informational.ts';
import { hasBody } from './body/body.ts';
import type { ExchangeServer, ReachableService } from './exchange-server.ts';
import type { ContentSource, Interception } from './interception.ts';
import {
  abortOnClose,
  announcesClose,
  checkHttp2Head,
  corkSocket,
  declaredLength,
  discardUnread,
  isBodyUnread,
  isContentAllowed,
  parseStatusLine,
  waitForDrain,
  writeHead,
  writeTrailers,
} from './node-response.ts';
import { ReceivedRequest } from './received-request.ts';
import type { RouteMetrics } from './route-metrics.ts';

/** Smaller responses do not count towards the body budget. */
const LARGE_RESPONSE = 64 * 1024;

/** The format of the responses of a service. */
export interface ResponseFormat {
  /** Value of `Content-Type` of JSON responses. */
  readonly jsonType: string;
  toJson(value: unknown): string;
  /** The reason phrase of the HTTP/1 status line. */
  reasonPhrase(status: number): string;
  /** Fields of every response, errors included; without an exchange when the request could not be parsed. */
  commonFields(exchange: Exchange | undefined, status: number): Fields;
  /** Renders an error; without an exchange when the request could not be parsed. */
  renderError(error: HttpError, exchange: Exchange | undefined): ErrorResponse;
  /** Called after the head of a response is written. */
  onResponse?(exchange: Exchange, status: number): void;
}

/** The members of a route that an exchange and its observers use. */
export interface ExchangeRoute {
  /** The path template, such as `/status/{codes}`; empty for unknown paths and redirects. */
  readonly template: string;
  /** The service that responds. */
  readonly service: {
    readonly name: string;
    readonly format: ResponseFormat;
    readonly isRecorded?: true;
  };
  /**
   * The service that log and journal name. Another one than `service` for unknown paths below a prefix of a service, and
   * for paths that a client can mean as a path of another service.
   */
  readonly owner: { readonly name: string; readonly isRecorded?: true };
  /** Undefined for a server without metrics. */
  readonly metrics: RouteMetrics | undefined;
}

/** One request and its response, which is written as given. */
export class Exchange extends ReceivedRequest {
  readonly nodeResponse: ServerResponse;
  /** The connection; undefined for HTTP/2, whose streams are independent. */
  readonly connection: Connection | undefined;
  /** What is known of the connection, whatever its protocol. */
  readonly connectionInfo: ConnectionInfo;
  /** Number of the request on its connection, from 1. */
  readonly requestNumber: number;
  readonly server: ExchangeServer;
  readonly route: ExchangeRoute;
  readonly format: ResponseFormat;
  /** Monotonic time of the start. */
  readonly startedAt: number;
  /** Set when the exchange is recorded. */
  recorder: ExchangeRecorder | undefined;
  /** Set when another module sends the response of the endpoint. */
  interception: Interception | undefined;
  /** The rule that responds in place of the endpoint. */
  respondingRule: string | undefined;
  /** Whether the response has CORS headers of its own. */
  setsCors = false;
  /** The whole body, if rules have read it before the endpoint. */
  bufferedBody: Buffer | undefined;
  /** Bytes of the body that were read. */
  bytesReceived = 0;
  /** Length of the content that was written, before any transfer coding. */
  bytesSent = 0;
  /** The status of a head that another module has written; 0 without one. */
  rawStatus = 0;
  /**
   * Whether the client has all content that the head declares, as far as the systems of both ends report, although the
   * response has not ended. HTTP/1 only: over HTTP/2, only END_STREAM completes a response (RFC 9113 §8.1).
   */
  hasPassedContent = false;
  #hasResponse = false;
  #requestId: string | undefined;
  #abortController: AbortController | undefined;
  #reservation: Reservation | undefined;
  #closeActions: (() => void)[] | undefined;

  constructor(
    request: IncomingMessage,
    nodeResponse: ServerResponse,
    { target, route }: { readonly target: Target; readonly route: ExchangeRoute },
    connection: Connection | undefined,
    connectionInfo: ConnectionInfo,
    requestNumber: number,
    server: ExchangeServer,
  ) {
    super(request, target);
    this.nodeResponse = nodeResponse;
    this.connection = connection;
    this.connectionInfo = connectionInfo;
    this.requestNumber = requestNumber;
    this.server = server;
    this.route = route;
    this.format = route.service.format;
    this.startedAt = server.runtime.monotonic();
  }

  /** The prefix that a trusted proxy forwards, or the base path of the server. */
  override get prefix(): string {
    return this.server.forwardedPrefix?.(this) ?? super.prefix;
  }

  /** The services that the client reaches at this host. */
  get services(): readonly ReachableService[] {
    return this.server.routes.servicesAt(this.authority);
  }

  /** Whether the head of a response is written, or the connection is destroyed. */
  get hasResponse(): boolean {
    return this.#hasResponse || this.interception?.isSending === true;
  }

  /** Identifies the request in the log. */
  get requestId(): string {
    this.#requestId ??= this.server.runtime.uniqueId();
    return this.#requestId;
  }

  /** Opens the reservation for the body of this request. It closes with the response. */
  reserve(budget: BodyBudget): Reservation {
    const reservation = budget.open();
    this.#reservation = reservation;
    this.onClose(() => reservation.close());
    return reservation;
  }

  /** Calls the action when the response is closed; at once if it is closed already. All actions share one listener. */
  onClose(action: () => void): void {
    if (isClosed(this.nodeResponse)) action();
    else if (this.#closeActions) this.#closeActions.push(action);
    else {
      this.#closeActions = [action];
      // Not `once`, which creates another function and a state. A connection that is lost can emit `close` twice.
      this.nodeResponse.on('close', () => this.#runCloseActions());
    }
  }

  #runCloseActions(): void {
    const actions = this.#closeActions ?? [];
    this.#closeActions = [];
    for (const action of actions) action();
  }

  json(status: number, value: unknown, fields: Fields = []): void {
    this.send(status, [['Content-Type', this.format.jsonType], ...fields], this.format.toJson(value));
  }

  /** Sends a response without content. */
  empty(status: number, fields: Fields = []): void {
    this.send(status, fields, '');
  }

  /** Sends an informational response, except to HTTP/1.0 clients, and not after the head of the response. */
  inform(status: number, fields: Fields = []): void {
    if (this.#hasResponse || !acceptsInformational(this.request)) return;
    writeInformational(this.nodeResponse, status, fields);
    this.recorder?.informational(status, fields);
  }

  /**
   * Sends a response: the given fields, `Content-Length`, and the common fields of the service.
   * @throws HttpError 400 when a value is invalid in a header field, for example with a line break; 503 when the body
   * budget has no room for a large response to a request with a body.
   */
  send(status: number, fields: Fields, content: string | Uint8Array, reason?: string): void {
    if (this.#hasResponse) throw secondResponse(this);
    if (this.interception?.isWaiting) return void this.interception.complete(status, fields, content, reason);
    const length = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
    // A response can be up to nine times as long as the body, and stays in memory until the client has read it.
    if (this.#reservation && length > LARGE_RESPONSE && !this.#reservation.acquire(length))
      throw bodyMemoryExhausted();
    const head: Field[] = [...fields];
    if (isContentAllowed(status)) head.push(['Content-Length', String(length)]);
    for (const field of this.format.commonFields(this, status)) head.push(field);
    if (this.isHttp2 && isBodyUnread(this)) {
      checkHttp2Head(status, head);
      this.#hasResponse = true;
      discardUnread(this, this.server.runtime, () => this.#sendWhole(status, head, content, length, reason));
    } else this.#sendWhole(status, head, content, length, reason);
  }

  #sendWhole(
    status: number,
    head: Fields,
    content: string | Uint8Array,
    length: number,
    reason: string | undefined,
  ): void {
    this.#writeHead(status, head, reason);
    if (this.method !== 'HEAD') {
      this.bytesSent = length;
      if (length > 0) this.recorder?.content(content);
    }
    // Equal lengths mean ASCII only, which Node writes fastest as Latin-1.
    if (length === content.length) this.nodeResponse.end(content, 'latin1');
    // Node would write the head in the encoding of text that follows it, but the head is bytes.
    else this.nodeResponse.end(typeof content === 'string' ? Buffer.from(content) : content);
  }

  /**
   * Streams a response with backpressure. Stops, and closes the source, when the client disconnects. Uses chunked
   * encoding unless `Content-Length` is among the fields; each item of the source is one chunk.
   * @param trailers called after the content, and sent if the protocol supports trailers (RFC 9110 §6.5).
   */
  async stream(
    status: number,
    fields: Fields,
    source: ContentSource,
    trailers?: () => Fields,
  ): Promise<void> {
    if (this.#hasResponse) throw secondResponse(this);
    if (this.interception?.isWaiting) return this.interception.stream(status, fields, source, trailers);
    const head = [...fields, ...this.format.commonFields(this, status)];
    this.#writeHead(status, head, undefined, trailers !== undefined);
    if (this.method !== 'HEAD') {
      const { signal } = this;
      // For streams only: on each small response, the timer would cost as much as the routing.
      this.nodeResponse.setTimeout(this.server.idleTimeout, () => {
        this.recorder?.destroyed('timeout');
        abortResponse(this.nodeResponse);
      });
      const length = declaredLength(fields);
      const passed = (error?: Error | null) => this.contentPassed(error);
      for await (const chunk of source) {
        if (signal.aborted) return;
        this.bytesSent += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
        corkSocket(this.nodeResponse);
        this.recorder?.content(chunk);
        const isLast = this.bytesSent === length;
        if (!this.nodeResponse.write(chunk, isLast ? passed : undefined))
          await waitForDrain(this.nodeResponse);
      }
      if (signal.aborted) return;
      if (trailers) this.#addTrailers(trailers());
    }
    this.nodeResponse.end();
  }

  /** Sends the head of a stream before its content. */
  flushHead(): void {
    corkSocket(this.nodeResponse);
    // Node's `flushHeaders` would encode the head as UTF-8.
    this.nodeResponse.write('', 'latin1');
  }

  /** Declares that another module writes the response. */
  detach(): void {
    this.#hasResponse = true;
  }

  /** Records a head that another module writes, or the bytes in its place. */
  recordHead(text: string): void {
    this.rawStatus = parseStatusLine(text.split(/\r?\n/).find((line) => line.startsWith('HTTP/'))).status;
    this.recorder?.rawHead(text);
  }

  /** Called when the system has all content that the head declares, and the response has not ended. */
  contentPassed(error?: Error | null): void {
    if (error || !this.connection) return;
    this.hasPassedContent = true;
    void watchUnsentBytes(this.connection.tcpSocket, this.server.runtime, (hasUnsent) => {
      if (isClosed(this.nodeResponse)) return false;
      this.hasPassedContent = !hasUnsent;
      return hasUnsent;
    });
  }

  /** Counts and records content that another module writes. */
  recordContent(chunk: Uint8Array): void {
    this.bytesSent += chunk.byteLength;
    this.recorder?.content(chunk);
  }

  /** Destroys the connection without a response; on HTTP/2 with all its streams. */
  destroy(): void {
    this.#hasResponse = true;
    this.recorder?.destroyed('server-fin');
    destroyConnection(this.request, this.nodeResponse);
  }

  /** Aborted when the client disconnects before the response is complete. */
  get signal(): AbortSignal {
    this.#abortController ??= abortOnClose(this.nodeResponse);
    return this.#abortController.signal;
  }

  /** Aborts `signal` with the error as the reason. */
  abort(error: HttpError): void {
    this.#abortController ??= abortOnClose(this.nodeResponse);
    this.#abortController.abort(error);
  }

  #writeHead(status: number, head: Fields, reason?: string, hasTrailers?: boolean): void {
    // A closing server accepts no further request.
    if (this.server.requests.isClosing) this.nodeResponse.shouldKeepAlive = false;
    const phrase = reason ?? this.format.reasonPhrase(status);
    const sent = writeHead(this.nodeResponse, status, phrase, head, hasTrailers);
    this.#hasResponse = true;
    this.recorder?.head(sent);
    if (!this.nodeResponse.shouldKeepAlive || announcesClose(head)) this.#closeConnection();
    this.format.onResponse?.(this, status);
  }

  #closeConnection(): void {
    if (!this.connection) return;
    this.connection.close();
    if (!this.request.complete && hasBody(this.request)) this.connection.linger(this.request);
  }

  #addTrailers(fields: Fields): void {
    writeTrailers(this.nodeResponse, fields);
    this.recorder?.trailers(fields);
  }
}

function secondResponse({ method, path }: Exchange): Error {
  return new Error(`A second response was sent to ${method} ${path}`);
}
