import type { Exchange } from '../http/exchange.ts';
import { type Fields, toFields } from '../http/fields.ts';
import { framingOf, versionOf } from './raw-view.ts';

/**
 * The request put together again as the message it was (RFC 9112 §2.1). How the content was cut into chunks is not
 * known any more, so it is one.
 */
export function rawMessage(exchange: Exchange, body: Buffer): Buffer {
  const { request } = exchange;
  const line = `${exchange.method} ${request.url ?? ''} HTTP/${versionOf(request)}\r\n`;
  const head = Buffer.from(`${line}${toLines(exchange.fields)}\r\n`, 'latin1');
  if (framingOf(request) !== 'chunked') return Buffer.concat([head, body]);
  const size = body.length > 0 ? `${body.length.toString(16)}\r\n` : '';
  const last = `${size && '\r\n'}0\r\n${toLines(toFields(request.rawTrailers))}\r\n`;
  return Buffer.concat([head, Buffer.from(size), body, Buffer.from(last, 'latin1')]);
}

function toLines(fields: Fields): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
