import { createDraw, type Draw, pick } from '#test/support/wire/draw.ts';
import { encodeInteger } from '#wire/hpack/encoder.ts';
import { Huffman } from '#wire/hpack/huffman.ts';
import { STATIC_ENTRIES } from '#wire/hpack/static-table.ts';

type Field = readonly [name: string, value: string];

const ENTRY_OVERHEAD = 32;
const LARGE_SIZE = 150_000;
const TEXTS = [
  '',
  'a',
  ':path',
  'cookie',
  'x-long'.repeat(20),
  '/index.html?a=1',
  '\0\r\n',
  '\xe9\xff',
  'www.example.com',
];
/** Patterns of a literal, and the bits of its index: with indexing, without, and never indexed (RFC 7541 §6.2). */
const LITERALS = [
  [0x40, 0x3f],
  [0, 0x0f],
  [0x10, 0x0f],
] as const;

/** Draws the header blocks of a connection, with all representations of RFC 7541. One unit per byte. */
export class HpackBlocks {
  readonly #draw: Draw;
  readonly #maxTableSize: number;
  /** The dynamic table as RFC 7541 §2.3.2 describes it: a list, the newest entry first. */
  #entries: Field[] = [];
  #tableSize: number;

  /** @param maxTableSize the SETTINGS_HEADER_TABLE_SIZE of the decoder */
  constructor(draw: Draw, maxTableSize: number) {
    this.#draw = draw;
    this.#maxTableSize = maxTableSize;
    this.#tableSize = maxTableSize;
  }

  /** A valid block, and its fields: names and values, alternating. */
  block(): { readonly text: string; readonly fields: readonly string[] } {
    const draw = this.#draw;
    let text = '';
    const fields: string[] = [];
    for (let count = draw(3); count > 0; count--) text += this.#resize(draw(this.#maxTableSize + 1));
    for (let count = draw(12); count > 0; count--) {
      const [representation, field] = this.#field();
      text += representation;
      fields.push(...field);
    }
    return { text, fields };
  }

  /** Many equal fields, up to and above the limits. */
  largeBlock(): string {
    const text = new HpackBlocks(createDraw(this.#draw(1_000_000)), 0).#literal(0, 0x0f)[0];
    return text.repeat(1 + this.#draw(Math.ceil(LARGE_SIZE / text.length)));
  }

  #field(): [representation: string, field: Field] {
    const draw = this.#draw;
    if (draw(3) > 0) {
      const [pattern, mask] = pick(draw, LITERALS) ?? LITERALS[0];
      return this.#literal(pattern, mask);
    }
    const index = this.#index();
    return [encodeInteger(0x80, 0x7f, index), this.#entry(index)];
  }

  #literal(pattern: number, mask: number): [representation: string, field: Field] {
    const draw = this.#draw;
    const index = draw(2) === 0 ? 0 : this.#index();
    const name = index === 0 ? (pick(draw, TEXTS) ?? '') : this.#entry(index)[0];
    const value = pick(draw, TEXTS) ?? '';
    const nameText = index === 0 ? this.#string(name) : '';
    if (pattern === 0x40) this.#insert([name, value]);
    return [encodeInteger(pattern, mask, index) + nameText + this.#string(value), [name, value]];
  }

  /** One of both tables. */
  #index(): number {
    return 1 + this.#draw(STATIC_ENTRIES.length + this.#entries.length);
  }

  #entry(index: number): Field {
    return STATIC_ENTRIES[index - 1] ?? this.#entries[index - 1 - STATIC_ENTRIES.length] ?? ['', ''];
  }

  #insert(field: Field): void {
    this.#entries.unshift(field);
    this.#evict();
  }

  /** RFC 7541 §6.3. */
  #resize(size: number): string {
    this.#tableSize = size;
    this.#evict();
    return encodeInteger(0x20, 0x1f, size);
  }

  #evict(): void {
    const size = () =>
      this.#entries.reduce((sum, [name, value]) => sum + name.length + value.length + ENTRY_OVERHEAD, 0);
    while (size() > this.#tableSize) this.#entries.pop();
  }

  /** RFC 7541 §5.2. */
  #string(text: string): string {
    if (this.#draw(2) === 0) return encodeInteger(0, 0x7f, text.length) + text;
    const coded = encodeHuffman(text);
    return encodeInteger(0x80, 0x7f, coded.length) + coded;
  }
}

/** Codes, padded with ones. */
function encodeHuffman(text: string): string {
  const { codes, lengths } = Huffman.shared;
  const bits = Array.from(text, (unit) => {
    const symbol = unit.charCodeAt(0);
    return (codes[symbol] ?? 0).toString(2).padStart(lengths[symbol] ?? 0, '0');
  }).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  return (padded.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}
