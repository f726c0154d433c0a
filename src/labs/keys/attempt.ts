import type { Protocol } from '../../http/transport/http2.ts';
import type { AttemptCourse } from '../../journal/recording/attempt-course.ts';
import type { Ending, RecordedExpectation } from '../../journal/recording/record.ts';

/** What is known of an attempt when the head of its request has been read. */
export interface AttemptStart {
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly time: number;
  /** Microseconds since the previous attempt, in real time; null for the first. */
  readonly gap: number | null;
  readonly method: string;
  readonly protocol: Protocol;
  /** Number of the connection. */
  readonly connection: number;
  /** Identifier of the stream; HTTP/2 only. */
  readonly stream: number | null;
  /** Whether the connection had an earlier request. */
  readonly isReused: boolean;
  /** Target, names and values of the request. */
  readonly head: string;
  readonly facts: AttemptFacts;
}

/** What a lab says about an attempt. */
export interface AttemptFacts {
  /** Number of the step that the attempt gets, counted from 1; null without one. */
  readonly step?: number | null;
  /** What distinguishes callers within the key; null when the key does not distinguish them. */
  readonly caller?: string | null;
  /** Further members of the view. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A request to a key of a lab. A plain object of few members, because there may be 200,000 of them. */
export class Attempt implements AttemptCourse {
  readonly n: number;
  readonly time: number;
  readonly gap: number | null;
  readonly method: string;
  readonly protocol: Protocol;
  readonly connection: number;
  readonly stream: number | null;
  readonly isReused: boolean;
  /** Undefined when it is no longer kept. */
  head: string | undefined;
  step: number | null;
  readonly caller: string | null;
  fault: string | null = null;
  details: AttemptFacts['details'];
  bodyLength = 0;
  bodyDigest: string | undefined;
  isBodyComplete = false;
  status = 0;
  bytesSent = 0;
  firstByte: number | null = null;
  done: number | null = null;
  ended: Ending | null = null;
  expectation: RecordedExpectation | undefined;

  constructor(n: number, start: AttemptStart) {
    this.n = n;
    this.time = start.time;
    this.gap = start.gap;
    this.method = start.method;
    this.protocol = start.protocol;
    this.connection = start.connection;
    this.stream = start.stream;
    this.isReused = start.isReused;
    this.head = start.head;
    this.step = start.facts.step ?? null;
    this.caller = start.facts.caller ?? null;
    this.details = start.facts.details;
  }
}

/** Target and fields of a request as one text, which attempts with the same head share. Neither contains a line feed. */
export function joinHead(target: string, rawFields: readonly string[]): string {
  return [target, ...rawFields].join('\n');
}

export function splitHead(head: string): { target: string; headers: [name: string, value: string][] } {
  const [target = '', ...raw] = head.split('\n');
  const headers: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) headers.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return { target, headers };
}
