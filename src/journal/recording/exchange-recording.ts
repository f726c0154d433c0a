import { expectsContinue, hasBody } from '#http/message/body/body.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { ExchangeRecorder } from '#http/message/exchange-recorder.ts';
import { readSentStatus } from '#http/message/finished-exchange.ts';
import { type Fields, findField, toFields } from '#http/syntax/fields.ts';
import { flatten } from '#wire/bytes.ts';
import type { ContentParts } from '#wire/content-parts.ts';
import type { RequestBody, SentHead } from '#wire/port.ts';
import { BodyRecorder } from './body-recorder.ts';
import { chooseEnding } from './ending.ts';
import type { ExchangeSummary, RecordedAttempt } from './exchange-summary.ts';
import type { AppliedRule, RecordedExchange, RecordedResponse, RequestLine } from './record.ts';
import { EMPTY_BODY, RecordingBase, type RecordingContext, toMilliseconds } from './recording-base.ts';
import type { RequestFields } from './request-fields.ts';
import {
  flatFieldsOf,
  type KeptRequestHead,
  keepPseudoFields,
  keepRequestHead,
  sizeOfHead,
  targetOf,
  viewRequestHead,
} from './request-head.ts';
import { type KeptHead, keepHead, parseHead, viewHead } from './response-head.ts';

/** Faults can send heads of any size. */
const MAX_RAW_HEAD = 16 * 1024;

/** Records an exchange. It refers to the exchange only until that is complete. */
export class ExchangeRecording extends RecordingBase implements ExchangeRecorder {
  readonly #replayOf: number | null;
  readonly #stream: number | null;
  readonly #method: string;
  /** Undefined if the head has it. */
  readonly #target: string | undefined;
  #requestHead: KeptRequestHead;
  /** Empty on HTTP/1. */
  readonly #pseudoFields: readonly string[];
  #requestBody: BodyRecorder | undefined;
  #chunks: ContentParts | undefined;
  #responseBody: BodyRecorder | undefined;
  /** Undefined when the exchange is complete. */
  #exchange: Exchange | undefined;
  #template = '';
  #rawTrailers: readonly string[] = NONE;
  #informational: { status: number; headers: Fields }[] | undefined;
  /** Set for a complete exchange. */
  #head: KeptHead | undefined;
  #trailers: Fields = NONE;
  #receivedAt: number | null = null;
  /** Set if the client waits for 100 (Continue). */
  #expectation: { firstBodyByte: number | null; bytesBeforeContinue: number | null } | undefined;
  #headAt: number | null = null;
  /** Set if the exchange is an attempt at a key of a lab. */
  #attempt: RecordedAttempt | undefined;
  /** Set for a head that was written to the socket directly, and for an attempt that has ended. */
  #status: number | undefined;
  /** Set for an attempt that has ended. */
  #bytesSent = 0;
  #fault: string | undefined;
  #rules: readonly AppliedRule[] = NONE;
  #isUnmatched = false;
  /** Maximum number of bytes that are kept of the response; undefined if its content is not recorded. */
  readonly #contentLimit: number | undefined;

  /** @param replayOf the id of the exchange that this one repeats. */
  constructor(
    id: number,
    exchange: Exchange,
    context: RecordingContext,
    { bin, hasAccountCookie }: RequestFields,
    replayOf: number | null,
  ) {
    const { head, wire, rawFields } = exchange;
    super(id, exchange.route.service.name, bin, exchange, context);
    this.#replayOf = replayOf;
    this.#stream = wire.streamId || null;
    this.#method = exchange.method;
    const retained = context.fields.ofRequest(rawFields, hasAccountCookie);
    this.#requestHead = keepRequestHead(head, retained);
    this.#target = this.#requestHead === retained ? head.target : undefined;
    this.#pseudoFields = keepPseudoFields(head, retained);
    // Many endpoints return the fields of the request, also compressed or encoded.
    const isRemoved = retained !== rawFields && retained.some((text, at) => text !== rawFields[at]);
    const { contentSize } = context;
    if (contentSize !== undefined) this.#contentLimit = isRemoved ? 0 : contentSize;
    this.#exchange = exchange;
    if (hasBody(head)) this.#observeBody(exchange);
    else this.#receivedAt = 0;
  }

