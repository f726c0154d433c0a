import { CR, hasMember, isSameWord, LF, parseDecimal } from '../bytes.ts';
import {
  END_STREAM,
  EXPECT_CONTINUE,
  KEEP_ALIVE,
  type RequestHead,
  TE_TRAILERS,
  UPGRADE,
} from '../request-head.ts';
import { type Fault, framingFault } from './fault.ts';
import { FieldParser } from './field-parser.ts';
import type { Http1Limits } from './limits.ts';
import { RequestLineParser } from './request-line.ts';
import type { LineParser } from './section-reader.ts';

const VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9'] as const;
const NO_PSEUDO: readonly string[] = Object.freeze([]);
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

// What the fields of the connection name, besides the flags of the head.
const CLOSE = 1;
const PERSISTENT = 2;
const UPGRADE_OPTION = 4;
const UPGRADE_FIELD = 8;
const EXPECTATION = 16;
const TRAILERS = 32;

/** Parses the lines of a request's head, one after the other (RFC 9112 §3, §5), and decides the framing of its content (§6.3). */
export class HeadParser implements LineParser {
  /** Whether the blank line was parsed. */
  isComplete = false;
  fault: Fault | undefined = undefined;
  readonly #limits: Http1Limits;
  readonly #requestLine: RequestLineParser;
  readonly #field = new FieldParser();
  #hasRequestLine = false;
  #fields: string[] = [];
  #length = -1;
  #isChunked = false;
  #found = 0;

  constructor(limits: Http1Limits) {
    this.#limits = limits;
    this.#requestLine = new RequestLineParser(limits);
  }

  /** As far as it is known. */
  get method(): string {
    return this.#requestLine.method;
  }

  /** As far as it is known. */
  get target(): string {
    return this.#requestLine.target;
  }

  /** Forgets the last head. */
  begin(): void {
    this.#requestLine.begin();
    this.isComplete = false;
    this.#hasRequestLine = false;
    this.#fields = [];
    this.#length = -1;
    this.#isChunked = false;
    this.#found = 0;
  }

  line(text: string, start: number, base: number): number {
    if (!this.#hasRequestLine) return this.#readRequestLine(text);
    if (text.charCodeAt(start) === CR && text.charCodeAt(start + 1) === LF) {
      this.isComplete = true;
      return start + 2;
    }
    if (this.#fields.length >= 2 * this.#limits.fields)
      return this.#reject({
        kind: 'head-size',
        status: 431,
        what: `More than ${this.#limits.fields} fields`,
        offset: base + start,
      });
    const end = this.#field.parse(text, start, base);
    if (end < 0) return this.#reject(this.#field.fault);
    this.#fields.push(this.#field.name, this.#field.value);
    return this.#isAccepted() ? end : -1;
  }

  /** RFC 9112 §3: a request line that is too long gets 414. RFC 6585 §5: other heads get 431. */
  overflow(offset: number): Fault {
    const size = this.#limits.headSize;
    return this.#hasRequestLine
      ? { kind: 'head-size', status: 431, what: `Head over ${size} bytes`, offset }
      : { kind: 'target-size', status: 414, what: `Request line over ${size} bytes`, offset };
  }

