import { parseStatusLine } from '#http/message/response-fields.ts';
import { type Fields, findField, toFields } from '#http/syntax/fields.ts';
import { trim } from '#wire/bytes.ts';
import type { SentHead } from '#wire/port.ts';
import { KeptBytes } from './kept-bytes.ts';
import type { Pair } from './record.ts';
import type { RecordedFields } from './recorded-fields.ts';

/** The head of a response, with the fields that the connection adds. */
export interface ResponseHead {
  readonly status: number;
  /** The reason phrase; empty on HTTP/2. */
  readonly reason: string;
  readonly headers: readonly Pair[];
}

/** The head as it was written, where possible. It is converted when it is read, because most are never read. */
export type KeptHead = ResponseHead | SentHead | KeptBytes;

/** The head without the values that are not kept. */
export function keepHead(head: SentHead, fields: RecordedFields): KeptHead {
  if (fields.keepsAll) return head;
  const viewed = viewHead(head);
  return { ...viewed, headers: fields.ofResponse(viewed.headers) };
}

export function viewHead(retained: KeptHead): ResponseHead {
  if (typeof retained === 'string' || retained instanceof KeptBytes) return parseHead(`${retained}`);
  return 'headers' in retained ? retained : toHttp2Head(toFields(retained));
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

/** The names and values of lines. Only white space of HTTP is removed from values (RFC 9110 §5.5). */
export function parseFieldPairs(lines: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (const line of lines) {
    const [name, value] = pairs.at(-1) ?? [];
    const colon = line.indexOf(':');
    // A value on several lines (RFC 9112 §5.2).
    if (/^[ \t]/.test(line) && name !== undefined) pairs.splice(-1, 1, [name, `${value} ${trim(line)}`]);
    else pairs.push(colon < 0 ? [line, ''] : [line.slice(0, colon), trim(line, colon + 1)]);
  }
  return pairs;
}
