import { createHash, type Hash } from 'node:crypto';
import { ChunkList } from '#wire/chunk-list.ts';
import type { RecordedBody } from './record.ts';

/** Maximum number of bytes of a body that is kept as a string. */
const MAX_STRING = 4 * 1024;

/**
 * Counts a body, keeps its first bytes and hashes all of it. Nothing is copied or hashed before the limit is reached,
 * because most bodies are short and never read again.
 */
export class BodyRecorder {
  readonly #limit: number;
  #length = 0;
  #kept = 0;
  #first: string | Uint8Array | undefined;
  /** What follows. Clients choose the size of their chunks, so small ones share memory. */
  #rest: ChunkList | undefined;
  /** The encoding of a string in `#first`: text, or one character for each byte. */
  #encoding: 'utf8' | 'latin1' = 'utf8';
  /** The digest of a body that is longer than the limit. */
  #hash: Hash | undefined;
  #digest: string | undefined;
  #isFinished = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Number of bytes in memory. */
  get kept(): number {
    return this.#kept;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  add(chunk: string | Uint8Array): void {
    const length = typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength;
    if (length === 0) return;
    this.#length += length;
    if (this.#hash === undefined && this.#length > this.#limit) {
      this.#hash = createHash('sha256');
      for (const part of this.#parts()) this.#hash.update(part);
    }
    this.#hash?.update(chunk);
    if (this.#kept < this.#limit) this.#keep(chunk, length);
  }

  #keep(chunk: string | Uint8Array, length: number): void {
    const room = this.#limit - this.#kept;
    const part = length <= room ? chunk : Buffer.from(toBytes(chunk).subarray(0, room));
    this.#kept += Math.min(length, room);
    if (this.#first === undefined) this.#first = part;
    else {
      this.#rest ??= new ChunkList();
      this.#rest.add(toBuffer(part));
    }
  }

  /**
   * Copies the kept bytes, unless they have a buffer of their own, so that they do not keep those of the socket in memory.
   * A short body becomes a string: the garbage collector moves a string as a whole, but a buffer is three objects.
   */
  finish(): void {
    this.#isFinished = true;
    this.#digest = this.#hash?.digest('hex');
    this.#hash = undefined;
    if (this.#rest === undefined && (typeof this.#first !== 'object' || hasOwnBuffer(this.#first))) return;
    const isShort = this.#kept <= MAX_STRING;
    const single = this.#rest === undefined ? this.#first : undefined;
    const bytes = isShort && typeof single === 'object' ? single : this.#concat();
    this.#first = isShort ? toLatin1(bytes) : bytes;
    if (isShort) this.#encoding = 'latin1';
    this.#rest = undefined;
  }

  /** SHA-256 of all bytes so far, one character for each byte; undefined for an empty body. */
  digest(): string | undefined {
    if (this.#length === 0) return undefined;
    return Buffer.from(this.#digest ?? this.#hashNow(this.#concat()), 'hex').toString('latin1');
  }

  /** Bytes that are complete are copied and hashed when they are read, because most reads look at no body. */
  view(): RecordedBody {
    const length = this.#length;
    let copied: Uint8Array | undefined;
    let hashed: string | undefined;
    const copy = () => (copied ??= this.#concat());
    const hash = () => (hashed ??= this.#digest ?? this.#hashNow(copy()));
    const view: RecordedBody = {
      length,
      get sha256() {
        return length === 0 ? null : hash();
      },
      get kept() {
        return copy();
      },
      truncated: this.#kept < length,
    };
    return this.#isFinished ? view : { ...view };
  }

  #hashNow(retained: Uint8Array): string {
    const hash = this.#hash?.copy() ?? createHash('sha256').update(retained);
    return hash.digest('hex');
  }

  #concat(): Uint8Array {
    // Not from the pool of Node, which would keep other bytes in memory.
    const bytes = new Uint8Array(this.#kept);
    let offset = 0;
    let encoding = this.#encoding;
    for (const part of this.#parts()) {
      const content = toBytes(part, encoding);
      encoding = 'utf8';
      bytes.set(content, offset);
      offset += content.byteLength;
    }
    return bytes;
  }

  #parts(): (string | Uint8Array)[] {
    if (this.#first === undefined) return [];
    return this.#rest === undefined ? [this.#first] : [this.#first, this.#rest.concat()];
  }
}

function hasOwnBuffer({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength === buffer.byteLength;
}

function toBytes(chunk: string | Uint8Array, encoding: 'utf8' | 'latin1' = 'utf8'): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
}

function toBuffer(chunk: string | Uint8Array): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** One character for each byte. */
function toLatin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
