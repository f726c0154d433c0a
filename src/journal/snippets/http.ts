import type { RecordedExchange } from '../record.ts';
import { fieldOf } from '../request-url.ts';

/**
 * The request as a message of HTTP/1, byte for byte, except for the sizes of chunks and white space around field values.
 * Masked and truncated bodies are shorter than `Content-Length` says.
 */
export function toHttpMessage({ request, connection }: RecordedExchange): Buffer {
  const { method, target, headers, trailers, body } = request;
  const version = connection.protocol === 'HTTP/1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
  const lines = (pairs: RecordedExchange['request']['headers']) =>
    pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} ${version}\r\n${lines(headers)}\r\n`, 'latin1');
  const kept = Buffer.from(body.kept);
  if (!/\bchunked\s*$/i.test(fieldOf(headers, 'Transfer-Encoding') ?? '')) return Buffer.concat([head, kept]);
  const chunk = kept.byteLength === 0 ? [] : [`${kept.byteLength.toString(16)}\r\n`, kept, '\r\n'];
  return Buffer.concat([
    head,
    ...chunk.map((part) => Buffer.from(part)),
    Buffer.from(`0\r\n${lines(trailers)}\r\n`, 'latin1'),
  ]);
}
