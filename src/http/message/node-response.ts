import type { ServerResponse } from 'node:http';
import type { Runtime } from '#runtime.ts';
import { HttpError } from '../errors/errors.ts';
import { type Fields, findField, hasField, isSameName } from '../syntax/fields.ts';
import { closeAfterResponse, isClosed, isHttp2, respond, toHttp2Fields } from '../transport/http2/http2.ts';
import { validateHeaderName, validateHeaderValue } from '../transport/node-http.ts';
import { type BodyExchange, discardBody, endsWithHead, expectsContinue } from './body/body.ts';

/**
 * Writes the status line and the header fields unchanged. HTTP/2 has no reason phrase and only lower-case names.
 * @param hasTrailers whether trailers follow the content; HTTP/2 only.
 * @returns over HTTP/2, the names and values that are sent. Over HTTP/1, Node keeps the head as text.
 * @throws HttpError 400 when a value is invalid in a header field, for example with a line break, and for a status above 599
 * over HTTP/2.
 */
export function writeHead(
  nodeResponse: ServerResponse,
  status: number,
  phrase: string,
  fields: Fields,
  hasTrailers = false,
): readonly string[] | undefined {
  if (isHttp2(nodeResponse)) {
    checkHttp2Head(status, fields);
    return respond(nodeResponse, status, fields, hasTrailers);
  }
  try {
    // Checked first: after a failed `writeHead` with such a status, Node sends the error response without content.
    if (!isContentAllowed(status)) checkFields(fields);
    // Node accepts a list of pairs, but its types only have the flat list and the object.
    const pairs = fields as unknown as string[];
    nodeResponse.writeHead(status, phrase, pairs);
    return undefined;
  } catch (error) {
    // Node has set the phrase already, and would send it with the status of the error.
    nodeResponse.statusMessage = '';
    throw toInputError(error);
  }
}

/** Adds trailers (RFC 9110 §6.5). Must be called before the response ends; over HTTP/2, the head has announced them to Node. */
export function writeTrailers(nodeResponse: ServerResponse, fields: Fields): void {
  const trailers = isHttp2(nodeResponse)
    ? Object.fromEntries(Object.entries(toHttp2Fields(fields)).map(([name, value]) => [name, String(value)]))
    : fields.map(([name, value]): [string, string] => [name, value]);
  nodeResponse.addTrailers(trailers);
}

/** Whether a response has content, and so `Content-Length` (RFC 9110 §8.6). */
export function isContentAllowed(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

/** The length that the fields declare for the content (RFC 9112 §6.3); undefined when its end is another one. */
export function declaredLength(fields: Fields): number | undefined {
  const value = findField(fields, 'Content-Length');
  return value === undefined || hasField(fields, 'Transfer-Encoding') ? undefined : Number(value);
}

/** The first line of a response. A fault can change any part of it; the status is 0 when it is not valid. */
export function parseStatusLine(line = ''): { readonly status: number; readonly reason: string } {
  const [version = '', status = '', ...words] = line.split(' ');
  if (!version.startsWith('HTTP/')) return { status: 0, reason: '' };
  return { status: /^\d{1,9}$/.test(status) ? Number(status) : 0, reason: words.join(' ') };
}

/** Whether the fields announce that the connection closes (RFC 9112 §9.6). */
export function announcesClose(fields: Fields): boolean {
  return fields.some(([name, value]) => isSameName(name, 'Connection') && /\bclose\b/i.test(value));
}

/** Node rejects other statuses over HTTP/2. HTTP/1 has any status of three digits (RFC 9112 §4). */
const MAX_HTTP2_STATUS = 599;

/** @throws HttpError 400 for a status or a field that cannot be sent over HTTP/2. */
export function checkHttp2Head(status: number, fields: Fields): void {
  checkHttp2Status(status);
  try {
    checkFields(fields);
  } catch (error) {
    throw toInputError(error);
  }
}

/** @throws HttpError 400 for a status that cannot be sent over HTTP/2. */
export function checkHttp2Status(status: number): void {
  if (status <= MAX_HTTP2_STATUS) return;
  throw new HttpError(
    400,
    `HTTP/2 has statuses up to ${MAX_HTTP2_STATUS}, not ${status} (RFC 9110 §15); use HTTP/1.1.`,
  );
}

/** @throws TypeError for a name or a value that is not valid. */
export function checkFields(fields: Fields): void {
  for (const [name, value] of fields) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

const INVALID_FIELD_CODES: ReadonlySet<unknown> = new Set(['ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN']);

/** HttpError 400 for the error of Node about an invalid field; other errors unchanged. */
function toInputError(error: unknown): unknown {
  const isInvalidField = error instanceof Error && INVALID_FIELD_CODES.has(Reflect.get(error, 'code'));
  return isInvalidField
    ? new HttpError(400, 'A header field cannot have this value.', { cause: error })
    : error;
}

/** Returns a controller that aborts when the client disconnects before the response is complete. */
export function abortOnClose(nodeResponse: ServerResponse): AbortController {
  const controller = new AbortController();
  // A reset HTTP/2 stream has `writableFinished`, but not `writableEnded`, and its response is never `destroyed`.
  const isComplete = () => nodeResponse.writableEnded && nodeResponse.writableFinished;
  if (isClosed(nodeResponse)) controller.abort();
  else nodeResponse.once('close', () => isComplete() || controller.abort());
  return controller;
}

/** Limits of a body that is read before a response of HTTP/2, although nothing needs it. */
const MAX_UNREAD = 64 * 1024;
const UNREAD_MS = 1_000;

/**
 * Whether the client is still sending a body that nothing reads, over HTTP/2. A response that precedes its end is allowed
 * (RFC 9113 §8.1), but clients such as curl 7.88 can wait for the rest of such a stream until the session ends. A client that
 * expects 100 (Continue) sends no body without it.
 */
export function isBodyUnread({ request, nodeResponse }: BodyExchange): boolean {
  if (!isHttp2(nodeResponse) || endsWithHead(request) || request.readableFlowing !== null) return false;
  return nodeResponse.stream.state.remoteClose !== 1 && !isClosed(nodeResponse) && !expectsContinue(request);
}

/**
 * Reads and discards such a body, and calls `done` at its end, unless the client has reset the stream; earlier, if the body
 * is not small or does not continue soon. The rest of a body that is not small is not wanted (RFC 9113 §8.1).
 */
export function discardUnread(
  exchange: BodyExchange,
  runtime: Pick<Runtime, 'after' | 'nextIteration'>,
  done: () => void,
): void {
  const { request, nodeResponse } = exchange;
  let isDone = false;
  const finish = () => {
    cancel();
    if (isDone || isClosed(nodeResponse)) return;
    isDone = true;
    done();
  };
  const cancel = runtime.after(UNREAD_MS, finish);
  const stopReading = () => {
    if (isHttp2(nodeResponse) && !request.complete) closeAfterResponse(nodeResponse.stream, runtime);
    finish();
  };
  discardBody(exchange, stopReading, MAX_UNREAD);
}

/**
 * Sends all writes of an event loop iteration together. Node does so too, but merges them into one chunk of the chunked
 * encoding unless the socket is corked already.
 */
export function corkSocket(nodeResponse: ServerResponse): void {
  const { socket } = nodeResponse;
  if (isHttp2(nodeResponse) || !socket || socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** Resolves when the response can be written to again, or is closed. */
export function waitForDrain(nodeResponse: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      nodeResponse.off('drain', settle).off('close', settle);
      resolve();
    };
    nodeResponse.on('drain', settle).on('close', settle);
  });
}
