import { isUtf8 } from 'node:buffer';

/** An escape, or a character that is not ASCII. */
const TO_DECODE = /[%\x80-\uffff]/;

/**
 * Decodes percent-encoding (RFC 3986 §2.1) and never fails: an invalid escape stays as it is, and bytes that are not
 * UTF-8 become U+FFFD. Characters from U+0080 to U+00FF, which represent unencoded bytes, count as those bytes.
 * Compat: what Werkzeug does to paths.
 */
export function percentDecode(text: string): string {
  return TO_DECODE.test(text) ? percentDecodeBytes(text).toString('utf8') : text;
}

/** As `percentDecode`, but bytes that are not UTF-8 are percent-encoded. */
export function percentDecodeUtf8(text: string): string {
  return TO_DECODE.test(text) ? decodeUtf8(percentDecodeBytes(text)) : text;
}

export type DecodeBytes = (bytes: Buffer) => string;

/**
 * As `percentDecodeUtf8`, with `+` for a space (WHATWG URL §5.1).
 * Compat: what Werkzeug 3 does to queries and forms.
 * @param decode for a charset other than UTF-8.
 */
export function formDecode(text: string, decode: DecodeBytes = decodeUtf8): string {
  const spaced = text.replaceAll('+', ' ');
  return TO_DECODE.test(spaced) ? decode(percentDecodeBytes(spaced)) : spaced;
}

/** Decodes UTF-8, and percent-encodes bytes that are not. */
export function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let text = '';
  for (let index = 0; index < bytes.length; ) {
    const byte = bytes[index] ?? 0;
    const sequence = bytes.subarray(index, index + sequenceLength(byte));
    const isValid = isUtf8(sequence);
    text += isValid ? sequence.toString('utf8') : escapeByte(byte);
    index += isValid ? sequence.length : 1;
  }
  return text;
}

function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** The UTF-8 of the text as escapes, except for the unreserved characters. Lone surrogates become U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The text with the matches of a global expression percent-encoded as UTF-8. */
export function escapeCharacters(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, percentEncode);
}

/** The text with the characters beyond ASCII percent-encoded as UTF-8 (WHATWG URL §1.3). */
export function escapeNonAscii(text: string): string {
  return escapeCharacters(text, /[^\0-\x7f]+/g);
}

/** The text with each match escaped. A match is a character up to U+00FF that represents a byte. */
export function escapeBytes(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, (character) => escapeByte(character.charCodeAt(0)));
}

export function escapeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function percentDecodeBytes(text: string): Buffer {
  const source = Buffer.from(text, 'latin1');
  const target = Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let index = 0; index < source.length; index++) {
    let byte = source[index] ?? 0;
    if (byte === 0x25) {
      const high = hexDigit(source[index + 1]);
      const low = hexDigit(source[index + 2]);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        index += 2;
      }
    }
    target[length++] = byte;
  }
  return target.subarray(0, length);
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
