/** HTAB, SP, LF, CR. */
export const HTAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SP = 0x20;

const ALPHA = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The bytes of a token (RFC 9110 §5.6.2): methods and names of fields. */
export const TOKEN = tableOf((byte) =>
  `!#$%&'*+-.^_\`|~0123456789${ALPHA}`.includes(String.fromCharCode(byte)),
);

/** The bytes of a field value (RFC 9110 §5.5): HTAB, SP, visible ones and 80 to FF. */
export const FIELD_VALUE = tableOf((byte) => byte === HTAB || (byte >= SP && byte !== 0x7f));

/** The bytes of a request target: visible ones and 80 to FF. What they mean is decided by the service. */
export const TARGET = tableOf((byte) => byte > SP && byte !== 0x7f);

/** The letters, of which the scheme of a target consists. */
export const LETTER = tableOf((byte) => ALPHA.includes(String.fromCharCode(byte)));

/** The bytes of user information, host and port (RFC 3986 §3.2), without the `@` between them. */
export const AUTHORITY = tableOf((byte) =>
  `-._~%!$&'()*+,;=:[]0123456789${ALPHA}`.includes(String.fromCharCode(byte)),
);

/** The value of another byte in `HEX_DIGIT`. */
export const NO_DIGIT = 255;

/** The value of a hexadecimal digit, and `NO_DIGIT` for another byte. */
export const HEX_DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
  return digit < 0 ? NO_DIGIT : digit;
});

function tableOf(contains: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (contains(byte) ? 1 : 0));
}

/** A code unit above FF is in no table. */
function consistsOf(table: Uint8Array, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (table[text.charCodeAt(index)] !== 1) return false;
  return true;
}

export function isToken(text: string): boolean {
  return text.length > 0 && consistsOf(TOKEN, text);
}

/** Whether each unit is a byte of a field value. Outer white space is permitted. */
export function isFieldValue(text: string): boolean {
  return consistsOf(FIELD_VALUE, text);
}

/** The number that decimal digits alone form, at most 15, so that it is exact; -1 for any other text. */
export function parseDecimal(text: string): number {
  if (text.length === 0 || text.length > 15) return -1;
  let value = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * Whether a text equals a word without regard to the case of its letters.
 * @param lower the word: letters in lower case, digits and `-`
 */
export function isSameWord(text: string, lower: string): boolean {
  if (text.length !== lower.length) return false;
  for (let index = 0; index < lower.length; index++) {
    const expected = lower.charCodeAt(index);
    const code = text.charCodeAt(index);
    if (code !== expected && (expected < 0x61 || (code | 0x20) !== expected)) return false;
  }
  return true;
}

/** A copy of a text that outlives its exchange: a slice keeps the complete head alive that it is cut from. */
export function own(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/**
 * A text in one piece, for keeping. V8 keeps a text that was concatenated as its parts, dozens of objects, until all of it is read: one
 * character can be read from a part.
 */
export function flatten(text: string): string {
  Buffer.byteLength(text);
  return text;
}

/**
 * The chunk for keeping: itself if it is at least half of its ArrayBuffer, and else a copy, because a part keeps the complete
 * ArrayBuffer alive.
 */
export function retain(chunk: Buffer): Buffer {
  return chunk.length * 2 >= chunk.buffer.byteLength ? chunk : copyOf(chunk);
}

/** A copy with an ArrayBuffer of its own, outside of Node's pool. */
export function copyOf(chunk: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(chunk.length);
  copy.set(chunk);
  return copy;
}

/** Whether a comma-separated list has a member, without regard to case (RFC 9110 §5.6.1). Members have no quoted commas. */
export function hasMember(list: string, lower: string): boolean {
  if (isSameWord(list, lower)) return true;
  let start = 0;
  while (start <= list.length) {
    const comma = list.indexOf(',', start);
    const end = comma < 0 ? list.length : comma;
    if (isSameWord(trim(list, start, end), lower)) return true;
    start = end + 1;
  }
  return false;
}

/** The part of a text without outer white space (RFC 9110 §5.6.3: SP and HTAB only). */
export function trim(text: string, start = 0, end = text.length): string {
  let first = start;
  let last = end;
  while (first < last && isWhiteSpace(text.charCodeAt(first))) first++;
  while (last > first && isWhiteSpace(text.charCodeAt(last - 1))) last--;
  return text.slice(first, last);
}

export function isWhiteSpace(byte: number): boolean {
  return byte === SP || byte === HTAB;
}
