const [SMALLEST_BLOCK, LARGEST_BLOCK] = [4 * 1024, 64 * 1024];

/** Chunks of at least this size are kept without copying. */
const LARGE_CHUNK = 16 * 1024;

const EMPTY = Buffer.alloc(0);

/**
 * Collects chunks of bytes. Small chunks are copied into blocks, because each `Buffer` costs some hundred bytes of
 * overhead, and clients choose the size of their chunks.
 */
export class ByteCollector {
  readonly #chunks: Buffer[] = [];
  #block: Buffer = EMPTY;
  /** The filled part of the block that is not in the list of chunks yet. */
  #start = 0;
  #end = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    // Most bodies are a single chunk, which needs no copy.
    if (this.#length === 0 || chunk.length >= LARGE_CHUNK) {
      this.#closeChunk();
      this.#chunks.push(chunk);
    } else this.#copy(chunk);
    this.#length += chunk.length;
  }

  /** All bytes in one buffer. */
  concat(): Buffer {
    this.#closeChunk();
    const [first] = this.#chunks;
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#length);
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
    const size = Math.min(Math.max(this.#length, SMALLEST_BLOCK), LARGEST_BLOCK);
    this.#block = Buffer.allocUnsafeSlow(size);
    this.#start = 0;
    this.#end = 0;
  }

  #closeChunk(): void {
    if (this.#end > this.#start) this.#chunks.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}
