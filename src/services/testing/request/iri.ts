import { isUtf8 } from 'node:buffer';
import { escapeByte, escapeBytes } from '../../../http/syntax/percent.ts';

/**
 * Bytes that stay percent-encoded in each part: control characters, space, `%`, and delimiters that would end the part.
 */
const KEPT = {
  path: /^(?:[01].|20|23|25|2f|3f|7f)$/i,
  query: /^(?:[01].|20|23|25|26|2b|3d|7f)$/i,
};

const UNSAFE = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
  path: /[\x00-\x20\x7f?#]/g,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
  query: /[\x00-\x20\x7f#]/g,
};

/**
 * Converts a part of a URL to an IRI (RFC 3987 §3.2): decodes escapes unless that changes the meaning or the bytes are
 * not UTF-8. Remaining escapes keep their case.
 * Compat: the result of Werkzeug 3, which decodes the path twice.
 */
export function toIri(text: string, part: 'path' | 'query'): string {
  return escapeBytes(text, UNSAFE[part]).replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    decodeRun(escapes, KEPT[part]),
  );
}

function decodeRun(escapes: string, retained: RegExp): string {
  let text = '';
  let bytes: number[] = [];
  for (let index = 1; index < escapes.length; index += 3) {
    const digits = escapes.slice(index, index + 2);
    if (retained.test(digits)) {
      text += `${decodeBytes(bytes)}%${digits}`;
      bytes = [];
    } else bytes.push(Number.parseInt(digits, 16));
  }
  return text + decodeBytes(bytes);
}

/** Decodes UTF-8, and percent-encodes invalid bytes. */
function decodeBytes(codes: readonly number[]): string {
  const bytes = Buffer.from(codes);
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