  get line(): RequestLine | undefined {
    return { method: this.#method, target: this.target, bin: this.bin };
  }

  get target(): string {
    return this.#target ?? targetOf(this.#requestHead) ?? '';
  }

  /** Names and values of the request, without those that are not kept. */
  get rawFields(): readonly string[] {
    return flatFieldsOf(this.#requestHead);
  }

  /** Approximate number of bytes in memory. */
  get size(): number {
    const head = sizeOfHead(this.#requestHead, this.#target, this.#pseudoFields);
    const bodies = (this.#requestBody?.kept ?? 0) + (this.#responseBody?.kept ?? 0);
    return head + bodies + sizeOfChunks(this.#chunks);
  }

  informational(status: number, headers: Fields): void {
    this.#informational ??= [];
    this.#informational.push({ status, headers });
    if (status === 100 && this.#expectation)
      this.#expectation.bytesBeforeContinue ??= this.#requestBody?.length ?? 0;
  }

  head(sent: SentHead): void {
    this.#headAt = this.elapsed();
    this.#head = keepHead(sent, this.context.fields);
  }

  content(chunk: string | Uint8Array, length: number): void {
    if (this.#contentLimit === undefined) return;
    this.#responseBody ??= new BodyRecorder(this.#contentLimit);
    this.#responseBody.add(chunk, length);
  }

  trailers(fields: Fields): void {
    this.#trailers = fields;
  }

  rawHead(text: string): void {
    this.#headAt ??= this.elapsed();
    const { fields } = this.context;
    const retained = text.slice(0, MAX_RAW_HEAD);
    const head = parseHead(retained);
    this.#status = head.status;
    this.#head = fields.keepsAll ? retained : { ...head, headers: fields.ofResponse(head.headers) };
  }

  fault(name: string): void {
    this.#fault = name;
  }

  /**
   * Records the rules that were applied to the request.
   * @param _isResponded whether one of them responds, or ends the request
   */
  rules(applied: readonly AppliedRule[], _isResponded?: boolean): void {
    this.#rules = applied;
  }

  /** Records that no rule took the request, though one was expected to. */
  unmatched(): void {
    this.#isUnmatched = true;
  }

  /** Reports the end of the exchange to an attempt, at once if it has ended; to none when it is undefined. */
  follow(attempt: RecordedAttempt | undefined): void {
    this.#attempt = attempt;
    if (this.outcome === null) return;
    attempt?.settled();
    attempt?.ended();
  }

  #observeBody({ head, wire }: Exchange): void {
    const body = new BodyRecorder(this.context.bodySize);
    this.#requestBody = body;
    if (expectsContinue(head)) this.#expectation = { firstBodyByte: null, bytesBeforeContinue: null };
    wire.body.observe({
      chunk: (chunk) => {
        this.#chunks ??= wire.body.parts;
        if (this.#expectation) this.#expectation.firstBodyByte ??= this.elapsed() / 1000;
        body.add(chunk, chunk.byteLength);
      },
      end: () => this.#endBody(wire.body),
      fail: () => this.outcome !== null && this.#settle(),
    });
  }

  #endBody({ trailers, parts }: RequestBody): void {
    if (this.#receivedAt !== null) return;
    this.#receivedAt = this.elapsed();
    this.#rawTrailers = trailers;
    this.#chunks ??= parts;
    this.context.bodyReceived(this);
    if (this.outcome !== null) this.#settle();
  }

  ended(): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    this.doneAt = this.elapsed(exchange.endedAt);
    this.outcome = chooseEnding(exchange);
    this.#template = exchange.route.template;
    this.#exchange = undefined;
    if (this.#attempt) {
      this.#status ??= readSentStatus(exchange);
      this.#bytesSent = exchange.bytesSent;
    }
    // The body of a request can end after the response.
    if (this.#requestBody === undefined || exchange.wire.body.state !== 'open') this.#settle();
    this.context.done(this);
    this.#attempt?.ended();
  }

  /** Nothing changes any more. A full bin loses its entries before older ones of others, so their bytes share no blocks. */
  #settle(): void {
    const blocks = this.bin === null ? this.context.blocks : undefined;
    if (typeof this.#requestHead === 'string')
      this.#requestHead = blocks?.keepText(this.#requestHead) ?? this.#requestHead;
    if (typeof this.#head === 'string') this.#head = blocks?.keepText(this.#head) ?? flatten(this.#head);
    this.#requestBody?.finish(blocks);
    this.#responseBody?.finish(blocks);
    this.#attempt?.settled();
  }

  summarize(): ExchangeSummary {
    const body = this.#requestBody;
    const isBodyComplete = this.#receivedAt !== null;
    const hasEnded = this.outcome !== null;
    return {
      method: this.#method,
      protocol: this.protocol,
      connection: this.connection.id,
      stream: this.#stream,
      isReused: this.requestNumber > 1,
      fault: this.#fault ?? null,
      bodyLength: body?.length ?? 0,
      bodyDigest: isBodyComplete || body?.isFinished ? body?.digest() : undefined,
      isBodyComplete,
      status: hasEnded ? (this.#status ?? 0) : 0,
      bytesSent: this.#bytesSent,
      firstByte: this.#headAt,
      done: this.doneAt,
      ended: this.outcome,
      expectation: hasEnded ? this.#expectation : undefined,
    };
  }

  view(): RecordedExchange {
    const head = viewRequestHead(this.#requestHead, this.#pseudoFields);
    return {
      ...this.viewCommon(),
      ms: {
        body: toMilliseconds(this.#receivedAt),
        firstByte: toMilliseconds(this.#headAt),
        done: toMilliseconds(this.doneAt),
      },
      connection: this.viewConnection(this.#stream),
      request: {
        method: this.#method,
        target: this.target,
        ...head,
        trailers: toFields(this.#rawTrailers),
        body: this.#requestBody?.view() ?? EMPTY_BODY,
        ...(this.#chunks && { chunks: viewChunks(this.#chunks) }),
        expect: findField(head.headers, 'Expect') ?? null,
        ...(this.#expectation && { expectation: { ...this.#expectation } }),
        aborted: this.#receivedAt === null && this.outcome !== null,
      },
      response: this.#viewResponse(),
      endpoint: (this.#exchange?.route.template ?? this.#template) || null,
      replayOf: this.#replayOf,
      lab: this.#attempt?.lab ?? null,
      rules: this.#rules,
      unmatched: this.#isUnmatched,
    };
  }

  #viewResponse(): RecordedResponse | null {
    const head = this.#head === undefined ? undefined : viewHead(this.#head);
    if (!head && !this.#informational && this.#fault === undefined) return null;
    return {
      informational: this.#informational ?? [],
      ...(head ?? { status: 0, reason: '', headers: [] }),
      trailers: this.#trailers,
      body: this.#responseBody?.view() ?? EMPTY_BODY,
      fault: this.#fault ?? null,
    };
  }
}

/** Bytes of a number in a list. */
const NUMBER_SIZE = 8;

function sizeOfChunks(chunks: ContentParts | undefined): number {
  if (chunks === undefined) return 0;
  let size = NUMBER_SIZE * chunks.sizes.length;
  for (const { text } of chunks.extensions) size += text.length;
  return size;
}

/** A copy, because the client can send more. */
function viewChunks({ count, sizes, extensions }: ContentParts): ContentParts {
  return { count, sizes: [...sizes], extensions: [...extensions] };
}

/** One list for all exchanges, because the garbage collector copies each object that survives. */
const NONE: readonly never[] = [];

/** The recording of an exchange; undefined if the journal does not record its content. */
export function recordingOf({ recorder }: Pick<Exchange, 'recorder'>): ExchangeRecording | undefined {
  return recorder instanceof ExchangeRecording ? recorder : undefined;
}
