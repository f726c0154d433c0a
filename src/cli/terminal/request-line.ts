import type { EntryView } from '#journal/views/entry-schema.ts';
import { replaceControls } from './table.ts';
import type { Terminal } from './terminal.ts';

type Paint = Terminal['paint'];

/** The columns of a line about a request. */
interface Columns {
  readonly startedAt: number | string;
  /** 0 without a response. */
  readonly status: number;
  readonly method: string;
  /** The target, or the template of its path. */
  readonly target: string;
  readonly bytes: number;
  readonly milliseconds: number | null;
  readonly notes?: readonly string[];
}

/** An entry of the journal on one line: `12:00:00  200  GET      /get?a=1  315 B  1.2 ms`. */
export function formatEntryLine(entry: EntryView, paint: Paint): string {
  if (entry.kind !== 'exchange') {
    const { startedAt, kind, title, code, status, connection } = entry;
    const sent = status === null ? '---' : String(status);
    const text = `${title}${code === null ? '' : ` (${code})`}, from ${connection.remote}`;
    const color = kind === 'no-request' ? 'dim' : 'red';
    return `${paint('dim', formatTimeOfDay(startedAt))}  ${paint(color, sent)}  ${replaceControls(text)}\n`;
  }
  const { request, response, connection, ended, bin, webSocket } = entry;
  return formatRequestLine(
    {
      startedAt: entry.startedAt,
      status: response?.status ?? 0,
      method: request.method,
      target: request.target,
      bytes: response?.body.length ?? 0,
      milliseconds: entry.ms.done,
      notes: [
        ...(connection.protocol === 'HTTP/1.1' ? [] : [connection.protocol]),
        ...(bin === null || request.target.startsWith(`/bin/${bin}/`) ? [] : [`bin ${bin}`]),
        ...(webSocket ? [`${webSocket.received} received, ${webSocket.sent} sent`] : []),
        ...(ended === 'answered' ? [] : [ended ?? 'in progress']),
      ],
    },
    paint,
  );
}

export function formatRequestLine(columns: Columns, paint: Paint): string {
  const { startedAt, status, method, target, bytes, milliseconds, notes = [] } = columns;
  const clipped = target.length > MAX_TARGET ? `${target.slice(0, MAX_TARGET)}…` : target;
  const cells = [
    paint('dim', formatTimeOfDay(startedAt)),
    paint(chooseColor(status), status === 0 ? '---' : String(status)),
    replaceControls(method).slice(0, MAX_METHOD).padEnd(7),
    replaceControls(clipped).padEnd(TARGET_WIDTH),
    paint('dim', formatRoundedSize(bytes).padStart(SIZE_WIDTH)),
    paint('dim', (milliseconds === null ? '' : formatLineDuration(milliseconds)).padStart(DURATION_WIDTH)),
    ...notes,
  ];
  return `${cells.join('  ').trimEnd()}\n`;
}

/** A longer target moves the columns behind it. */
const TARGET_WIDTH = 28;
const SIZE_WIDTH = 8;
const DURATION_WIDTH = 8;

const MAX_TARGET = 200;
const MAX_METHOD = 20;

/** The local time of day. */
function formatTimeOfDay(at: number | string): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function chooseColor(status: number): Parameters<Paint>[0] {
  if (status >= 500 || status === 0) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

/** `1.2 ms`, `340 ms`, `2.0 s`. */
function formatLineDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 100 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`;
}

function formatRoundedSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KiB` : `${Math.round(bytes / 1024 ** 2)} MiB`;
}
