import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Fields } from './fields.ts';

/** Fields of one connection, which HTTP/2 has no place for (RFC 9113 §8.2.2). */
const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** Names and values in turn, as Node keeps them for HTTP/1: without the pseudo-fields, but `:authority` as `host`. */
export function toRawFields(request: IncomingMessage): readonly string[] {
  const raw: string[] = [];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (!name.startsWith(':')) raw.push(name, withoutOuterSpace(value));
    else if (name === ':authority' && request.headers.host === undefined) raw.push('host', value);
  }
  return raw;
}

/** White space around a value is no part of it (RFC 9110 §5.5). The parser of HTTP/1 removes it. */
function withoutOuterSpace(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isSpace(value.charCodeAt(start))) start++;
  while (end > start && isSpace(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Fields as Node wants them for HTTP/2: by small name, several values in a list. */
export function toHttp2Fields(fields: Fields): Record<string, string | string[]> {
  const byName = Map.groupBy(fields, ([name]) => name.toLowerCase());
  const wanted = [...byName].filter(([name]) => !OF_CONNECTIONS.has(name));
  return Object.fromEntries(
    wanted.map(([name, same]) => [
      name,
      same.length === 1 ? (same[0]?.[1] ?? '') : same.map(([, value]) => value),
    ]),
  );
}

/** Whether the request came over HTTP/2. A request line of HTTP/1 may name any version, so that is not asked. */
export function isHttp2Request(request: IncomingMessage): boolean {
  return 'stream' in request;
}

/** Known by its stream: its class lies in a module that costs a server of HTTP/1 six megabytes. */
export function isHttp2(reply: ServerResponse | Http2ServerResponse): reply is Http2ServerResponse {
  return 'stream' in reply;
}

/** Whether nothing can be written any more. The surface of HTTP/1 that HTTP/2's reply has leaves `destroyed` out. */
export function isClosed(reply: ServerResponse | Http2ServerResponse): boolean {
  return isHttp2(reply) ? reply.stream.destroyed : reply.destroyed;
}

/** Cuts the connection that the request came by. */
export function dropConnection(request: IncomingMessage, reply: ServerResponse | Http2ServerResponse): void {
  if (isHttp2(reply)) reply.stream.session?.destroy();
  else request.socket.destroy();
}

/** Breaks off an answer of which a part has been sent, so that the client can tell that it is not complete. */
export function breakOff(reply: ServerResponse | Http2ServerResponse): void {
  if (isHttp2(reply)) reply.stream.close(INTERNAL_ERROR);
  else reply.destroy();
}

/** RFC 9113 §7. */
const INTERNAL_ERROR = 0x02;
