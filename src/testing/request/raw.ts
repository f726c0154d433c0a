import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { type Field, type Fields, toFields } from '#http/syntax/fields.ts';
import { ConnectionView, connectionView, TlsView, tlsView } from './connection-view.ts';

const Pairs = Type.Array(Type.Tuple([Type.String(), Type.String()]));

/** The schema of an unmodified request. */
export const RawView = Type.Object({
  method: Type.String(),
  target: Type.String(),
  version: Type.String(),
  fields: Pairs,
  framing: Type.Enum(['none', 'content-length', 'chunked', 'frames']),
  body: Type.Object({
    length: Type.Integer(),
    sha256: Type.String(),
    text: Type.Optional(Type.String()),
    base64: Type.Optional(Type.String()),
  }),
  trailers: Pairs,
  connection: ConnectionView,
  tls: Type.Union([TlsView, Type.Null()]),
  http2: Type.Union([Type.Object({ stream: Type.Integer(), pseudo_fields: Pairs }), Type.Null()]),
});

/** The unmodified request for `exchange.json`. Bytes above 7F outside the body are characters up to U+00FF. */
export function rawView(exchange: Exchange, body: Buffer) {
  const { request } = exchange;
  const all = toFields(request.rawHeaders);
  return {
    method: exchange.method,
    target: request.url ?? '',
    version: versionOf(request),
    fields: all.filter((field) => !isPseudo(field)),
    framing: framingOf(request),
    body: bodyOf(body),
    trailers: toFields(request.rawTrailers),
    connection: connectionView(exchange),
    tls: tlsView(exchange),
    http2: http2Of(request, all.filter(isPseudo)),
  };
}

/** The version as RFC 9113 §1 names it: HTTP/2 has no minor versions. */
function versionOf({ httpVersion }: IncomingMessage): string {
  return httpVersion === '2.0' ? '2' : httpVersion;
}

/** How the client delimited the content (RFC 9112 §6, RFC 9113 §8.1). */
function framingOf(request: IncomingMessage): 'none' | 'content-length' | 'chunked' | 'frames' {
  const stream = http2Stream(request);
  if (stream?.endAfterHeaders) return 'none';
  if (request.headers['transfer-encoding'] !== undefined) return 'chunked';
  if (request.headers['content-length'] !== undefined) return 'content-length';
  return stream ? 'frames' : 'none';
}

function bodyOf(body: Buffer) {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const encoded = isUtf8(body) ? { text: body.toString('utf8') } : { base64: body.toString('base64') };
  return { length: body.length, sha256, ...encoded };
}

function http2Of(request: IncomingMessage, pseudoFields: readonly Field[]) {
  const stream = http2Stream(request);
  return stream ? { stream: stream.id, pseudo_fields: pseudoFields } : null;
}

/** Whether a field is a pseudo-header of HTTP/2 (RFC 9113 §8.3). */
function isPseudo([name]: Field): boolean {
  return name.startsWith(':');
}

function http2Stream(request: IncomingMessage): { id: number; endAfterHeaders: boolean } | undefined {
  const stream: unknown = Reflect.get(request, 'stream');
  if (typeof stream !== 'object' || stream === null) return undefined;
  const id: unknown = Reflect.get(stream, 'id');
  const endAfterHeaders = Reflect.get(stream, 'endAfterHeaders') === true;
  return typeof id === 'number' ? { id, endAfterHeaders } : undefined;
}

/** The request as an HTTP/1 message (RFC 9112 §2.1). Chunk boundaries are unknown, so a chunked body is one chunk. */
export function rawMessage(exchange: Exchange, body: Buffer): Buffer {
  const { request } = exchange;
  const line = `${exchange.method} ${request.url ?? ''} HTTP/${versionOf(request)}\r\n`;
  const head = Buffer.from(`${line}${formatLines(exchange.fields)}\r\n`, 'latin1');
  if (framingOf(request) !== 'chunked') return Buffer.concat([head, body]);
  const size = body.length > 0 ? `${body.length.toString(16)}\r\n` : '';
  const last = `${size && '\r\n'}0\r\n${formatLines(toFields(request.rawTrailers))}\r\n`;
  return Buffer.concat([head, Buffer.from(size), body, Buffer.from(last, 'latin1')]);
}

function formatLines(fields: Fields): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
