import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { codingsOf } from '#http/message/body/content-decoding.ts';
import { withoutField } from '#http/syntax/fields.ts';
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

/** One chunk for all of a body, so that it is in memory once. Its pages are used only as far as they are written. */
const CHUNK = { chunkSize: MAX_LENGTH + 1 };

const FINISH = { ...CHUNK, finishFlush: constants.Z_SYNC_FLUSH };

/** Codings, with a function that makes a stream for content in this coding. */
const STREAMS: Readonly<
  Record<string, (content: Uint8Array) => Transform & { readonly bytesWritten: number }>
> = {
  gzip: () => createGunzip(FINISH),
  'x-gzip': () => createGunzip(FINISH),
  // Some senders omit the zlib format of RFC 9110 §8.4.1.2.
  deflate: (content) => (isZlib(content) ? createInflate(FINISH) : createInflateRaw(FINISH)),
  br: () => createBrotliDecompress({ ...CHUNK, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ ...CHUNK, finishFlush: constants.ZSTD_e_flush }),
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
  let room = MAX_LENGTH;
  let problem: DecodedBody['problem'];
  await new Promise<void>((resolve) => {
    stream
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, room));
        room -= chunk.length;
        // At once: a stream that is read decodes its next chunk meanwhile.
        if (room < 0) stream.destroy();
      })
      .on('error', () => {
        problem = { coding, at: stream.bytesWritten };
      })
      .on('close', resolve)
      .end(coding === 'br' ? limitWindow(content) : content);
  });
  const [first = Buffer.alloc(0), ...others] = chunks;
  const bytes = others.length === 0 ? first : Buffer.concat(chunks);
  if (room < 0) return { bytes, state: 'cut' };
  return problem ? { bytes, state: 'error', problem } : { bytes, state: 'complete' };
}

/**
 * Brotli content whose window is at most 8 MiB: a decoder fills the window before it returns the first byte. The four bits for
 * 16 MiB become those for 8 MiB (RFC 7932 §9.1), with which the first 8 MiB of the decoded content are the same, because no
 * distance goes back beyond the first byte (§4).
 */
function limitWindow(content: Uint8Array): Uint8Array {
  const [first = 0] = content;
  if ((first & 0x0f) !== 0x0f) return content;
  const limited = Uint8Array.from(content);
  limited[0] = (first & 0xf0) | 0x0d;
  return limited;
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
