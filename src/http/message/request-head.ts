import type { RequestHead } from '#wire/request-head.ts';
import { HttpError } from '../errors/errors.ts';
import { toHttpError } from '../errors/wire-error.ts';
import { isAuthority } from '../syntax/authority.ts';
import { isSameName } from '../syntax/fields.ts';
import type { ReceivedRequest } from './received-request.ts';

/**
 * Checks the requirements on every request that the wire does not, whatever its service.
 * @returns host and port that the client called; undefined for an empty `Host`, and for an HTTP/1.0 request without it.
 * @throws HttpError 400 when the host is missing, repeated or invalid (RFC 9112 §3.2, RFC 9113 §8.3.1); the error of a head that
 * the wire rejects
 */
export function checkRequestHead({ wire, head, target }: ReceivedRequest): string | undefined {
  if (wire.rejection) throw toHttpError(wire.rejection);
  const host = checkHost(head.fields, head.version);
  if (target.authority !== undefined && !isAuthority(target.authority))
    throw closing(400, 'The request target is not a host with an optional port.');
  return target.authority ?? host;
}

/** The first `Host` field of a request, or `:authority`, unchecked. */
export function readHost({ fields }: RequestHead): string | undefined {
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index];
    if (name?.length === 4 && isSameName(name, 'Host')) return fields[index + 1];
  }
  return undefined;
}

function checkHost(fields: readonly string[], version: string): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < fields.length; index += 2) {
    if (!isSameName(fields[index] ?? '', 'Host')) continue;
    if (host !== undefined) throw closing(400, 'The request has more than one Host field.');
    host = fields[index + 1] ?? '';
  }
  if (host === undefined) {
    if (version === '1.0') return undefined;
    throw closing(400, 'An HTTP/1.1 request must have a Host field.');
  }
  // A target URI without an authority has an empty host (RFC 9112 §3.2). HTTP/2 has no such requests (RFC 9113 §8.3.1).
  if (host === '') return undefined;
  if (!isAuthority(host)) throw closing(400, 'The Host field is not a host with an optional port.');
  return host;
}

/** The framing of such a request cannot be trusted, so the connection closes with the response. */
function closing(status: number, message: string): HttpError {
  return new HttpError(status, message, { fields: [['Connection', 'close']] });
}
