import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { encodeChunks } from '#http/message/chunked-content.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { toFields } from '#http/syntax/fields.ts';
import { ChunksView, toChunksView } from '#journal/views/chunks-view.ts';
import { formatLines } from '#wire/http1/writer.ts';
import { SETTING } from '#wire/http2/settings.ts';
import type { RequestHead } from '#wire/request-head.ts';
import { ConnectionView, connectionView, TlsView, tlsView } from './connection-view.ts';

const Pairs = Type.Array(Type.Tuple([Type.String(), Type.String()]));

const Http2View = Type.Object({
  stream: Type.Integer(),
  pseudo_fields: Pairs,
  priority: Type.Union([Type.String(), Type.Null()], {
    description: 'The field `priority` (RFC 9218 §5).',
  }),
  priority_update: Type.Union([Type.String(), Type.Null()], {
    description: 'The last value of PRIORITY_UPDATE for the stream (RFC 9218 §7.1).',
  }),
  settings: Type.Array(Type.Tuple([Type.String(), Type.Integer()]), {
    description:
      'The SETTINGS of the client (RFC 9113 §6.5.2) with their latest values; a number for an unknown one.',
  }),
});

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
    chunks: Type.Optional(ChunksView),
  }),
  trailers: Pairs,
  connection: ConnectionView,
  tls: Type.Union([TlsView, Type.Null()]),
  http2: Type.Union([Http2View, Type.Null()]),
});

/** The unmodified request for `exchange.json`. Bytes above 7F outside the body are characters up to U+00FF. */
export function rawView(exchange: Exchange, body: Buffer) {
  const { head, wire } = exchange;
  const { parts, trailers } = wire.body;
  return {
    method: head.method,
    target: head.target,
    version: head.version,
    fields: toFields(sentFields(head)),
    framing: framingOf(head),
    body: { ...bodyOf(body), ...(parts && { chunks: toChunksView(parts) }) },
    trailers: toFields(trailers),
    connection: connectionView(exchange),
    tls: tlsView(exchange),
    http2: exchange.isHttp2 ? http2View(exchange) : null,
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

function http2View(exchange: Exchange) {
  const { head, wire, connection } = exchange;
  return {
    stream: wire.streamId,
    pseudo_fields: toFields(head.pseudo),
    priority: exchange.field('priority') ?? null,
    priority_update: wire.priorityUpdate || null,
    settings: toSettings(connection.settings),
  };
}

/** Names or numbers, and values. @param settings identifiers and values, alternating */
function toSettings(settings: readonly number[]): [name: string, value: number][] {
  const pairs: [name: string, value: number][] = [];
  for (let index = 0; index < settings.length; index += 2) {
    const id = settings[index];
    const [name] = Object.entries(SETTING).find(([, known]) => known === id) ?? [String(id)];
    pairs.push([name, settings[index + 1] ?? 0]);
  }
  return pairs;
}

/**
 * The request as an HTTP/1 message (RFC 9112 §2.1): the bytes of the head as received, or the lines of an HTTP/2 request, and the body in
 * the chunks of the client.
 */
export function rawMessage({ head, fields, wire }: Exchange, body: Buffer): Buffer {
  const text = head.raw ?? `${head.method} ${head.target} HTTP/${head.version}\r\n${formatLines(fields)}\r\n`;
  const { parts, trailers } = wire.body;
  const content = head.framing === 'chunked' ? encodeChunks(body, parts, toFields(trailers)) : body;
  return Buffer.concat([Buffer.from(text, 'latin1'), content]);
}
