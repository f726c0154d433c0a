import { type Entry, isExchange } from './entry.ts';

/** The texts of a row of the list, by column. */
export interface RequestCells {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly status: string;
  readonly type: string;
  readonly size: string;
  readonly ms: string;
  readonly connection: string;
  readonly bin: string;
  /** The key of a lab, and the number of the attempt. */
  readonly lab: string;
  readonly end: string;
}

/** The columns of the list of requests. */
export const COLUMNS = [
  { name: 'id', label: '#' },
  { name: 'method', label: 'Method' },
  { name: 'target', label: 'Target' },
  { name: 'status', label: 'Status' },
  { name: 'type', label: 'Type' },
  { name: 'size', label: 'Size' },
  { name: 'ms', label: 'ms' },
  { name: 'connection', label: 'Conn.' },
  { name: 'bin', label: 'Bin' },
  { name: 'lab', label: 'Lab' },
  { name: 'end', label: 'End' },
] as const;

export function cellsOf(entry: Entry): RequestCells {
  const { id, connection } = entry;
  const common = { id: String(id), connection: `${connection.id}.${connection.requestNumber}` };
  if (!isExchange(entry))
    return {
      ...common,
      method: '–',
      target: FAILURES[entry.kind] ?? entry.kind,
      status: '',
      type: '',
      size: '',
      ms: '',
      bin: '',
      lab: '',
      end: entry.code ?? '',
    };
  const { request, response, ms, bin, lab, ended, webSocket, unmatched } = entry;
  return {
    ...common,
    method: request.method,
    target: request.target,
    status: response === null ? '' : String(response.status),
    type: webSocket === null ? typeOf(response?.headers ?? []) : 'WebSocket',
    size: response === null ? '' : toSize(response.body.length),
    ms: ms.done === null ? '' : toMilliseconds(ms.done),
    bin: bin ?? '',
    lab: lab === null ? '' : `${lab.name}/${lab.key} #${lab.attempt}`,
    end:
      response?.fault ?? (ended === 'answered' ? (unmatched ? 'unmatched' : '') : (ended ?? 'in progress')),
  };
}

const FAILURES: Readonly<Record<string, string>> = {
  'parser-error': 'Not an HTTP request',
  'tls-error': 'TLS handshake failed',
  'no-request': 'Connection without a request',
};

function typeOf(headers: readonly (readonly string[])[]): string {
  const [, value = ''] = headers.find(([name = '']) => name.toLowerCase() === 'content-type') ?? [];
  return value.split(';')[0]?.trim() ?? '';
}

/** A number of bytes for people. */
export function toSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

export function toMilliseconds(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));
}
