import type { Duplex } from 'node:stream';
import { queueMicrotask } from '#runtime.ts';
import type { WireError } from '../../error.ts';
import { Http1Decoder } from '../../http1/decoder.ts';
import type { Http1Handler } from '../../http1/handler.ts';
import { DEFAULT_HTTP1_LIMITS } from '../../http1/limits.ts';
import type { AbortKind, EndReason } from '../../port.ts';
import { KEEP_ALIVE, type RequestHead, UPGRADE } from '../../request-head.ts';
import { HttpDate } from '../connection/http-date.ts';
import { IdleEnding } from '../connection/idle-ending.ts';
import type { Protocol } from '../connection/protocol.ts';
import { SocketConnection } from '../connection/socket-connection.ts';
import { LINGER_MS, type WireOptions } from '../socket/options.ts';
import type { WireSocket } from '../socket/socket.ts';
import { Http1Deadline, type Http1Phase } from './http1-deadline.ts';
import { Http1Exchange, type Http1Host } from './http1-exchange.ts';
import { ResponseHead } from './response-head.ts';

/** More bytes behind the request in progress are not read. */
const MAX_RETAINED = 64 * 1024;

/** Bytes of content without a reader that are discarded before the next request. */
const MAX_DISCARDED = 64 * 1024 * 1024;

const NO_SETTINGS: readonly number[] = [];

/** A connection that speaks HTTP/1: its requests are processed one after the other (RFC 9112 §9.3.2). */
export class Http1Connection extends SocketConnection implements Protocol, Http1Handler, Http1Host {
  readonly isHttp2 = false;
  readonly responseHead: ResponseHead;
  readonly #decoder: Http1Decoder;
  readonly #deadline: Http1Deadline;
  /** The one in progress, or the one whose content is being discarded. */
  #exchange: Http1Exchange | undefined = undefined;
  #isPaused = false;
  #hasClientEnded = false;
  #isShuttingDown = false;
  #idleEnding: IdleEnding | undefined = undefined;
  #writtenBytes = 0;
  #sentBytes = 0;
  #discardedBytes = 0;
  /** Something was written that the client cannot get. */
  #hasLost = false;
  readonly #hasAlternative: boolean;

  /** @param hasAlternative whether the client could have begun with HTTP/2 */
  constructor(socket: WireSocket, options: WireOptions, hasAlternative = false) {
    super(socket, options);
    this.#hasAlternative = hasAlternative;
    const { runtime, times } = options;
    this.#decoder = new Http1Decoder(this, DEFAULT_HTTP1_LIMITS);
    this.responseHead = new ResponseHead(new HttpDate(runtime), times.keepAlive);
    this.#deadline = new Http1Deadline(times, runtime.monotonic());
    socket.use(this);
  }

  get settings(): readonly number[] {
    return NO_SETTINGS;
  }

  get openExchanges(): number {
    return this.#isIdle ? 0 : 1;
  }

  get waiting(): number {
    return this.socket.waiting;
  }

  // What the socket calls.

  received(bytes: Buffer): void {
    this.#decode(() => this.#decoder.receive(bytes));
  }

  /** A client that has ended its side has disconnected: a complete response is sent, and nothing else. */
  clientEnded(): void {
    this.#hasClientEnded = true;
    this.#decode(() => this.#decoder.end());
    const exchange = this.#exchange;
    if (exchange === undefined || exchange.ended !== undefined) {
      this.#close('client-fin');
      return;
    }
    if (exchange.isComplete) return;
    if (!exchange.isTaken) {
      // The content is incomplete, of which its reader learns before it responds.
      if (exchange.status === 0 && (exchange.isReceiving || exchange.hasFailedBody)) return;
      exchange.finish('client-fin');
    }
    this.#close('client-fin');
  }

  sent(bytes: number): void {
    this.#sentBytes += bytes;
    this.#exchange?.drain();
    this.#checkSent();
  }

  closed(reason: EndReason): void {
    this.#idleEnding?.cancel();
    this.#decoder.takeRest();
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    exchange.finish(exchange.isUpgraded ? 'upgraded' : reason);
    exchange.failBody(undefined);
  }

