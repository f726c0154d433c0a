import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from 'node:http2';
import type { Runtime } from '#runtime.ts';
import type { Fields } from '../../syntax/fields.ts';

/** Connection-specific fields, which HTTP/2 does not have (RFC 9113 §8.2.2). */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** A flat list of names and values like `rawHeaders` of HTTP/1: without pseudo-fields, and with `:authority` as `host`. */
export function toRawFields(request: IncomingMessage): readonly string[] {
  const raw: string[] = [];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.charCodeAt(0) !== COLON) raw.push(name, withoutOuterSpace(value));
    else if (name === ':authority' && request.headers.host === undefined) raw.push('host', value);
  }
  return raw;
}

const COLON = 0x3a;

/** Removes white space around a value (RFC 9110 §5.5), as the HTTP/1 parser does. */
function withoutOuterSpace(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isSpace(value.charCodeAt(start))) start++;
  while (end > start && isSpace(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/**
 * Writes the head of a response: the fields in their order, with lower-case names, and without those of the connection.
 * The compatibility API would convert them to an object twice, and send each end of a stream in a frame of its own.
 * @param fields valid names and values.
 * @param hasTrailers whether trailers follow the content.
 * @returns the names and values that are sent, with the fields that Node adds; undefined when the stream is closed.
 */
export function respond(
  nodeResponse: Http2ServerResponse,
  status: number,
  fields: Fields,
  hasTrailers: boolean,
): readonly string[] | undefined {
  const { stream } = nodeResponse;
  if (stream.destroyed || stream.closed) return undefined;
  const sent = [':status', String(status)];
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    if (!CONNECTION_FIELDS.has(key)) sent.push(key, value);
  }
  stream.respond(sent, { waitForTrailers: hasTrailers });
  nodeResponse.statusCode = status;
  return sent;
}

/** Fields in the form that Node requires for other sections than the head: by lower-case name, with a list for repeated fields. */
export function toHttp2Fields(fields: Fields): Record<string, string | string[]> {
  // Without a prototype, because `__proto__` is a name of a field, too.
  const sent: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    if (CONNECTION_FIELDS.has(key)) continue;
    const known = sent[key];
    if (known === undefined) sent[key] = value;
    else if (typeof known === 'string') sent[key] = [known, value];
    else known.push(value);
  }
  return sent;
}

export type Protocol = 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';

/** Whether the request is an HTTP/2 request. Not by `httpVersion`: an HTTP/1 request line may contain any version. */
export function isHttp2Request(
  request: IncomingMessage,
): request is IncomingMessage & Pick<Http2ServerRequest, 'stream'> {
  return 'stream' in request;
}

/** Not `instanceof`: loading `node:http2` costs an HTTP/1 server six megabytes. */
export function isHttp2(
  nodeResponse: ServerResponse | Http2ServerResponse,
): nodeResponse is Http2ServerResponse {
  return 'stream' in nodeResponse;
}

/** Whether the response is closed for writing. The compatibility API of HTTP/2 has no `destroyed`. */
export function isClosed(nodeResponse: ServerResponse | Http2ServerResponse): boolean {
  return isHttp2(nodeResponse) ? nodeResponse.stream.destroyed : nodeResponse.destroyed;
}

/** Destroys the connection of the request. */
export function destroyConnection(
  request: IncomingMessage,
  nodeResponse: ServerResponse | Http2ServerResponse,
): void {
  if (isHttp2(nodeResponse)) nodeResponse.stream.session?.destroy();
  else request.socket.destroy();
}

/** Aborts a partly sent response, so that the client detects that it is incomplete. */
export function abortResponse(nodeResponse: ServerResponse | Http2ServerResponse): void {
  if (isHttp2(nodeResponse)) resetStream(nodeResponse.stream, INTERNAL_ERROR);
  else nodeResponse.destroy();
}

/** Sends RST_STREAM without END_STREAM: `close` would end a stream with content first, so that the content would look complete. */
export function resetStream(stream: ServerHttp2Stream, code: number): void {
  Object.assign(stream, { end: () => stream });
  stream.close(code);
}

/**
 * Asks the client not to send the rest of its body, when the response is complete (RFC 9113 §8.1). Not before the next event
 * loop iteration: Node sends the end of the response then, and aborts the process if the stream is closed already.
 */
export function closeAfterResponse(stream: ServerHttp2Stream, runtime: Pick<Runtime, 'nextIteration'>): void {
  const close = async () => {
    await runtime.nextIteration();
    stream.close(NO_ERROR);
  };
  if (stream.writableFinished) void close();
  else stream.once('finish', () => void close());
}

/** RFC 9113 §7. */
const [NO_ERROR, INTERNAL_ERROR] = [0x00, 0x02];
