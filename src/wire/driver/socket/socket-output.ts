import type { Socket } from 'node:net';
import { nextTick } from '#runtime.ts';
import { FlushWaiters } from './flush-waiters.ts';
import type { WireRuntime } from './options.ts';
import { OutputQueue, type Part } from './output-queue.ts';

/**
 * Bytes of a write to the system, of which one is made at a time: a slow client is seen to take them, and what waits is written
 * together. Up to twice as many are one write.
 */
const WRITE_BYTES = 64 * 1024;

/**
 * Writes without a byte of the client between them, after which other connections get their turn: to a fast client, each write is
 * complete at once.
 */
const MAX_BURST = 16;

/** What is written to a connection: it waits until the system has taken the write before. */
export class SocketOutput {
  /** Bytes of the write that the system does not have. */
  writing = 0;
  /** The socket of TLS, or of TCP. */
  readonly #stream: Socket;
  readonly #runtime: Pick<WireRuntime, 'nextIteration'>;
  readonly #onSent: (bytes: number) => void;
  readonly #queue = new OutputQueue();
  /** Bytes that the system has. */
  #sent = 0;
  readonly #waiters = new FlushWaiters();
  /** Written bytes are lost. */
  #isLost = false;
  #isClosed = false;
  #isHeld = false;
  #isScheduled = false;
  /** Number of writes since the last byte of the client, or the last turn of the others. */
  #burst = 0;
  #isYielding = false;

  /** @param onSent called when the system has so many bytes more. It does not throw */
  constructor(stream: Socket, runtime: Pick<WireRuntime, 'nextIteration'>, onSent: (bytes: number) => void) {
    this.#stream = stream;
    this.#runtime = runtime;
    this.#onSent = onSent;
  }

  /** Bytes that the system does not have. */
  get waiting(): number {
    return this.#queue.length + this.writing;
  }

  /** Bytes are not copied. They are sent by `release`, or at the end of the current step of the event loop. */
  add(part: Part): void {
    if (part.length === 0) return;
    if (this.#isClosed || !this.#stream.writable) {
      this.#isLost = true;
      return;
    }
    this.#queue.add(part);
    if (this.#isHeld || this.#isScheduled || this.#isYielding || this.writing > 0) return;
    this.#isScheduled = true;
    // After the promises of the step: handlers that answer in one step share a write.
    nextTick(this.#onStep);
  }

  /** What is added is sent by `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.flush();
  }

  /** Passes what waits to the system, in one write, unless it has not taken the one before. */
  flush(): void {
    if (this.#queue.length === 0 || this.writing > 0 || this.#isYielding) return;
    if (!this.#stream.writable) {
      this.#queue.clear();
      this.#isLost = true;
      return;
    }
    const before = this.#queue.length;
    const taken = this.#queue.take(WRITE_BYTES);
    this.writing = before - this.#queue.length;
    this.#put(taken, this.#onWritten);
  }

  /** Passes all to the stream, and leaves the order of the writes to it. */
  flushAll(): void {
    this.#isYielding = false;
    this.flush();
    const { length } = this.#queue;
    if (length === 0) return;
    this.writing += length;
    this.#put(this.#queue.take(length), undefined);
  }

  /** Resolves when the system has all bytes that were added: true. False if the connection is lost before, or closed. */
  flushed(): Promise<boolean> {
    this.flush();
    if (this.#isLost || this.#isClosed) return Promise.resolve(false);
    const { waiting } = this;
    if (waiting === 0) return Promise.resolve(true);
    return this.#waiters.wait(this.#sent + waiting);
  }

  /** Resolves when the connection is closed. */
  async closed(): Promise<void> {
    await this.#waiters.wait(Number.POSITIVE_INFINITY);
  }

  /** The connection is closed. */
  close(): void {
    this.#isClosed = true;
    this.#queue.clear();
    this.#waiters.lost();
  }

  /** The client is active. */
  received(): void {
    this.#burst = 0;
  }

  readonly #onStep = (): void => {
    this.#isScheduled = false;
    this.flush();
  };

  readonly #onTurn = (): void => {
    this.#isYielding = false;
    this.flush();
  };

  readonly #onWritten = (error?: Error | null): void => {
    const bytes = this.writing;
    this.writing = 0;
    // Then it closes.
    if (error || this.#isClosed) {
      this.#isLost = true;
      return;
    }
    this.#sent += bytes;
    if (++this.#burst >= MAX_BURST) this.#yield();
    this.#waiters.sent(this.#sent);
    this.hold();
    this.#onSent(bytes);
    this.release();
  };

  #yield(): void {
    this.#burst = 0;
    this.#isYielding = true;
    void this.#runtime.nextIteration().then(this.#onTurn);
  }

  #put(taken: Part | Part[], callback: ((error?: Error | null) => void) | undefined): void {
    if (!Array.isArray(taken)) {
      this.#putPart(taken, callback);
      return;
    }
    const last = taken.length - 1;
    this.#stream.cork();
    try {
      for (const [index, part] of taken.entries()) this.#putPart(part, index === last ? callback : undefined);
    } finally {
      this.#stream.uncork();
    }
  }

  #putPart(part: Part, callback: ((error?: Error | null) => void) | undefined): void {
    if (typeof part === 'string') this.#stream.write(part, 'latin1', callback);
    else this.#stream.write(part, callback);
  }
}
