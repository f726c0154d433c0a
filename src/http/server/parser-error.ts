import { channel } from 'node:diagnostics_channel';
import type { Duplex } from 'node:stream';
import type { Runtime } from '#runtime.ts';
import { HttpError } from '../errors/errors.ts';
import { headTooLarge } from '../message/request-head.ts';
import { channels, type ParserErrorResponse } from '../routing/diagnostics.ts';
import type { Routes } from '../routing/routes.ts';
import type { Service } from '../routing/service.ts';
import { type Fields, withDate } from '../syntax/fields.ts';
import { parseTarget } from '../syntax/target.ts';
import { endSocket } from '../transport/connections/connection.ts';

/** The error of Node's HTTP/1 parser. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The packet with the error. It may start within an earlier message. */
  readonly rawPacket?: Buffer;
  /** Number of bytes of that packet before the error. */
  readonly bytesParsed?: number;
}

/** A request that could not be parsed: the error, and the service whose error format it gets. */
export interface UnparsedRequest {
  readonly error: HttpError;
  readonly service: Service;
}

/** Whether the error concerns the received bytes, and not the connection itself. */
export function isParserError(error: ParserError): boolean {
  return error.code?.startsWith('HPE_') === true || error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Whether a TLS handshake failed because the client sent a request without TLS. */
export function isPlainRequest(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_SSL_HTTP_REQUEST';
}

export function tlsExpected(): HttpError {
  return new HttpError(400, 'This port expects TLS. Use a URL that begins with https.');
}

/**
 * The service is selected by the path, as far as the path is known. That of a head that is too large is in an earlier
 * packet: one packet has at most 64 KiB, less than the limit. Node's parser reports nothing of that head, and a listener
 * for all packets of a connection would slow down each request. Such a request gets the error format of the root.
 */
export function buildUnparsedRequest(routes: Routes, error: ParserError): UnparsedRequest {
  const line = failedRequestLine(error);
  const service = routes.serviceOf(parseTarget(line?.target ?? '/').path);
  return { service, error: toHttpError(error, service, line) };
}

function toHttpError(error: ParserError, service: Service, line: RequestLine | undefined): HttpError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return headTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'The request was not received in time.');
    case 'HPE_INVALID_URL':
      return new HttpError(400, hasInvalidCharacter(error) ? UNENCODED_TARGET : INVALID_TARGET, {
        cause: error,
      });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError(413, 'The chunk extensions are longer than 16384 bytes, the maximum of a body.');
    case 'HPE_INVALID_METHOD':
      if (line?.hasUnknownMethod)
        return service.fallback.unknownMethod?.() ?? new HttpError(501, UNKNOWN_METHOD);
  }
  return new HttpError(400, 'This is not an HTTP/1.1 request.', { cause: error });
}

const UNENCODED_TARGET = 'The request target contains a character that must be percent-encoded.';

/** RFC 9112 §3.2. The parser reports a wrong authority-form of CONNECT by the same code. */
const INVALID_TARGET = 'The request target must begin with a slash, or be an absolute URL or an asterisk.';

const UNKNOWN_METHOD =
  'The HTTP/1.1 parser of this server does not support this method. HTTP/2 supports any method.';

export interface RequestLine {
  readonly target: string;
  /** Offset of the line in the packet. */
  readonly offset: number;
  /** Whether the error is in this line, and the rest of the line is valid. */
  readonly hasUnknownMethod: boolean;
}

/** The last line before the error that starts like a request line, in the packet with the error. */
export function failedRequestLine({ rawPacket, bytesParsed = 0 }: ParserError): RequestLine | undefined {
  const packet = rawPacket?.toString('latin1') ?? '';
  const [rest = ''] = packet.slice(bytesParsed).split('\n');
  const last = [...packet.slice(0, bytesParsed + rest.length).matchAll(REQUEST_LINE)].at(-1);
  if (!last) return undefined;
  const [line, target = '/', version = ''] = last;
  const isAtError = last.index + line.length >= bytesParsed;
  return { target, offset: last.index, hasUnknownMethod: isAtError && VERSION.test(version) };
}

/**
 * Whether the target in the line with the error has a character that no target contains (RFC 9112 §3.2). Node's parser accepts
 * only ASCII, even with `insecureHTTPParser`.
 */
function hasInvalidCharacter({ rawPacket, bytesParsed = 0 }: ParserError): boolean {
  const packet = rawPacket?.toString('latin1') ?? '';
  // The error can be one byte behind its character.
  const start = packet.lastIndexOf('\n', bytesParsed - 2) + 1;
  const [line = ''] = packet.slice(start).split(/\r?\n/, 1);
  return /[^\x21-\x7e]/.test(line.replace(/^\S+ /, '').replace(/ HTTP\/\d\.\d$/, ''));
}

/** RFC 9112 §3: a method and a target in origin, asterisk or absolute form. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ (\/\S*|\*|[a-z][a-z\d+.-]*:\/\/\S*)(.*)$/gim;

const VERSION = /^ HTTP\/\d\.\d\r?$/;

/** Writes a response without an exchange, and ends the connection. */
export function writeErrorResponse(
  { service, error }: UnparsedRequest,
  socket: Duplex,
  runtime: Pick<Runtime, 'after' | 'machineNow'>,
): void {
  const { format } = service;
  const { fields, content } = format.renderError(error, undefined);
  const subscribers = channel(channels.parserErrorResponse);
  if (subscribers.hasSubscribers)
    subscribers.publish({ service, status: error.status, fields, content } satisfies ParserErrorResponse);
  const length = ['Content-Length', String(Buffer.byteLength(content))] as const;
  const common = format.commonFields(undefined, error.status);
  const head: Fields = [...withDate([...fields, length, ...common], runtime), ['Connection', 'close']];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  endSocket(
    socket,
    runtime,
    `HTTP/1.1 ${error.status} ${format.reasonPhrase(error.status)}\r\n${lines}\r\n${content}`,
  );
}
