import { isFieldValue, isSameWord, isToken } from '../bytes.ts';
import type { WireFields } from '../response.ts';

/** A name, value, status or reason that no message can have. Nothing was written. */
export class InvalidHead extends Error {
  override name = 'InvalidHead';
}

const CRLF = '\r\n';

/**
 * The head of a response, one unit per byte.
 * @param status 100 to 999
 * @param reason empty, or text without control characters
 * @throws InvalidHead
 */
export function formatHead(status: number, reason: string, fields: WireFields): string {
  return formatStatusLine(status, reason) + formatFields(fields) + CRLF;
}

/** The first line of the same. @throws InvalidHead */
export function formatStatusLine(status: number, reason: string): string {
  if (!Number.isInteger(status) || status < 100 || status > 999)
    throw new InvalidHead(`The status ${status} is not a number from 100 to 999.`);
  if (!isFieldValue(reason))
    throw new InvalidHead('The reason phrase has a character that is not permitted.');
  return `HTTP/1.1 ${status} ${reason}${CRLF}`;
}

/**
 * The framing of a chunk before its data (RFC 9112 §7.1).
 * @param size bytes; 0 for the last chunk, which the trailer section follows
 * @param extension as sent, from the byte behind the size
 */
export function formatChunkHead(size: number, extension = ''): string {
  return size.toString(16) + extension + CRLF;
}

/** The end of each chunk's data. */
export const CHUNK_END = CRLF;

/**
 * The last chunk with the trailer section.
 * @throws InvalidHead also for a field that decides the framing of a message (RFC 9110 §6.5.1)
 */
export function formatLastChunk(trailers: WireFields = []): string {
  for (const [name] of trailers)
    if (isSameWord(name, 'content-length') || isSameWord(name, 'transfer-encoding'))
      throw new InvalidHead(`The field ${name} is not permitted in a trailer section.`);
  return formatChunkHead(0) + formatFields(trailers) + CRLF;
}

/**
 * The lines of fields that were received. They are not checked: values of HTTP/2 can have control characters, which HTTP/1 does not
 * permit.
 */
export function formatLines(fields: WireFields): string {
  let text = '';
  for (const [name, value] of fields) text += `${name}: ${value}${CRLF}`;
  return text;
}

/**
 * The lines of fields, as they are.
 * @throws InvalidHead for a name that is no token, and a value with a control character or a character above FF
 */
export function formatFields(fields: WireFields): string {
  let text = '';
  for (const [name, value] of fields) {
    if (!isToken(name)) throw new InvalidHead(`The field name ${JSON.stringify(name)} is not a token.`);
    if (!isFieldValue(value))
      throw new InvalidHead(`The value of the field ${name} has a character that is not permitted.`);
    text += `${name}: ${value}${CRLF}`;
  }
  return text;
}
