import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { isHttp2 } from '../http/http2.ts';
import type { Pair } from './record.ts';
import type { RecordedFields } from './recorded-fields.ts';

/** The head of a response, with the fields that Node adds. */
export interface ResponseHead {
  readonly status: number;
  /** The reason phrase; empty on HTTP/2. */
  readonly reason: string;
  readonly headers: readonly Pair[];
}

/** The head as text where possible: it is parsed when it is read, because most are never read. */
export type KeptHead = ResponseHead | string;

/** The head of a response as it was sent; undefined when none was sent. */
export function keepResponseHead(reply: ServerResponse, fields: RecordedFields): KeptHead | undefined {
  if (!reply.headersSent) return undefined;
  if (isHttp2(reply)) {
    const headers = toHttp2Pairs(reply.stream.sentHeaders ?? {});
    return { status: reply.statusCode, reason: '', headers: fields.ofResponse(headers) };
  }
  const text: unknown = Reflect.get(reply, '_header');
  if (fields.keepsAll && isHead(text)) return text;
  const head = isHead(text) ? parseHead(text) : toSetHead(reply);
  return { ...head, headers: fields.ofResponse(head.headers) };
}

function isHead(text: unknown): text is string {
  return typeof text === 'string' && text.startsWith('HTTP/');
}

/** The head without the fields that the runtime adds, and with repeated fields together: Bun does not have it as text. */
function toSetHead(reply: ServerResponse): ResponseHead {
  const headers = namesOf(reply).flatMap((name) =>
    [reply.getHeader(name) ?? []].flat().map((value): Pair => [name, String(value)]),
  );
  return { status: reply.statusCode, reason: reply.statusMessage, headers };
}

/** The names in their case, with a method that the types of Node do not have. */
function namesOf(reply: ServerResponse): string[] {
  const readNames: unknown = Reflect.get(reply, 'getRawHeaderNames');
  return typeof readNames === 'function' ? readNames.call(reply) : reply.getHeaderNames();
}

function toHttp2Pairs(sent: OutgoingHttpHeaders): Pair[] {
  return Object.entries(sent)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value].flat().map((each): Pair => [name, String(each)]));
}

/** Parses a head that was written by this server. The status of an invalid status line is 0. */
export function parseHead(text: string): ResponseHead {
  const [statusLine = '', ...lines] = text.split('\r\n').filter((line) => line !== '');
  const headers = lines.map((line): Pair => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  // A fault can write any status line.
  const [, status = '', ...words] = statusLine.split(' ');
  return { status: /^\d{1,9}$/.test(status) ? Number(status) : 0, reason: words.join(' '), headers };
}
