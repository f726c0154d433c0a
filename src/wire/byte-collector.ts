const EMPTY: Buffer = Buffer.alloc(0);
const INITIAL_BYTES = 256;

/** Bytes that arrive in parts, in one Buffer that grows by doubling: a byte costs constant time, whatever the parts. */
export class ByteCollector {
  #buffer = EMPTY;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends `bytes` from `start` to before `end`. */
  append(bytes: Buffer, start: number, end: number): void {
    const length = this.#length + end - start;
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, INITIAL_BYTES, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes.subarray(start, end), this.#length);
    this.#length = length;
  }

  /** The bytes, one unit per byte. */
  text(start: number, end: number): string {
    return this.#buffer.toString('latin1', start, end);
  }

  /** Returns all bytes and forgets them. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#buffer = EMPTY;
    this.#length = 0;
  }
}
