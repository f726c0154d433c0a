import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock, Ticking } from './clock.ts';
import type { ConnectionInfo } from '../connection-info.ts';
import { LINGER_MS, type WireOptions, type WireRuntime } from './options.ts';
import type { EndReason } from '../port.ts';
import { resetConnection } from './reset-connection.ts';
import { untilAcknowledged } from './unsent-bytes.ts';

/** Milliseconds of the same for a client that continues to send. */
const MAX_LINGER_MS = 10_000;

/** Bytes of the same. */
const MAX_LINGER_BYTES = 64 * 1024 * 1024;

/** The protocol that is spoken on a socket. */
export interface SocketUser {
  received(bytes: Buffer): void;
  /** The client has ended its side: nothing more is received. */
  clientEnded(): void;
  /** The system has so many bytes more of what was written. */
  sent(bytes: number): void;
  /** The connection is closed. @param reason how, as a reason of the exchanges that are in progress */
  closed(reason: EndReason): void;
  /** The client has taken none of the bytes that wait, for the time limit. By default, the connection is destroyed. */
  stalled?(): void;
  /** @param now monotonic, in milliseconds */
  tick(now: number): void;
}

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
  readonly #runtime: WireRuntime;
  readonly #stallTime: number;
  #user: SocketUser;
  #text = '';
  #parts: (string | Uint8Array)[] = [];
  #queuedBytes = 0;
  /** The sizes of the writes that the system does not have. */
  readonly #writes: number[] = [];
  #isReceiving = false;
  #isScheduled = false;
  /** The server's side is ended, or is being ended. */
  #isEnded = false;
  #isClosed = false;
  #isDetached = false;
  #reason: EndReason | undefined;
  #waiters: ((isSent: boolean) => void)[] = [];
  #lastProgress: number;
  #bytesTaken = 0;
  #lingerTime = 0;
  #lingerUntil = Number.POSITIVE_INFINITY;
  #destroyAt = Number.POSITIVE_INFINITY;
  #discardedBytes = 0;

  /**
   * @param stream the socket of TLS, or `tcp` itself. Its `error` has a listener already where it can precede this call.
   * @param user receives what was received from now on. It can be replaced with `use`
   */
  constructor(
    stream: Socket,
    tcp: Socket,
    info: ConnectionInfo,
    clock: Clock,
    { runtime, times }: Pick<WireOptions, 'runtime' | 'times'>,
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
    this.#runtime = runtime;
    this.#stallTime = times.stall;
    this.#user = user;
    this.#lastProgress = runtime.monotonic();
    stream.on('error', () => {});
    stream.on('data', this.#onData);
    stream.on('end', this.#onEnd);
    stream.on('close', () => this.#close());
    clock.add(this);
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
    return this.#queuedBytes + this.#stream.writableLength;
  }

  /** Whether the client has ended its side. */
  get hasClientEnded(): boolean {
    return this.#stream.readableEnded;
  }

  /** @param text one unit per byte. It is sent at the end of `received`, or of the current step of the event loop */
  write(text: string): void {
    if (text === '' || !this.isOpen) return;
    this.#text += text;
    this.#queuedBytes += text.length;
    this.#schedule();
  }

  /** @param bytes are not copied */
  writeBytes(bytes: Uint8Array): void {
    if (bytes.length === 0 || !this.isOpen) return;
    if (this.#text !== '') this.#parts.push(this.#text);
    this.#text = '';
    this.#parts.push(bytes);
    this.#queuedBytes += bytes.length;
    this.#schedule();
  }

  /** Passes what was written to the system, in one write. */
  flush(): void {
    const bytes = this.#queuedBytes;
    if (bytes === 0) return;
    const [text, parts] = [this.#text, this.#parts];
    this.#text = '';
    this.#queuedBytes = 0;
    if (!this.#stream.writable) {
      this.#parts = [];
      return;
    }
    if (this.#writes.length === 0) this.#lastProgress = this.#runtime.monotonic();
    this.#writes.push(bytes);
    if (parts.length === 0) {
      this.#stream.write(text, 'latin1', this.#onWritten);
      return;
    }
    this.#parts = [];
    if (text !== '') parts.push(text);
    const last = parts.pop() ?? '';
    this.#stream.cork();
    try {
      for (const part of parts) this.#put(part, undefined);
      this.#put(last, this.#onWritten);
    } finally {
      this.#stream.uncork();
    }
  }

  /** Resolves when the system has all bytes that were written: true. False if the connection is lost before. */
  flushed(): Promise<boolean> {
    this.flush();
    if (this.#isClosed) return Promise.resolve(false);
    if (this.#writes.length === 0) return Promise.resolve(true);
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  pause(): void {
    if (!this.#isEnded) this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /**
   * Ends the server's side after what was written, and discards what the client still sends for a while: unread bytes would make the
   * system reset the connection, and the client would lose the response (RFC 9112 §9.6). Idempotent.
   * @param isNotified whether TLS sends `close_notify`
   * @param linger milliseconds without bytes of the client
   * @returns resolves when the system has the bytes
   */
  async end(reason: EndReason, isNotified = true, linger = LINGER_MS): Promise<void> {
    if (this.#isEnded || this.#isClosed) return;
    this.#reason ??= reason;
    const isFlushed = this.flushed();
    this.#isEnded = true;
    const now = this.#runtime.monotonic();
    this.#lingerTime = linger;
    this.#destroyAt = now + Math.max(this.#stallTime, MAX_LINGER_MS);
    this.#stream.resume();
    await isFlushed;
    if (this.#isClosed) return;
    const socket = isNotified ? this.#stream : this.tcp;
    await new Promise<void>((resolve) => {
      this.#waiters.push(() => resolve());
      socket.end(() => resolve());
    });
    const ended = this.#runtime.monotonic();
    this.#lingerUntil = ended + linger;
    this.#destroyAt = ended + MAX_LINGER_MS;
  }

  /** Resets the connection of TCP when the client has what was written. */
  async reset(reason: EndReason = 'server-rst'): Promise<void> {
    const hasWritten = this.isSecure || this.tcp.bytesWritten > 0 || this.#queuedBytes > 0;
    const isFlushed = this.flushed();
    this.#isEnded = true;
    if (hasWritten) {
      await isFlushed;
      await untilAcknowledged(this.tcp, this.#runtime);
    }
    // First, because the socket of TLS emits `close` within the reset.
    if (!this.tcp.destroyed) this.#reason ??= reason;
    resetConnection(this.tcp);
    this.#stream.destroy();
  }

  /** Closes the connection. What waits is lost. */
  destroy(reason: EndReason): void {
    this.#reason ??= reason;
    this.#stream.destroy();
    if (this.#stream !== this.tcp) this.tcp.destroy();
  }

  /** Hands over the connection: nothing of it is called any more but `closed`. @param rest what was received and not used */
  detach(rest: Buffer): Duplex {
    this.flush();
    this.#isDetached = true;
    this.#clock.remove(this);
    this.#stream.off('data', this.#onData);
    this.#stream.off('end', this.#onEnd);
    this.#stream.pause();
    if (rest.length > 0) this.#stream.unshift(rest);
    return this.#stream;
  }

  tick(now: number): void {
    if (now >= this.#destroyAt || now >= this.#lingerUntil) {
      this.destroy(this.#reason ?? 'timeout');
      return;
    }
    const { bytesWritten } = this.tcp;
    if (bytesWritten !== this.#bytesTaken || this.#writes.length === 0) {
      this.#bytesTaken = bytesWritten;
      this.#lastProgress = now;
    } else if (now - this.#lastProgress >= this.#stallTime) {
      if (this.#user.stalled) this.#user.stalled();
      else this.destroy('timeout');
      return;
    }
    if (!this.#isEnded) this.#user.tick(now);
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#isEnded) {
      this.#discardedBytes += bytes.length;
      if (this.#discardedBytes > MAX_LINGER_BYTES) this.destroy(this.#reason ?? 'server-fin');
      else if (this.#lingerUntil !== Number.POSITIVE_INFINITY)
        this.#lingerUntil = this.#runtime.monotonic() + this.#lingerTime;
      return;
    }
    this.#isReceiving = true;
    try {
      this.#user.received(bytes);
    } finally {
      this.#isReceiving = false;
      this.flush();
    }
  };

  readonly #onEnd = (): void => {
    if (this.#isEnded) return;
    this.#user.clientEnded();
  };

  readonly #onWritten = (error?: Error | null): void => {
    const bytes = this.#writes.shift() ?? 0;
    if (error || this.#isClosed) return;
    if (this.#writes.length === 0 && this.#queuedBytes === 0) this.#settle(true);
    if (!this.#isDetached) this.#user.sent(bytes);
  };

  #put(part: string | Uint8Array, callback: ((error?: Error | null) => void) | undefined): void {
    if (typeof part === 'string') this.#stream.write(part, 'latin1', callback);
    else this.#stream.write(part, callback);
  }

  #schedule(): void {
    if (this.#isReceiving || this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  #settle(isSent: boolean): void {
    const waiters = this.#waiters;
    if (waiters.length === 0) return;
    this.#waiters = [];
    for (const resolve of waiters) resolve(isSent);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#clock.remove(this);
    const reason = this.#reason ?? this.#clientReason();
    this.#settle(false);
    if (!this.#isDetached) this.#user.closed(reason);
  }

  /** How the client ended the connection. A system that discards unread bytes sends a reset, too. */
  #clientReason(): EndReason {
    const { errored, readableEnded } = this.#stream;
    const code = errored && 'code' in errored ? errored.code : undefined;
    if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') return 'client-rst';
    return readableEnded || errored === null ? 'client-fin' : 'server-fin';
  }
}
