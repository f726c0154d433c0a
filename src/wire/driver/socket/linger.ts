/** Milliseconds for a client that continues to send. */
const MAX_MS = 10_000;

/** Bytes of such a client. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * How long a connection is read after its server's side has ended: unread bytes would make the system reset the connection, and the
 * client would lose the response (RFC 9112 §9.6).
 */
export class Linger {
  readonly #idleTime: number;
  readonly #end: number;
  #idleEnd: number;
  #bytes = 0;

  /**
   * @param now monotonic, in milliseconds
   * @param idleTime milliseconds without bytes of the client
   */
  constructor(now: number, idleTime: number) {
    this.#idleTime = idleTime;
    this.#idleEnd = now + idleTime;
    this.#end = now + Math.max(MAX_MS, idleTime);
  }

  /** The client has sent so many bytes more. */
  received(bytes: number, now: number): void {
    this.#bytes += bytes;
    this.#idleEnd = now + this.#idleTime;
  }

  isOver(now: number): boolean {
    return this.#bytes > MAX_BYTES || now >= this.#idleEnd || now >= this.#end;
  }
}
