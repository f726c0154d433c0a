const [SMALLEST_BLOCK, LARGEST_BLOCK] = [4 * 1024, 64 * 1024];

/** Chunks of at least this size are kept as they are. */
const LARGE_CHUNK = 16 * 1024;

/**
 * Collects chunks of bytes. Small ones are copied into blocks, since each buffer of its own costs some hundred bytes
 * more than it holds, and a client chooses how small its chunks are.
 */
export class ByteCollector {
  readonly #pieces: Buffer[] = [];
  #block: Buffer = Buffer.alloc(0);
  /** The part of the block that is filled and not yet among the pieces. */
  #start = 0;
  #end = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    // Most bodies are one chunk, which is not worth a copy.
    if (this.#length === 0 || chunk.length >= LARGE_CHUNK) {
      this.#closePiece();
      this.#pieces.push(chunk);
    } else this.#copy(chunk);
    this.#length += chunk.length;
  }

  /** All bytes in one buffer. */
  concat(): Buffer {
    this.#closePiece();
    const [first] = this.#pieces;
    return first && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#length);
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
    this.#closePiece();
    const size = Math.min(Math.max(this.#length, SMALLEST_BLOCK), LARGEST_BLOCK);
    this.#block = Buffer.allocUnsafeSlow(size);
    this.#start = 0;
    this.#end = 0;
  }

  #closePiece(): void {
    if (this.#end > this.#start) this.#pieces.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}
