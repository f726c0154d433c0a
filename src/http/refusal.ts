import type { Duplex } from 'node:stream';
import { HttpError } from './errors.ts';
import type { Fields } from './fields.ts';
import type { Mounts } from './mounts.ts';
import { parseTarget } from './target.ts';

/** What Node's parser says of a request that it could not read: the request exists only as the bytes that came last. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Answers what the parser refused, in the manner of the service that was meant. */
export function refuseUnread(mounts: Mounts, error: ParserError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [, target = '/'] = error.rawPacket?.toString('latin1', 0, 512).split(' ') ?? [];
  writeRefusal(mounts, target, toHttpError(error), socket);
}

function toHttpError(error: NodeJS.ErrnoException): HttpError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'The head of the request is larger than this server reads.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'The request took too long to come.');
    case 'HPE_INVALID_METHOD':
      return new HttpError(501, 'This method is not known here.');
    default:
      return new HttpError(400, 'This is not a request of HTTP/1.1.', { cause: error });
  }
}

/** Writes an answer to a request for which there is no exchange, and closes the connection. */
export function writeRefusal(mounts: Mounts, target: string, error: HttpError, socket: Duplex): void {
  const { service } = mounts.find(parseTarget(target).path);
  const { fields, content } = service.renderError(error, undefined);
  const head: Fields = [
    ...fields,
    ['Content-Length', String(Buffer.byteLength(content))],
    ...service.commonFields(undefined, error.status),
    ['Connection', 'close'],
  ];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${error.status} ${service.reasonPhrase(error.status)}\r\n${lines}\r\n${content}`);
  // What is still coming must be read, or the answer is lost with the connection (RFC 9112 §9.6).
  socket.resume();
  if ('setTimeout' in socket && typeof socket.setTimeout === 'function')
    socket.setTimeout(2000, () => socket.destroy());
}
