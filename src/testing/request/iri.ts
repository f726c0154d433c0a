import { decodeUtf8, escapeBytes } from '#http/syntax/percent.ts';

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
      text += `${decodeUtf8(Buffer.from(bytes))}%${digits}`;
      bytes = [];
    } else bytes.push(Number.parseInt(digits, 16));
  }
  return text + decodeUtf8(Buffer.from(bytes));
}
