import type { Protocol } from '#http/message/received-request.ts';
import type { TlsParameters } from '#wire/connection-info.ts';
import type { ContentParts } from '#wire/content-parts.ts';
import type { Ending } from './ending-kinds.ts';
import type { RecordedMessage } from './message-log.ts';

/** Name and value of a header field, in the case, order and number of the message. */
export type Pair = readonly [name: string, value: string];

/** An attempt at a key of a lab. */
export interface LabAttempt {
  /** Name of the lab, such as `sequence`. */
  readonly name: string;
  readonly key: string;
  /** Number of the attempt, counted from 1 by key. */
  readonly attempt: number;
}

/** A rule that was applied to a request. */
export interface AppliedRule {
  readonly id: string;
  /** The bin of the rule, or null. */
  readonly bin: string | null;
  readonly phase: string;
  /** The number of the response in the list of the rule, or null. */
  readonly step: number | null;
  /** Set if code of the rule has failed after the rule was applied. */
  readonly failed?: true;
}

/** The body of a recorded message. */
export interface RecordedBody {
  /** Bytes after removal of the transfer coding. */
  readonly length: number;
  /** SHA-256 of the whole body in hexadecimal; null for an empty body. */
  readonly sha256: string | null;
  /** The first bytes, up to the limit of the journal. */
  readonly kept: Uint8Array;
  /** Whether `kept` is shorter than the body. */
  readonly truncated: boolean;
}

/** Facts about a connection, and the place of a request on it. */
export interface RecordedConnection {
  /** Number of the connection, counted from 1 by server. */
  readonly id: number;
  /** Number of the request on its connection, counted from 1; 0 for a connection without a request. */
  readonly requestNumber: number;
  /** Identifier of the stream; HTTP/2 only. */
  readonly stream: number | null;
  /** Address and port of the client. */
  readonly remote: string;
  readonly protocol: Protocol;
  readonly tls: TlsParameters | null;
}

/** How a client with `Expect: 100-continue` sent its body. */
export interface RecordedExpectation {
  /** Milliseconds from the end of the head to the first byte of the body; null without a body. */
  readonly firstBodyByte: number | null;
  /** Bytes of the body that arrived before 100 (Continue) was sent; null if it was not sent. */
  readonly bytesBeforeContinue: number | null;
}

export interface RecordedRequest {
  readonly method: string;
  /** The request target as received. */
  readonly target: string;
  readonly headers: readonly Pair[];
  /**
   * HTTP/1: the head as received, with its line ends and white space; each character is a byte. Absent when the journal does not keep
   * all values.
   */
  readonly rawHead?: string;
  /** HTTP/2: the pseudo-fields as received (RFC 9113 §8.3). Absent when the journal does not keep all values. */
  readonly pseudoFields?: readonly Pair[];
  readonly trailers: readonly Pair[];
  readonly body: RecordedBody;
  /** How the client has divided the body: into chunks, or into DATA frames. */
  readonly chunks?: ContentParts;
  /** Value of `Expect`. */
  readonly expect: string | null;
  /** Present for a request with `Expect: 100-continue` and a body. */
  readonly expectation?: RecordedExpectation;
  /** Whether the client disconnected before the end of the body. */
  readonly aborted: boolean;
}

export interface RecordedResponse {
  readonly informational: readonly { readonly status: number; readonly headers: readonly Pair[] }[];
  readonly status: number;
  /** The reason phrase; empty on HTTP/2. */
  readonly reason: string;
  readonly headers: readonly Pair[];
  readonly trailers: readonly Pair[];
  readonly body: RecordedBody;
  /** The fault that the server applied on purpose, such as `reset@headers`, or null. */
  readonly fault: string | null;
}

/** What the first line of a request has, and its bin. */
export interface RequestLine {
  readonly method: string;
  /** The request target as received. */
  readonly target: string;
  readonly bin: string | null;
}

/** A recorded request with its response. */
export interface RecordedExchange {
  readonly kind: 'exchange';
  /** Increases with each entry. */
  readonly id: number;
  /** The bin of the request, or null. */
  readonly bin: string | null;
  /** The number of the worker that received the request, of several. */
  readonly worker?: number;
  /** Name of the service. */
  readonly service: string;
  /** Time of the end of the head, in milliseconds since the epoch, by the clock of the machine. */
  readonly startedAt: number;
  /** Milliseconds from `startedAt`; null for what did not happen. */
  readonly ms: {
    /** End of the body of the request. */
    readonly body: number | null;
    /** Head of the response. */
    readonly firstByte: number | null;
    /** End of the response, or of the connection. */
    readonly done: number | null;
  };
  readonly connection: RecordedConnection;
  readonly request: RecordedRequest;
  /** Null when no head of a response was sent, unless a fault was applied: then its status is 0. */
  readonly response: RecordedResponse | null;
  /** Null while the exchange is in progress. */
  readonly ended: Ending | null;
  /** Template of the endpoint, such as `/status/{codes}`, or null. */
  readonly endpoint: string | null;
  /** Numbers of messages of a WebSocket, and the first and the last ones; null for other exchanges. */
  readonly webSocket: {
    readonly received: number;
    readonly sent: number;
    readonly messages?: readonly RecordedMessage[];
  } | null;
  /** The id of the exchange that this one repeats, or null. */
  readonly replayOf: number | null;
  /** The attempt of a lab that the exchange is, or null. */
  readonly lab: LabAttempt | null;
  /** The rules that were applied to the request. */
  readonly rules: readonly AppliedRule[];
  /** Whether no rule took the request, though one was expected to. */
  readonly unmatched: boolean;
  /** Whether a browser has loaded a page of the server. Such requests are not those of a client. */
  readonly own: boolean;
  /** Whether the user has marked the exchange, which keeps it. */
  readonly marked: boolean;
  /** The text of the user, or null. */
  readonly note: string | null;
}

/** A connection on which the server received no valid request. */
export interface RecordedFailure {
  readonly kind: 'parser-error' | 'tls-error' | 'no-request';
  readonly id: number;
  readonly worker?: number;
  readonly startedAt: number;
  readonly connection: Pick<RecordedConnection, 'id' | 'remote' | 'requestNumber' | 'tls'>;
  /** Kind of the error, such as `syntax` or `timeout`, or the code of OpenSSL; null without an error. */
  readonly code: string | null;
  /** One sentence with the byte and its offset, such as `LF without CR at byte 14`; null for an error of TLS, and without one. */
  readonly message: string | null;
  /** The first bytes of the request, up to 8 KiB. */
  readonly raw: Uint8Array;
  /** Status of the error that the server sent, or null. */
  readonly status: number | null;
  /** Whether a browser opened the connection for a page of the server, and did not use it. */
  readonly own: boolean;
}

export type JournalEntry = RecordedExchange | RecordedFailure;

/** A change of the journal: a request arrived, its body is complete, or the exchange ended. */
export interface JournalEvent {
  readonly type: 'request' | 'body' | 'done';
  readonly entry: JournalEntry;
  /** The number of the entry in its order for readers. */
  readonly order: number;
}

/** An entry, by its number in the order for readers. */
export interface OrderedEntry {
  readonly order: number;
  readonly id: number;
}

/** Entries of the journal, as its readers need them. */
export interface JournalView {
  /** Those with a greater id; by default, all. In the order of their ids. */
  entries(after?: number): readonly JournalEntry[];
  find(id: number): JournalEntry | undefined;
  /** Number of entries that were removed to stay within the limits. */
  readonly dropped: number;
}
