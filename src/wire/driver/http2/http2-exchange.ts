import type { WireError } from '../../error.ts';
import { InvalidHead } from '../../http1/writer.ts';
import { CODE } from '../../http2/error.ts';
import type { Http2Machine } from '../../http2/machine.ts';
import type { Http2Stream } from '../../http2/streams.ts';
import type {
  AbortKind,
  EndReason,
  RawWire,
  RequestBody,
  SentHead,
  WireConnection,
  WireExchange,
} from '../../port.ts';
import type { RequestHead } from '../../request-head.ts';
import { permitsContent, type WireFields } from '../../response.ts';
import { type BodySource, IncomingBody } from '../connection/body.ts';
import { EndActions, runAction } from '../connection/end-actions.ts';
import type { ContentMemory, WireTimes } from '../socket/options.ts';
import { toSentHead, toSentTrailers } from './http2-fields.ts';

/** What an exchange uses of its connection. */
export interface Http2ExchangeOwner extends WireConnection {
  readonly machine: Http2Machine;
  readonly memory: ContentMemory;
  /** The value of `Date`. */
  readonly date: string;
  /** The time of the last event, in milliseconds. */
  readonly now: number;
  /** Sends what the machine has written, after each call of it. */
  settle(): void;
  /** Ends an exchange that takes no more calls of its handler. Resolves when the server has done its part. */
  abort(exchange: Http2Exchange, kind: AbortKind): Promise<void>;
  /** The exchange is no longer in progress. */
  remove(exchange: Http2Exchange): void;
  /** A handler has thrown. */
  reportDefect(error: unknown): void;
}

/** A stream and the means to answer it. */
export class Http2Exchange implements WireExchange, BodySource {
  readonly head: RequestHead;
  readonly connection: WireConnection;
  readonly number: number;
  readonly rejection: WireError | undefined;
  readonly stream: Http2Stream;
  ended: EndReason | undefined = undefined;
  status = 0;
  isClosing = false;
  keepsExpectation = false;
  forcesContent = false;
  /** Where END_STREAM ends in the output of the connection; -1 before it is written. */
  endPosition = -1;
  /** No method has an effect any more, although the end has not come. */
  isAborted = false;
  /** The reason that `abort` has, in place of that of its kind. */
  abortReason: EndReason | undefined = undefined;
  readonly #owner: Http2ExchangeOwner;
  readonly #startedAt: number;
  readonly #endActions: EndActions;
  #isHandling = false;
  #body: IncomingBody | undefined = undefined;
  #aborting: Promise<void> | undefined = undefined;
  #drainWaiters: (() => void)[] | undefined = undefined;
  /** Content of the response that was given to the machine, in bytes. */
  #content = 0;
  /** How much of it the windows had permitted, and when that changed. */
  #permitted = 0;
  #progressAt: number;

  constructor(
    owner: Http2ExchangeOwner,
    stream: Http2Stream,
    head: RequestHead,
    number: number,
    rejection: WireError | undefined,
  ) {
    this.#owner = owner;
    this.connection = owner;
    this.stream = stream;
    this.head = head;
    this.number = number;
    this.rejection = rejection;
    this.#endActions = new EndActions((error) => owner.reportDefect(error));
    this.#startedAt = owner.now;
    this.#progressAt = owner.now;
  }

  get streamId(): number {
    return this.stream.id;
  }

  get priorityUpdate(): string {
    return this.stream.priorityUpdate;
  }

  get body(): RequestBody {
    return this.#incoming;
  }

  get memory(): ContentMemory {
    return this.#owner.memory;
  }

  /** Whether END_STREAM is written: nothing can change the response any more. */
  get isComplete(): boolean {
    return this.endPosition >= 0;
  }

  respond(status: number, _reason: string, fields: WireFields, content: string | Uint8Array): SentHead {
    const hasContent = content.length > 0 && this.head.method !== 'HEAD' && permitsContent(status);
    const sent = this.#writeHead(status, fields, !hasContent);
    if (hasContent) this.#writeContent(content, true);
    this.#owner.settle();
    return sent;
  }

  start(status: number, _reason: string, fields: WireFields): SentHead {
    const sent = this.#writeHead(status, fields, false);
    this.#owner.settle();
    return sent;
  }

