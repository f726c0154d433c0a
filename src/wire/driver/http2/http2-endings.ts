import { CODE } from '../../http2/error.ts';
import type { Http2Machine } from '../../http2/machine.ts';
import type { AbortKind } from '../../port.ts';
import type { Conditions } from '../connection/conditions.ts';
import { IdleEnding } from '../connection/idle-ending.ts';
import { LINGER_MS, type WireRuntime } from '../socket/options.ts';
import type { WireSocket } from '../socket/socket.ts';
import { FLUSH, untilAcknowledged } from '../socket/unsent-bytes.ts';
import type { Http2Exchange } from './http2-exchange.ts';

/** What the ends of a connection depend on. */
export interface Http2EndingsContext {
  readonly machine: Http2Machine;
  readonly socket: WireSocket;
  readonly runtime: WireRuntime;
  readonly conditions: Conditions;
  /** Those in progress. */
  readonly exchanges: ReadonlyMap<number, Http2Exchange>;
  settle(): void;
}

/** Ends exchanges and their connection in other ways than with a complete response. */
export class Http2Endings {
  readonly #context: Http2EndingsContext;
  #idleEnding: IdleEnding | undefined = undefined;
  #isEndingIdle = false;
  /** The exchanges that end the connection when all others have ended. */
  readonly #closing = new Set<Http2Exchange>();

  constructor(context: Http2EndingsContext) {
    this.#context = context;
  }

  /** Whether `closeWhenIdle` decides how the connection ends, also if the client has announced its end before. */
  get isPlanned(): boolean {
    return this.#idleEnding !== undefined;
  }

  /** The exchange has ended when the promise resolves, unless its response is complete. */
  async abort(exchange: Http2Exchange, kind: AbortKind): Promise<void> {
    switch (kind.type) {
      case 'stream':
        return this.#resetStream(exchange, kind.code);
      case 'close':
        await this.#close(exchange, true, kind.linger);
        break;
      case 'fin':
        await this.#close(exchange, false);
        break;
      case 'reset':
        await this.#resetConnection(exchange);
        break;
      case 'destroy':
        this.#context.socket.destroy(exchange.abortReason ?? 'server-fin');
    }
    exchange.finish(kind.type === 'reset' ? 'server-rst' : 'server-fin');
  }

  /** @see WireConnection.closeWhenIdle */
  closeWhenIdle(milliseconds: number, kind: 'close' | 'reset'): void {
    this.#idleEnding ??= new IdleEnding(milliseconds, kind);
    if (this.#context.exchanges.size === 0) this.exchangeEnded();
  }

  /** The first end after `closeWhenIdle` is that of the exchange in progress. */
  exchangeEnded(): void {
    const ending = this.#idleEnding;
    if (ending === undefined || this.#isEndingIdle) return;
    ending.start(this.#context.runtime, () => void this.#endIdle(ending.kind));
    if (ending.isDue) void this.#endIdle(ending.kind);
  }

  /** The connection ends for another reason, or is closed. An end that has begun goes on. */
  cancel(): void {
    if (this.#isEndingIdle) return;
    this.#idleEnding?.cancel();
    this.#idleEnding = undefined;
  }

  async #endIdle(kind: 'close' | 'reset'): Promise<void> {
    const { machine, socket, runtime, conditions, exchanges } = this.#context;
    this.#isEndingIdle = true;
    machine.goAway(CODE.NO_ERROR);
    this.#context.settle();
    await conditions.until(() => exchanges.size === 0 || !socket.isOpen);
    await socket.flushed();
    if (!socket.isOpen) return;
    await untilAcknowledged(socket.tcp, runtime);
    await (kind === 'reset' ? socket.reset() : socket.end('server-fin'));
  }

  /** RST_STREAM follows what was written. */
  async #resetStream(exchange: Http2Exchange, code: number): Promise<void> {
    const { machine } = this.#context;
    // The end of a complete response must not be sent.
    if (!exchange.stream.isEnding) {
      const isSent = this.#sentCondition(exchange);
      if (!isSent()) await this.#context.conditions.until(isSent);
    }
    if (exchange.ended !== undefined || exchange.isComplete) return;
    machine.reset(exchange.stream, code);
    exchange.finish('server-rst');
    this.#context.settle();
  }

  /** Ends the connection when the other streams have ended. The stream of the exchange never ends. */
  async #close(exchange: Http2Exchange, isNotified: boolean, linger?: number): Promise<void> {
    const { machine, socket, runtime, conditions, exchanges } = this.#context;
    this.#closing.add(exchange);
    if (machine.phase !== 'final') machine.goAway(CODE.NO_ERROR);
    this.#context.settle();
    const isAlone = () =>
      [...exchanges.values()].every((other) => this.#closing.has(other)) || !socket.isOpen;
    await conditions.until(isAlone);
    await conditions.until(this.#sentCondition(exchange));
    await socket.flushed();
    if (!socket.isOpen) return;
    // The system sends, and the client reads, before the client notices the end.
    await runtime.wait(FLUSH);
    await socket.end('server-fin', isNotified, linger);
  }

  async #resetConnection(exchange: Http2Exchange): Promise<void> {
    const { socket, conditions } = this.#context;
    await conditions.until(this.#sentCondition(exchange));
    await socket.reset(exchange.abortReason ?? 'server-rst');
  }

  /** Whether what an exchange has written is in the output, as far as the windows permit; true after a while, too. */
  #sentCondition({ stream }: Http2Exchange): () => boolean {
    const { machine, socket, runtime } = this.#context;
    const deadline = runtime.monotonic() + LINGER_MS;
    return () =>
      stream.queuedBytes === 0 ||
      !machine.canSend(stream) ||
      !socket.isOpen ||
      runtime.monotonic() >= deadline;
  }
}
