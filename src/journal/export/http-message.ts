import { encodeChunks } from '#http/message/chunked-content.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { formatLines } from '#wire/http1/writer.ts';
import type { RecordedExchange, RecordedRequest } from '../recording/record.ts';
import { fieldOf } from '../views/request-url.ts';
import { buildFramedFields, isSentInChunks } from './http1-framing.ts';

/**
 * The request as a message of HTTP/1, byte for byte if it was one, all of its values are recorded, and it has at most 1,000 chunks. The
 * message is always valid: the fields that delimit the body describe the recorded bytes.
 */
export function formatHttpMessage(exchange: RecordedExchange): Buffer {
  const { request } = exchange;
  const { body, trailers, chunks } = request;
  const head = Buffer.from(formatHead(exchange), 'latin1');
  const content = isSentInChunks(request) ? encodeChunks(body.kept, chunks, trailers) : body.kept;
  return Buffer.concat([head, content]);
}

function formatHead({ request, connection }: RecordedExchange): string {
  const { method, target, headers, rawHead } = request;
  const fields = buildFramedFields(request);
  if (rawHead !== undefined && isSame(fields, request)) return rawHead;
  const version = connection.protocol === 'HTTP/1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
  // CONNECT of HTTP/2 has no target (RFC 9113 §8.5).
  return `${method} ${target || (fieldOf(headers, 'Host') ?? '/')} ${version}\r\n${formatLines(fields)}\r\n`;
}

function isSame(fields: Fields, { headers }: RecordedRequest): boolean {
  return (
    fields.length === headers.length &&
    fields.every(([name, value], index) => name === headers[index]?.[0] && value === headers[index][1])
  );
}
