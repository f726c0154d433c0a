import type { ServerResponse } from 'node:http';
import { endsWithHead } from '../http/body.ts';
import type { Fields } from '../http/fields.ts';
import { isHttp2, isHttp2Request } from '../http/http2.ts';
import type { ExchangeRecorder, RecordableExchange } from '../http/recorder.ts';
import { BodyRecorder } from './body-recorder.ts';
import { toEnding } from './ending.ts';
import type { Ending, RecordedExchange, RecordedResponse } from './record.ts';
import type { RecordedFields } from './recorded-fields.ts';
import { RecordingBase, type RecordingOptions, toPairs } from './recording-base.ts';
import { type ResponseHead, readResponseHead } from './response-head.ts';

export interface ExchangeRecordingOptions extends RecordingOptions {
  /** Maximum number of bytes that are kept of each body. */
  readonly bodySize: number;
  readonly fields: RecordedFields;
  /** The id of the exchange that this one repeats. */
  readonly replayOf: number | null;
  readonly listener: {
    /** The body of the request is complete. */
    bodyReceived(recording: ExchangeRecording): void;
    /** The exchange is complete, or its connection is closed. */
    done(recording: ExchangeRecording): void;
  };
}

/** Records an exchange. It keeps references to the messages of Node only until the exchange is complete. */
export class ExchangeRecording extends RecordingBase implements ExchangeRecorder {
  readonly #listener: ExchangeRecordingOptions['listener'];
  readonly #replayOf: number | null;
  readonly #stream: number | null;
  readonly #method: string;
  readonly #target: string;
  readonly #fields: RecordedFields;
  readonly #rawFields: readonly string[];
  readonly #requestBody: BodyRecorder;
  readonly #responseBody: BodyRecorder;
  /** Undefined when the exchange is complete. */
  #exchange: RecordableExchange | undefined;
  #template = '';
  #rawTrailers: readonly string[] = [];
  #informational: { status: number; headers: Fields }[] | undefined;
  #head: ResponseHead | undefined;
  #trailers: Fields = [];
  #receivedAt: number | null = null;
  #headAt: number | null = null;
  #destroyedBy: Ending | undefined;

  constructor(exchange: RecordableExchange, options: ExchangeRecordingOptions) {
    const { request, reply } = exchange;
    super(options, request, isHttp2(reply) ? reply.stream.session?.socket : request.socket);
    this.#listener = options.listener;
    this.#replayOf = options.replayOf;
    this.#stream = isHttp2(reply) ? (reply.stream.id ?? null) : null;
    this.#method = exchange.method;
    this.#target = request.url ?? '';
    this.#fields = options.fields;
    this.#rawFields = this.#fields.ofRequest(exchange.rawFields);
    this.#requestBody = new BodyRecorder(options.bodySize);
    this.#responseBody = new BodyRecorder(options.bodySize);
    this.#exchange = exchange;
    if (hasBody(exchange)) this.#observeBody(exchange);
    else this.#receivedAt = 0;
    reply.once('close', () => this.#close());
  }

  /** Approximate number of bytes in memory. */
  get size(): number {
    let length = this.#target.length + this.#requestBody.kept + this.#responseBody.kept;
    for (const text of this.#rawFields) length += text.length;
    return length;
  }

  informational(status: number, headers: Fields): void {
    this.#informational ??= [];
    this.#informational.push({ status, headers });
  }

  head(): void {
    this.#headAt = this.elapsed();
  }

  content(chunk: string | Uint8Array): void {
    this.#responseBody.add(chunk);
  }

  trailers(fields: Fields): void {
    this.#trailers = fields;
  }

  destroyed(reason: 'server-fin' | 'timeout'): void {
    this.#destroyedBy ??= reason;
  }

  /** Node passes each chunk of a body, and null at its end, to `push` of the message, also if nobody reads it. */
  #observeBody({ request, reply }: RecordableExchange): void {
    const push = request.push;
    request.push = (chunk, encoding) => {
      if (chunk === null) this.#endBody(request.rawTrailers);
      else this.#requestBody.add(chunk);
      return push.call(request, chunk, encoding);
    };
    // Node discards the rest of a body that nobody reads, unless its stream flows.
    reply.prependOnceListener('finish', () => {
      if (request.readableFlowing === null) request.resume();
    });
  }

  #endBody(rawTrailers: readonly string[]): void {
    if (this.#receivedAt !== null) return;
    this.#receivedAt = this.elapsed();
    this.#rawTrailers = rawTrailers;
    this.#listener.bodyReceived(this);
  }

  #close(): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    const { request, reply } = exchange;
    this.doneAt = this.elapsed();
    this.ended = toEnding(exchange, this.#destroyedBy);
    this.#head = this.#readHead(reply);
    this.#template = exchange.template;
    this.#exchange = undefined;
    this.#responseBody.finish();
    // The body of a request can end after the response.
    if (this.#receivedAt === null && !request.destroyed && !isHttp2Request(request))
      request.socket.once('close', () => this.#requestBody.finish());
    else this.#requestBody.finish();
    this.#listener.done(this);
  }

  view(): RecordedExchange {
    return {
      kind: 'exchange',
      id: this.id,
      bin: this.bin,
      service: this.service,
      startedAt: this.startedAt,
      ms: { body: this.#receivedAt, firstByte: this.#headAt, done: this.doneAt },
      connection: this.viewConnection(this.#stream),
      request: {
        method: this.#method,
        target: this.#target,
        headers: toPairs(this.#rawFields),
        trailers: toPairs(this.#rawTrailers),
        body: this.#requestBody.view(),
        expect: toPairs(this.#rawFields).find(([name]) => name.toLowerCase() === 'expect')?.[1] ?? null,
        aborted: this.#receivedAt === null && this.ended !== null,
      },
      response: this.#viewResponse(),
      ended: this.ended,
      endpoint: (this.#exchange?.template ?? this.#template) || null,
      webSocket: null,
      replayOf: this.#replayOf,
    };
  }

  #readHead(reply: ServerResponse): ResponseHead | undefined {
    const head = readResponseHead(reply);
    return head && { ...head, headers: this.#fields.ofResponse(head.headers) };
  }

  #viewResponse(): RecordedResponse | null {
    const head = this.#head ?? (this.#exchange && this.#readHead(this.#exchange.reply));
    if (!head && !this.#informational) return null;
    return {
      informational: this.#informational ?? [],
      ...(head ?? { status: 0, reason: '', headers: [] }),
      trailers: this.#trailers,
      body: this.#responseBody.view(),
    };
  }
}

/** Whether the request has a body. Not by `headers`, which Node parses on first use. */
function hasBody({ request, rawFields }: RecordableExchange): boolean {
  if (isHttp2Request(request)) return !endsWithHead(request);
  for (let index = 0; index < rawFields.length; index += 2) {
    const name = rawFields[index] ?? '';
    if (name.length === 14 && name.toLowerCase() === 'content-length') return rawFields[index + 1] !== '0';
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') return true;
  }
  return false;
}
