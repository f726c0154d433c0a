import type { EntryView } from '#journal/views/entry-schema.ts';
import { formatEntryLine } from './request-line.ts';
import { replaceControls } from './table.ts';
import type { Terminal } from './terminal.ts';

type Message = Pick<Extract<EntryView, { kind: 'exchange' }>['request'], 'headers' | 'body'>;

/** One entry of the journal: its line, then request and response with their headers and bodies. */
export function formatEntry(entry: EntryView, paint: Terminal['paint']): string {
  const line = formatEntryLine(entry, paint);
  if (entry.kind !== 'exchange') return line;
  const { request, response, connection } = entry;
  const parts = [formatMessage(`${request.method} ${request.target} ${connection.protocol}`, request)];
  if (response) parts.push(formatMessage(`${connection.protocol} ${response.status}`, response));
  return [line, ...parts].join('\n');
}

function formatMessage(start: string, { headers, body }: Message): string {
  const head = [start, ...headers.map(([name, value]) => `${name}: ${value}`)].map(replaceControls);
  return `${[...head, ...formatBody(body)].join('\n')}\n`;
}

function formatBody({ length, kept, truncated, text }: Message['body']): string[] {
  if (length === 0) return [];
  const content =
    text === undefined ? `(${length} bytes, not text)` : text.split(/\r?\n/).map(replaceControls).join('\n');
  return ['', content, ...(truncated ? [`(the first ${kept} of ${length} bytes)`] : [])];
}
