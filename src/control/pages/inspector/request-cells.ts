import type { Summary } from './summary.ts';

/** The columns of the list of requests. Those with `isAdded` are shown when the user chooses them. */
export const COLUMNS = [
  { name: 'id', label: 'No.' },
  { name: 'time', label: 'Time' },
  { name: 'method', label: 'Method' },
  { name: 'target', label: 'Target' },
  { name: 'status', label: 'Status' },
  { name: 'sent', label: 'Sent' },
  { name: 'answered', label: 'Answered' },
  { name: 'ms', label: 'Dur.' },
  { name: 'connection', label: 'Conn.', title: 'Connection, and request on the connection' },
  { name: 'extra', label: 'Extra' },
  { name: 'host', label: 'Host', isAdded: true },
  { name: 'client', label: 'Client', isAdded: true },
  { name: 'protocol', label: 'Protocol', isAdded: true },
  { name: 'tls', label: 'TLS', isAdded: true },
] as const;

/** The columns that the list has at first. */
export const FIRST_COLUMNS = COLUMNS.filter((column) => !('isAdded' in column));

export type ColumnName = (typeof COLUMNS)[number]['name'];

/** The texts of a row of the list, by column. */
export type RequestCells = Readonly<Record<ColumnName, string>>;

export function cellsOf(entry: Summary): RequestCells {
  const { id, at, method, sent, answered, ms, connection, client } = entry;
  return {
    id: String(id),
    time: formatClock(at),
    method: method ?? '–',
    target: entry.target,
    status: statusOf(entry),
    sent: formatBody(sent),
    answered: entry.messages === undefined ? formatBody(answered) : `⇄ ${entry.messages}`,
    ms: ms === undefined ? '' : formatDuration(ms),
    connection,
    extra: extraOf(entry),
    host: entry.host ?? '',
    client,
    protocol: entry.protocol ?? '',
    tls: entry.tls ?? '',
  };
}

/** The name of a row for screen readers. */
export function nameOf(entry: Summary): string {
  const cells = cellsOf(entry);
  const head = entry.method === undefined ? cells.target : `${cells.method} ${cells.target}`;
  const duration = entry.ms === undefined ? [] : [formatSpokenDuration(entry.ms)];
  return [
    head,
    ...(cells.status === '' ? [] : [cells.status]),
    ...duration,
    cells.time.slice(0, 8),
    `number ${entry.id}`,
  ].join(', ');
}

function statusOf({ status, pending, ended, fault, kind }: Summary): string {
  if (kind !== undefined) return status === undefined ? '' : String(status);
  if (pending) return status === 101 ? '101' : 'pending';
  if (fault !== undefined) return fault.split('@')[0] ?? '';
  if (ended !== undefined) return ENDS[ended] ?? ended;
  return status === undefined ? '' : String(status);
}

const ENDS: Readonly<Record<string, string>> = {
  'client-fin': 'client closed',
  'client-rst': 'client reset',
  'server-fin': 'closed',
  'server-rst': 'reset',
  timeout: 'timeout',
};

function extraOf({ bin, lab, again, unmatched, own, marked, note }: Summary): string {
  return [
    marked ? '★' : undefined,
    again === undefined ? undefined : `again of #${again}`,
    unmatched ? 'unmatched' : undefined,
    lab,
    bin === undefined ? undefined : `bin ${bin}`,
    own ? 'own page' : undefined,
    note,
  ]
    .filter((text) => text !== undefined)
    .join(' · ');
}

function formatBody(body: Summary['sent']): string {
  return body ? `${body.kind} ${formatBodySize(body.size)}`.trim() : '';
}

/** A local time with milliseconds. */
export function formatClock(milliseconds: number): string {
  const time = new Date(milliseconds);
  const digits = (value: number, length = 2) => String(value).padStart(length, '0');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((value) => digits(value));
  return `${clock.join(':')}.${digits(time.getMilliseconds(), 3)}`;
}

/** A number of bytes for people. */
export function formatBodySize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));
}

export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${formatMilliseconds(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
}

function formatSpokenDuration(milliseconds: number): string {
  return formatDuration(milliseconds).replace(/ms$/, 'milliseconds').replace(/ s$/, ' seconds');
}

/** The class of the colour of a method or a status. The text is always there, too. */
export function toneOf(column: ColumnName, text: string): string {
  if (column === 'method') return METHODS.get(text) ?? 'soft';
  if (column !== 'status') return '';
  return /^\d/.test(text) ? (STATUSES[text[0] ?? ''] ?? '') : text === 'pending' ? 'soft' : 'pink';
}

const METHODS: ReadonlyMap<string, string> = new Map([
  ['GET', 'blue'],
  ['POST', 'green'],
  ['PUT', 'amber'],
  ['PATCH', 'violet'],
  ['DELETE', 'red'],
  ['HEAD', 'teal'],
]);

const STATUSES: Readonly<Record<string, string>> = { 1: 'teal', 2: 'green', 3: 'blue', 4: 'amber', 5: 'red' };

/** A long text in two parts, of which the first is cut on a narrow screen, so that the end is always visible. */
export function splitTarget(target: string): readonly [start: string, end: string] {
  const length = Math.min(END_LENGTH, Math.floor(target.length / 2));
  return [target.slice(0, target.length - length), target.slice(target.length - length)];
}

const END_LENGTH = 12;
