import type { Protocol } from '#http/message/received-request.ts';
import type { Ending } from './ending-kinds.ts';
import type { LabAttempt, RecordedExpectation } from './record.ts';

/** An exchange without its messages, as the labs keep it. Times are microseconds from the head of the request. */
export interface ExchangeSummary {
  readonly method: string;
  readonly protocol: Protocol;
  /** Number of the connection. */
  readonly connection: number;
  /** Identifier of the stream; HTTP/2 only. */
  readonly stream: number | null;
  /** Whether the connection had an earlier request. */
  readonly isReused: boolean;
  /** The fault of the response, as its directive. */
  readonly fault: string | null;
  readonly bodyLength: number;
  /** SHA-256, one character for each byte; undefined for an empty body, and before its end. */
  readonly bodyDigest: string | undefined;
  readonly isBodyComplete: boolean;
  /** 0 when no head of a response was sent, and before the end. */
  readonly status: number;
  /** Bytes of content that were sent; 0 before the end. */
  readonly bytesSent: number;
  /** To the head of the response; null without one. */
  readonly firstByte: number | null;
  /** To the end; null while the exchange is in progress. */
  readonly done: number | null;
  readonly ended: Ending | null;
  /** Set after the end of a request with a body that waits for 100 (Continue). */
  readonly expectation: RecordedExpectation | undefined;
}

/** An attempt at a key of a lab, as its recording reports to it. */
export interface RecordedAttempt {
  /** Null until the process with the keys has responded. */
  readonly lab: LabAttempt | null;
  /** Called once, at the end of the exchange. */
  ended(): void;
  /** Called when nothing of the exchange changes any more: the body of its request can end after the response. */
  settled(): void;
}
