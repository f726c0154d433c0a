/** Longer content is not copied into a block. */
const MAX_SHARED = 4 * 1024;

/** In bytes. Smaller blocks cost more than they save: each is an allocation outside of the heap. */
const BLOCK_SIZE = 16 * MAX_SHARED;

/** Bytes in a block. */
export class KeptBytes {
  readonly #block: Buffer;
  readonly #start: number;
  readonly length: number;

  constructor(block: Buffer, start: number, length: number) {
    this.#block = block;
    this.#start = start;
    this.length = length;
  }

  /** Not copied. */
  get bytes(): Uint8Array {
    return this.#block.subarray(this.#start, this.#start + this.length);
  }

  /** One unit per byte. */
  toString(): string {
    return this.#block.toString('latin1', this.#start, this.#start + this.length);
  }
}

/**
 * Copies short content into blocks outside of the heap. What a journal keeps survives several collections of the young generation, each
 * of which copies it. A block lives as long as the last of its entries, so entries that leave the journal in the order of their arrival
 * share blocks, and others do not.
 */
export class ByteBlocks {
  #block: Buffer = Buffer.alloc(0);
  #end = 0;

  /**
   * @param text one unit per byte
   * @returns undefined if the text is long
   */
  keepText(text: string): KeptBytes | undefined {
    return this.#keep(text, text.length, 'latin1');
  }

  /**
   * @param length of the content in bytes
   * @returns undefined if the content is long
   */
  keep(content: string | Uint8Array, length: number): KeptBytes | undefined {
    // Equal lengths mean ASCII only.
    return this.#keep(content, length, content.length === length ? 'latin1' : 'utf8');
  }

  #keep(content: string | Uint8Array, length: number, encoding: 'latin1' | 'utf8'): KeptBytes | undefined {
    if (length > MAX_SHARED) return undefined;
    if (this.#end + length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_SIZE);
      this.#end = 0;
    }
    const start = this.#end;
    this.#end += length;
    if (typeof content === 'string') this.#block.write(content, start, encoding);
    else this.#block.set(content, start);
    return new KeptBytes(this.#block, start, length);
  }
}
