import { ByteCollector } from '../byte-collector.ts';
import { CR, LF } from '../bytes.ts';
import type { Fault } from './fault.ts';

/** Parses the lines of a head or of a trailer section. */
export interface LineParser {
  /** Whether the blank line was parsed. */
  readonly isComplete: boolean;
  readonly fault: Fault | undefined;
  /**
   * Parses one line and looks at nothing behind its LF.
   * @param text one unit per byte
   * @param start where the line starts in `text`
   * @param base the offset of `text` in the message
   * @returns the index behind the line; -1 for a fault
   */
  line(text: string, start: number, base: number): number;
  /** The fault of a section over its limit. */
  overflow(offset: number): Fault;
}

/**
 * Collects the lines of a section that arrives in parts. A complete line is parsed once, so that a section of single bytes
 * takes linear time, and its first offending line is found in any split.
 */
export class SectionReader {
  fault: Fault | undefined = undefined;
  readonly #limit: number;
  readonly #section = new ByteCollector();
  #base = 0;
  #lineStart = 0;

  /** @param limit maximum number of bytes of a section */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#section.length === 0;
  }

  /** The last section was cleared. @param base the offset of the section in the message */
  begin(base: number): void {
    this.#base = base;
    this.#lineStart = 0;
  }

  /**
   * Reads until the section is complete, `fault` is set, or all bytes are read.
   * @returns the index of the first byte that was not read
   */
  read(bytes: Buffer, start: number, parser: LineParser): number {
    let at = start;
    while (at < bytes.length && !parser.isComplete) {
      const free = this.#limit - this.#section.length;
      const lineFeed = bytes.indexOf(LF, at);
      const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
      this.#section.append(bytes, at, Math.min(end, at + free));
      if (end - at > free) {
        this.fault = this.#overflowFault(parser);
        return at;
      }
      at = end;
      if (lineFeed >= 0 && !this.#parseLine(parser)) return at;
    }
    return at;
  }

  /** The complete section, one unit per byte. */
  text(): string {
    return this.#section.text(0, this.#section.length);
  }

  /** Forgets the section, and releases its memory. */
  clear(): void {
    this.#section.clear();
  }

  #parseLine(parser: LineParser): boolean {
    const line = this.#section.text(this.#lineStart, this.#section.length);
    if (parser.line(line, 0, this.#base + this.#lineStart) < 0) {
      this.fault = parser.fault;
      return false;
    }
    this.#lineStart = this.#section.length;
    return true;
  }

  /**
   * An offending byte before the limit precedes the byte that is too much. NUL ends the line, and offends in every place; a
   * CR as the last byte may have its LF behind the limit.
   */
  #overflowFault(parser: LineParser): Fault {
    const line = this.#section.text(this.#lineStart, this.#section.length);
    const end = this.#base + this.#section.length;
    const isCut = line.charCodeAt(line.length - 1) === CR;
    parser.line(`${line}\0`, 0, this.#base + this.#lineStart);
    const { fault } = parser;
    return fault !== undefined && fault.offset < (isCut ? end - 1 : end) ? fault : parser.overflow(end);
  }
}
