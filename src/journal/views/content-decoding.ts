import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Pair, RecordedBody } from '../recording/record.ts';
import { fieldOf } from './request-url.ts';

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, readonly Decoder[]> = new Map<string, readonly Decoder[]>([
  ['gzip', [gunzipSync]],
  ['x-gzip', [gunzipSync]],
  // Some servers send the data without the zlib format of RFC 9110 §8.4.1.2.
  ['deflate', [inflateSync, inflateRawSync]],
  ['br', [brotliDecompressSync]],
  ['zstd', [zstdDecompressSync]],
]);

/** Maximum number of codings of a message. */
const MAX_CODINGS = 4;

/** Maximum number of bytes of one decoded body. */
const MAX_BODY = 1024 * 1024;

/** Maximum number of bytes that one decoder of content returns for all bodies, so that they cannot occupy the memory. */
const MAX_TOTAL = 32 * 1024 * 1024;

/** Removes content codings (RFC 9110 §8.4). */
export interface ContentDecoder {
  /** The decoded body; undefined without a coding, and for content that cannot be decoded, or only to too many bytes. */
  decode(body: RecordedBody, headers: readonly Pair[]): Uint8Array | undefined;
}

export function createContentDecoder(): ContentDecoder {
  let available = MAX_TOTAL;
  return {
    decode({ kept, length, truncated }, headers) {
      const codings = (fieldOf(headers, 'Content-Encoding') ?? '')
        .split(',', MAX_CODINGS + 1)
        .map((coding) => coding.trim().toLowerCase())
        .filter((coding) => coding !== '' && coding !== 'identity');
      if (length === 0 || truncated || codings.length === 0 || codings.length > MAX_CODINGS) return undefined;
      let decoded: Uint8Array | undefined = kept;
      for (const coding of codings.toReversed()) {
        decoded = decodeOnce(coding, decoded, Math.min(MAX_BODY, available));
        if (!decoded) return undefined;
        available -= decoded.byteLength;
      }
      return decoded;
    },
  };
}

function decodeOnce(coding: string, bytes: Uint8Array, maxOutputLength: number): Uint8Array | undefined {
  if (maxOutputLength === 0) return undefined;
  for (const decoder of DECODERS.get(coding) ?? []) {
    try {
      return decoder(bytes, { maxOutputLength });
    } catch {
      // The next decoder can know the content.
    }
  }
  return undefined;
}