  /** @param raw the complete head, one unit per byte */
  finish(raw: string): RequestHead {
    const hasContent = this.#isChunked || this.#length > 0;
    return {
      version: VERSIONS[this.#requestLine.minor] ?? '1.1',
      method: this.method,
      target: this.target,
      fields: this.#fields,
      raw,
      pseudo: NO_PSEUDO,
      framing: this.#isChunked ? 'chunked' : this.#length >= 0 ? 'content-length' : 'none',
      length: this.#length,
      flags: this.#flags(hasContent),
    };
  }

  #flags(hasContent: boolean): number {
    const found = this.#found;
    const isPersistent = (found & CLOSE) === 0 && (this.#requestLine.minor > 0 || (found & PERSISTENT) !== 0);
    let flags = isPersistent ? KEEP_ALIVE : 0;
    if (!hasContent) flags |= END_STREAM;
    if ((found & TRAILERS) !== 0) flags |= TE_TRAILERS;
    // RFC 9110 §7.8 and §10.1.1: neither applies to HTTP/1.0.
    if (this.#requestLine.minor === 0) return flags;
    if (hasContent && (found & EXPECTATION) !== 0) flags |= EXPECT_CONTINUE;
    if (!hasContent && (found & UPGRADE_OPTION) !== 0 && (found & UPGRADE_FIELD) !== 0) flags |= UPGRADE;
    return flags;
  }

  #readRequestLine(text: string): number {
    const end = this.#requestLine.parse(text);
    this.#hasRequestLine = end >= 0;
    this.fault = this.#requestLine.fault;
    return end;
  }

  /** Handles the field that was parsed last, if it is one of the connection or of the framing. */
  #isAccepted(): boolean {
    const { name, value } = this.#field;
    switch (name.length) {
      case 2:
        if (isSameWord(name, 'te') && hasMember(value, 'trailers')) this.#found |= TRAILERS;
        return true;
      case 6:
        if (isSameWord(name, 'expect') && hasMember(value, '100-continue')) this.#found |= EXPECTATION;
        return true;
      case 7:
        if (isSameWord(name, 'upgrade') && value !== '') this.#found |= UPGRADE_FIELD;
        return true;
      case 10:
        if (isSameWord(name, 'connection')) this.#readConnection(value);
        return true;
      case 14:
        return !isSameWord(name, 'content-length') || this.#isLength(value);
      case 17:
        return !isSameWord(name, 'transfer-encoding') || this.#isChunkedCoding(value);
      default:
        return true;
    }
  }

  #readConnection(value: string): void {
    if (hasMember(value, 'keep-alive')) this.#found |= PERSISTENT;
    if (hasMember(value, 'close')) this.#found |= CLOSE;
    if (hasMember(value, 'upgrade')) this.#found |= UPGRADE_OPTION;
  }

  /** RFC 9112 §6.3: one number, in one field. Numbers that a double does not hold exactly are too large. */
  #isLength(value: string): boolean {
    const { nameOffset, valueOffset } = this.#field;
    if (this.#length >= 0) return this.#fails(framingFault('Second Content-Length field', nameOffset));
    if (this.#isChunked)
      return this.#fails(framingFault('Content-Length beside Transfer-Encoding', nameOffset));
    const length = parseDecimal(value);
    if (length < 0) return this.#fails(lengthFault(value, valueOffset));
    this.#length = length;
    return true;
  }

  /**
   * RFC 9112 §6.1, §6.3: `chunked` alone, in one field, and neither in HTTP/1.0 nor beside Content-Length. A tab behind it is
   * white space that llhttp does not skip: two readings of one field.
   */
  #isChunkedCoding(value: string): boolean {
    const { nameOffset, valueOffset, hasTabBehind } = this.#field;
    if (this.#requestLine.minor === 0)
      return this.#fails(framingFault('Transfer-Encoding in HTTP/1.0', nameOffset));
    if (this.#length >= 0)
      return this.#fails(framingFault('Transfer-Encoding beside Content-Length', nameOffset));
    if (this.#isChunked)
      return this.#fails({
        kind: 'coding',
        status: 400,
        what: 'Second Transfer-Encoding field',
        offset: nameOffset,
      });
    if (!isSameWord(value, 'chunked'))
      return this.#fails({
        kind: 'coding',
        status: 400,
        what: 'Transfer coding other than chunked',
        offset: valueOffset,
      });
    if (hasTabBehind)
      return this.#fails({
        kind: 'coding',
        status: 400,
        what: 'Tab behind the transfer coding',
        offset: valueOffset + value.length,
      });
    this.#isChunked = true;
    return true;
  }

  #fails(fault: Fault): false {
    this.fault = fault;
    return false;
  }

  #reject(fault: Fault | undefined): -1 {
    this.fault = fault;
    return -1;
  }
}

function lengthFault(value: string, offset: number): Fault {
  let digits = 0;
  while (value.charCodeAt(digits) >= DIGIT_0 && value.charCodeAt(digits) <= DIGIT_9) digits++;
  if (value === '') return framingFault('Empty Content-Length', offset);
  if (digits < value.length) return framingFault('Content-Length is not a number', offset + digits);
  return { kind: 'content-size', status: 413, what: 'Content-Length over 15 digits', offset };
}
