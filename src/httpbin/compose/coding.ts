import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';
import { type ContentCoding, encode } from '../content-coding.ts';

export function encodeAll(bytes: Buffer, codings: readonly ContentCoding[]): Buffer {
  return codings.reduce((content, coding) => encode(coding, content), bytes);
}

/** Encodes what comes bit by bit. Whoever stops reading stops the source too. */
export function encodeStream(
  source: Iterable<Uint8Array>,
  codings: readonly ContentCoding[],
): AsyncIterable<Uint8Array> {
  let last: Readable = Readable.from(source);
  for (const coding of codings) {
    const next = ENCODERS[coding]();
    // What goes wrong is passed on to the next, and at the end to the reader.
    pipeline(last, next, () => {});
    last = next;
  }
  return last;
}

const ENCODERS: Readonly<Record<ContentCoding, () => Transform>> = {
  gzip: () => createGzip(),
  deflate: () => createDeflate(),
  // The highest quality, the default, would take a hundred times as long.
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: () => createZstdCompress(),
};
