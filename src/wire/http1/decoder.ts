import { ByteCollector } from '../byte-collector.ts';
import { CR, copyOf, LF, retain, TOKEN } from '../bytes.ts';
import { KEEP_ALIVE } from '../request-head.ts';
import { BodyDecoder, CHUNK, COMPLETE, CONTENT, FAULT } from './body-decoder.ts';
import { describeInvalid, type Fault, syntaxFault } from './fault.ts';
import type { Http1Handler, Http1Phase } from './handler.ts';
import { HeadParser } from './head-parser.ts';
import type { Http1Limits } from './limits.ts';
import { SectionReader } from './section-reader.ts';

const EMPTY: Buffer = Buffer.alloc(0);
const MAX_ERROR_BYTES = 8_192;
const MAX_LEADING_BYTES = 8;
/** The first byte of a TLS handshake (RFC 8446 §5.1). */
const TLS_HANDSHAKE = 0x16;

// What the next byte belongs to.
const START = 0;
const LEADING_LF = 1;
const HEAD = 2;
const BODY = 3;
/** The last message of the connection has ended: unless the handler stopped there, further bytes are discarded. */
const ENDED = 4;
const TAKEN = 5;
const FAILED = 6;

/**
 * Decodes the requests of a connection (RFC 9112), one after the other. It depends on the received bytes only: any split of
 * them gives the same calls, but for the split of the content.
 */
export class Http1Decoder {
  readonly #handler: Http1Handler;
  readonly #limits: Http1Limits;
  readonly #head: HeadParser;
  readonly #section: SectionReader;
  readonly #body: BodyDecoder;
  #state: number = START;
  /** The handler has stopped the decoder. Without a meaning once the bytes were taken, or the decoder has failed. */
  #isStopped = false;
  #isRunning = false;
  #hasEnded = false;
  /** Whether the connection may be used for another message after this one. */
  #isPersistent = true;
  #leadingBytes = 0;
  /** The bytes that are being decoded, and the index of the next one. */
  #bytes = EMPTY;
  #at = 0;
  /** The offset of `#bytes` in the message: negative if the message starts within them. */
  #base = 0;
  /** The first bytes of the message, from earlier calls, for an error. */
  readonly #earlier = new ByteCollector();
  /** The bytes that were not decoded when the handler stopped, and those that were received after it. */
  #unread = EMPTY;
  readonly #later = new ByteCollector();

  constructor(handler: Http1Handler, limits: Http1Limits) {
    this.#handler = handler;
    this.#limits = limits;
    this.#head = new HeadParser(limits);
    this.#section = new SectionReader(limits.headSize);
    this.#body = new BodyDecoder(limits);
  }

