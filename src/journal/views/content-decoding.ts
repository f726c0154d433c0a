import { codingsOf, decodeContent } from '#http/message/body/content-decoding.ts';
import type { Pair, RecordedBody } from '../recording/record.ts';
import { fieldOf } from './request-url.ts';

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
      const codings = codingsOf(fieldOf(headers, 'Content-Encoding'));
      if (length === 0 || truncated || codings.length === 0) return undefined;
      const decoded = decodeContent(kept, codings, Math.min(MAX_BODY, available));
      available -= decoded?.byteLength ?? 0;
      return decoded;
    },
  };
}
