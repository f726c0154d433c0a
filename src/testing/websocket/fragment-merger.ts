import { type FrameHead, headLength, MAX_HEAD_LENGTH, readHead, writeHead } from './frame.ts';

export interface MergerOptions {
  /** Maximum size of a message as sent; compressed if the extension is active. */
  readonly limit: number;
  /** Whether compression was negotiated. */
  isCompressible(): boolean;
  /** Reserves memory for a message; false when the budget is exhausted. */
  acquire(bytes: number): boolean;
  /** A message is complete, with this many reserved bytes. */
  completed(bytes: number): void;
  /** Closes the connection with this code. Later input is ignored. */
  reject(code: 1008 | 1009 | 1013): void;
}

interface Message {
  readonly opcode: number;
  readonly isCompressed: boolean;
  isStarted: boolean;
  /** The size in the heads of its frames. */
  size: number;
  /** Received bytes. */
  received: number;
  /** Reserved bytes. */
  reserved: number;
  emptyFragments: number;
}

/**
 * Merges the fragments of each message (RFC 6455 §5.4) into frames of up to 64 KiB. `ws` allocates an object for each
 * fragment, so that clients could exhaust the memory with small fragments; the merger bounds the size of a message,
 * regardless of its fragments. Control frames pass unchanged. After a frame that violates the protocol all bytes pass
 * unchanged, and `ws` reports the error.
 */
export class FragmentMerger {
  readonly #options: MergerOptions;
  #state: 'head' | 'data' | 'control' | 'raw' | 'rejected' = 'head';
  readonly #head = Buffer.alloc(MAX_HEAD_LENGTH);
  #headFilled = 0;
  #frame: FrameHead | undefined;
  /** Remaining bytes of the current frame. */
  #remaining = 0;
  #message: Message | undefined;
  #chunk: Buffer | undefined;
  #chunkLength = 0;

  constructor(options: MergerOptions) {
    this.#options = options;
  }

