import type { ServerResponse } from 'node:http';
import { HttpError } from './errors.ts';
import type { Fields } from './fields.ts';
import { isHttp2, toHttp2Fields } from './http2.ts';
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from './node-http.ts';

/**
 * Writes status line and fields as they are given. On HTTP/2, which has neither phrases nor cases, as it can.
 * @throws HttpError 400 when a field would carry what it cannot, a line break for instance.
 */
export function writeHead(reply: ServerResponse, status: number, phrase: string, fields: Fields): void {
  try {
    if (isHttp2(reply)) {
      checkFields(fields);
      reply.writeHead(status, toHttp2Fields(fields));
      return;
    }
    // Checked beforehand: once begun as an answer without content, Node would send the refusal without its own.
    if (!isContentAllowed(status)) checkFields(fields);
    // Node takes pairs and writes them as they are; its types know the flat list and the object only.
    const pairs = fields as unknown as string[];
    // Node's own phrase need not be checked by Node again.
    if (phrase === STATUS_CODES[status]) reply.writeHead(status, pairs);
    else reply.writeHead(status, phrase, pairs);
  } catch (error) {
    if (isUnwritable(error)) {
      throw new HttpError(400, 'A header field cannot carry such a value.', { cause: error });
    }
    throw error;
  }
}

/** Fields behind the content (RFC 9110 §6.5); to be called before the end of the reply. */
export function writeTrailers(reply: ServerResponse, fields: Fields): void {
  const trailers = isHttp2(reply)
    ? Object.fromEntries(Object.entries(toHttp2Fields(fields)).map(([name, value]) => [name, String(value)]))
    : fields.map(([name, value]): [string, string] => [name, value]);
  reply.addTrailers(trailers);
}

/** RFC 9110 §8.6: no `Content-Length` in a 1xx or 204; a 304 would have to tell the length of the 200. */
export function isContentAllowed(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

function checkFields(fields: Fields): void {
  for (const [name, value] of fields) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

function isUnwritable(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    'code' in error &&
    (error.code === 'ERR_INVALID_CHAR' || error.code === 'ERR_INVALID_HTTP_TOKEN')
  );
}
