import type { EntryView } from '#journal/views/entry-schema.ts';
import { toEntryLine } from './request-line.ts';
import { toPlainText } from './table.ts';
import type { Terminal } from './terminal.ts';

type Message = Pick<Extract<EntryView, { kind: 'exchange' }>['request'], 'headers' | 'body'>;

/** One entry of the journal: its line, then request and response with their headers and bodies. */
export function toEntryText(entry: EntryView, paint: Terminal['paint']): string {
  const line = toEntryLine(entry, paint);
  if (entry.kind !== 'exchange') return line;
  const { request, response, connection } = entry;
  const parts = [toMessage(`${request.method} ${request.target} ${connection.protocol}`, request)];
  if (response) parts.push(toMessage(`${connection.protocol} ${response.status}`, response));
  return [line, ...parts].join('\n');
}

function toMessage(start: string, { headers, body }: Message): string {
  const head = [start, ...headers.map(([name, value]) => `${name}: ${value}`)].map(toPlainText);
  return `${[...head, ...toBody(body)].join('\n')}\n`;
}

function toBody({ length, kept, truncated, text }: Message['body']): string[] {
  if (length === 0) return [];
  const content =
    text === undefined ? `(${length} bytes, not text)` : text.split(/\r?\n/).map(toPlainText).join('\n');
  return ['', content, ...(truncated ? [`(the first ${kept} of ${length} bytes)`] : [])];
}
