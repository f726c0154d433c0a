import { InputError } from '#http/message/input-error.ts';
import { isToken } from '#http/syntax/token.ts';
import type {
  JournalEntry,
  Pair,
  RecordedBody,
  RecordedExchange,
  RecordedFailure,
} from '../recording/record.ts';
import { failureTitle } from './failure-title.ts';
import type { EndView, ListView } from './list-schema.ts';
import { fieldOf } from './request-url.ts';

const MAX_TARGET = 160;
const MAX_NOTE = 60;

/** Names of headers of the request, whose values are columns of the list. */
export type HeaderColumns = readonly string[];

const NO_COLUMNS: HeaderColumns = [];

const MAX_COLUMNS = 5;

/** The names in a parameter, such as `X-A,X-B`. @throws InputError */
export function parseColumns(text: string | undefined): HeaderColumns {
  if (text === undefined || text === '') return NO_COLUMNS;
  const names = text.split(',').map((name) => name.trim());
  if (names.length > MAX_COLUMNS) throw new InputError('columns', `must have at most ${MAX_COLUMNS} names`);
  if (!names.every(isToken))
    throw new InputError('columns', 'must be names of headers with commas between them');
  return names;
}

/** @param entry with masked credentials, if they are not to be shown. */
export function toListView(entry: JournalEntry, columns = NO_COLUMNS): ListView {
  const { id, startedAt: at, connection } = entry;
  const common = {
    id,
    at,
    connection: `${connection.id}.${connection.requestNumber}`,
    client: connection.remote,
    ...(connection.tls && { tls: connection.tls.version ?? 'TLS' }),
  };
  if (entry.kind !== 'exchange') return { ...common, ...ofFailure(entry) };
  return {
    ...common,
    ...ofExchange(entry),
    ...(columns.length > 0 && { columns: columns.map((name) => columnOf(entry.request.headers, name)) }),
  };
}

function ofFailure(failure: RecordedFailure) {
  const { kind, code, status, own } = failure;
  return {
    kind,
    target: failureTitle(failure),
    ...(code !== null && { code }),
    ...(status !== null && { status }),
    ...(own && { own }),
  };
}

function columnOf(headers: readonly Pair[], name: string): string | null {
  return fieldOf(headers, name)?.slice(0, MAX_NOTE) ?? null;
}

/** The members of a row that tell how an exchange ended. */
export function toEndView({ response, ended }: RecordedExchange): EndView {
  return {
    ...(response && response.status > 0 && { status: response.status }),
    ...(ended === null ? { pending: true } : ended !== 'answered' && { ended }),
    ...(response?.fault != null && { fault: response.fault.slice(0, MAX_NOTE) }),
  };
}

function ofExchange(exchange: RecordedExchange) {
  const { request, response, ms, bin, webSocket, lab, replayOf, unmatched, own, marked, note } = exchange;
  const host = fieldOf(request.headers, 'Host');
  const sent = toBodyKind(request.headers, request.body);
  const answered = response && toBodyKind(response.headers, response.body);
  return {
    method: request.method,
    target: shorten(request.target, MAX_TARGET),
    ...(host !== undefined && { host: host.slice(0, MAX_NOTE) }),
    ...toEndView(exchange),
    ...(sent && { sent }),
    ...(answered && { answered }),
    ...(ms.firstByte !== null && { firstByte: ms.firstByte }),
    ...(ms.done !== null && { ms: ms.done }),
    protocol: exchange.connection.protocol,
    ...(bin !== null && { bin }),
    ...(lab && { lab: `${lab.name}/${lab.key} #${lab.attempt}` }),
    ...(webSocket && { messages: webSocket.received + webSocket.sent }),
    ...(replayOf !== null && { again: replayOf }),
    ...(unmatched && { unmatched }),
    ...(own && { own }),
    ...(marked && { marked }),
    ...(note !== null && { note: note.slice(0, MAX_NOTE) }),
  };
}

/** The first and the last characters of a long text, because the ends of targets differ more often. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = (length - 1) >> 1;
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

function toBodyKind(headers: readonly Pair[], { length, kept }: RecordedBody) {
  if (length === 0) return undefined;
  const type = (fieldOf(headers, 'Content-Type') ?? '').toLowerCase();
  return { kind: kindOf(type, kept), size: length };
}

function kindOf(type: string, retained: Uint8Array): string {
  const [essence = ''] = type.split(';');
  const name = essence.trim();
  if (name.startsWith('multipart/form-data')) return countFiles(retained);
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? name.slice(0, 30);
}

const KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^multipart\//, 'multipart'],
  [/^application\/x-www-form-urlencoded$/, 'form'],
  [/[/+]json$/, 'json'],
  [/^text\/event-stream$/, 'events'],
  [/^text\/html$/, 'html'],
  [/[/+]xml$/, 'xml'],
  [/^text\/plain$/, 'text'],
  [/^application\/octet-stream$/, 'binary'],
];

/** Counts the files of a form in the kept bytes. */
function countFiles(retained: Uint8Array): string {
  const text = Buffer.from(retained.buffer, retained.byteOffset, retained.byteLength).toString('latin1');
  const count = text
    .split('\r\n')
    .filter((line) => /^content-disposition:/i.test(line) && /[; ]filename\*?=/i.test(line)).length;
  return count === 0 ? 'multipart' : count === 1 ? '1 file' : `${count} files`;
}
