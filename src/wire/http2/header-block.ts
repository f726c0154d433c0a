import type { Http2Limits } from './limits.ts';

/** A header block of several frames (RFC 9113 §4.3), from HEADERS until END_HEADERS. */
export class HeaderBlock {
  readonly streamId: number;
  /** The HEADERS frame has END_STREAM. */
  readonly isEnd: boolean;
  /** Its priority names its own stream. */
  readonly isSelfDependent: boolean;
  readonly #startedAt: number;
  readonly #limits: Http2Limits;
  readonly #parts: Buffer[] = [];
  #size = 0;
  #frames = 0;
  #emptyFrames = 0;

  constructor(streamId: number, isEnd: boolean, isSelfDependent: boolean, now: number, limits: Http2Limits) {
    this.streamId = streamId;
    this.isEnd = isEnd;
    this.isSelfDependent = isSelfDependent;
    this.#startedAt = now;
    this.#limits = limits;
  }

  /** Adds the part of the HEADERS frame, which is copied. */
  begin(bytes: Buffer, start: number, end: number): void {
    this.#parts.push(Buffer.from(bytes.subarray(start, end)));
    this.#size += end - start;
  }

  /**
   * Adds the payload of a CONTINUATION frame, which is copied.
   * @param isLast it has END_HEADERS
   * @returns which limit it exceeds, as a sentence, or undefined
   */
  append(bytes: Buffer, start: number, end: number, isLast: boolean): string | undefined {
    this.#frames++;
    if (start === end && !isLast) this.#emptyFrames++;
    const { blockFrames, blockSize, emptyBlockFrames } = this.#limits;
    if (this.#frames > blockFrames) return `A header block has more than ${blockFrames} CONTINUATION frames`;
    if (this.#emptyFrames > emptyBlockFrames)
      return `A header block has more than ${emptyBlockFrames} empty CONTINUATION frames`;
    if (this.#size + end - start > blockSize) return `A header block has more than ${blockSize} bytes`;
    this.begin(bytes, start, end);
    return undefined;
  }

  /** Whether END_HEADERS is late. */
  isLate(now: number): boolean {
    return now - this.#startedAt > this.#limits.blockTime;
  }

  join(): Buffer {
    return Buffer.concat(this.#parts, this.#size);
  }
}
