import { ReceiveWindow, SendWindow } from './flow.ts';

/** The streams that this server has reset, and for which late frames of the client are expected. */
const RESET_MEMORY = 100;

/** The ranges of identifiers that the client has skipped. */
const SKIPPED_MEMORY = 100;

/** The queue of a stream is cut after so many writes that were sent. */
const QUEUE_PLACES = 1024;

export type CloseCause = 'ended' | 'own-reset' | 'client-reset';

/** A stream that a client has opened. The machine changes it; the driver reads it. */
export class Http2Stream {
  readonly id: number;
  /** The client has sent END_STREAM. */
  isRemoteEnded = false;
  /** END_STREAM was sent. */
  isLocalEnded = false;
  /** Both sides have ended, or one has reset the stream. */
  isClosed = false;
  /** One side has reset the stream. */
  isReset = false;
  /** The handler knows the stream, and releases it. */
  isAnnounced = false;
  isReleased = false;
  /** Content is consumed at once, and not delivered. */
  isDiscarding = false;
  /** The head of the final response was sent. */
  hasResponse = false;
  /** The declared content-length, or -1. */
  contentLength = -1;
  /** Bytes of content, without padding. */
  received = 0;
  /** The last value of PRIORITY_UPDATE before the stream was opened (RFC 9218 §7.1); empty without one. */
  priorityUpdate = '';
  readonly sendWindow: SendWindow;
  /** Content that waits for windows or for the socket, in order. */
  readonly queue: (string | Uint8Array)[] = [];
  queuedBytes = 0;
  /** The place in the queue of what is sent next: what is before it was sent. */
  #queueStart = 0;
  /** The end follows the queue. */
  isEnding = false;
  /** Fields that follow the queue; undefined without. */
  trailers: readonly string[] | undefined = undefined;
  /** The stream is in the ring of streams that can send. */
  isReady = false;
  /** `data` has returned false. */
  isFull = false;
  readonly #receiveWindowSize: number;
  #receiveWindow: ReceiveWindow | undefined = undefined;

  constructor(id: number, sendWindow: number, receiveWindow: number) {
    this.id = id;
    this.sendWindow = new SendWindow(sendWindow);
    this.#receiveWindowSize = receiveWindow;
  }

  /** Created for the first content: most streams have none. */
  get receiveWindow(): ReceiveWindow {
    this.#receiveWindow ??= new ReceiveWindow(this.#receiveWindowSize);
    return this.#receiveWindow;
  }

  /** What is sent next; empty if nothing waits. */
  get firstQueued(): string | Uint8Array {
    return this.queue[this.#queueStart] ?? '';
  }

  /**
   * A part of `firstQueued` was sent. `shift` would move all that waits, for each of many small writes.
   * @param rest empty if all of it was sent
   */
  replaceFirst(rest: string | Uint8Array, sent: number): void {
    this.queuedBytes -= sent;
    this.queue[this.#queueStart] = rest;
    if (rest.length > 0) return;
    this.#queueStart++;
    if (this.#queueStart < this.queue.length && this.#queueStart < QUEUE_PLACES) return;
    this.queue.splice(0, this.#queueStart);
    this.#queueStart = 0;
  }

  /** Discards what waits. Nothing is queued after it. */
  clearQueue(): void {
    this.queue.length = 0;
    this.queuedBytes = 0;
    this.trailers = undefined;
  }

  /** Bytes that were received and not consumed. */
  get held(): number {
    return this.#receiveWindow?.held ?? 0;
  }
}

/** The streams of a connection, and what is remembered of closed ones (RFC 9113 §5.1). */
export class Http2Streams {
  readonly #open = new Map<number, Http2Stream>();
  /** Closed streams whose handlers have not ended. */
  #unreleased = 0;
  #lastId = 0;
  /** A ring of the identifiers that this server has reset, negative once a late frame was answered. */
  readonly #reset: number[] = [];
  #nextReset = 0;
  /** A ring of pairs: the first and the last identifier that were skipped. */
  readonly #skipped: number[] = [];
  #nextSkipped = 0;

  /** The highest identifier that the client has used. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The streams that are open or half-closed. */
  get openCount(): number {
    return this.#open.size;
  }

  /** The streams that count to SETTINGS_MAX_CONCURRENT_STREAMS: also closed ones until their handler has ended. */
  get count(): number {
    return this.#open.size + this.#unreleased;
  }

  [Symbol.iterator](): Iterator<Http2Stream> {
    return this.#open.values();
  }

  get(id: number): Http2Stream | undefined {
    return this.#open.get(id);
  }

  /** Whether no frame has used the identifier, nor a higher one (RFC 9113 §5.1.1). The server opens no stream, so even ones are idle. */
  isIdle(id: number): boolean {
    return id > this.#lastId || id % 2 === 0;
  }

  /** Records an odd identifier above `lastId`. */
  use(id: number): void {
    if (id > this.#lastId + 2) {
      const first = this.#lastId === 0 ? 1 : this.#lastId + 2;
      this.#skipped[this.#nextSkipped] = first;
      this.#skipped[this.#nextSkipped + 1] = id - 2;
      this.#nextSkipped = (this.#nextSkipped + 2) % (SKIPPED_MEMORY * 2);
    }
    this.#lastId = id;
  }

  add(stream: Http2Stream): void {
    this.#open.set(stream.id, stream);
  }

  /** Whether the identifier was passed over: no frame has opened it, and none may (RFC 9113 §5.1.1). */
  wasSkipped(id: number): boolean {
    for (let index = 0; index < this.#skipped.length; index += 2)
      if (id >= (this.#skipped[index] ?? 0) && id <= (this.#skipped[index + 1] ?? 0)) return true;
    return false;
  }

  /** @returns `unanswered` for the first late frame of a stream that this server has reset, `answered` for each later one */
  lateFrame(id: number): 'unanswered' | 'answered' | 'unknown' {
    const index = this.#reset.indexOf(id);
    if (index < 0) return this.#reset.includes(-id) ? 'answered' : 'unknown';
    this.#reset[index] = -id;
    return 'unanswered';
  }

  /**
   * Closes an open stream. What it has queued is discarded.
   * @returns the bytes that were queued
   */
  close(stream: Http2Stream, cause: CloseCause): number {
    stream.isClosed = true;
    this.#open.delete(stream.id);
    if (stream.isAnnounced && !stream.isReleased) this.#unreleased++;
    stream.isReset = cause !== 'ended';
    if (cause === 'own-reset') {
      this.#reset[this.#nextReset] = stream.id;
      this.#nextReset = (this.#nextReset + 1) % RESET_MEMORY;
    }
    const { queuedBytes } = stream;
    stream.clearQueue();
    return queuedBytes;
  }

  /** The handler of a stream has ended. Idempotent. */
  release(stream: Http2Stream): void {
    if (stream.isReleased) return;
    stream.isReleased = true;
    if (stream.isClosed && stream.isAnnounced) this.#unreleased--;
  }
}
