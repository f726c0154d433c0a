import { CR, LF } from '../bytes.ts';
import type { RequestHead } from '../request-head.ts';
import { ChunkLine } from './chunk-line.ts';
import { describeInvalid, type Fault, framingFault } from './fault.ts';
import type { Http1Limits } from './limits.ts';
import { SectionReader } from './section-reader.ts';
import { TrailerParser } from './trailer-parser.ts';

/** All bytes were read. */
const NEED_BYTES = 0;
/** `contentStart` to the returned index are bytes of the content. */
export const CONTENT = 1;
/** `chunkSize` and `chunkExtension` are those of the chunk that begins; the last chunk has size 0. */
export const CHUNK = 2;
/** The content is complete. */
export const COMPLETE = 3;
/** `fault` is set. */
export const FAULT = 4;

// What the next byte belongs to.
const BY_LENGTH = 0;
const CHUNK_LINE = 1;
const CHUNK_DATA = 2;
const DATA_CR = 3;
const DATA_LF = 4;
const TRAILER_SECTION = 5;
const NOTHING = 6;

const NO_TRAILERS: readonly string[] = Object.freeze([]);

/** Decodes the content of a message (RFC 9112 §6, §7): of a declared length, or chunked. Each call returns one event. */
export class BodyDecoder {
  event: number = NEED_BYTES;
  contentStart = 0;
  trailers = NO_TRAILERS;
  fault: Fault | undefined = undefined;
  readonly #line: ChunkLine;
  readonly #section: SectionReader;
  readonly #trailers: TrailerParser;
  #state: number = NOTHING;
  /** Bytes of the content, or of the chunk, that have not arrived. */
  #missing = 0;

  constructor(limits: Http1Limits) {
    this.#line = new ChunkLine(limits);
    this.#section = new SectionReader(limits.headSize);
    this.#trailers = new TrailerParser(limits);
  }

  get chunkSize(): number {
    return this.#line.size;
  }

  get chunkExtension(): string {
    return this.#line.extension;
  }

  /** For the content of the next message; the last one is complete. */
  begin({ framing, length }: RequestHead): void {
    this.trailers = NO_TRAILERS;
    if (framing === 'chunked') {
      this.#state = CHUNK_LINE;
      this.#line.beginMessage();
    } else if (length > 0) {
      this.#state = BY_LENGTH;
      this.#missing = length;
    }
  }

  /**
   * Reads until the next event and sets `event`.
   * @param base the offset of `bytes` in the message
   * @returns the index of the first byte that was not read
   */
  read(bytes: Buffer, start: number, base: number): number {
    let at = start;
    this.event = NEED_BYTES;
    // The content is complete without a further byte.
    if (this.#state === NOTHING) this.event = COMPLETE;
    while (this.event === NEED_BYTES && at < bytes.length) {
      switch (this.#state) {
        case BY_LENGTH:
        case CHUNK_DATA:
          at = this.#readContent(bytes, at);
          break;
        case CHUNK_LINE:
          at = this.#readLine(bytes, at, base);
          break;
        case DATA_CR:
        case DATA_LF:
          this.#readLineEnd(bytes.readUInt8(at), base + at);
          at++;
          break;
        default:
          at = this.#readTrailers(bytes, at);
      }
    }
    return at;
  }

  /** Releases the memory of a trailer section that is not complete. Nothing is read after it. */
  release(): void {
    this.#section.clear();
  }

  #readContent(bytes: Buffer, at: number): number {
    const size = Math.min(this.#missing, bytes.length - at);
    this.#missing -= size;
    if (this.#missing === 0) this.#state = this.#state === BY_LENGTH ? NOTHING : DATA_CR;
    this.contentStart = at;
    this.event = CONTENT;
    return at + size;
  }

  #readLine(bytes: Buffer, at: number, base: number): number {
    const end = this.#line.read(bytes, at, base);
    if (this.#line.fault !== undefined) this.#fail(this.#line.fault);
    else if (this.#line.isComplete) {
      this.#missing = this.#line.size;
      this.event = CHUNK;
      if (this.#missing > 0) this.#state = CHUNK_DATA;
      else {
        this.#state = TRAILER_SECTION;
        this.#trailers.begin();
        this.#section.begin(base + end);
      }
    }
    return end;
  }

  #readLineEnd(byte: number, offset: number): void {
    if (this.#state === DATA_CR) {
      if (byte === CR) this.#state = DATA_LF;
      else this.#fail(framingFault(describeInvalid(byte, 'place of the end of a chunk'), offset));
    } else if (byte === LF) {
      this.#state = CHUNK_LINE;
      this.#line.begin();
    } else this.#fail(framingFault('CR without LF', offset - 1));
  }

  #readTrailers(bytes: Buffer, at: number): number {
    // Nearly all trailer sections are empty, and need no memory.
    if (this.#section.isEmpty && bytes[at] === CR && bytes[at + 1] === LF) {
      this.#state = NOTHING;
      this.event = COMPLETE;
      return at + 2;
    }
    const end = this.#section.read(bytes, at, this.#trailers);
    if (this.#section.fault !== undefined) this.#fail(this.#section.fault);
    else if (this.#trailers.isComplete) {
      this.trailers = this.#trailers.fields;
      this.#section.clear();
      this.#state = NOTHING;
      this.event = COMPLETE;
    }
    return end;
  }

  #fail(fault: Fault): void {
    this.fault = fault;
    this.event = FAULT;
  }
}
