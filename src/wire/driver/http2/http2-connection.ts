import type { WireError } from '../../error.ts';
import { CODE, type Http2Error } from '../../http2/error.ts';
import type { Http2Handler } from '../../http2/handler.ts';
import { HTTP2_LIMITS } from '../../http2/limits.ts';
import { Http2Machine } from '../../http2/machine.ts';
import type { Http2Stream } from '../../http2/streams.ts';
import { Http2RequestHead } from '../../http2/validate.ts';
import type { AbortKind, EndReason } from '../../port.ts';
import { Conditions } from '../connection/conditions.ts';
import { HttpDate } from '../connection/http-date.ts';
import type { Protocol } from '../connection/protocol.ts';
import { SocketConnection } from '../connection/socket-connection.ts';
import type { WireOptions } from '../socket/options.ts';
import type { WireSocket } from '../socket/socket.ts';
import { Http2Endings } from './http2-endings.ts';
import { Http2Exchange, type Http2ExchangeOwner } from './http2-exchange.ts';

/** Milliseconds between a response and the reset of its stream, whose request the client has not ended. */
const REFUSAL_MS = 100;

/** A connection of HTTP/2 (RFC 9113): the machine, its socket, and its exchanges. */
export class Http2Connection extends SocketConnection implements Protocol, Http2Handler, Http2ExchangeOwner {
  readonly isHttp2 = true;
  readonly machine: Http2Machine;
  now: number;
  readonly #date: HttpDate;
  readonly #conditions = new Conditions();
  readonly #endings: Http2Endings;
  readonly #exchanges = new Map<number, Http2Exchange>();
  /** The exchanges whose END_STREAM is in the output, in this order. */
  readonly #complete: Http2Exchange[] = [];
  /** Those of them whose requests the client has not ended. */
  #unended: Http2Exchange[] = [];
  /** Their streams, until the client is asked not to send the rest. */
  #refused: Http2Stream[] = [];
  #cancelRefusal = () => {};
  /** All bytes that the system has. */
  #sentBytes = 0;
  /** Since when no exchange is in progress. */
  #idleSince: number;
  #isReceiving = false;
  #isSettling = false;
  #isPaused = false;
  #isEnding = false;
  /** What the machine has found, until `settle`. */
  #error: Http2Error | undefined = undefined;
  #isIdle = false;

