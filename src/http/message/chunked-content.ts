import type { ContentParts } from '#wire/content-parts.ts';
import { CHUNK_END, formatChunkHead, formatLines } from '#wire/http1/writer.ts';
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
    const head = formatChunkHead(size, extensions.get(index));
    pieces.push(asBytes(head), body.subarray(start, start + size), asBytes(CHUNK_END));
    start += size;
  }
  const last = formatChunkHead(0, extensions.get(sizes.length));
  return Buffer.concat([...pieces, asBytes(last + formatLines(trailers) + CHUNK_END)]);
}

function asBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Whether the sizes of all parts are known, and the parts are the content: it can have been cut or masked. */
function describes({ count, sizes }: ContentParts, length: number): boolean {
  return sizes.length === count && sizes.reduce((sum, size) => sum + size, 0) === length;
}
