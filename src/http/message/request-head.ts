import { HttpError } from '../errors/errors.ts';
import { isAuthority } from '../syntax/authority.ts';
import { isSameName } from '../syntax/fields.ts';
import type { Connection } from '../transport/connections/connection.ts';
import type { ReceivedRequest } from './received-request.ts';

/** Maximum number of bytes of a request's target, of the names of its fields and of their values, together. */
export const MAX_HEAD_SIZE = 64 * 1024;

/** Maximum number of header fields of a request. Clients of HTTP/2 send each cookie as a field (RFC 9113 §8.2.3). */
export const MAX_FIELDS = 2000;

/**
 * Checks the requirements on every request, whatever its service.
 * @param connection of an HTTP/1 request
 * @returns host and port that the client called; undefined for an empty `Host`, and for an HTTP/1.0 request without it.
 * @throws HttpError 505 for an unsupported HTTP version (RFC 9110 §15.6.6); 431 for a head beyond the limits; 400 when the
 * host is missing, repeated or
 * invalid (RFC 9112 §3.2, RFC 9113 §8.3.1), or when the body has a transfer coding other than chunked (RFC 9112 §6.3).
 */
export function checkRequestHead(received: ReceivedRequest, connection?: Connection): string | undefined {
  const { request, target } = received;
  if (!received.isHttp2 && (request.httpVersionMajor !== 1 || request.httpVersionMinor > 1)) {
    throw closing(505, 'This connection supports HTTP/1.0 and HTTP/1.1 only.');
  }
  checkSize(received);
  const host = checkFields(received, connection);
  if (target.authority !== undefined && !isAuthority(target.authority))
    throw closing(400, 'The request target is not a host with an optional port.');
  return target.authority ?? host;
}

/** Node checks the number of bytes on HTTP/1 only. */
function checkSize({ request, rawFields, isHttp2 }: ReceivedRequest): void {
  if (rawFields.length > 2 * MAX_FIELDS)
    throw closing(431, `The request has more than ${MAX_FIELDS} header fields.`);
  if (!isHttp2) return;
  let size = request.url?.length ?? 0;
  for (const text of rawFields) size += text.length;
  if (size > MAX_HEAD_SIZE) throw headTooLarge();
}

export function headTooLarge(): HttpError {
  return new HttpError(431, `The head of the request is larger than ${MAX_HEAD_SIZE} bytes.`);
}

function checkFields(
  { request, rawFields, isHttp2 }: ReceivedRequest,
  connection: Connection | undefined,
): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawFields.length; index += 2) {
    const name = rawFields[index] ?? '';
    if (isSameName(name, 'Transfer-Encoding')) checkTransferCoding(rawFields[index + 1] ?? '');
    if (!isSameName(name, 'Host')) continue;
    if (host !== undefined) throw closing(400, 'The request has more than one Host field.');
    host = rawFields[index + 1] ?? '';
  }
  if (host === undefined) {
    if (request.httpVersion === '1.0') return undefined;
    throw closing(400, 'An HTTP/1.1 request must have a Host field.');
  }
  // A target URI without an authority has an empty host (RFC 9112 §3.2). HTTP/2 has no such requests (RFC 9113 §8.3.1).
  if (host === '') return undefined;
  // Nearly all requests of a connection have the same host.
  if (connection?.validHost !== host) {
    if (!isAuthority(host)) throw closing(400, 'The Host field is not a host with an optional port.');
    if (connection) connection.validHost = host;
  }
  if (!isHttp2) return host;
  const authority = request.headers[':authority'];
  if (typeof authority === 'string' && authority.toLowerCase() !== host.toLowerCase())
    throw new HttpError(400, 'The host field and :authority name different hosts.');
  return host;
}

/**
 * Node calls the server before it rejects a transfer coding that it does not know. Lists may have empty elements (RFC
 * 9110 §5.6.1.2).
 */
function checkTransferCoding(value: string): void {
  const codings = value.split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.some((coding) => coding !== '' && coding !== 'chunked'))
    throw closing(400, 'The only transfer coding that this server supports is chunked.');
}

/** The framing of such a request cannot be trusted, so the connection closes with the response. */
function closing(status: number, message: string): HttpError {
  return new HttpError(status, message, { fields: [['Connection', 'close']] });
}
