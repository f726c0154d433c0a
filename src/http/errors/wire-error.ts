import type { WireError } from '#wire/error.ts';
import { bodyMemoryExhausted, HttpError, tunnelNotServed } from './errors.ts';

/** The error response to what a client has sent, and the wire could not decode or did not get in time. */
export function toHttpError({ kind, status, method, message }: WireError): HttpError {
  if (status === 501 && method === 'CONNECT') return tunnelNotServed();
  switch (kind) {
    case 'head-size':
      return new HttpError(status, `The head of the request is too large: ${message}.`);
    case 'target-size':
      return new HttpError(status, `The request line is too long: ${message}.`);
    case 'content-size':
      return new HttpError(status, `The content of the request is too large: ${message}.`);
    case 'memory':
      return bodyMemoryExhausted();
    case 'timeout':
      return new HttpError(status, 'The request was not received in time.');
    case 'version':
      return new HttpError(status, 'This connection supports HTTP/1.0 and HTTP/1.1 only.');
    case 'coding':
      return new HttpError(status, 'The only transfer coding that this server supports is chunked.');
    default:
      return new HttpError(status, `This is not a valid request: ${message}.`);
  }
}

/** The error of a body whose rest cannot be received. @param error undefined if the connection or the stream has ended */
export function toBodyError(error: WireError | undefined): HttpError {
  const isKnown = error !== undefined && error.status !== 0 && error.kind !== 'incomplete';
  return isKnown ? toHttpError(error) : new HttpError(400, 'The body is incomplete.');
}
