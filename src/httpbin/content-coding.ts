import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** A content coding (RFC 9110 §8.4.1) that answers are sent in. */
export type ContentCoding = 'zstd' | 'br' | 'gzip' | 'deflate';

/** In the order in which they are preferred where a client likes several as much. */
export const contentCodings: readonly ContentCoding[] = ['zstd', 'br', 'gzip', 'deflate'];

/** What is coded came with the request or is a picture of it, so small that waiting for another thread would take longer. */
export function encode(coding: ContentCoding, content: string | Uint8Array): Buffer {
  switch (coding) {
    case 'zstd':
      return zstdCompressSync(content);
    case 'br':
      // The default quality, the highest, would take a second for the largest header that is read.
      return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    case 'gzip':
      return gzipSync(content, { level: 4 });
    case 'deflate':
      // The zlib format, which RFC 9110 §8.4.1.2 means, and not what the name says.
      return deflateSync(content);
  }
}