  /** @returns the bytes that replace the chunk. */
  push(chunk: Buffer): Buffer[] {
    const out: Buffer[] = [];
    let at = 0;
    while (at < chunk.length && this.#state !== 'rejected') {
      const rest = chunk.subarray(at);
      if (this.#state === 'head') at += this.#readHead(rest, out);
      else if (this.#state === 'data') at += this.#readData(rest, out);
      else at += this.#pass(rest, out);
    }
    return this.#state === 'rejected' ? [] : out;
  }

  #readHead(bytes: Buffer, out: Buffer[]): number {
    const required = this.#headFilled < 2 ? 2 : headLength(this.#head);
    const consumed = bytes.copy(this.#head, this.#headFilled, 0, required - this.#headFilled);
    this.#headFilled += consumed;
    if (this.#headFilled >= 2 && this.#headFilled === headLength(this.#head)) this.#startFrame(out);
    return consumed;
  }

  #startFrame(out: Buffer[]): void {
    const raw = Buffer.from(this.#head.subarray(0, this.#headFilled));
    const frame = readHead(raw);
    this.#headFilled = 0;
    this.#frame = frame;
    this.#remaining = frame.length;
    if (!this.#isValid(frame)) {
      // `ws` detects the error only after the start of the message.
      if (this.#message) this.#emit(out, false);
      out.push(raw);
      this.#state = 'raw';
    } else if (frame.opcode >= 8) {
      out.push(raw);
      this.#state = frame.length === 0 ? 'head' : 'control';
    } else this.#startMessage(frame, out);
  }

  #isValid({ isFinal, isCompressed, hasReservedBits, opcode, mask, length }: FrameHead): boolean {
    if (!mask || hasReservedBits) return false;
    if (opcode >= 8) return isFinal && !isCompressed && length <= 125 && opcode <= 10;
    if (opcode === 0) return this.#message !== undefined && !isCompressed;
    return opcode <= 2 && !this.#message && (!isCompressed || this.#options.isCompressible());
  }

  #startMessage({ opcode, isCompressed, isFinal, length }: FrameHead, out: Buffer[]): void {
    this.#message ??= {
      opcode,
      isCompressed,
      isStarted: false,
      size: 0,
      received: 0,
      reserved: 0,
      emptyFragments: 0,
    };
    const message = this.#message;
    message.size += length;
    if (length === 0 && !isFinal) message.emptyFragments++;
    this.#state = 'data';
    if (message.size > this.#options.limit) this.#reject(1009);
    else if (message.emptyFragments > MAX_EMPTY_FRAGMENTS) this.#reject(1008);
    else if (length === 0) this.#end(out);
  }

  #readData(bytes: Buffer, out: Buffer[]): number {
    const { mask, isFinal = false } = this.#frame ?? {};
    if (!this.#message || !mask) return bytes.length;
    this.#chunk ??= Buffer.allocUnsafeSlow(isFinal ? Math.min(this.#remaining, CHUNK_SIZE) : CHUNK_SIZE);
    const consumed = Math.min(bytes.length, this.#remaining, this.#chunk.length - this.#chunkLength);
    if (!this.#acquire(this.#message, consumed)) {
      this.#reject(1013);
      return consumed;
    }
    const masked = (this.#frame?.length ?? 0) - this.#remaining;
    for (let index = 0; index < consumed; index++)
      this.#chunk[this.#chunkLength + index] = (bytes[index] ?? 0) ^ (mask[(masked + index) & 3] ?? 0);
    this.#chunkLength += consumed;
    this.#remaining -= consumed;
    if (this.#remaining === 0) this.#end(out);
    else if (this.#chunkLength === this.#chunk.length) this.#emit(out, false);
    return consumed;
  }

  /** Reserves the maximum decompressed size of a compressed message, up to the limit. */
  #acquire(message: Message, bytes: number): boolean {
    message.received += bytes;
    const required = message.isCompressed
      ? Math.min(message.received * MAX_EXPANSION, this.#options.limit)
      : message.received;
    const more = required - message.reserved;
    if (more <= 0) return true;
    if (!this.#options.acquire(more)) return false;
    message.reserved = required;
    return true;
  }

  #end(out: Buffer[]): void {
    this.#state = 'head';
    if (this.#frame?.isFinal) {
      this.#emit(out, true);
      this.#options.completed(this.#message?.reserved ?? 0);
      this.#message = undefined;
    } else if (this.#chunkLength === this.#chunk?.length) this.#emit(out, false);
  }

  #emit(out: Buffer[], isFinal: boolean): void {
    const message = this.#message;
    if (!message) return;
    const { opcode, isCompressed, isStarted } = message;
    const kind = isStarted ? { opcode: 0, isCompressed: false } : { opcode, isCompressed };
    out.push(writeHead({ ...kind, isFinal, length: this.#chunkLength }));
    if (this.#chunk && this.#chunkLength > 0) out.push(this.#chunk.subarray(0, this.#chunkLength));
    message.isStarted = true;
    this.#chunk = undefined;
    this.#chunkLength = 0;
  }

  #pass(bytes: Buffer, out: Buffer[]): number {
    if (this.#state === 'raw') {
      out.push(bytes);
      return bytes.length;
    }
    const consumed = Math.min(bytes.length, this.#remaining);
    out.push(bytes.subarray(0, consumed));
    this.#remaining -= consumed;
    if (this.#remaining === 0) this.#state = 'head';
    return consumed;
  }

  #reject(code: 1008 | 1009 | 1013): void {
    this.#state = 'rejected';
    this.#chunk = undefined;
    this.#message = undefined;
    this.#options.reject(code);
  }
}

const CHUNK_SIZE = 64 * 1024;

/** DEFLATE encodes at most 258 bytes in two bits. */
const MAX_EXPANSION = 1032;

/** Empty fragments do not add to the size of a message, so they have a separate limit. */
const MAX_EMPTY_FRAGMENTS = 16_384;
