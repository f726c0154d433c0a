import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { nextTick } from '#runtime.ts';
import type { ConnectionInfo } from '../../connection-info.ts';
import type { EndReason } from '../../port.ts';
import { clientReason } from './client-reason.ts';
import type { Clock, Ticking } from './clock.ts';
import { Linger } from './linger.ts';
import { LINGER_MS, type WireOptions } from './options.ts';
import { resetConnection } from './reset-connection.ts';
import { SocketOutput } from './socket-output.ts';
import { untilAcknowledged } from './unsent-bytes.ts';

/**
 * The protocol that is spoken on a socket. A method that throws is a defect: the connection is ended after what was written, as the
 * state of the protocol is not known.
 */
export interface SocketUser {
  /** Also after the end of the server's side, while the connection lingers. */
  received(bytes: Buffer): void;
  /** The client has ended its side: nothing more is received. */
  clientEnded(): void;
  /** The system has so many bytes more of what was written. */
  sent(bytes: number): void;
  /** The connection is closed. @param reason how, as a reason of the exchanges that are in progress */
  closed(reason: EndReason): void;
  /**
   * The client has taken none of the bytes that wait, for the time limit; called again after the same time. By default, and after
   * `end`, the connection is destroyed.
   */
  stalled?(): void;
  /** Not called after `end` and `reset`. @param now monotonic, in milliseconds */
  tick(now: number): void;
}

export type SocketOptions = Pick<WireOptions, 'server' | 'runtime' | 'times'>;

/** The bytes of one connection in both directions, over TCP or TLS, and how it ends. */
export class WireSocket implements Ticking {
  readonly info: ConnectionInfo;
  readonly tcp: Socket;
  readonly isSecure: boolean;
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  clockIndex = -1;
  /** The socket of TLS, or of TCP. */
  readonly #stream: Socket;
  readonly #clock: Clock;
  readonly #options: SocketOptions;
  #user: SocketUser;
  readonly #output: SocketOutput;
  /** Nothing more is written or received. */
  #isEnded = false;
  #isDetached = false;
  #isClosed = false;
  #reason: EndReason | undefined = undefined;
  #ending: Promise<void> | undefined = undefined;
  #linger: Linger | undefined = undefined;
  #hasProgressed = false;
  #lastProgress: number;