  write(chunk: string | Uint8Array): boolean {
    if (!this.#canWrite()) return true;
    this.#requireHead();
    if (chunk.length === 0 || (this.head.method === 'HEAD' && !this.forcesContent))
      return !this.stream.isFull;
    this.#writeContent(chunk, false);
    this.#owner.settle();
    return !this.stream.isFull;
  }

  drained(): Promise<void> {
    if (this.ended !== undefined || !this.stream.isFull) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drainWaiters ??= [];
      this.#drainWaiters.push(resolve);
    });
  }

  end(trailers: WireFields = []): void {
    if (!this.#canWrite()) return;
    this.#requireHead();
    for (const [name] of trailers)
      if (name.toLowerCase() === 'content-length')
        throw new InvalidHead(`The field ${name} is not permitted in a trailer section.`);
    const sent = this.head.method === 'HEAD' ? [] : toSentTrailers(trailers);
    throwProblem(this.#owner.machine.end(this.stream, sent));
    this.#owner.settle();
  }

  inform(status: number, _reason: string, fields: WireFields): boolean {
    if (this.status !== 0 || !this.#canWrite()) return false;
    const sent = toSentHead(status, fields, '').slice(2);
    throwProblem(this.#owner.machine.inform(this.stream, status, sent));
    this.#owner.settle();
    return true;
  }

  abort(kind: AbortKind, reason?: EndReason): Promise<void> {
    if (this.#aborting !== undefined) return this.#aborting;
    if (this.ended !== undefined) return Promise.resolve();
    this.isAborted = true;
    this.abortReason = reason;
    this.#aborting = this.#owner.abort(this, kind);
    return this.#aborting;
  }

  hijack(): RawWire {
    throw new Error('A stream of HTTP/2 has no connection of its own');
  }

  upgrade(): never {
    throw new Error('A connection of HTTP/2 is not handed over');
  }

  onEnd(action: () => void): void {
    if (this.ended === undefined) this.#endActions.add(action);
    else runAction(action, (error) => this.#owner.reportDefect(error));
  }

  /** Content of the request was received: that of a frame. */
  receive(chunk: Buffer): void {
    this.#incoming.part(chunk.length, '');
    this.#incoming.content(chunk);
  }

  /** The content of the request is complete. */
  receiveEnd(trailers: readonly string[]): void {
    this.#incoming.complete(trailers);
  }

  /** The rest of the content is not received. @param error undefined for the end of the stream */
  failBody(error: WireError | undefined): void {
    if (this.#isReceiving) this.#incoming.fail(error);
  }

  /** `drained` resolves. */
  drain(): void {
    const waiters = this.#drainWaiters;
    if (waiters === undefined) return;
    this.#drainWaiters = undefined;
    for (const resolve of waiters) resolve();
  }

  /**
   * Ends the exchange. Idempotent.
   * @param reason if the server ends it, that of `abort` precedes
   */
  finish(reason: EndReason): void {
    if (this.ended !== undefined) return;
    const isByServer = reason === 'server-fin' || reason === 'server-rst' || reason === 'timeout';
    this.ended = isByServer ? (this.abortReason ?? reason) : reason;
    const { machine } = this.#owner;
    // The windows of unread content are returned.
    machine.discard(this.stream);
    this.failBody(undefined);
    this.#body?.end();
    this.#owner.remove(this);
    this.drain();
    this.#endActions.run();
    // A client must not have more work done than its streams permit by resetting them.
    if (reason === 'answered' || !this.#isHandling) machine.release(this.stream);
  }

  /** The handler goes on until the promise resolves. */
  async awaitHandler(handled: Promise<void>): Promise<void> {
    this.#isHandling = true;
    await handled;
    this.#isHandling = false;
    if (this.ended !== undefined) this.#owner.machine.release(this.stream);
  }

  /** Checks the limits of time. */
  tick(now: number, times: WireTimes): void {
    const { queuedBytes } = this.stream;
    const permitted = this.#content - queuedBytes;
    if (queuedBytes === 0 || permitted !== this.#permitted) {
      this.#permitted = permitted;
      this.#progressAt = now;
    } else if (now - this.#progressAt >= times.stall) {
      this.#cancel();
      return;
    }
    if (now - this.#startedAt >= times.body && this.#isReceiving && !this.isAborted)
      this.#expireBody(times.body);
  }

  consumed(bytes: number): void {
    this.#owner.machine.consume(this.stream, bytes);
    this.#owner.settle();
  }

  /** The window is what stops a client. */
  resume(): void {}

  /** A reader has thrown, which ends its own stream alone. */
  crashed(error: unknown): void {
    this.#owner.reportDefect(error);
    void this.abort({ type: 'stream', code: CODE.INTERNAL_ERROR });
  }

  /** Created for its first use: most requests have no content. */
  get #incoming(): IncomingBody {
    this.#body ??= new IncomingBody(this, this.head.framing === 'none' ? 'none' : 'open');
    return this.#body;
  }

  get #isReceiving(): boolean {
    return this.head.framing !== 'none' && this.#incoming.state === 'open';
  }

  /** A response that has begun is cut, and another one follows the failure of the content (RFC 9110 §15.5.9). */
  #expireBody(milliseconds: number): void {
    this.#owner.machine.discard(this.stream);
    const { method, target } = this.head;
    const message = `The content is not complete after ${milliseconds} ms`;
    const bytes = Buffer.alloc(0);
    this.failBody({ kind: 'timeout', status: 408, code: CODE.NO_ERROR, message, method, target, bytes });
    if (this.status !== 0 && this.#canWrite()) this.#cancel();
  }

  #cancel(): void {
    this.#owner.machine.reset(this.stream, CODE.CANCEL);
    this.finish('timeout');
  }

  /** @returns the head as it is sent */
  #writeHead(status: number, fields: WireFields, isEnd: boolean): string[] {
    const sent = toSentHead(status, fields, this.#owner.date);
    if (!this.#canWrite()) return sent;
    if (this.status !== 0) throw new Error('The exchange has a response');
    throwProblem(this.#owner.machine.respond(this.stream, status, sent.slice(2), isEnd));
    if (this.stream.hasResponse) this.status = status;
    return sent;
  }

  #writeContent(content: string | Uint8Array, isEnd: boolean): void {
    this.#content += content.length;
    this.#owner.machine.data(this.stream, content, isEnd);
  }

  #canWrite(): boolean {
    return this.ended === undefined && !this.isAborted && !this.stream.isEnding && !this.stream.isLocalEnded;
  }

  #requireHead(): void {
    if (this.status === 0) throw new Error('The response has no head');
  }
}

function throwProblem(problem: string | undefined): void {
  if (problem !== undefined) throw new InvalidHead(`${problem}.`);
}
