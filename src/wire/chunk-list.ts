const [SMALLEST_BLOCK, LARGEST_BLOCK] = [1024, 64 * 1024];

/** Chunks of at least this size are kept as they are. */
const LARGE_CHUNK = 16 * 1024;

const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Chunks of bytes in their order. Small ones are copied into blocks: each Buffer costs some hundred bytes, and clients choose the size
 * of their chunks.
 */
export class ChunkList {
  /** In bytes. */
  length = 0;
  readonly #keep: (chunk: Buffer) => Buffer;
  #chunks: Buffer[] = [];
  /** Follows the chunks: the bytes of the block from `start` to before `end`. */
  #block = EMPTY;
  #start = 0;
  #end = 0;

  /** @param keep the form in which a chunk is kept that is not copied into a block: by default, the chunk itself */
  constructor(keep: (chunk: Buffer) => Buffer = (chunk) => chunk) {
    this.#keep = keep;
  }

  add(chunk: Buffer): void {
    // Most content is one chunk, which needs no block.
    if (this.length === 0 || chunk.length >= LARGE_CHUNK) {
      this.#closeChunk();
      this.#chunks.push(this.#keep(chunk));
    } else this.#copy(chunk);
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

  /** All bytes in one buffer. They stay. */
  concat(): Buffer {
    const [first, second] = this.parts();
    return first !== undefined && second === undefined ? first : Buffer.concat(this.#chunks, this.length);
  }

  clear(): void {
    this.length = 0;
    this.#chunks = [];
    this.#block = EMPTY;
    this.#start = 0;
    this.#end = 0;
  }

  #copy(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#end === this.#block.length) this.#nextBlock();
      const copied = chunk.copy(this.#block, this.#end, at);
      this.#end += copied;
      at += copied;
    }
  }

  #nextBlock(): void {
    this.#closeChunk();
    const size = Math.min(Math.max(this.length, SMALLEST_BLOCK), LARGEST_BLOCK);
    this.#block = Buffer.allocUnsafeSlow(size);
    this.#start = 0;
    this.#end = 0;
  }

  #closeChunk(): void {
    if (this.#end > this.#start) this.#chunks.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}
