import { createHash, type Hash } from 'node:crypto';
import { ChunkList } from '#wire/chunk-list.ts';
import { type ByteBlocks, KeptBytes } from './kept-bytes.ts';
import type { RecordedBody } from './record.ts';

/**
 * Counts a body, keeps its first bytes and hashes all of it. Nothing is copied or hashed before the limit is reached,
 * because most bodies are short and never read again.
 */
export class BodyRecorder {
  readonly #limit: number;
  #length = 0;
  #kept = 0;
  #first: Part | undefined;
  /** What follows. Clients choose the size of their chunks, so small ones share memory. */
  #rest: ChunkList | undefined;
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

  /** @param length in bytes */
  add(chunk: string | Uint8Array, length: number): void {
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
   * Copies the kept bytes, unless they are long and have a buffer of their own, so that they do not keep those of the socket in memory.
   */
  finish(blocks?: ByteBlocks): void {
    this.#isFinished = true;
    this.#digest = this.#hash?.digest('hex');
    this.#hash = undefined;
    if (this.#first === undefined || this.#first instanceof KeptBytes) return;
    const single = this.#rest === undefined ? this.#first : this.#concat();
    const kept = blocks?.keep(single, this.#kept);
    this.#first = kept ?? (hasOwnBuffer(single) ? single : this.#concat());
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
    for (const part of this.#parts()) {
      const content = toBytes(part);
      bytes.set(content, offset);
      offset += content.byteLength;
    }
    return bytes;
  }

  #parts(): (string | Uint8Array)[] {
    if (this.#first === undefined) return [];
    const first = this.#first instanceof KeptBytes ? this.#first.bytes : this.#first;
    return this.#rest === undefined ? [first] : [first, this.#rest.concat()];
  }
}

type Part = string | Uint8Array | KeptBytes;

function hasOwnBuffer(content: string | Uint8Array): boolean {
  return typeof content === 'string' || content.byteLength === content.buffer.byteLength;
}

function toBytes(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

function toBuffer(chunk: string | Uint8Array): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
