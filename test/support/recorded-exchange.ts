import { hash } from 'node:crypto';
import type { Recording } from '#journal/recording/journal-store.ts';
import type { Pair, RecordedBody, RecordedExchange, RecordedFailure } from '#journal/recording/record.ts';

/** The parts of an exchange that a test chooses. */
export interface ExchangeParts {
  readonly id?: number;
  readonly bin?: string | null;
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly Pair[];
  readonly trailers?: readonly Pair[];
  readonly body?: string | Uint8Array;
  /** Number of bytes of each body that are kept. */
  readonly keep?: number;
  readonly startedAt?: number;
  readonly connection?: Partial<RecordedExchange['connection']>;
  readonly aborted?: boolean;
  /** Null for an exchange without a response. */
  readonly response?: {
    readonly status?: number;
    readonly reason?: string;
    readonly headers?: readonly Pair[];
    readonly body?: string | Uint8Array;
  } | null;
  readonly ended?: RecordedExchange['ended'];
  readonly endpoint?: string | null;
  readonly ms?: RecordedExchange['ms'];
  readonly lab?: RecordedExchange['lab'];
  readonly unmatched?: boolean;
}

export function createExchange(parts: ExchangeParts = {}): RecordedExchange {
  const { response = {}, keep = Infinity } = parts;
  return {
    kind: 'exchange',
    id: parts.id ?? 1,
    bin: parts.bin ?? null,
    service: 'testing',
    startedAt: parts.startedAt ?? Date.UTC(2026, 10, 22, 12),
    ms: parts.ms ?? { body: 1, firstByte: 2, done: 3 },
    connection: {
      id: 1,
      requestNumber: 1,
      stream: null,
      remote: '127.0.0.1:50000',
      protocol: 'HTTP/1.1',
      tls: null,
      ...parts.connection,
    },
    request: {
      method: parts.method ?? 'GET',
      target: parts.target ?? '/get',
      headers: parts.headers ?? [['Host', 'localhost:8080']],
      trailers: parts.trailers ?? [],
      body: createBody(parts.body, keep),
      expect: null,
      aborted: parts.aborted ?? false,
    },
    response: response && {
      informational: [],
      status: response.status ?? 200,
      reason: response.reason ?? 'OK',
      headers: response.headers ?? [],
      trailers: [],
      body: createBody(response.body, keep),
      fault: null,
    },
    ended: parts.ended === undefined ? 'answered' : parts.ended,
    endpoint: parts.endpoint ?? null,
    webSocket: null,
    replayOf: null,
    lab: parts.lab ?? null,
    rules: [],
    unmatched: parts.unmatched ?? false,
    own: false,
    marked: false,
    note: null,
  };
}

export function createFailure(
  kind: RecordedFailure['kind'],
  raw = '',
  code: string | null = null,
  message: string | null = null,
): RecordedFailure {
  return {
    kind,
    id: 1,
    startedAt: Date.UTC(2026, 10, 22, 12),
    connection: { id: 1, requestNumber: 1, remote: '127.0.0.1:50000', tls: null },
    code,
    message,
    raw: Buffer.from(raw, 'latin1'),
    status: null,
    own: false,
  };
}

function createBody(content: string | Uint8Array = '', keep: number): RecordedBody {
  const bytes = Buffer.from(content);
  return {
    length: bytes.length,
    sha256: bytes.length === 0 ? null : hash('sha256', bytes),
    kept: bytes.subarray(0, keep),
    truncated: bytes.length > keep,
  };
}

/** What a journal keeps of an exchange. */
export function createRecording(parts: Partial<Recording> & Pick<Recording, 'id'>): Recording {
  const recording: Recording = {
    id: parts.id,
    bin: null,
    size: 1,
    countedSize: 0,
    isComplete: true,
    isOwn: false,
    isMarked: false,
    note: null,
    view: () => ({
      ...createExchange({ id: recording.id, bin: recording.bin, connection: { id: 10 * recording.id } }),
      ended: recording.isComplete ? 'answered' : null,
      own: recording.isOwn ?? false,
      marked: recording.isMarked ?? false,
      note: recording.note ?? null,
    }),
  };
  return Object.assign(recording, parts);
}
