import { STATIC_ENTRIES } from './static-table.ts';

/** A dynamic table size update to 0 (RFC 7541 §6.3). */
const SIZE_UPDATE_0 = '\x20';

/** The names whose values no intermediary may index (RFC 7541 §7.1.3). */
const NEVER_INDEXED: readonly string[] = ['authorization', 'set-cookie'];

/** The index of the first entry of a name in the static table. */
const INDEXES: ReadonlyMap<string, number> = new Map(
  // In reverse, because a later entry of a map replaces an earlier one.
  STATIC_ENTRIES.map(([name], entry): [string, number] => [name, entry + 1]).reverse(),
);

/** The statuses of the static table by their text, as complete representations. */
const STATUSES: ReadonlyMap<string, string> = new Map(
  STATIC_ENTRIES.flatMap(([name, value], entry): [string, string][] =>
    name === ':status' ? [[value, String.fromCharCode(0x80 | (entry + 1))]] : [],
  ),
);

/**
 * The representations of the names of the static table, with the bytes before the value, by the name in lower case and with initial
 * capitals, as most responses write it. Other spellings are encoded for each field.
 */
const NAMES: ReadonlyMap<string, string> = new Map(
  STATIC_ENTRIES.flatMap(([name]): [string, string][] => {
    const prefix = encodeName(name);
    return [
      [name, prefix],
      [name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), prefix],
    ];
  }),
);

/**
 * Encodes header blocks as text with one unit per byte: names of the static table, literals without indexing, no Huffman coding. It
 * uses no dynamic table, so blocks do not depend on each other, except for size updates.
 */
export class HpackEncoder {
  #tableSize = 4096;
  #isUpdateDue = false;

  /**
   * The client's SETTINGS_HEADER_TABLE_SIZE. Once it is lowered, the next block begins with a size update (RFC 7541 §4.2), without
   * which nghttp2 ends the connection.
   */
  setTableSize(size: number): void {
    if (size < this.#tableSize) this.#isUpdateDue = true;
    this.#tableSize = size;
  }

  /**
   * @param status 100 to 999; 0 for trailers
   * @param fields names and values, alternating, with one unit per byte. Names are written in lower case. The caller has checked them
   */
  encode(status: number, fields: readonly string[]): string {
    let block = '';
    if (this.#isUpdateDue) {
      block = SIZE_UPDATE_0;
      this.#isUpdateDue = false;
    }
    if (status !== 0) {
      const text = String(status);
      block += STATUSES.get(text) ?? `\x08\x03${text}`;
    }
    for (let index = 0; index < fields.length; index += 2)
      block += encodeField(fields[index] ?? '', fields[index + 1] ?? '');
    return block;
  }
}

/** A literal that is not added to the dynamic table (RFC 7541 §6.2.2 and §6.2.3). */
function encodeField(name: string, value: string): string {
  const prefix = NAMES.get(name) ?? encodeName(name.toLowerCase());
  return prefix + encodeInteger(0, 0x7f, value.length) + value;
}

/** @param name in lower case */
function encodeName(name: string): string {
  const type = NEVER_INDEXED.includes(name) ? 0x10 : 0;
  const index = INDEXES.get(name);
  return index === undefined
    ? String.fromCharCode(type) + encodeInteger(0, 0x7f, name.length) + name
    : encodeInteger(type, 0x0f, index);
}

/**
 * RFC 7541 §5.1.
 * @param type the bits of the first byte above the mask
 * @param mask the bits of the first byte for the integer
 */
export function encodeInteger(type: number, mask: number, value: number): string {
  if (value < mask) return String.fromCharCode(type | value);
  let text = String.fromCharCode(type | mask);
  let rest = value - mask;
  while (rest >= 0x80) {
    text += String.fromCharCode((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return text + String.fromCharCode(rest);
}
