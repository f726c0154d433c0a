import { isUtf8 } from 'node:buffer';
import { type Parameterised, parseParameterised } from '#http/syntax/parameterised.ts';
import { createTextDecoder } from '#http/syntax/text-decoder.ts';

/** Charsets whose characters have the same bytes in UTF-8. */
const SUBSETS_OF_UTF8: ReadonlySet<string> = new Set(['', 'utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Not by a decoder, for which these are names of windows-1252. */
const LATIN1: ReadonlySet<string> = new Set(['iso-8859-1', 'latin1']);

/** Media types whose content can begin with a byte order mark in place of a charset (RFC 7303 §3.3). */
const TEXT = /^text\/|[/+]xml$/;

/**
 * The charset of content: the one of its media type (RFC 9110 §8.3.2). A byte order mark of UTF-16 decides in text and XML without
 * a charset, and in UTF-16. Other content, and that in an unknown charset, counts as UTF-8.
 */
export function charsetOf({ value, parameters }: Parameterised, content: Uint8Array): string {
  const charset = (parameters.get('charset') ?? '').trim().toLowerCase();
  if (charset.startsWith('utf-16') || (charset === '' && TEXT.test(value))) {
    const [first, second] = content;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
  }
  if (LATIN1.has(charset)) return 'iso-8859-1';
  return SUBSETS_OF_UTF8.has(charset) || !isKnown(charset) ? 'utf-8' : charset;
}

function isKnown(charset: string): boolean {
  try {
    return createTextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

/**
 * The text of content in a charset of `charsetOf`; null for other bytes. A mark of UTF-8 stays.
 * @param isCut whether the end of the content is missing; a character that is cut is omitted.
 */
export function decodeCharset(content: Uint8Array, charset: string, isCut = false): string | null {
  if (charset === 'iso-8859-1') return Buffer.from(content).toString('latin1');
  if (charset === 'utf-8' && !isCut) return isUtf8(content) ? Buffer.from(content).toString('utf8') : null;
  try {
    const decoder = createTextDecoder(charset, { fatal: true, ignoreBOM: charset === 'utf-8' });
    return decoder.decode(content, { stream: isCut });
  } catch {
    return null;
  }
}

/** The text of content by the value of its `Content-Type`; null for other bytes. */
export function decodeTyped(content: Uint8Array, type: string | undefined, isCut = false): string | null {
  return decodeCharset(content, charsetOf(parseParameterised(type ?? ''), content), isCut);
}
