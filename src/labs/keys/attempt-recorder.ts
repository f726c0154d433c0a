import { createHash, type Hash } from 'node:crypto';
import { expectsContinue, hasBody } from '../../http/body.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { ExchangeRecorder, LabAttempt, ServerEnding } from '../../http/exchange-recorder.ts';
import type { Fields } from '../../http/fields.ts';
import { toSentStatus } from '../../http/finished-exchange.ts';
import { observeBody, onBodyEnd } from '../../http/observe-body.ts';
import { toEnding } from '../../journal/ending.ts';
import type { Ending } from '../../journal/record.ts';
import { parseHead } from '../../journal/response-head.ts';
import type { Runtime } from '../../runtime.ts';
import type { Attempt } from './attempt.ts';

/** Records the course of an attempt, and passes everything on to the recorder of the journal. */
export class AttemptRecorder implements ExchangeRecorder {
  readonly #attempt: Attempt;
  readonly #ended: (attempt: Attempt) => void;
  readonly #exchange: Exchange;
  readonly #next: ExchangeRecorder | undefined;
  readonly #monotonic: Runtime['monotonic'];
  readonly #startedAt: number;
  #hash: Hash | undefined;
  /** Set if the client waits for 100 (Continue). */
  #expectation: { firstBodyByte: number | null; bytesBeforeContinue: number | null } | undefined;
  #destroyedBy: Ending | undefined;
  /** Of a head that was written to the socket directly. */
  #rawStatus: number | undefined;

  /** @param ended called once, at the end of the exchange. */
  constructor(
    attempt: Attempt,
    ended: (attempt: Attempt) => void,
    exchange: Exchange,
    { monotonic }: Pick<Runtime, 'monotonic'>,
  ) {
    this.#attempt = attempt;
    this.#ended = ended;
    this.#exchange = exchange;
    this.#next = exchange.recorder;
    this.#monotonic = monotonic;
    this.#startedAt = monotonic();
    const { request, reply } = exchange;
    exchange.recorder = this;
    reply.once('close', () => this.#close());
    if (expectsContinue(request)) this.#expectation = { firstBodyByte: null, bytesBeforeContinue: null };
    if (hasBody(request)) observeBody(request, reply, this);
    else {
      attempt.isBodyComplete = true;
    }
  }

  get connectionId(): number {
    return this.#attempt.connection;
  }

  chunk(chunk: Uint8Array | string): void {
    if (this.#expectation) this.#expectation.firstBodyByte ??= this.#elapsed() / 1000;
    this.#attempt.bodyLength += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
    this.#hash ??= createHash('sha256');
    this.#hash.update(chunk);
  }

  end(): void {
    this.#attempt.isBodyComplete = true;
    this.#finishBody();
  }

  lab(attempt: LabAttempt): void {
    this.#next?.lab(attempt);
  }

  informational(status: number, fields: Fields): void {
    if (status === 100 && this.#expectation)
      this.#expectation.bytesBeforeContinue ??= this.#attempt.bodyLength;
    this.#next?.informational(status, fields);
  }

  head(): void {
    this.#attempt.firstByte = this.#elapsed();
    this.#next?.head();
  }

  rawHead(text: string): void {
    this.#attempt.firstByte ??= this.#elapsed();
    this.#rawStatus = parseHead(text).status;
    this.#next?.rawHead(text);
  }

  fault(name: string): void {
    this.#attempt.fault = name;
    this.#next?.fault(name);
  }

  content(chunk: string | Uint8Array): void {
    this.#next?.content(chunk);
  }

  trailers(fields: Fields): void {
    this.#next?.trailers(fields);
  }

  destroyed(reason: ServerEnding): void {
    this.#destroyedBy ??= reason;
    this.#next?.destroyed(reason);
  }

  ended(): void {
    this.#next?.ended();
  }

  #close(): void {
    const { request } = this.#exchange;
    const attempt = this.#attempt;
    if (attempt.done !== null) return;
    attempt.done = this.#elapsed();
    attempt.status = this.#rawStatus ?? toSentStatus(this.#exchange);
    attempt.bytesSent = this.#exchange.bytesSent;
    attempt.ended = toEnding(this.#exchange, this.#destroyedBy);
    if (this.#expectation) attempt.details = { ...attempt.details, expectation: this.#expectation };
    // The body of a request can end after the response.
    if (attempt.isBodyComplete || request.destroyed) this.#finishBody();
    else onBodyEnd(request, () => this.#finishBody());
    this.#ended(attempt);
  }

  #finishBody(): void {
    if (this.#hash) this.#attempt.bodyDigest = this.#hash.digest('latin1');
    this.#hash = undefined;
  }

  #elapsed(): number {
    return Math.round((this.#monotonic() - this.#startedAt) * 1000);
  }
}
