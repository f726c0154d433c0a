import { type Static, Type } from 'typebox';
import type { Protocol } from '#http/message/received-request.ts';
import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';
import type { Pair } from '#journal/recording/record.ts';
import { EndingView, PairView } from '#journal/views/entry-schema.ts';
import { type Attempt, splitHead } from './attempt-log.ts';

/** A key and its attempts at one time, as data that processes can pass to each other. */
export interface KeyRecord {
  readonly lab: string;
  readonly key: string;
  /** Members of the read-back. */
  readonly view: Readonly<Record<string, unknown>>;
  /** Number of attempts, also of those that are no longer kept, and of those that have ended. */
  readonly count: number;
  readonly ended: number;
  /** The heads of the attempts. Attempts in a row with the same head share it. */
  readonly heads: readonly string[];
  /** The attempts that are kept, oldest first. */
  readonly attempts: readonly AttemptRecord[];
}

interface AttemptRecord extends Pick<Attempt, 'n' | 'time' | 'gap' | 'step' | 'caller' | 'details'> {
  /** Index of its head; null when it is no longer kept. */
  readonly head: number | null;
  readonly exchange: ExchangeSummary;
}

const Milliseconds = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const IntegerOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

/** An attempt as JSON. */
export const AttemptView = Type.Object({
  n: Type.Integer({ description: 'Number of the attempt, counted from 1.' }),
  step: IntegerOrNull('Number of the step that the attempt got; null without one.'),
  time: Type.String({ format: 'date-time', description: 'By the clock of the server.' }),
  sincePrevious: Milliseconds(
    'Milliseconds of real time since the previous attempt; null for the first one.',
  ),
  method: Type.String(),
  target: TextOrNull('The request target; null when it is no longer kept.'),
  protocol: Type.Unsafe<Protocol>(Type.String({ enum: ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] })),
  connection: Type.Integer({ description: 'Number of the connection, as in the journal.' }),
  stream: IntegerOrNull('Identifier of the stream; HTTP/2 only.'),
  reused: Type.Boolean({ description: 'Whether the connection had an earlier request.' }),
  headers: Type.Union([Type.Array(PairView), Type.Null()], {
    description: 'Names and values as received; null when they are no longer kept.',
  }),
  body: Type.Object({
    length: Type.Integer({ description: 'Bytes that were received.' }),
    sha256: TextOrNull('Of the bytes that were received; null for an empty body, and before its end.'),
    complete: Type.Boolean(),
  }),
  caller: TextOrNull('What distinguishes the caller within the key; null when nothing does.'),
  status: IntegerOrNull('Status of the response; null when no head was sent.'),
  fault: TextOrNull('The fault of the response.'),
  bytesSent: Type.Integer({ description: 'Bytes of content that were sent.' }),
  ms: Type.Object(
    {
      firstByte: Milliseconds('To the head of the response.'),
      done: Milliseconds('To the end of the exchange.'),
    },
    { description: 'Milliseconds from the head of the request.' },
  ),
  expectation: Type.Optional(
    Type.Object(
      {
        firstBodyByte: Milliseconds('From the head to the first byte of the body.'),
        bytesBeforeContinue: IntegerOrNull('Bytes of the body that arrived before 100 was sent.'),
      },
      { description: 'Of a request with a body that waits for 100 (Continue).' },
    ),
  ),
  endedBy: Type.Union([EndingView, Type.Null()], {
    description: 'How the exchange ended; null while it is in progress.',
  }),
});

export type AttemptView = Static<typeof AttemptView>;

function viewAttempt(attempt: AttemptRecord, heads: readonly string[]): AttemptView {
  const { exchange } = attempt;
  const head = attempt.head === null ? undefined : heads[attempt.head];
  const { target = null, fields } = head === undefined ? {} : splitHead(head);
  return {
    n: attempt.n,
    step: attempt.step,
    time: new Date(attempt.time).toISOString(),
    sincePrevious: toMilliseconds(attempt.gap),
    method: exchange.method,
    target,
    protocol: exchange.protocol,
    connection: exchange.connection,
    stream: exchange.stream,
    reused: exchange.isReused,
    headers: fields?.map((field) => [...field]) ?? null,
    body: {
      length: exchange.bodyLength,
      sha256:
        exchange.bodyDigest === undefined ? null : Buffer.from(exchange.bodyDigest, 'latin1').toString('hex'),
      complete: exchange.isBodyComplete,
    },
    caller: attempt.caller,
    status: exchange.status === 0 ? null : exchange.status,
    fault: exchange.fault,
    bytesSent: exchange.bytesSent,
    ms: { firstByte: toMilliseconds(exchange.firstByte), done: toMilliseconds(exchange.done) },
    endedBy: exchange.ended,
    ...attempt.details,
    ...(exchange.expectation && { expectation: exchange.expectation }),
  };
}

/** What the attempts of a key have in common. */
const AttemptSummary = Type.Object({
  count: Type.Integer({ description: 'Number of attempts, also of those that are no longer kept.' }),
  bodyDigests: Type.Integer({ description: 'Number of different bodies among complete ones.' }),
  idempotencyKeys: Type.Array(Type.String(), { description: 'Different values of `Idempotency-Key`.' }),
  gaps: Type.Array(Type.Number(), { description: 'Milliseconds between attempts.' }),
});

type AttemptSummary = Static<typeof AttemptSummary>;

function summarize({ count }: KeyRecord, attempts: readonly AttemptView[]): AttemptSummary {
  const keys = attempts.flatMap(({ headers }) => headers ?? []).filter(isIdempotencyKey);
  return {
    count,
    bodyDigests: new Set(attempts.filter(({ body }) => body.complete).map(({ body }) => body.sha256)).size,
    idempotencyKeys: [...new Set(keys.map(([, value]) => value))],
    gaps: attempts.flatMap(({ sincePrevious }) => sincePrevious ?? []),
  };
}

/** The read-back of any key; the members of its lab come first. */
export const KeyView = Type.Object({
  key: Type.String(),
  attempts: Type.Array(AttemptView),
  summary: AttemptSummary,
});

type KeyView = Static<typeof KeyView>;

/** The read-back of a key. */
export function viewKey(record: KeyRecord): KeyView {
  const attempts = record.attempts.map((attempt) => viewAttempt(attempt, record.heads));
  return { key: record.key, ...record.view, attempts, summary: summarize(record, attempts) };
}

function isIdempotencyKey([name]: Pair): boolean {
  return name.toLowerCase() === 'idempotency-key';
}

function toMilliseconds(microseconds: number | null): number | null {
  return microseconds === null ? null : microseconds / 1000;
}
