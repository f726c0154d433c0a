import { isSameName } from '#http/syntax/fields.ts';
import type { Pair, RecordedRequest } from '../recording/record.ts';
import { withoutFields } from '../snippets/request.ts';
import { fieldOf } from '../views/request-url.ts';

type FramedMessage = Pick<RecordedRequest, 'headers' | 'trailers' | 'body'>;

/** Whether HTTP/1 sends the body in chunks: with `chunked` as the last transfer coding, or trailers (RFC 9112 §6.3, §7.1.2). */
export function isSentInChunks({ headers, trailers }: FramedMessage): boolean {
  return hasChunkedCoding(headers) || trailers.length > 0;
}

/**
 * The header fields that delimit the recorded body in HTTP/1: those of the request, unless they describe other bytes than
 * the recorded ones. Bytes behind the end of a message would be the next request (RFC 9112 §6). HTTP/2 requests need no
 * such fields, masked and truncated bodies have another length, and the values of the fields can be removed from records.
 */
export function buildFramedFields(message: FramedMessage): readonly Pair[] {
  const { headers, body } = message;
  if (isSentInChunks(message)) {
    const rest = withoutFields(headers, CONTENT_LENGTH);
    return hasChunkedCoding(headers)
      ? rest
      : [...withoutFields(rest, TRANSFER_ENCODING), ['Transfer-Encoding', 'chunked']];
  }
  const length = body.kept.byteLength;
  const rest = withoutFields(headers, TRANSFER_ENCODING);
  const declared = fieldOf(rest, 'Content-Length');
  if (declared === undefined) return length > 0 ? [...rest, ['Content-Length', String(length)]] : rest;
  if (isLength(declared, length)) return rest;
  return rest.map(([name, value]) => [name, isSameName(name, 'Content-Length') ? String(length) : value]);
}

/** Why the recorded fields do not describe the recorded body; undefined if they do. */
export function framingProblem({ headers, body }: FramedMessage): string | undefined {
  const declared = fieldOf(headers, 'Content-Length');
  if (declared !== undefined && !isLength(declared, body.length))
    return `Content-Length is ${declared}, but the body has ${body.length} bytes.`;
  const coding = fieldOf(headers, 'Transfer-Encoding');
  if (coding !== undefined && !hasChunkedCoding(headers))
    return `Transfer-Encoding is ${coding}, which does not delimit a body.`;
  return undefined;
}

function hasChunkedCoding(headers: readonly Pair[]): boolean {
  return /\bchunked\s*$/i.test(fieldOf(headers, 'Transfer-Encoding') ?? '');
}

function isLength(value: string, length: number): boolean {
  return /^\d+$/.test(value) && Number(value) === length;
}

const CONTENT_LENGTH: ReadonlySet<string> = new Set(['content-length']);
const TRANSFER_ENCODING: ReadonlySet<string> = new Set(['transfer-encoding']);