  tick(now: number): void {
    const phase = this.#phase();
    // A response that makes progress is not disturbed.
    const mark = phase === 'last-response' ? this.tcp.bytesWritten : this.info.requestCount;
    if (!this.#deadline.isOver(phase, mark, now)) return;
    if (phase === 'last-response') this.socket.destroy('timeout');
    // A request that is answered, but for the rest of its content, gets no further response.
    else if (phase === 'idle' || (phase === 'content' && this.#isIdle)) this.#close('timeout');
    else this.#decode(() => this.#decoder.expire());
  }

  // What the decoder calls.

  onHead(head: RequestHead): boolean {
    const exchange = new Http1Exchange(head, this, ++this.info.requestCount);
    this.#exchange = exchange;
    this.#discardedBytes = 0;
    try {
      void this.options.server.serve(exchange);
    } catch (error) {
      this.crashed(error);
    }
    return true;
  }

  onChunk(size: number, extension: string): void {
    this.#exchange?.receivePart(size, extension);
  }

  onContent(chunk: Buffer): boolean {
    return this.#exchange?.receive(chunk) ?? true;
  }

  onEnd(trailers: readonly string[]): boolean {
    const exchange = this.#exchange;
    if (exchange === undefined) return true;
    exchange.receiveEnd(trailers);
    if (exchange.ended !== undefined) return this.#becomeIdle();
    const { flags } = exchange.head;
    const isLast = exchange.isClosing || (flags & KEEP_ALIVE) === 0;
    const canUpgrade = (flags & UPGRADE) !== 0 && !exchange.isTaken;
    // What follows the last request is discarded, unless it is another protocol.
    if (isLast && !canUpgrade) this.#decoder.takeRest();
    return false;
  }

  onError(error: WireError): void {
    const { server } = this.options;
    const exchange = this.#exchange;
    if (exchange === undefined) {
      const isAnswered = !(this.#hasAlternative && this.info.requestCount === 0 && isInvalidPreface(error));
      const response = server.failed(this.info, error, isAnswered);
      if (isAnswered) this.write(response);
      this.#close('server-fin');
      return;
    }
    const isDecided = exchange.isClosing;
    exchange.isClosing = true;
    exchange.failBody(error);
    if (!isDecided) server.failed(this.info, error, false);
    if (exchange.ended !== undefined) this.#close('server-fin');
  }

  // What the body calls.

  consumed(bytes: number): void {
    if (this.#exchange?.ended === undefined) return;
    this.#discardedBytes += bytes;
    if (this.#discardedBytes > MAX_DISCARDED) this.#close('server-fin');
  }

  /** Called before the end of the content, so it continues no other request. */
  resume(): void {
    this.#decode(() => this.#decoder.resume());
  }

  crashed(error: unknown): void {
    this.#decoder.takeRest();
    this.socket.destroy('server-fin');
    this.reportDefect(error);
  }

  // What the exchange and its handler call.

  write(text: string): void {
    if (this.#count(text.length)) this.socket.write(text);
  }

  writeBytes(bytes: Uint8Array): void {
    if (this.#count(bytes.length)) this.socket.writeBytes(bytes);
  }

  writeRaw(bytes: string): void {
    this.write(bytes);
  }

  flushed(): Promise<boolean> {
    return this.socket.flushed();
  }

  closing(): void {
    // Else `onEnd` does it.
    if (this.#exchange?.isReceiving) return;
    this.#decoder.takeRest();
    this.#limitRetained();
  }

  completed(): void {
    // No handler expects the end of its exchange within a call of it.
    if (this.#sentBytes >= this.#writtenBytes) queueMicrotask(() => this.#checkSent());
  }

  async abort(kind: AbortKind, reason: EndReason | undefined): Promise<void> {
    const exchange = this.#exchange;
    const { type } = kind;
    const how = reason ?? (type === 'reset' ? 'server-rst' : 'server-fin');
    this.#decoder.takeRest();
    if (type === 'close') await this.socket.end(how, true, kind.linger);
    else if (type === 'fin') await this.socket.end(how, false);
    else if (type === 'reset') await this.socket.reset(how);
    else this.socket.destroy(how);
    exchange?.finish(how);
  }

  detach(): Duplex {
    this.#isPaused = false;
    return this.socket.detach(this.#decoder.takeRest());
  }

  closeWhenIdle(milliseconds: number, kind: 'close' | 'reset'): void {
    this.#idleEnding?.cancel();
    this.#idleEnding = new IdleEnding(milliseconds, kind);
    if (this.#isIdle) this.#startIdleEnding();
  }

  shutDown(): void {
    this.#isShuttingDown = true;
    const exchange = this.#exchange;
    if (exchange !== undefined && exchange.ended === undefined) exchange.isClosing = true;
    else this.#close('server-fin');
  }

  /** @returns whether the bytes can be written */
  #count(bytes: number): boolean {
    if (bytes === 0) return false;
    if (this.socket.isOpen) {
      this.#writtenBytes += bytes;
      return true;
    }
    this.#hasLost = true;
    return false;
  }

  /** No exchange is in progress. */
  get #isIdle(): boolean {
    return this.#exchange === undefined || this.#exchange.ended !== undefined;
  }

  #phase(): Http1Phase {
    const exchange = this.#exchange;
    if (exchange !== undefined) {
      if (exchange.isReceiving) return 'content';
      return exchange.hasFailedBody && !exchange.isTaken ? 'last-response' : 'response';
    }
    if (this.info.requestCount === 0) return 'first-head';
    return this.#decoder.phase === 'head' ? 'head' : 'idle';
  }

  /** Ends the exchange whose response is complete, when the system has all of it. */
  #checkSent(): void {
    const exchange = this.#exchange;
    if (exchange === undefined || !exchange.isComplete || exchange.ended !== undefined || exchange.isAborted)
      return;
    if (this.#sentBytes < this.#writtenBytes || this.#hasLost) return;
    exchange.finish('answered');
    this.#startIdleEnding();
    if (exchange.isReceiving) {
      // What has arrived of the content is decoded in every case, and so is what arrives while the connection lingers.
      exchange.discardBody();
      if (this.#exchange !== exchange) return;
    }
    if (exchange.isClosing || this.#hasClientEnded) this.#close('server-fin');
    else if (!exchange.isReceiving && this.#becomeIdle()) this.#decode(() => this.#decoder.resume());
  }

  /** The exchange has ended, and its request is complete. @returns whether the next request can be processed */
  #becomeIdle(): boolean {
    this.#exchange = undefined;
    const { isOpen } = this.socket;
    if (!isOpen) this.#decoder.takeRest();
    return isOpen;
  }

  #startIdleEnding(): void {
    const ending = this.#idleEnding;
    if (ending === undefined) return;
    ending.start(this.options.runtime, () => this.#isIdle && this.#endIdle());
    if (ending.isDue && this.#isIdle) this.#endIdle();
  }

  #endIdle(): void {
    if (!this.socket.isOpen) return;
    if (this.#idleEnding?.kind === 'reset') {
      this.#decoder.takeRest();
      void this.socket.reset();
    } else this.#close('server-fin');
  }

  /** Calls the decoder, which calls handlers. */
  #decode(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.crashed(error);
    }
    this.#limitRetained();
  }

  /** Ends the connection after what was written. Nothing is decoded any more. */
  #close(reason: EndReason): void {
    const isReceiving = this.#exchange?.isReceiving === true;
    const hasUnread = isReceiving || (this.#exchange !== undefined && this.#decoder.retained > 0);
    if (!isReceiving) this.#decoder.takeRest();
    // A server that closes waits for no client but one that would lose the response.
    void this.socket.end(reason, true, this.#isShuttingDown && !hasUnread ? 0 : LINGER_MS);
  }

  /** Reading goes on during an exchange, to notice the end of the client, but not beyond a limit. */
  #limitRetained(): void {
    const isFull = this.#decoder.retained > MAX_RETAINED;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.socket.pause();
    else this.socket.resume();
  }
}

/**
 * Whether the first line of the connection names another protocol than HTTP. Where a client can begin with HTTP/2, this is an invalid
 * preface: an answer in HTTP/1 would be no sign for the client that the connection is over (RFC 9113 §3.4).
 */
function isInvalidPreface({ kind, bytes }: WireError): boolean {
  return kind === 'syntax' && /^[!-~]+ [!-~]+ (?!HTTP\/)[!-~]+\r?\n/i.test(bytes.toString('latin1'));
}
