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
  const text = String(Reflect.get(reply, '_header'));
  if (fields.keepsAll) return text;
  const head = parseHead(text);
  return { ...head, headers: fields.ofResponse(head.headers) };
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
