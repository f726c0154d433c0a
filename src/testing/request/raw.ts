import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { toFields } from '#http/syntax/fields.ts';
import { encodeChunked, formatLines } from '#wire/http1/writer.ts';
import type { RequestHead } from '#wire/request-head.ts';
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
  const { head, wire } = exchange;
  return {
    method: head.method,
    target: head.target,
    version: head.version,
    fields: toFields(sentFields(head)),
    framing: framingOf(head),
    body: bodyOf(body),
    trailers: toFields(wire.body.trailers),
    connection: connectionView(exchange),
    tls: tlsView(exchange),
    http2: exchange.isHttp2 ? { stream: wire.streamId, pseudo_fields: toFields(head.pseudo) } : null,
  };
}

/** The fields without the `host` that a request of HTTP/2 has from its `:authority`. */
function sentFields({ fields, pseudo }: RequestHead): readonly string[] {
  const authority = pseudo.indexOf(':authority');
  const isAdded = authority >= 0 && fields[0] === 'host' && fields[1] === pseudo[authority + 1];
  return isAdded ? fields.slice(2) : fields;
}

/** How the client delimited the content (RFC 9112 §6, RFC 9113 §8.1). */
function framingOf({ framing, length }: RequestHead): RequestHead['framing'] {
  return framing === 'frames' && length >= 0 ? 'content-length' : framing;
}

function bodyOf(body: Buffer) {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const encoded = isUtf8(body) ? { text: body.toString('utf8') } : { base64: body.toString('base64') };
  return { length: body.length, sha256, ...encoded };
}

/**
 * The request as an HTTP/1 message (RFC 9112 §2.1): the bytes of the head as received, or the lines of an HTTP/2 request. A chunked
 * body is one chunk, because chunk boundaries have no meaning (RFC 9112 §7.1).
 */
export function rawMessage({ head, fields, wire }: Exchange, body: Buffer): Buffer {
  const text = head.raw ?? `${head.method} ${head.target} HTTP/${head.version}\r\n${formatLines(fields)}\r\n`;
  const bytes = Buffer.from(text, 'latin1');
  const isChunked = head.framing === 'chunked';
  return Buffer.concat([bytes, isChunked ? encodeChunked(body, toFields(wire.body.trailers)) : body]);
}
