import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, readonly Decoder[]> = new Map<string, readonly Decoder[]>([
  ['gzip', [gunzipSync]],
  ['x-gzip', [gunzipSync]],
  // Some senders omit the zlib format of RFC 9110 §8.4.1.2.
  ['deflate', [inflateSync, inflateRawSync]],
  ['br', [brotliDecompressSync]],
  ['zstd', [zstdDecompressSync]],
]);

/** Maximum number of codings of a message. */
const MAX_CODINGS = 4;

/** The codings of a value of `Content-Encoding`, without `identity`, in the order in which they were applied. */
export function codingsOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',', MAX_CODINGS + 1)
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/**
 * Removes content codings (RFC 9110 §8.4).
 * @param maxLength of each decoded body, in bytes.
 * @returns undefined for content that cannot be decoded, or only to too many bytes.
 */
export function decodeContent(
  bytes: Uint8Array,
  codings: readonly string[],
  maxLength: number,
): Uint8Array | undefined {
  if (codings.length > MAX_CODINGS) return undefined;
  let decoded: Uint8Array | undefined = bytes;
  for (const coding of codings.toReversed()) {
    decoded = decodeOnce(coding, decoded, maxLength);
    if (!decoded) return undefined;
  }
  return decoded;
}

function decodeOnce(coding: string, bytes: Uint8Array, maxOutputLength: number): Uint8Array | undefined {
  for (const decoder of DECODERS.get(coding) ?? []) {
    try {
      return decoder(bytes, { maxOutputLength });
    } catch {
      // The next decoder can know the content.
    }
  }
  return undefined;
}
