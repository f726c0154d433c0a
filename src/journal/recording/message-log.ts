/** A message or a control frame of a WebSocket. */
export interface RecordedMessage {
  /** Number of the message, counted from 1 by connection. */
  readonly number: number;
  readonly isReceived: boolean;
  readonly type: 'text' | 'binary' | 'ping' | 'pong' | 'close';
  /** Milliseconds from the head of the request. */
  readonly ms: number;
  /** Number of bytes. */
  readonly size: number;
  /** The first bytes; of a close frame, those of its reason. */
  readonly kept: Uint8Array;
  /** The code of a close frame; null for other messages. */
  readonly code: number | null;
}

const [MAX_FIRST, MAX_LAST] = [50, 150];
const MAX_KEPT = 4 * 1024;
const MAX_TOTAL = 256 * 1024;

/** The first and the last messages of a connection, with the first bytes of each. */
export class MessageLog {
  readonly #first: RecordedMessage[] = [];
  readonly #last: RecordedMessage[] = [];
  #count = 0;
  #size = 0;

  /** Number of bytes in memory. */
  get size(): number {
    return this.#size;
  }

  add(message: Omit<RecordedMessage, 'number' | 'size' | 'kept'>, content: Uint8Array): void {
    this.#count++;
    // A copy: the bytes are a part of a buffer of the socket.
    const retained = new Uint8Array(content.subarray(0, MAX_KEPT));
    const recorded = { ...message, number: this.#count, size: content.byteLength, kept: retained };
    this.#size += retained.byteLength;
    if (this.#first.length < MAX_FIRST) this.#first.push(recorded);
    else this.#last.push(recorded);
    // The first messages alone are below the maximum.
    while (this.#last.length > MAX_LAST || this.#size > MAX_TOTAL)
      this.#size -= this.#last.shift()?.kept.byteLength ?? 0;
  }

  view(): readonly RecordedMessage[] {
    return [...this.#first, ...this.#last];
  }
}
