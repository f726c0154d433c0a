import { CODE } from './error.ts';
import { FRAME_HEAD_SIZE, MAX_FRAME_SIZE, PREFACE } from './frames.ts';

export interface FrameSink {
  /**
   * A complete frame with its payload from `start` to `end`.
   * @param bytes received bytes: a sink that retains the payload copies it
   * @returns false to stop: the bytes behind are discarded
   */
  onFrame(type: number, flags: number, streamId: number, bytes: Buffer, start: number, end: number): boolean;
  /** No frame follows. @param code RFC 9113 §7 */
  onInvalid(code: number, message: string): void;
}

/**
 * Divides the bytes of a client into the preface and frames. Any division of the bytes into chunks gives the same calls. Retains one
 * incomplete frame at most, in memory of its own: a part of a pool would retain the pool, for each connection that waits.
 */
export class FrameReader {
  readonly #sink: FrameSink;
  #prefaceLength = 0;
  #isStopped = false;
  /** An incomplete frame: its head at first, then as large as the frame. Undefined between chunks that end with a frame. */
  #partial: Buffer | undefined;
  #partialLength = 0;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  receive(bytes: Buffer): void {
    if (this.#isStopped) return;
    let at = this.#prefaceLength < PREFACE.length ? this.#readPreface(bytes) : 0;
    while (!this.#isStopped && at < bytes.length)
      at =
        this.#partial === undefined ? this.#readFrame(bytes, at) : this.#complete(this.#partial, bytes, at);
  }

  /** Nothing is read any more, and nothing retained. */
  stop(): void {
    this.#isStopped = true;
    this.#partial = undefined;
  }

  #readPreface(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && this.#prefaceLength < PREFACE.length) {
      if (bytes[at] !== PREFACE.charCodeAt(this.#prefaceLength)) {
        this.#reject(CODE.PROTOCOL_ERROR, `The preface of HTTP/2 is invalid at byte ${this.#prefaceLength}`);
        return at;
      }
      at++;
      this.#prefaceLength++;
    }
    return at;
  }

  /** Reads the frame at an offset. @returns the offset behind it, or behind its part in the chunk */
  #readFrame(bytes: Buffer, at: number): number {
    const available = bytes.length - at;
    if (available < FRAME_HEAD_SIZE) {
      this.#partial = Buffer.allocUnsafeSlow(FRAME_HEAD_SIZE);
      this.#partialLength = bytes.copy(this.#partial, 0, at);
      return bytes.length;
    }
    const size = FRAME_HEAD_SIZE + lengthAt(bytes, at);
    if (!this.#checkSize(size)) return at;
    if (available < size) {
      this.#partial = Buffer.allocUnsafeSlow(size);
      this.#partialLength = bytes.copy(this.#partial, 0, at);
      return bytes.length;
    }
    this.#deliver(bytes, at, at + size);
    return at + size;
  }

  /** Adds bytes to the incomplete frame. @returns the offset behind them */
  #complete(partial: Buffer, bytes: Buffer, at: number): number {
    const count = bytes.copy(partial, this.#partialLength, at);
    this.#partialLength += count;
    if (this.#partialLength < partial.length) return at + count;
    const size = FRAME_HEAD_SIZE + lengthAt(partial, 0);
    if (partial.length < size) {
      if (!this.#checkSize(size)) return at;
      const larger = Buffer.allocUnsafeSlow(size);
      larger.set(partial);
      this.#partial = larger;
      return at + count;
    }
    this.#partial = undefined;
    this.#deliver(partial, 0, size);
    return at + count;
  }

  #checkSize(size: number): boolean {
    if (size <= FRAME_HEAD_SIZE + MAX_FRAME_SIZE) return true;
    this.#reject(
      CODE.FRAME_SIZE_ERROR,
      `A frame has ${size - FRAME_HEAD_SIZE} bytes, more than ${MAX_FRAME_SIZE}`,
    );
    return false;
  }

  #deliver(bytes: Buffer, at: number, end: number): void {
    // The first bit of the stream identifier is reserved, and ignored (RFC 9113 §4.1).
    const streamId = bytes.readUInt32BE(at + 5) & 0x7fffffff;
    const isWanted = this.#sink.onFrame(
      bytes.readUInt8(at + 3),
      bytes.readUInt8(at + 4),
      streamId,
      bytes,
      at + FRAME_HEAD_SIZE,
      end,
    );
    if (!isWanted) this.stop();
  }

  #reject(code: number, message: string): void {
    this.stop();
    this.#sink.onInvalid(code, message);
  }
}

/** The length in the first three bytes of a frame's head, which is complete. */
function lengthAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) >>> 8;
}
