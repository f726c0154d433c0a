import type { Outcome } from '#pages/components/status.ts';
import type { Summary, SummaryPage } from './entry.ts';

/** The columns of the list of requests. Those with `isAdded` are shown when the user chooses them. */
export const COLUMNS = [
  { name: 'id', label: 'No.' },
  { name: 'time', label: 'Time' },
  { name: 'method', label: 'Method' },
  { name: 'target', label: 'Target' },
  { name: 'extra', label: 'Extra' },
  { name: 'status', label: 'Status' },
  { name: 'sent', label: 'Sent' },
  { name: 'answered', label: 'Answered' },
  { name: 'ms', label: 'Duration' },
  { name: 'waterfall', label: 'Waterfall' },
  { name: 'connection', label: 'Conn.', title: 'Connection, and request on the connection' },
  { name: 'host', label: 'Host', isAdded: true },
  { name: 'client', label: 'Client', isAdded: true },
  { name: 'protocol', label: 'Protocol', isAdded: true },
  { name: 'tls', label: 'TLS', isAdded: true },
] as const;

/** The columns that the list has at first. */
export const FIRST_COLUMNS = COLUMNS.filter((column) => !('isAdded' in column));

export type ColumnName = (typeof COLUMNS)[number]['name'];

/** The texts of a row of the list, by column. */
export type RequestCells = Readonly<Record<Exclude<ColumnName, 'extra' | 'waterfall'>, string>>;

export function cellsOf(entry: Summary): RequestCells {
  const { id, at, method, sent, answered, ms, connection, client, messages } = entry;
  return {
    id: String(id),
    time: formatClock(at),
    method: method ?? '–',
    target: entry.target,
    status: statusOf(entry),
    sent: formatBody(sent),
    answered: messages === undefined ? formatBody(answered) : countOf(messages, 'message'),
    ms: ms === undefined ? '' : formatDuration(ms),
    connection,
    host: entry.host ?? '',
    client,
    protocol: entry.protocol ?? '',
    tls: entry.tls ?? '',
  };
}

/** What tells how an entry ended. */
export type Ended = Pick<Summary, 'status' | 'pending' | 'ended' | 'fault' | 'kind'>;

/** The name of a row for screen readers. */
export function nameOf(entry: Summary): string {
  const cells = cellsOf(entry);
  const head = entry.method === undefined ? cells.target : `${cells.method} ${cells.target}`;
  const duration = entry.ms === undefined ? [] : [formatSpokenDuration(entry.ms)];
  const end = describeStatus(entry);
  return [
    head,
    ...(end === '' ? [] : [end]),
    ...duration,
    cells.time,
    `number ${entry.id}`,
    ...(entry.marked ? ['marked'] : []),
  ].join(', ');
}

/** How an entry ended, as its colour and its shape show it; undefined for a connection without a request. */
export function outcomeOf({ status, pending, ended, fault, kind }: Ended): Outcome | undefined {
  if (kind === 'tls-error' || (kind === undefined && (fault !== undefined || ended !== undefined)))
    return 'aborted';
  if (pending && status !== 101) return 'pending';
  return status;
}

/** How an entry ended in a word, or its status. */
export function statusOf({ status, pending, ended, fault, kind }: Ended): string {
  if (kind === 'tls-error') return 'TLS';
  if (kind !== undefined) return status === undefined ? '' : String(status);
  if (pending) return status === 101 ? '101' : 'pending';
  if (fault !== undefined) return fault.split('@')[0] ?? '';
  if (ended !== undefined) return ENDS[ended]?.[0] ?? ended;
  return status === undefined ? '' : String(status);
}

/** The status, and who ended the exchange without a complete response. */
export function describeStatus(entry: Summary): string {
  const { status, ended, fault, pending, kind } = entry;
  if (kind !== undefined || pending || (ended === undefined && fault === undefined)) return statusOf(entry);
  const parts = [
    status === undefined ? undefined : String(status),
    fault === undefined ? undefined : `fault ${fault}`,
    ended === undefined || fault !== undefined ? undefined : describeEnd(ended),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** By the end of an exchange without a complete response: the word of its row, and who ended it; undefined for a time limit. */
export const ENDS: Readonly<Record<string, readonly [word: string, by?: string]>> = {
  'client-fin': ['closed', 'client'],
  'client-rst': ['reset', 'client'],
  'server-fin': ['closed', 'server'],
  'server-rst': ['reset', 'server'],
  timeout: ['timeout'],
};

function describeEnd(ended: string): string {
  const [word = ended, by] = ENDS[ended] ?? [];
  if (word === 'timeout') return 'ended by a time limit';
  return by === undefined ? word : `${word} by the ${by}`;
}

/** A kind such as `image/png` is long, and its size must be seen. */
function formatBody(body: Summary['sent']): string {
  return body ? `${body.kind.replace(/^.*\//, '')} ${formatBodySize(body.size)}`.trim() : '';
}

/** A number with what it counts. */
export function countOf(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** A number with a comma between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
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
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KiB'] : [bytes / 1024 / 1024, 'MiB'];
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

function formatMilliseconds(milliseconds: number): string {
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

/** A long text in two parts, of which the first is cut on a narrow screen, so that the end is always visible. */
export function splitTarget(target: string): readonly [start: string, end: string] {
  const length = Math.min(END_LENGTH, Math.floor(target.length / 2));
  return [target.slice(0, target.length - length), target.slice(target.length - length)];
}

const END_LENGTH = 12;

/** The divider between the requests of a start of the server and those of earlier ones. @param at milliseconds since the epoch */
export function describeStart(at: number): string {
  return `${formatStart(at)} · earlier requests below`;
}

/** The divider above the requests that a page has from an earlier server, and the present one does not. */
export function describeLoss(at: number, store: SummaryPage['store']): string {
  const reason =
    store === 'memory' ? 'earlier requests were only in memory' : 'not in the journal of this server';
  return `${formatStart(at)} · ${reason}`;
}

function formatStart(at: number): string {
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return `Server started ${day}, ${formatClock(at).slice(0, 8)}`;
}
