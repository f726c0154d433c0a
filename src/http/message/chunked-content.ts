import { CHUNK_END, formatLines } from '#wire/http1/writer.ts';
import type { ContentParts } from '#wire/port.ts';
import type { Fields } from '../syntax/fields.ts';

/**
 * Content as chunks (RFC 9112 §7.1): those of the client, with their extensions, if all are known, and else one chunk.
 * @param parts undefined if they are not known
 */
export function encodeChunks(body: Uint8Array, parts: ContentParts | undefined, trailers: Fields): Buffer {
  const isKnown = parts !== undefined && describes(parts, body.byteLength);
  const sizes = isKnown ? parts.sizes : body.byteLength > 0 ? [body.byteLength] : [];
  const extensions = new Map(isKnown ? parts.extensions.map(({ chunk, text }) => [chunk, text]) : []);
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const [index, size] of sizes.entries()) {
    pieces.push(sizeLine(size, extensions.get(index)), body.subarray(start, start + size), CRLF);
    start += size;
  }
  const end = `${formatLines(trailers)}${CHUNK_END}`;
  pieces.push(sizeLine(0, extensions.get(sizes.length)), Buffer.from(end, 'latin1'));
  return Buffer.concat(pieces);
}

/** Whether the sizes of all parts are known, and the parts are the content: it can have been cut or masked. */
function describes({ count, sizes }: ContentParts, length: number): boolean {
  return sizes.length === count && sizes.reduce((sum, size) => sum + size, 0) === length;
}

function sizeLine(size: number, extension = ''): Buffer {
  return Buffer.from(`${size.toString(16)}${extension}${CHUNK_END}`, 'latin1');
}

const CRLF = Buffer.from(CHUNK_END);
