import { pipeline, Readable, type Transform } from 'node:stream';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  createZstdCompress,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';

/** A content coding of responses (RFC 9110 §8.4.1). */
export type ContentCoding = 'zstd' | 'br' | 'gzip' | 'deflate';

/** In order of preference for equal weights. */
export const contentCodings: readonly ContentCoding[] = ['zstd', 'br', 'gzip', 'deflate'];

/** Encodes synchronously: the content is small, so a thread switch would take longer. */
export function encode(coding: ContentCoding, content: string | Uint8Array): Buffer {
  switch (coding) {
    case 'zstd':
      return zstdCompressSync(content);
    case 'br':
      // The default quality is the highest, which takes a second for request headers of the maximum size.
      return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    case 'gzip':
      return gzipSync(content, { level: 4 });
    case 'deflate':
      // RFC 9110 §8.4.1.2 defines `deflate` as the zlib format.
      return deflateSync(content);
  }
}

export function encodeAll(bytes: Buffer, codings: readonly ContentCoding[]): Buffer {
  return codings.reduce((content, coding) => encode(coding, content), bytes);
}

/** Encodes a stream. The source ends when the consumer stops. */
export function encodeStream(
  source: Iterable<Uint8Array>,
  codings: readonly ContentCoding[],
): AsyncIterable<Uint8Array> {
  let last: Readable = Readable.from(source);
  for (const coding of codings) {
    const next = ENCODERS[coding]();
    // Errors propagate to the consumer.
    pipeline(last, next, () => {});
    last = next;
  }
  return last;
}

const ENCODERS: Readonly<Record<ContentCoding, () => Transform>> = {
  gzip: () => createGzip(),
  deflate: () => createDeflate(),
  // The default quality is the highest, which is a hundred times slower.
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: () => createZstdCompress(),
};
