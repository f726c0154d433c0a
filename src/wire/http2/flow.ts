import { MAX_31_BITS } from './frames.ts';

/**
 * The window of the client for a stream or the connection (RFC 9113 §5.2). Bytes are returned when the reader has consumed them, in
 * steps of half a window.
 */
export class ReceiveWindow {
  readonly #size: number;
  /** What the client may send. */
  #available: number;
  /** Received and not consumed. */
  #held = 0;
  /** Consumed and not returned. */
  #consumed = 0;

  /** @param size in bytes */
  constructor(size: number) {
    this.#size = size;
    this.#available = size;
  }

  get held(): number {
    return this.#held;
  }

  /** @returns false for more bytes than the window permits, which are not counted */
  receive(bytes: number): boolean {
    if (bytes > this.#available) return false;
    this.#available -= bytes;
    this.#held += bytes;
    return true;
  }

  /**
   * @param bytes at most `held`
   * @returns the increment to send in WINDOW_UPDATE, or 0
   */
  consume(bytes: number): number {
    this.#held -= bytes;
    this.#consumed += bytes;
    if (this.#consumed * 2 < this.#size) return 0;
    const increment = this.#consumed;
    this.#available += increment;
    this.#consumed = 0;
    return increment;
  }
}

/** What this server may send on a stream or the connection. It is negative after a SETTINGS that lowers it (RFC 9113 §6.9.2). */
export class SendWindow {
  #available: number;

  /** @param available in bytes */
  constructor(available: number) {
    this.#available = available;
  }

  get available(): number {
    return this.#available;
  }

  /**
   * @param bytes of WINDOW_UPDATE, or the difference of two initial windows, which can be negative
   * @returns false for a window above 2^31 - 1 (RFC 9113 §6.9.1), which remains as it is
   */
  add(bytes: number): boolean {
    const sum = this.#available + bytes;
    if (sum > MAX_31_BITS) return false;
    this.#available = sum;
    return true;
  }

  take(bytes: number): void {
    this.#available -= bytes;
  }
}
