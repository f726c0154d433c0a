import { encodeChunked, formatLines } from '#wire/http1/writer.ts';
import type { RecordedExchange } from '../recording/record.ts';
import { fieldOf } from '../views/request-url.ts';
import { buildFramedFields, isSentInChunks } from './http1-framing.ts';

/**
 * The request as a message of HTTP/1, byte for byte, except for the sizes of chunks and white space around field values.
 * The message is always valid: the fields that delimit the body describe the recorded bytes.
 */
export function formatHttpMessage({ request, connection }: RecordedExchange): Buffer {
  const { method, target, headers, trailers, body } = request;
  const version = connection.protocol === 'HTTP/1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
  // CONNECT of HTTP/2 has no target (RFC 9113 §8.5).
  const requestLine = `${method} ${target || (fieldOf(headers, 'Host') ?? '/')} ${version}\r\n`;
  const head = Buffer.from(`${requestLine}${formatLines(buildFramedFields(request))}\r\n`, 'latin1');
  return Buffer.concat([head, isSentInChunks(request) ? encodeChunked(body.kept, trailers) : body.kept]);
}