  constructor(socket: WireSocket, options: WireOptions) {
    super(socket, options);
    const { runtime } = options;
    this.now = runtime.monotonic();
    this.#idleSince = this.now;
    this.#date = new HttpDate(runtime);
    this.machine = new Http2Machine(this, HTTP2_LIMITS, this.now);
    this.#endings = new Http2Endings({
      machine: this.machine,
      socket,
      runtime,
      conditions: this.#conditions,
      exchanges: this.#exchanges,
      settle: () => this.settle(),
    });
    socket.use(this);
    this.settle();
  }

  get settings(): readonly number[] {
    return this.machine.peerSettings;
  }

  get openExchanges(): number {
    return this.#exchanges.size;
  }

  get date(): string {
    return this.#date.now();
  }

  writeRaw(): void {
    throw new Error('HTTP/2 has no bytes outside of frames');
  }

  async flushed(): Promise<boolean> {
    await this.#conditions.until(() => this.machine.queuedBytes === 0 || !this.isOpen);
    return this.socket.flushed();
  }

  closeWhenIdle(milliseconds: number, kind: 'close' | 'reset'): void {
    this.#endings.closeWhenIdle(milliseconds, kind);
  }

  shutDown(): void {
    this.#endings.cancel();
    // A client that has sent no request needs no time to notice that it can send none.
    if (this.info.requestCount === 0) this.machine.goAway(CODE.NO_ERROR);
    else this.machine.drain(this.options.runtime.monotonic());
    this.settle();
  }

  received(bytes: Buffer): void {
    if (this.#isEnding) return;
    this.now = this.options.runtime.monotonic();
    this.#isReceiving = true;
    try {
      this.machine.receive(bytes, this.now);
    } finally {
      this.#isReceiving = false;
    }
    this.settle();
  }

  /** A client that has ended its side has disconnected. What is complete is sent. */
  clientEnded(): void {
    this.#end('client-fin');
  }

  sent(bytes: number): void {
    this.#sentBytes += bytes;
    this.machine.sent(bytes);
    for (let [first] = this.#complete; first !== undefined; [first] = this.#complete) {
      if (first.endPosition > this.#sentBytes) break;
      this.#complete.shift();
      first.finish('answered');
    }
    this.settle();
  }

  closed(reason: EndReason): void {
    this.#isEnding = true;
    this.#cancelRefusal();
    this.#endings.cancel();
    for (const exchange of this.#exchanges.values()) exchange.finish(reason);
    this.#conditions.check();
  }

  tick(now: number): void {
    this.now = now;
    this.machine.tick(now);
    const { times } = this.options;
    for (const exchange of this.#exchanges.values()) exchange.tick(now, times);
    // A client that only sends frames such as PING is idle.
    const idleTime = this.info.requestCount === 0 ? times.head : times.keepAlive;
    if (this.#exchanges.size === 0 && now - this.#idleSince >= idleTime) {
      this.#endings.cancel();
      this.machine.goAway(CODE.NO_ERROR);
    }
    this.settle();
  }

  onStream(stream: Http2Stream, head: Http2RequestHead): void {
    this.#serve(new Http2Exchange(this, stream, head, ++this.info.requestCount, undefined));
  }

  onRejected(stream: Http2Stream, error: Http2Error, head = new Http2RequestHead()): void {
    if (error.status === 0) {
      this.#report(error);
      return;
    }
    const exchange = this.#exchanges.get(stream.id);
    if (exchange !== undefined) {
      exchange.failBody(error);
      return;
    }
    // Its content is not received.
    head.framing = 'none';
    this.#serve(new Http2Exchange(this, stream, head, ++this.info.requestCount, error));
  }

  onContent(stream: Http2Stream, chunk: Buffer): void {
    this.#exchanges.get(stream.id)?.receive(chunk);
  }

  onEnd(stream: Http2Stream, trailers: readonly string[]): void {
    this.#exchanges.get(stream.id)?.receiveEnd(trailers);
  }

  onReset(stream: Http2Stream, _code: number, isByClient: boolean): void {
    this.#exchanges.get(stream.id)?.finish(isByClient ? 'client-rst' : 'server-rst');
  }

  onDrain(stream: Http2Stream): void {
    this.#exchanges.get(stream.id)?.drain();
  }

  onLocalEnd(stream: Http2Stream): void {
    const exchange = this.#exchanges.get(stream.id);
    if (exchange === undefined) return;
    exchange.endPosition = this.machine.output.appended;
    this.#complete.push(exchange);
    if (!stream.isRemoteEnded) this.#unended.push(exchange);
  }

  onGoAway(): void {}

  onIdle(): void {
    this.#isIdle = true;
  }

  onError(error: Http2Error): void {
    this.#error = error;
  }

  abort(exchange: Http2Exchange, kind: AbortKind): Promise<void> {
    return this.#endings.abort(exchange, kind);
  }

  remove(exchange: Http2Exchange): void {
    this.#exchanges.delete(exchange.streamId);
    this.#idleSince = this.options.runtime.monotonic();
    this.#endings.exchangeEnded();
  }

  /**
   * Does what waits until the machine has returned, and gives its output to the socket. All calls of the machine from outside are
   * followed by it, except within `received`, whose output is one write.
   */
  settle(): void {
    if (this.#isReceiving || this.#isSettling) return;
    this.#isSettling = true;
    do {
      this.#refuseRest();
      this.#moveOutput();
      if (this.#error !== undefined) this.#fail(this.#error);
      else if (this.#isIdle && this.machine.openStreams === 0 && !this.#endings.isPlanned)
        this.#end('server-fin');
      this.#conditions.check();
    } while (this.machine.output.hasBytes || this.#unended.length > 0);
    this.#isSettling = false;
    this.#pace();
  }

  #serve(exchange: Http2Exchange): void {
    this.#exchanges.set(exchange.streamId, exchange);
    try {
      const handled = this.options.server.serve(exchange);
      if (handled !== undefined) void exchange.awaitHandler(handled);
    } catch (error) {
      this.reportDefect(error);
      void exchange.abort({ type: 'stream', code: CODE.INTERNAL_ERROR });
    }
  }

  /** Nothing of the rest of these requests is read. */
  #refuseRest(): void {
    const unended = this.#unended;
    if (unended.length === 0) return;
    this.#unended = [];
    for (const exchange of unended) {
      exchange.failBody(undefined);
      if (!exchange.stream.isRemoteEnded) this.#refuse(exchange.stream);
    }
  }

  /**
   * Asks the client of a complete response not to send the rest of its request (RFC 9113 §8.1), soon: curl 7.88 loses a response that
   * it receives together with the reset.
   */
  #refuse(stream: Http2Stream): void {
    if (this.#refused.push(stream) > 1) return;
    this.#cancelRefusal = this.options.runtime.after(REFUSAL_MS, () => {
      for (const refused of this.#refused.splice(0))
        if (!refused.isRemoteEnded) this.machine.reset(refused, CODE.NO_ERROR);
      this.settle();
    });
  }

  #moveOutput(): void {
    const { output } = this.machine;
    if (!output.hasBytes) return;
    for (const part of output.take())
      if (typeof part === 'string') this.socket.write(part);
      else this.socket.writeBytes(part);
  }

  /** GOAWAY is sent, unless the client does not read: the end would wait for its time limit. */
  #fail(error: Http2Error): void {
    this.#error = undefined;
    if (this.#isEnding) return;
    const reason = error.kind === 'timeout' ? 'timeout' : 'server-fin';
    const isRead = this.machine.output.waitingControl <= HTTP2_LIMITS.controlBytes;
    this.#report(error);
    if (isRead) this.#end(reason);
    else this.socket.destroy(reason);
  }

  /** Ends the server's side. Complete responses are sent; the other exchanges have ended. */
  #end(reason: EndReason): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#moveOutput();
    void this.socket.end(reason);
    for (const exchange of this.#exchanges.values()) if (!exchange.isComplete) exchange.finish(reason);
  }

  #report(error: WireError): void {
    this.options.server.failed(this.info, error, false);
  }

  /** Does not read from a client that does not read. */
  #pace(): void {
    const { isCongested } = this.machine;
    if (isCongested === this.#isPaused) return;
    this.#isPaused = isCongested;
    if (isCongested) this.socket.pause();
    else this.socket.resume();
  }
}
