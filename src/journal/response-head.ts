import type { ServerResponse } from 'node:http';
import { isHttp2 } from '../http/http2.ts';
import type { Pair } from './record.ts';

/** The head of a response, with the fields that Node adds. */
export interface ResponseHead {
  readonly status: number;
  /** The reason phrase; empty on HTTP/2. */
  readonly reason: string;
  readonly headers: readonly Pair[];
}

/** The head of a response as it was sent; undefined when none was sent. */
export function readResponseHead(reply: ServerResponse): ResponseHead | undefined {
  if (!reply.headersSent) return undefined;
  if (!isHttp2(reply)) return parseHead(String(Reflect.get(reply, '_header')));
  const headers: Pair[] = [];
  for (const [name, value] of Object.entries(reply.stream.sentHeaders ?? {})) {
    if (name.startsWith(':')) continue;
    for (const each of Array.isArray(value) ? value : [value]) headers.push([name, String(each)]);
  }
  return { status: reply.statusCode, reason: '', headers };
}

/** Parses a head that was written by this server, so it needs no validation. */
export function parseHead(text: string): ResponseHead {
  const [statusLine = '', ...lines] = text.replace(/(\r\n)+$/, '').split('\r\n');
  const headers = lines.map((line): Pair => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.slice(9, 12)), reason: statusLine.slice(13), headers };
}
