import type { Ending, RecordedExchange, RecordedExpectation } from './record.ts';

/** The attempt of a lab that an exchange is, as the recording of the exchange reports it. Times are microseconds from the start. */
export interface AttemptCourse {
  /** The fault of the response, as its directive. */
  fault: string | null;
  bodyLength: number;
  /** SHA-256, one character for each byte; undefined for an empty body, and before its end. */
  bodyDigest: string | undefined;
  isBodyComplete: boolean;
  /** 0 when no head of a response was sent. */
  status: number;
  /** Bytes of content that were sent. */
  bytesSent: number;
  /** To the head of the response; null without one. */
  firstByte: number | null;
  /** To the end; null while the attempt is in progress. */
  done: number | null;
  ended: Ending | null;
  /** Of a request with a body that waits for 100 (Continue). */
  expectation: RecordedExpectation | undefined;
}

/** An attempt at a key of a lab, and what its recording reports to. */
export interface RecordedAttempt {
  readonly lab: NonNullable<RecordedExchange['lab']>;
  readonly course: AttemptCourse;
  /** Called once, at the end of the exchange. */
  ended(): void;
}