  get phase(): Http1Phase {
    if (this.#state === FAILED) return 'failed';
    if (this.#isStopped || this.#state >= ENDED) return 'stopped';
    if (this.#state === BODY) return 'content';
    return this.#state === HEAD ? 'head' : 'start';
  }

  /** Number of bytes that are retained while the decoder is stopped. The caller reads no more from a limit on. */
  get retained(): number {
    return this.#unread.length + this.#later.length;
  }

  receive(bytes: Buffer): void {
    if (this.#hasEnded || this.#isDiscarding()) return;
    if (this.#isStopped || this.#isRunning) this.#later.append(bytes, 0, bytes.length);
    else this.#decode(bytes);
  }

  /** Continues after a call that returned false. Has no effect within a call: its result decides. */
  resume(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    const bytes = this.#unread;
    this.#unread = EMPTY;
    this.#decode(bytes);
  }

  /** The client's FIN: error `incomplete` within a message. Retained bytes are decoded first, after `resume()`. */
  end(): void {
    this.#hasEnded = true;
    if (!this.#isRunning && !this.#isStopped) this.#decode(EMPTY);
  }

  /** The deadline of the caller for this phase has passed: error `timeout`, with what has arrived of the message. */
  expire(): void {
    if (this.#state >= ENDED) return;
    this.#fail({ kind: 'timeout', status: 408, what: 'Timeout', offset: this.#base + this.#at });
  }

  /** What was received and not decoded, for an upgrade or a hijacked connection. Nothing is decoded after it. */
  takeRest(): Buffer {
    const rest = Buffer.concat([this.#bytes.subarray(this.#at), this.#unread, this.#later.take()]);
    if (this.#state !== FAILED) this.#state = TAKEN;
    this.#release();
    return rest;
  }

  #isDiscarding(): boolean {
    return this.#state >= TAKEN || (this.#state === ENDED && !this.#isStopped);
  }

  #decode(bytes: Buffer): void {
    this.#run(bytes);
    // What arrived while the decoder was stopped, or within a call of the handler.
    while (!this.#isStopped && this.#later.length > 0) this.#run(this.#later.take());
    if (this.#hasEnded && !this.#isStopped) this.#finish();
  }

  #run(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#isRunning = true;
    let hasThrown = true;
    try {
      while (this.#step());
      hasThrown = false;
    } finally {
      // The messages behind an exception of the handler have no order that it knows.
      if (hasThrown) this.#state = FAILED;
      this.#isRunning = false;
      this.#leave();
    }
  }

  /** Retains what later calls need of the bytes. */
  #leave(): void {
    if (this.#isDiscarding()) this.#release();
    else {
      if (this.#state !== START && this.#state !== ENDED) this.#collect(this.#at);
      // Only a handler that stops the decoder leaves bytes.
      if (this.#at < this.#bytes.length) this.#unread = retain(this.#bytes.subarray(this.#at));
    }
    this.#base += this.#at;
    this.#bytes = EMPTY;
    this.#at = 0;
  }

  #release(): void {
    this.#unread = EMPTY;
    this.#later.clear();
    this.#earlier.clear();
    this.#section.clear();
    this.#body.release();
  }

  /** Decodes up to one call of the handler. Returns whether to continue. */
  #step(): boolean {
    // Content can be complete without a further byte.
    if (this.#at === this.#bytes.length && this.#state !== BODY) return false;
    switch (this.#state) {
      case START:
        return this.#startMessage();
      case LEADING_LF:
        return this.#readLeadingLf();
      case HEAD:
        return this.#readHead();
      case BODY:
        return this.#readBody();
      default:
        return false;
    }
  }

  /** RFC 9112 §2.2: some CRLFs before a request line are ignored. The first byte of a method is checked at once. */
  #startMessage(): boolean {
    const byte = this.#bytes.readUInt8(this.#at);
    this.#base = -this.#at;
    if (byte === CR) {
      if (this.#leadingBytes === MAX_LEADING_BYTES)
        return this.#fail(
          syntaxFault(`More than ${MAX_LEADING_BYTES} bytes of CRLF before a request line`, 0),
        );
      this.#leadingBytes += 2;
      this.#state = LEADING_LF;
      this.#at++;
      return true;
    }
    if (TOKEN[byte] !== 1)
      return this.#fail(
        syntaxFault(byte === TLS_HANDSHAKE ? 'TLS handshake' : describeInvalid(byte, 'the method'), 0),
      );
    this.#head.begin();
    this.#state = HEAD;
    const limit = Math.min(this.#bytes.length, this.#at + this.#limits.headSize);
    const end = findHeadEnd(this.#bytes, this.#at, limit);
    if (end >= 0) return this.#parseHead(this.#bytes.toString('latin1', this.#at, end));
    this.#section.begin(0);
    return true;
  }

  #readLeadingLf(): boolean {
    if (this.#bytes[this.#at] !== LF) return this.#fail(syntaxFault('CR without LF', 0));
    this.#at++;
    this.#earlier.clear();
    this.#state = START;
    return true;
  }

  /** A head that arrived in one part. */
  #parseHead(text: string): boolean {
    let index = 0;
    while (!this.#head.isComplete) {
      index = this.#head.line(text, index, 0);
      if (index < 0) return this.#fail(this.#head.fault);
    }
    this.#at += index;
    return this.#beginContent(text);
  }

  #readHead(): boolean {
    this.#at = this.#section.read(this.#bytes, this.#at, this.#head);
    if (this.#section.fault !== undefined) return this.#fail(this.#section.fault);
    if (!this.#head.isComplete) return false;
    const text = this.#section.text();
    this.#section.clear();
    return this.#beginContent(text);
  }

  #beginContent(raw: string): boolean {
    const head = this.#head.finish(raw);
    this.#isPersistent = (head.flags & KEEP_ALIVE) !== 0;
    this.#body.begin(head);
    this.#state = BODY;
    return this.#proceed(this.#handler.onHead(head));
  }

  #readBody(): boolean {
    const body = this.#body;
    this.#at = body.read(this.#bytes, this.#at, this.#base);
    switch (body.event) {
      case CONTENT:
        return this.#proceed(this.#handler.onContent(this.#bytes.subarray(body.contentStart, this.#at)));
      case CHUNK:
        this.#handler.onChunk?.(body.chunkSize, body.chunkExtension);
        return this.#proceed(true);
      case COMPLETE:
        this.#state = this.#isPersistent ? START : ENDED;
        this.#leadingBytes = 0;
        this.#earlier.clear();
        return this.#proceed(this.#handler.onEnd(body.trailers));
      case FAULT:
        return this.#fail(body.fault);
      default:
        return false;
    }
  }

  #proceed(isContinued: boolean): boolean {
    this.#isStopped = !isContinued;
    return isContinued;
  }

  #finish(): void {
    if (this.#state !== HEAD && this.#state !== BODY) return;
    const what = `End of the connection in the ${this.#state === HEAD ? 'head' : 'content'}`;
    this.#fail({ kind: 'incomplete', status: 400, what, offset: this.#base });
  }

  /** Returns false: nothing is decoded after it. */
  #fail(fault: Fault | undefined): false {
    if (fault === undefined) return false;
    const isWithin = this.#state === HEAD || this.#state === BODY;
    this.#collect(this.#bytes.length);
    const bytes = copyOf(this.#earlier.take());
    this.#state = FAILED;
    this.#release();
    this.#handler.onError({
      kind: fault.kind,
      status: fault.status,
      code: 0,
      message: `${fault.what} at byte ${fault.offset}`,
      method: isWithin ? this.#head.method : '',
      target: isWithin ? this.#head.target : '',
      bytes,
    });
    return false;
  }

  /** Keeps the bytes of the message before `end` for an error, at most its first ones. */
  #collect(end: number): void {
    const start = Math.max(0, -this.#base);
    const size = Math.min(end - start, MAX_ERROR_BYTES - this.#earlier.length);
    if (size > 0) this.#earlier.append(this.#bytes, start, start + size);
  }
}

/** The index behind the first CR LF CR LF, which is before `limit`; -1 without it. Most steps are four bytes. */
function findHeadEnd(bytes: Buffer, start: number, limit: number): number {
  let at = start + 3;
  while (at < limit) {
    const byte = bytes[at];
    if (byte === LF) {
      if (bytes[at - 1] === CR && bytes[at - 2] === LF && bytes[at - 3] === CR) return at + 1;
      at += 2;
    } else at += byte === CR ? 1 : 4;
  }
  return -1;
}
