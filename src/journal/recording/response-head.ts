import type { ServerResponse } from 'node:http';
import { parseStatusLine } from '#http/message/node-response.ts';
import { type Fields, findField, toFields } from '#http/syntax/fields.ts';
import type { Pair } from './record.ts';
import type { RecordedFields } from './recorded-fields.ts';

/** The head of a response, with the fields that Node adds. */
export interface ResponseHead {
  readonly status: number;
  /** The reason phrase; empty on HTTP/2. */
  readonly reason: string;
  readonly headers: readonly Pair[];
}

/**
 * The head as it was sent, where possible: the text of HTTP/1, or names and values of HTTP/2. It is converted when it is
 * read, because most are never read.
 */
export type KeptHead = ResponseHead | readonly string[] | string;

/** The head of a response as Node has sent it over HTTP/1; undefined when none was sent. */
export function keepResponseHead(nodeResponse: ServerResponse, fields: RecordedFields): KeptHead | undefined {
  return nodeResponse.headersSent ? keepHead(readKeptHead(nodeResponse), fields) : undefined;
}

/** The head without the values that are not kept. */
export function keepHead(head: KeptHead, fields: RecordedFields): KeptHead {
  if (fields.keepsAll) return head;
  const viewed = viewHead(head);
  return { ...viewed, headers: fields.ofResponse(viewed.headers) };
}

function readKeptHead(nodeResponse: ServerResponse): KeptHead {
  const text = '_header' in nodeResponse ? nodeResponse._header : undefined;
  return typeof text === 'string' && text.startsWith('HTTP/') ? text : readSetHead(nodeResponse);
}

export function viewHead(retained: KeptHead): ResponseHead {
  if (typeof retained === 'string') return parseHead(retained);
  return 'headers' in retained ? retained : toHttp2Head(toFields(retained));
}

/** The head without the fields that the runtime adds, and with repeated fields together: Bun does not have it as text. */
function readSetHead(nodeResponse: ServerResponse): ResponseHead {
  const headers = namesOf(nodeResponse).flatMap((name) =>
    [nodeResponse.getHeader(name) ?? []].flat().map((value): Pair => [name, String(value)]),
  );
  return { status: nodeResponse.statusCode, reason: nodeResponse.statusMessage, headers };
}

/** The names in their case, with a method that the types of Node do not have. */
function namesOf(nodeResponse: ServerResponse): string[] {
  const readNames: unknown = Reflect.get(nodeResponse, 'getRawHeaderNames');
  return typeof readNames === 'function' ? readNames.call(nodeResponse) : nodeResponse.getHeaderNames();
}

function toHttp2Head(sent: Fields): ResponseHead {
  const headers = sent.filter(([name]) => !name.startsWith(':'));
  return { status: Number(findField(sent, ':status')), reason: '', headers };
}

/** Parses a head that was written by this server. A fault can change any part of it; without a valid status, the status is 0. */
export function parseHead(text: string): ResponseHead {
  const lines = text.split(/\r?\n/);
  // The status line can be missing, or behind empty lines.
  const first = Math.max(
    0,
    lines.findIndex((line) => line.startsWith('HTTP/')),
  );
  const end = lines.indexOf('', first + 1);
  return {
    ...parseStatusLine(lines[first]),
    headers: parseFieldPairs(lines.slice(first + 1, end < 0 ? undefined : end)),
  };
}

function parseFieldPairs(lines: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (const line of lines) {
    const [name, value] = pairs.at(-1) ?? [];
    const colon = line.indexOf(':');
    // A value on several lines (RFC 9112 §5.2).
    if (/^[ \t]/.test(line) && name !== undefined) pairs.splice(-1, 1, [name, `${value} ${line.trim()}`]);
    else pairs.push(colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  return pairs;
}