  /**
   * @param stream the socket of TLS, or `tcp` itself. Its `error` has a listener already where it can precede this call.
   * @param user receives what was received from now on. It can be replaced with `use`
   */
  constructor(
    stream: Socket,
    tcp: Socket,
    info: ConnectionInfo,
    clock: Clock,
    options: SocketOptions,
    user: SocketUser,
  ) {
    this.#stream = stream;
    this.tcp = tcp;
    this.info = info;
    this.isSecure = 'encrypted' in stream && stream.encrypted === true;
    this.localAddress = tcp.localAddress ?? '';
    this.localPort = tcp.localPort ?? 0;
    this.remoteAddress = tcp.remoteAddress ?? '';
    this.#clock = clock;
    this.#options = options;
    this.#user = user;
    this.#output = new SocketOutput(stream, options.runtime, this.#onSent);
    this.#lastProgress = options.runtime.monotonic();
    stream.on('error', ignore).on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose);
    // It closes first, and the exchanges end before their connection.
    if (stream !== tcp) tcp.prependListener('close', this.#onClose);
    clock.add(this);
    if (stream.destroyed) nextTick(this.#onClose);
    // Another process or server that accepted the connection may have paused it.
    else stream.resume();
  }

  use(user: SocketUser): void {
    this.#user = user;
  }

  /** Whether something can be written. */
  get isOpen(): boolean {
    return !this.#isEnded && !this.#isClosed && this.#stream.writable;
  }

  /** Bytes that were written, and that the system does not have. */
  get waiting(): number {
    return this.#output.waiting;
  }

  /** Whether the client has ended its side, and all that it has sent was received. */
  get hasClientEnded(): boolean {
    return this.#stream.readableEnded;
  }

  /** @param text one unit per byte. It is sent when the method of the user returns, or at the end of the current step of the event loop */
  write(text: string): void {
    if (!this.#isEnded) this.#output.add(text);
  }

  /** @param bytes are not copied */
  writeBytes(bytes: Uint8Array): void {
    if (!this.#isEnded) this.#output.add(bytes);
  }

  /** Passes what was written to the system, in one write, unless it has not taken the one before. */
  flush(): void {
    this.#output.flush();
  }

  /** Resolves when the system has all bytes that were written: true. False if the connection is lost before, or closed. */
  flushed(): Promise<boolean> {
    return this.#output.flushed();
  }

  pause(): void {
    if (!this.#isEnded) this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /**
   * Ends the server's side after what was written, and discards what the client still sends for a while. Idempotent: the first call
   * counts.
   * @param isNotified whether TLS sends `close_notify`
   * @param linger milliseconds without bytes of the client: see `Linger`; 0 closes the connection at once
   * @returns resolves when the system has the end
   */
  async end(reason: EndReason, isNotified = true, linger = LINGER_MS): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#isEnded) {
      this.#isEnded = true;
      this.#reason ??= reason;
      this.#ending = this.#end(isNotified, linger);
    }
    await this.#ending;
  }

  /** Resets the connection of TCP when the client has what was written, also after `end`. */
  async reset(reason: EndReason = 'server-rst'): Promise<void> {
    const hasWritten = this.isSecure || this.tcp.bytesWritten > 0 || this.waiting > 0;
    const isFlushed = this.flushed();
    this.#isEnded = true;
    if (hasWritten) {
      await isFlushed;
      // A reset within the end fails: see `resetConnection`.
      await this.#ending;
      await untilAcknowledged(this.tcp, this.#options.runtime);
    }
    // First, because the socket of TLS emits `close` within the reset.
    if (!this.tcp.destroyed) this.#reason ??= reason;
    resetConnection(this.tcp);
    if (this.#stream !== this.tcp) this.#stream.destroy();
  }

  /** Closes the connection. What waits is lost. */
  destroy(reason: EndReason): void {
    this.#reason ??= reason;
    this.#isEnded = true;
    this.#stream.destroy();
    if (this.#stream !== this.tcp) this.tcp.destroy();
  }

  /**
   * Hands over the connection: nothing of the user is called any more but `closed`. The stream is paused until its new user calls
   * `resume`.
   * @param rest what was received and not used
   */
  detach(rest: Buffer): Duplex {
    const stream = this.#stream;
    this.#isEnded = true;
    this.#isDetached = true;
    this.#clock.remove(this);
    stream.off('data', this.#onData).off('end', this.#onEnd).pause();
    this.#output.flushAll();
    if (rest.length > 0 && !stream.readableEnded) stream.unshift(rest);
    return stream;
  }

  tick(now: number): void {
    if (this.#linger !== undefined) {
      if (this.#linger.isOver(now)) this.destroy('timeout');
      return;
    }
    if (this.#hasProgressed || this.#output.writing === 0) {
      this.#hasProgressed = false;
      this.#lastProgress = now;
    } else if (now - this.#lastProgress >= this.#options.times.stall) {
      this.#lastProgress = now;
      this.#stall();
      return;
    }
    if (this.#isEnded) return;
    try {
      this.#user.tick(now);
    } catch (error) {
      this.#fail(error);
    }
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#linger?.received(bytes.length, this.#options.runtime.monotonic());
    this.#output.received();
    this.#output.hold();
    try {
      this.#user.received(bytes);
    } catch (error) {
      this.#fail(error);
    }
    this.#output.release();
  };

  readonly #onEnd = (): void => {
    if (this.#isEnded) {
      this.#closeBelow();
      return;
    }
    try {
      this.#user.clientEnded();
    } catch (error) {
      this.#fail(error);
    }
  };

  readonly #onSent = (bytes: number): void => {
    this.#hasProgressed = true;
    if (this.#isDetached) return;
    try {
      this.#user.sent(bytes);
    } catch (error) {
      this.#fail(error);
    }
  };

  readonly #onClose = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#output.close();
    this.#clock.remove(this);
    try {
      this.#user.closed(this.#reason ?? clientReason(this.#stream, this.tcp));
    } catch (error) {
      this.#options.server.defect?.(this.info, error);
    }
  };

  async #end(isNotified: boolean, linger: number): Promise<void> {
    const isFlushed = this.flushed();
    this.#stream.resume();
    await isFlushed;
    if (this.#isClosed) return;
    this.#linger = new Linger(this.#options.runtime.monotonic(), linger);
    const socket = isNotified ? this.#stream : this.tcp;
    await Promise.race([this.#output.closed(), new Promise<void>((resolve) => socket.end(() => resolve()))]);
    if (linger === 0) this.destroy('server-fin');
    else this.#closeBelow();
  }

  /** Closes a socket of TLS when both sides of its socket of TCP have ended: without `close_notify`, its own side never ends. */
  #closeBelow(): void {
    const { tcp } = this;
    if (tcp !== this.#stream && tcp.writableFinished && this.hasClientEnded) this.#stream.destroy();
  }

  #stall(): void {
    if (this.#isEnded || this.#user.stalled === undefined) {
      this.#reason = 'timeout';
      this.destroy('timeout');
      return;
    }
    try {
      this.#user.stalled();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    void this.end('server-fin');
    this.#options.server.defect?.(this.info, error);
  }
}

function ignore(): void {}
