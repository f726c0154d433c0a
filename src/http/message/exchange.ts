import type { ConnectionInfo } from '#wire/connection-info.ts';
import { watchUnsentBytes } from '#wire/driver/socket/unsent-bytes.ts';
import { formatHead, InvalidHead } from '#wire/http1/writer.ts';
import type { RawWire, SentHead, WireExchange } from '#wire/port.ts';
import { permitsContent } from '#wire/response.ts';
import { bodyMemoryExhausted, type ErrorResponse, HttpError } from '../errors/errors.ts';
import type { Field, Fields } from '../syntax/fields.ts';
import { reasonPhrase } from '../syntax/reason-phrases.ts';
import type { Target } from '../syntax/target.ts';
import type { BodyBudget, Reservation } from './body/body-budget.ts';
import type { ExchangeRecorder } from './exchange-recorder.ts';
import type { ExchangeServer, ReachableService } from './exchange-server.ts';
import type { ContentSource, Interception } from './interception.ts';
import { ReceivedRequest } from './received-request.ts';
import { declaredLength, parseStatusLine } from './response-fields.ts';
import type { RouteMetrics } from './route-metrics.ts';
import { discardUnread, isBodyUnread } from './unread-body.ts';

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
  readonly server: ExchangeServer;
  readonly route: ExchangeRoute;
  readonly format: ResponseFormat;
  /** Monotonic time of the start. */
  readonly startedAt: number;
  /** Monotonic time of the end; 0 before. */
  endedAt = 0;
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

  constructor(
    wire: WireExchange,
    { target, route }: { readonly target: Target; readonly route: ExchangeRoute },
    server: ExchangeServer,
  ) {
    super(wire, target);
    this.server = server;
    this.route = route;
    this.format = route.service.format;
    this.startedAt = server.runtime.monotonic();
  }

  /** What is known of the connection, also after its end. */
  get connectionInfo(): ConnectionInfo {
    return this.connection.info;
  }

  /** Number of the request on its connection, from 1. */
  get requestNumber(): number {
    return this.wire.number;
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

  /** Calls the action when the exchange has ended; at once if it has ended already. */
  onClose(action: () => void): void {
    this.wire.onEnd(action);
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
    if (this.#hasResponse) return;
    if (this.#checked(() => this.wire.inform(status, reasonPhrase(status), fields)))
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
    // RFC 9110 §8.6.
    if (permitsContent(status)) head.push(['Content-Length', String(length)]);
    for (const field of this.format.commonFields(this, status)) head.push(field);
    if (isBodyUnread(this.wire)) {
      // An error must be thrown here, not when the body has ended.
      this.#checked(() => formatHead(status, '', head));
      this.#hasResponse = true;
      discardUnread(this.wire, this.server.runtime, () =>
        this.#sendWhole(status, head, content, length, reason),
      );
    } else this.#sendWhole(status, head, content, length, reason);
  }

  #sendWhole(
    status: number,
    head: Fields,
    content: string | Uint8Array,
    length: number,
    reason: string | undefined,
  ): void {
    const bytes = asWireContent(content, length);
    this.#writeHead(status, reason, (phrase) => this.wire.respond(status, phrase, head, bytes));
    if (this.method === 'HEAD') return;
    this.bytesSent = length;
    if (length > 0) this.recorder?.content(content, length);
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
    if (this.method === 'HEAD') return this.sendHead(status, head);
    this.startStream(status, head);
    const length = declaredLength(fields);
    for await (const chunk of source) {
      if (this.wire.ended !== undefined) return;
      const size = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
      this.bytesSent += size;
      const hasRoom = this.wire.write(asWireContent(chunk, size));
      this.recorder?.content(chunk, size);
      if (this.bytesSent === length)
        void this.connection.flushed().then((isSent) => isSent && this.contentPassed());
      if (!hasRoom) await this.wire.drained();
    }
    if (this.wire.ended !== undefined) return;
    this.#endStream(trailers?.() ?? []);
  }

  /**
   * Sends a response that ends with its head: over HTTP/2, the frame of the head has END_STREAM.
   * @throws HttpError 400 as `send`
   */
  sendHead(status: number, head: Fields): void {
    this.#writeHead(status, undefined, (phrase) => this.wire.respond(status, phrase, head, ''));
  }

  /**
   * Writes the head of a response whose content is written to `wire`, or does not follow.
   * @throws HttpError 400 as `send`
   */
  startStream(status: number, head: Fields, reason?: string): void {
    this.#writeHead(status, reason, (phrase) => this.wire.start(status, phrase, head));
  }

  #endStream(trailers: Fields): void {
    this.wire.end(trailers);
    if (trailers.length > 0) this.recorder?.trailers(trailers);
  }

  /** Takes the HTTP/1 connection: the caller writes the bytes of the response, and ends the exchange with `wire.abort`. */
  hijack(): RawWire {
    this.#hasResponse = true;
    return this.wire.hijack();
  }

  /** Records a head that another module writes, or the bytes in its place. */
  recordHead(text: string): void {
    this.rawStatus = parseStatusLine(text.split(/\r?\n/).find((line) => line.startsWith('HTTP/'))).status;
    this.recorder?.rawHead(text);
  }

  /** Called when the system has all content that the head declares, and the response has not ended. */
  contentPassed(): void {
    if (this.isHttp2) return;
    this.hasPassedContent = true;
    void watchUnsentBytes(this.connection.tcp, this.server.runtime, (hasUnsent) => {
      if (this.wire.ended !== undefined) return false;
      this.hasPassedContent = !hasUnsent;
      return hasUnsent;
    });
  }

  /** Counts and records content that another module writes. */
  recordContent(chunk: Uint8Array): void {
    this.bytesSent += chunk.byteLength;
    this.recorder?.content(chunk, chunk.byteLength);
  }

  /** Destroys the connection without a response; on HTTP/2 with all its streams. */
  destroy(): void {
    this.#hasResponse = true;
    void this.wire.abort({ type: 'destroy' });
  }

  /** Aborted when the client disconnects before the response is complete. */
  get signal(): AbortSignal {
    return this.#controller().signal;
  }

  /** Aborts `signal` with the error as the reason. */
  abort(error: HttpError): void {
    this.#controller().abort(error);
  }

  #controller(): AbortController {
    if (this.#abortController === undefined) {
      const controller = new AbortController();
      this.#abortController = controller;
      this.wire.onEnd(() => this.wire.ended !== 'answered' && controller.abort());
    }
    return this.#abortController;
  }

  /** @param write writes with this phrase */
  #writeHead(status: number, reason: string | undefined, write: (phrase: string) => SentHead): void {
    // A closing server accepts no further request.
    if (this.server.requests.isClosing) this.wire.isClosing = true;
    const sent = this.#checked(() => write(reason ?? this.format.reasonPhrase(status)));
    this.#hasResponse = true;
    // Not if the exchange had ended before.
    if (this.wire.status !== 0) this.recorder?.head(sent);
    this.format.onResponse?.(this, status);
  }

  #checked<Result>(write: () => Result): Result {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof InvalidHead)) throw error;
      throw new HttpError(400, 'A header field cannot have this value.', { cause: error });
    }
  }
}

/** The content for the wire, whose texts have one unit per byte. Equal lengths mean ASCII only. */
function asWireContent(content: string | Uint8Array, length: number): string | Uint8Array {
  return typeof content === 'string' && content.length !== length ? Buffer.from(content) : content;
}

function secondResponse({ method, path }: Exchange): Error {
  return new Error(`A second response was sent to ${method} ${path}`);
}
