import { DynamicTable, ENTRY_OVERHEAD } from './dynamic-table.ts';
import { Huffman } from './huffman.ts';
import { STATIC_LENGTH, STATIC_NAMES, STATIC_VALUES } from './static-table.ts';

/** The largest integer that is decoded (RFC 7541 §5.1 leaves the limit to implementations). */
const MAX_INTEGER = 2 ** 28;

/** No block, so that a decoder between blocks retains none. */
const EMPTY = Buffer.alloc(0);

/** Sizes in bytes as RFC 7541 §4.1 counts them: name, value and 32 for each field. */
export interface HpackLimits {
  /** The SETTINGS_HEADER_TABLE_SIZE that was sent: the largest size of the dynamic table. */
  readonly tableSize: number;
  /** The fields of a block that are retained. */
  readonly storedSize: number;
  /** The fields of a block that are decoded. */
  readonly decodedSize: number;
}

/**
 * - `complete`: all fields are in the list.
 * - `oversized`: the fields above `storedSize` are omitted; the block is decoded, so the table is in step with the encoder.
 * - `flood`: the fields exceed `decodedSize`, and decoding has stopped.
 * - `invalid`: COMPRESSION_ERROR; `message` says why.
 *
 * The connection ends after the last two, because the table is no longer in step.
 */
export type HpackOutcome = 'complete' | 'oversized' | 'flood' | 'invalid';

/** Decodes the header blocks of a connection (RFC 7541). */
export class HpackDecoder {
  readonly #limits: HpackLimits;
  readonly #table: DynamicTable;
  #block: Buffer = EMPTY;
  #at = 0;
  #end = 0;
  #name = '';
  #value = '';
  #message = '';

  constructor(limits: HpackLimits) {
    this.#limits = limits;
    this.#table = new DynamicTable(limits.tableSize);
  }

  /** Why the last block is `invalid`, with the offset of the byte in the block; otherwise empty. */
  get message(): string {
    return this.#message;
  }

  /** The bytes of the dynamic table. */
  get tableSize(): number {
    return this.#table.size;
  }

  /**
   * Decodes a complete header block.
   * @param fields receives names and values, alternating, with one unit per byte
   */
  decode(block: Buffer, start: number, end: number, fields: string[]): HpackOutcome {
    this.#block = block;
    this.#at = start;
    this.#end = end;
    this.#message = '';
    const outcome = this.#decodeFields(fields);
    if (outcome === 'invalid') this.#message += ` at byte ${this.#at - start} of the header block`;
    this.#block = EMPTY;
    this.#name = '';
    this.#value = '';
    return outcome;
  }

  #decodeFields(fields: string[]): HpackOutcome {
    const { storedSize, decodedSize } = this.#limits;
    let size = 0;
    let hasField = false;
    while (this.#at < this.#end) {
      const byte = this.#peek();
      if ((byte & 0xe0) === 0x20) {
        if (hasField) return this.#fail('A table size update after a field');
        if (!this.#updateSize()) return 'invalid';
        continue;
      }
      hasField = true;
      if (byte & 0x80) {
        if (!this.#readIndexed()) return 'invalid';
      } else {
        const isIndexing = (byte & 0x40) !== 0;
        if (!this.#readLiteral(isIndexing ? 0x3f : 0x0f)) return 'invalid';
        if (isIndexing) this.#table.insert(this.#name, this.#value);
      }
      size += this.#name.length + this.#value.length + ENTRY_OVERHEAD;
      if (size > decodedSize) return 'flood';
      if (size <= storedSize) fields.push(this.#name, this.#value);
    }
    return size > storedSize ? 'oversized' : 'complete';
  }

  /** RFC 7541 §6.1. */
  #readIndexed(): boolean {
    const index = this.#readInteger(0x7f);
    if (index < 0 || !this.#findName(index)) return false;
    this.#value =
      index <= STATIC_LENGTH
        ? (STATIC_VALUES[index - 1] ?? '')
        : this.#table.valueAt(index - STATIC_LENGTH - 1);
    return true;
  }

  /** RFC 7541 §6.2. @param mask the bits of the index in the first byte */
  #readLiteral(mask: number): boolean {
    const index = this.#readInteger(mask);
    if (index < 0) return false;
    if (index > 0) {
      if (!this.#findName(index)) return false;
    } else {
      const name = this.#readString();
      if (name === undefined) return false;
      this.#name = name;
    }
    const value = this.#readString();
    if (value === undefined) return false;
    this.#value = value;
    return true;
  }

  /** RFC 7541 §6.3. */
  #updateSize(): boolean {
    const size = this.#readInteger(0x1f);
    if (size < 0) return false;
    if (size > this.#limits.tableSize) {
      this.#fail(`A table size update to ${size}, above ${this.#limits.tableSize},`);
      return false;
    }
    this.#table.resize(size);
    return true;
  }

  /** Sets the name of an index. Index 0 is an error (RFC 7541 §6.1), as is one above the tables (§2.3.3). */
  #findName(index: number): boolean {
    if (index > STATIC_LENGTH) {
      const entry = index - STATIC_LENGTH - 1;
      if (entry < this.#table.length) {
        this.#name = this.#table.nameAt(entry);
        return true;
      }
    } else if (index > 0) {
      this.#name = STATIC_NAMES[index - 1] ?? '';
      return true;
    }
    this.#fail(`The index ${index}, which no table has,`);
    return false;
  }

  /** RFC 7541 §5.1. @returns -1 for an integer that is cut off or too large */
  #readInteger(mask: number): number {
    if (this.#at >= this.#end) return this.#failInteger('The block ends within a field');
    let value = this.#peek() & mask;
    this.#at++;
    if (value < mask) return value;
    for (let shift = 0; shift <= 28; shift += 7) {
      if (this.#at >= this.#end) return this.#failInteger('The block ends within an integer');
      const byte = this.#peek();
      this.#at++;
      value += (byte & 0x7f) * 2 ** shift;
      if (value > MAX_INTEGER) break;
      if (byte < 0x80) return value;
    }
    return this.#failInteger('An integer above 2^28');
  }

  /** RFC 7541 §5.2. */
  #readString(): string | undefined {
    const isCoded = (this.#peek() & 0x80) !== 0;
    const length = this.#readInteger(0x7f);
    if (length < 0) return undefined;
    const start = this.#at;
    if (length > this.#end - start) {
      this.#fail(`A string of ${length} bytes, more than the block has,`);
      return undefined;
    }
    this.#at = start + length;
    if (!isCoded) return this.#block.toString('latin1', start, this.#at);
    const text = Huffman.shared.decode(this.#block, start, this.#at);
    if (text === undefined) this.#fail('A Huffman code with EOS or with invalid padding');
    return text;
  }

  /** The next byte, which remains the next. */
  #peek(): number {
    return this.#block[this.#at] ?? 0;
  }

  #failInteger(message: string): -1 {
    this.#message = message;
    return -1;
  }

  #fail(message: string): 'invalid' {
    this.#message = message;
    return 'invalid';
  }
}
