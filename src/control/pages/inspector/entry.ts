import type { JournalStarts } from '#journal/recording/journal-starts.ts';
import type { ListView } from '#journal/views/list-schema.ts';

/** An entry of the journal, as the pages use the JSON of the control API. */
export type Entry = Exchange | Failure;

export type Pairs = readonly (readonly [name: string, value: string])[];

export interface Body {
  readonly length: number;
  readonly sha256: string | null;
  readonly kept: number;
  readonly truncated: boolean;
  readonly text?: string;
}

interface Tls {
  readonly version: string | null;
  readonly sni: string | null;
  readonly alpn: string | null;
}

interface Connection {
  readonly id: number;
  readonly requestNumber: number;
  readonly remote: string;
  readonly tls: Tls | null;
}

/** A request or a response. */
export interface Message {
  readonly headers: Pairs;
  readonly trailers: Pairs;
  readonly body: Body;
}

export interface Exchange {
  readonly kind: 'exchange';
  readonly id: number;
  readonly bin: string | null;
  readonly startedAt: string;
  readonly ms: {
    readonly body: number | null;
    readonly firstByte: number | null;
    readonly done: number | null;
  };
  readonly connection: Connection & { readonly stream: number | null; readonly protocol: string };
  readonly request: Message & {
    readonly method: string;
    readonly target: string;
    /** HTTP/2 only. */
    readonly pseudoFields?: Pairs;
    /** The chunks or the DATA frames of the body. */
    readonly chunks?: { readonly count: number; readonly sizes: readonly number[] };
    readonly expect: string | null;
    readonly aborted: boolean;
  };
  readonly response:
    | (Message & {
        readonly informational: readonly { readonly status: number; readonly headers: Pairs }[];
        readonly status: number;
        readonly reason: string;
        readonly fault: string | null;
      })
    | null;
  readonly ended: string | null;
  readonly endpoint: string | null;
  /** The attempt of a lab. */
  readonly lab: { readonly name: string; readonly key: string; readonly attempt: number } | null;
  readonly webSocket: { readonly received: number; readonly sent: number } | null;
  readonly replayOf: number | null;
  /** Whether no rule took the request, though one was expected to. */
  readonly unmatched: boolean;
  readonly own: boolean;
  readonly marked: boolean;
  readonly note: string | null;
}

/** A connection without a valid request. */
export interface Failure {
  readonly kind: string;
  readonly id: number;
  /** What happened, in one sentence. */
  readonly title: string;
  readonly startedAt: string;
  readonly connection: Connection;
  readonly code: string | null;
  readonly message: string | null;
  /** Status of the error that the server sent, or null. */
  readonly status: number | null;
  /** The rejected bytes in Base64. */
  readonly raw: string;
}

export function isExchange(entry: Entry): entry is Exchange {
  return entry.kind === 'exchange';
}

/** A row of the list. */
export type Summary = ListView;

/** A page of the list. */
export interface SummaryPage extends JournalStarts {
  readonly requests: readonly Summary[];
  readonly matched: number;
  readonly total: number;
  readonly own: number;
  readonly oldest: number;
  readonly dropped: number;
  readonly run: string;
}
