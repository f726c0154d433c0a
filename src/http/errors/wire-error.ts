import type { WireError } from '#wire/error.ts';
import { DEFAULT_HTTP1_LIMITS } from '#wire/http1/limits.ts';
import { HttpError, tunnelNotServed } from './errors.ts';

/** The error response to what a client has sent, and the wire could not decode, or did not get in time. */
export function toHttpError(error: WireError): HttpError {
  const { kind, status, method, message } = error;
  if (method === 'CONNECT' && status === 501) return tunnelNotServed();
  switch (kind) {
    case 'head-size':
      return new HttpError(431, `The head of the request is larger than ${headSize} bytes, or has more than ${fields} fields.`);
    case 'target-size':
      return new HttpError(414, `The request line is longer than ${headSize} bytes.`);
    case 'timeout':
      return new HttpError(408, 'The request was not received in time.');
    case 'version':
      return new HttpError(505, 'This connection supports HTTP/1.0 and HTTP/1.1 only.');
    case 'coding':
      return new HttpError(status, 'The only transfer coding that this server supports is chunked.');
    case 'content-size':
      return new HttpError(status, 'The declared length of the content is too large.');
    case 'incomplete':
      return new HttpError(status, `The body is incomplete.`);
    default:
      return new HttpError(status, `This is not a valid request: ${message}.`);
  }
}

const { headSize, fields } = DEFAULT_HTTP1_LIMITS;

/** The error of a body whose rest cannot be received. @param error undefined if the connection or the stream has ended */
export function toBodyError(error: WireError | undefined): HttpError {
  return error === undefined || error.status === 0
    ? new HttpError(400, 'The body is incomplete.')
    : toHttpError(error);
}
