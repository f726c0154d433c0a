import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { codingsOf } from '../../http/message/content-decoding.ts';
import { withoutField } from '../../http/message/fields.ts';
import type { RecordedExchange } from '../recording/record.ts';
import type { Redaction } from './redaction.ts';
import { fieldOf } from './request-url.ts';

/** Maximum number of bytes of a decoded body. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** A body without its content codings, as far as it can be decoded. */
export interface DecodedBody {
  readonly bytes: Uint8Array;
  /** Whether `bytes` is all of it, the first bytes of it, or all before an error. */
  readonly state: 'complete' | 'cut' | 'error';
  /** The coding that failed, and how many of its bytes were read before. */
  readonly problem?: { readonly coding: string; readonly at: number };
}

const FINISH = { finishFlush: constants.Z_SYNC_FLUSH };

/** Codings, with a function that makes a stream for content in this coding. */
const STREAMS: Readonly<
  Record<string, (content: Uint8Array) => Transform & { readonly bytesWritten: number }>
> = {
  gzip: () => createGunzip(FINISH),
  'x-gzip': () => createGunzip(FINISH),
  // Some senders omit the zlib format of RFC 9110 §8.4.1.2.
  deflate: (content) => (isZlib(content) ? createInflate(FINISH) : createInflateRaw(FINISH)),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
};

/** Decodes content, of which `isCut` says that its end is missing. */
async function decodeBody(
  content: Uint8Array,
  codings: readonly string[],
  isCut: boolean,
): Promise<DecodedBody> {
  let decoded: DecodedBody = { bytes: content, state: isCut ? 'cut' : 'complete' };
  for (const coding of codings.toReversed()) {
    const next = await decodeOnce(decoded.bytes, coding);
    if (next.state === 'error') return next;
    decoded = { bytes: next.bytes, state: decoded.state === 'cut' ? 'cut' : next.state };
  }
  return decoded;
}

async function decodeOnce(content: Uint8Array, coding: string): Promise<DecodedBody> {
  const stream = Object.hasOwn(STREAMS, coding) ? STREAMS[coding]?.(content) : undefined;
  if (!stream) return { bytes: content, state: 'error', problem: { coding, at: 0 } };
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    stream.end(content);
    for await (const chunk of stream) {
      const room = MAX_LENGTH - length;
      chunks.push(chunk.subarray(0, room));
      length += Math.min(chunk.length, room);
      if (chunk.length > room) return { bytes: Buffer.concat(chunks), state: 'cut' };
    }
    return { bytes: Buffer.concat(chunks), state: 'complete' };
  } catch {
    const problem = { coding, at: stream.bytesWritten };
    return { bytes: Buffer.concat(chunks), state: 'error', problem };
  } finally {
    stream.destroy();
  }
}

/** Whether content begins with the header of zlib (RFC 1950 §2.2). */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/**
 * The body of a message without its codings, with masked credentials. Undefined without a response.
 * @param part of which the body is.
 */
export async function decodeMessage(
  exchange: RecordedExchange,
  part: 'request' | 'response',
  redaction: Redaction,
): Promise<(DecodedBody & { readonly codings: readonly string[] }) | undefined> {
  const message = exchange[part];
  if (!message) return undefined;
  const { headers, body } = message;
  const codings = codingsOf(fieldOf(headers, 'Content-Encoding'));
  const decoded = await decodeBody(body.kept, codings, body.truncated);
  const plain = {
    ...message,
    headers: withoutField(headers, 'Content-Encoding'),
    body: { ...body, kept: decoded.bytes, length: decoded.bytes.byteLength },
  };
  const masked = redaction.exchange({ ...exchange, [part]: plain });
  return { ...decoded, bytes: masked[part]?.body.kept ?? new Uint8Array(), codings };
}
