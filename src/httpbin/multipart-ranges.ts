import { type ByteRange, lengthOf } from './byte-ranges.ts';

/** Letters are all that the content is made of, so that this is nowhere in it. */
const BOUNDARY = 'next-range-0123456789';

export const multipartRangesType = `multipart/byteranges; boundary=${BOUNDARY}`;

/** What stands before each part and behind the last (RFC 9110 §14.6). */
export function partHead(range: ByteRange, whole: number, type: string): Buffer {
  const lines = [`--${BOUNDARY}`, `Content-Type: ${type}`, `Content-Range: ${contentRange(range, whole)}`];
  return Buffer.from(`\r\n${lines.join('\r\n')}\r\n\r\n`);
}

export const multipartEnd = `\r\n--${BOUNDARY}--\r\n`;

export function contentRange({ first, last }: ByteRange, whole: number): string {
  return `bytes ${first}-${last}/${whole}`;
}

export function multipartLength(ranges: readonly ByteRange[], whole: number, type: string): number {
  const parts = ranges.map((range) => partHead(range, whole, type).length + lengthOf(range));
  return parts.reduce((sum, part) => sum + part, multipartEnd.length);
}
