import { CR, FIELD_VALUE, HEX_DIGIT, isWhiteSpace, LF, NO_DIGIT, TOKEN } from '../bytes.ts';
import { type Fault, framingFault, nameOf } from './fault.ts';
import type { Http1Limits } from './limits.ts';

/** More digits are rejected, so that leading zeros are bounded, too. */
const MAX_DIGITS = 16;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

// What the next byte belongs to.
const FIRST_DIGIT = 0;
const DIGITS = 1;
const BEFORE_SEMICOLON = 2;
const BEFORE_NAME = 3;
const NAME = 4;
const AFTER_NAME = 5;
const BEFORE_VALUE = 6;
const VALUE = 7;
const QUOTED = 8;
const QUOTED_PAIR = 9;
const AFTER_QUOTE = 10;
const LINE_FEED = 11;
const COMPLETE = 12;
const INVALID = 13;

/**
 * Decodes the line with the size and the extensions of a chunk (RFC 9112 §7.1), byte by byte:
 * `chunk-size *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] ) CRLF`.
 */
export class ChunkLine {
  size = 0;
  /** The extensions as received, with their white space and semicolons. */
  extension = '';
  fault: Fault | undefined = undefined;
  readonly #limits: Http1Limits;
  #state: number = FIRST_DIGIT;
  #digits = 0;
  #lineSize = 0;
  /** Bytes of extensions in the message. */
  #extensionSize = 0;
  #sizeOffset = 0;

  constructor(limits: Http1Limits) {
    this.#limits = limits;
  }

  get isComplete(): boolean {
    return this.#state === COMPLETE;
  }

  /** For the first chunk of a message. */
  beginMessage(): void {
    this.#extensionSize = 0;
    this.begin();
  }

  begin(): void {
    this.size = 0;
    this.extension = '';
    this.#state = FIRST_DIGIT;
    this.#digits = 0;
    this.#lineSize = 0;
  }

  /**
   * Reads until the line is complete, `fault` is set, or all bytes are read.
   * @param base the offset of `bytes` in the message
   * @returns the index of the first byte that was not read
   */
  read(bytes: Buffer, start: number, base: number): number {
    let at = start;
    let extensionStart = -1;
    while (at < bytes.length && this.#state !== COMPLETE) {
      this.#state = this.#next(bytes[at] ?? 0, base + at);
      if (this.#state === INVALID) return at;
      if (extensionStart >= 0) {
        if (this.#state === LINE_FEED) {
          this.extension += bytes.toString('latin1', extensionStart, at);
          extensionStart = -1;
        }
      } else if (this.#isInExtension()) extensionStart = at;
      at++;
    }
    if (extensionStart >= 0) this.extension += bytes.toString('latin1', extensionStart, at);
    return at;
  }

  #isInExtension(): boolean {
    return this.#state >= BEFORE_SEMICOLON && this.#state <= AFTER_QUOTE;
  }

  #next(byte: number, offset: number): number {
    if (this.#state === LINE_FEED)
      return byte === LF ? COMPLETE : this.#reject(framingFault('CR without LF', offset - 1));
    if (byte !== CR && ++this.#lineSize > this.#limits.chunkLineSize)
      return this.#reject(framingFault(`Chunk size line over ${this.#limits.chunkLineSize} bytes`, offset));
    if (this.#state <= DIGITS) return this.#nextOfSize(byte, offset);
    if (byte !== CR) return this.#nextOfExtension(byte, offset);
    const isEnd = this.#state === NAME || this.#state === VALUE || this.#state === AFTER_QUOTE;
    return isEnd ? LINE_FEED : this.#rejectByte(byte, offset);
  }

  #nextOfSize(byte: number, offset: number): number {
    const digit = HEX_DIGIT[byte] ?? NO_DIGIT;
    if (digit !== NO_DIGIT) {
      if (this.#digits === 0) this.#sizeOffset = offset;
      if (++this.#digits > MAX_DIGITS)
        return this.#reject(framingFault(`Chunk size over ${MAX_DIGITS} digits`, offset));
      this.size = this.size * 16 + digit;
      return DIGITS;
    }
    if (this.#state === FIRST_DIGIT) return this.#rejectByte(byte, offset);
    const next = byte === CR ? LINE_FEED : this.#nextOfExtension(byte, offset);
    // RFC 9112 §7.1: no overflow. A size that is no size at all precedes one that is too large.
    if (next !== INVALID && this.size > Number.MAX_SAFE_INTEGER)
      return this.#reject({
        kind: 'content-size',
        status: 413,
        what: `Chunk size over ${Number.MAX_SAFE_INTEGER}`,
        offset: this.#sizeOffset,
      });
    return next;
  }

  #nextOfExtension(byte: number, offset: number): number {
    if (++this.#extensionSize > this.#limits.chunkExtensionSize)
      return this.#reject(
        framingFault(`Chunk extensions over ${this.#limits.chunkExtensionSize} bytes`, offset),
      );
    const next = nextState(this.#state, byte);
    return next === INVALID ? this.#rejectByte(byte, offset) : next;
  }

  #rejectByte(byte: number, offset: number): typeof INVALID {
    const what = byte === LF ? 'LF without CR' : `${nameOf(byte)} in a chunk size line`;
    return this.#reject(framingFault(what, offset));
  }

  #reject(fault: Fault): typeof INVALID {
    this.fault = fault;
    return INVALID;
  }
}

/** The state behind a byte of the extensions; the first one follows the digits. */
function nextState(state: number, byte: number): number {
  switch (state) {
    case DIGITS:
    case BEFORE_SEMICOLON:
    case AFTER_QUOTE:
      return isWhiteSpace(byte) ? BEFORE_SEMICOLON : byte === SEMICOLON ? BEFORE_NAME : INVALID;
    case BEFORE_NAME:
      return isWhiteSpace(byte) ? BEFORE_NAME : TOKEN[byte] === 1 ? NAME : INVALID;
    case NAME:
      return TOKEN[byte] === 1 ? NAME : behindName(byte);
    case AFTER_NAME:
      return behindName(byte);
    case BEFORE_VALUE:
      if (byte === QUOTE) return QUOTED;
      return isWhiteSpace(byte) ? BEFORE_VALUE : TOKEN[byte] === 1 ? VALUE : INVALID;
    case VALUE:
      return TOKEN[byte] === 1 ? VALUE : nextState(AFTER_QUOTE, byte);
    case QUOTED:
      if (byte === QUOTE) return AFTER_QUOTE;
      return byte === BACKSLASH ? QUOTED_PAIR : FIELD_VALUE[byte] === 1 ? QUOTED : INVALID;
    case QUOTED_PAIR:
      return FIELD_VALUE[byte] === 1 ? QUOTED : INVALID;
    default:
      return INVALID;
  }
}

function behindName(byte: number): number {
  if (byte === EQUALS) return BEFORE_VALUE;
  return isWhiteSpace(byte) ? AFTER_NAME : byte === SEMICOLON ? BEFORE_NAME : INVALID;
}
