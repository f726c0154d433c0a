import type { Pair, RecordedExchange } from '../recording/record.ts';
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
  if (!isSentInChunks(request)) return Buffer.concat([head, body.kept]);
  const size = body.kept.byteLength;
  const chunk = size === 0 ? [] : [Buffer.from(`${size.toString(16)}\r\n`), body.kept, Buffer.from('\r\n')];
  return Buffer.concat([head, ...chunk, Buffer.from(`0\r\n${formatLines(trailers)}\r\n`, 'latin1')]);
}

function formatLines(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
