import { retain } from '../bytes.ts';

/** Chunks of at least this size are kept as they are. */
const LARGE_CHUNK = 4 * 1024;

const [SMALLEST_BLOCK, LARGEST_BLOCK] = [1024, 16 * 1024];

const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Content that waits for its reader. Small chunks are copied into blocks: each Buffer costs some hundred bytes, and clients choose the
 * size of their chunks.
 */
export class RetainedContent {
  /** In bytes. */
  length = 0;
  #chunks: Buffer[] = [];
  /** Follows the chunks: the bytes of the block from `start` to before `end`. */
  #block = EMPTY;
  #start = 0;
  #end = 0;

  add(chunk: Buffer): void {
    // Most content is one chunk, which needs no block.
    if (this.length === 0 || chunk.length >= LARGE_CHUNK) {
      this.#closeChunk();
      this.#chunks.push(retain(chunk));
    } else {
      if (this.#block.length - this.#end < chunk.length) this.#nextBlock(chunk.length);
      this.#block.set(chunk, this.#end);
      this.#end += chunk.length;
    }
    this.length += chunk.length;
  }

  /** Removes bytes from the start, and returns them; undefined if there are none. */
  take(): Buffer | undefined {
    if (this.#chunks.length === 0) this.#closeChunk();
    const chunk = this.#chunks.shift();
    this.length -= chunk?.length ?? 0;
    return chunk;
  }

  /** All bytes, which stay. */
  parts(): readonly Buffer[] {
    this.#closeChunk();
    return this.#chunks;
  }

  clear(): void {
    this.length = 0;
    this.#chunks = [];
    this.#block = EMPTY;
    this.#start = 0;
    this.#end = 0;
  }

  #nextBlock(room: number): void {
    this.#closeChunk();
    const size = Math.min(Math.max(this.length, room, SMALLEST_BLOCK), LARGEST_BLOCK);
    this.#block = Buffer.allocUnsafeSlow(size);
    this.#start = 0;
    this.#end = 0;
  }

  #closeChunk(): void {
    if (this.#end > this.#start) this.#chunks.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}
