import { type Static, Type } from 'typebox';
import type { Field } from '#http/syntax/fields.ts';
import { ENDINGS, type Ending } from '../recording/ending-kinds.ts';
import { ChunksView } from './chunks-view.ts';

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const integerOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });
const numberOrNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const timestamp = (description: string) => Type.String({ format: 'date-time', description });

const Id = integer('Increases with each entry: by one in a journal in memory, otherwise with gaps.');

const Worker = Type.Optional(
  integer('The worker that received the request, in a server with several workers.'),
);

/** Name and value of a header field. */
export const PairView = Type.Unsafe<Field>(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }));

const fields = (description: string) => Type.Array(PairView, { description });
const NAMES_AND_VALUES = 'Names and values, in the case, order and number of the message.';

export const EndingView = Type.Unsafe<Ending>(Type.String({ enum: [...ENDINGS] }));

/** The members of a body, without its content. */
const body = {
  length: integer('Bytes, after removal of the transfer coding.'),
  sha256: textOrNull(
    'SHA-256 of the whole body, in hexadecimal. Null for an empty body, and for a body with masked credentials.',
  ),
  kept: integer('Number of bytes that the journal keeps.'),
  truncated: Type.Boolean({ description: 'Whether the journal keeps only a part of the body.' }),
};

export const BodySummary = Type.Object(body);

export const BodyView = Type.Object({
  ...body,
  text: Type.Optional(Type.String({ description: 'The kept bytes, if they are UTF-8.' })),
  base64: Type.Optional(
    Type.String({ description: 'The kept bytes, if they are not UTF-8, and secrets are shown.' }),
  ),
});

export type BodyView = Static<typeof BodyView>;

export const TlsView = Type.Object({
  version: textOrNull('The version of TLS, such as `TLSv1.3`.'),
  sni: textOrNull('The server name that the client asked for.'),
  alpn: textOrNull('The protocol that was negotiated.'),
});

const connection = {
  id: integer('Number of the connection, counted from 1 by server.'),
  requestNumber: integer(
    'Number of the request on its connection, counted from 1; 0 for a connection without a request.',
  ),
  remote: text('Address and port of the client.'),
  tls: Type.Union([TlsView, Type.Null()], { description: 'The parameters of TLS; null without TLS.' }),
};

const PROTOCOLS = ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] as const;

export const ConnectionView = Type.Object({
  id: connection.id,
  requestNumber: connection.requestNumber,
  stream: integerOrNull('Identifier of the stream; HTTP/2 only.'),
  remote: connection.remote,
  protocol: Type.Unsafe<(typeof PROTOCOLS)[number]>(
    Type.String({ enum: [...PROTOCOLS], description: 'The version of HTTP.' }),
  ),
  tls: connection.tls,
});

const message = {
  headers: fields(NAMES_AND_VALUES),
  trailers: fields(NAMES_AND_VALUES),
  body: BodyView,
};

const request = {
  method: text('The method, such as `GET`.'),
  target: text('The request target as received.'),
  rawHead: Type.Optional(
    text(
      'The head as received over HTTP/1, with its line ends and white space; each character is a byte. Absent when the journal does not keep all values, and in events.',
    ),
  ),
  pseudoFields: Type.Optional(
    fields(
      'The pseudo-fields as received over HTTP/2, in their order. Absent when the journal does not keep all values.',
    ),
  ),
  chunks: Type.Optional(ChunksView),
  expect: textOrNull('The value of `Expect`.'),
  expectation: Type.Optional(
    Type.Object(
      {
        firstBodyByte: numberOrNull(
          'Milliseconds from the head to the first byte of the body; null without a body.',
        ),
        bytesBeforeContinue: numberOrNull(
          'Bytes of the body that arrived before 100 (Continue) was sent; null if it was not sent.',
        ),
      },
      {
        description:
          'Of a request with a body that waits for 100 (Continue): milliseconds from the head to the first byte of the body, and bytes that arrived before 100 was sent.',
      },
    ),
  ),
  aborted: Type.Boolean({ description: 'Whether the client disconnected before the end of the body.' }),
};

const response = {
  informational: Type.Array(
    Type.Object({
      status: integer('A status such as 103.'),
      headers: fields(NAMES_AND_VALUES),
    }),
    { description: 'Informational responses, such as 100 and 103, in their order.' },
  ),
  status: integer('The status; 0 when a fault was applied before the head.'),
  reason: text('The reason phrase; empty on HTTP/2.'),
  fault: textOrNull('The fault that the server applied on purpose, such as `reset@headers`.'),
};

export const RequestSummary = Type.Object(request);
export const ResponseSummary = Type.Object(response);

const exchange = {
  id: Id,
  kind: Type.Literal('exchange', { description: 'Distinguishes exchanges from failed connections.' }),
  bin: textOrNull('The bin of the request, or null.'),
  service: text(
    'The service that received the request: `testing`, unless the setting `journal-authorizations` is set.',
  ),
  startedAt: timestamp('The time of the head of the request by the clock of the machine, in UTC.'),
  ms: Type.Object(
    {
      body: numberOrNull('To the end of the body of the request.'),
      firstByte: numberOrNull('To the head of the response.'),
      done: numberOrNull('To the end of the response, or of the connection.'),
    },
    { description: 'Milliseconds from `startedAt`; null for what did not happen.' },
  ),
  connection: ConnectionView,
};

const outcome = {
  ended: Type.Union([EndingView, Type.Null()], {
    description: 'How the exchange ended; null while it is in progress.',
  }),
  endpoint: textOrNull('The template of the endpoint, such as `/status/{codes}`, or null.'),
  webSocket: Type.Union(
    [
      Type.Object({
        received: integer('Number of messages from the client.'),
        sent: integer('Number of messages to the client.'),
      }),
      Type.Null(),
    ],
    { description: 'The messages of a WebSocket; null for other exchanges.' },
  ),
  replayOf: integerOrNull('The id of the exchange that this one repeats, or null.'),
  lab: Type.Union(
    [
      Type.Object({
        name: text('Name of the lab, such as `sequence`.'),
        key: text('The key.'),
        attempt: integer('Number of the attempt, counted from 1 by key.'),
      }),
      Type.Null(),
    ],
    { description: 'The attempt at a key of a lab that the exchange is, or null.' },
  ),
  rules: Type.Array(
    Type.Object({
      id: text('The id of the rule.'),
      bin: textOrNull('The bin of the rule, or null.'),
      phase: text('The phase of the rule.'),
      step: integerOrNull('The number of the response in the list of the rule, or null.'),
      failed: Type.Optional(
        Type.Literal(true, {
          description: 'Whether code of the rule has failed, such as the stream of its response.',
        }),
      ),
    }),
    { description: 'The rules that were applied to the request.' },
  ),
  unmatched: Type.Boolean({ description: 'Whether no rule took the request, though one was expected to.' }),
  own: Type.Boolean({
    description:
      'Whether a browser has loaded a page of the server. Lists have such entries only on request.',
  }),
  marked: Type.Boolean({ description: 'Whether the user has marked the entry, which keeps it.' }),
  note: textOrNull('The note of the user, or null.'),
};

/** An exchange without its messages. */
export const ExchangeSummary = Type.Object({ ...exchange, ...outcome });

export const ExchangeView = Type.Object({
  ...exchange,
  worker: Worker,
  request: Type.Object({
    method: request.method,
    target: request.target,
    path: text('The path as received, without the prefix of a bin and without the query.'),
    query: Type.Array(PairView, { description: 'Decoded names and values of the query, in their order.' }),
    rawHead: request.rawHead,
    pseudoFields: request.pseudoFields,
    ...message,
    chunks: request.chunks,
    expect: request.expect,
    expectation: request.expectation,
    aborted: request.aborted,
  }),
  response: Type.Union(
    [
      Type.Object({
        informational: response.informational,
        status: response.status,
        reason: response.reason,
        ...message,
        fault: response.fault,
      }),
      Type.Null(),
    ],
    { description: 'Null if no head of a response was sent, and no fault was applied.' },
  ),
  ...outcome,
});

export type ExchangeView = Static<typeof ExchangeView>;

/** A connection without a valid request, without the bytes that the server received. */
export const FailureSummary = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('parser-error'), Type.Literal('tls-error'), Type.Literal('no-request')], {
    description:
      'The bytes or a stream of HTTP/2 were rejected, the TLS handshake failed, or no byte of a request was received.',
  }),
  title: text('What happened, in one sentence.'),
  startedAt: timestamp('The time by the clock of the machine, in UTC.'),
  connection: Type.Object(connection),
  code: textOrNull(
    'Kind of what was rejected, such as `syntax`, `framing` or `timeout`, or the code of OpenSSL; null without an error.',
  ),
  message: textOrNull(
    'What was rejected, with the byte and its offset in the request, such as `LF without CR at byte 14`; null for an error of TLS, and without one.',
  ),
  status: integerOrNull('Status of the error that the server sent, or null.'),
  own: Type.Boolean({
    description: 'Whether a browser opened the connection for a page of the server, and did not use it.',
  }),
});

export const FailureView = Type.Object({
  ...FailureSummary.properties,
  worker: Worker,
  raw: Type.String({ description: 'The rejected bytes in Base64, up to 8 KiB.' }),
});

export type FailureView = Static<typeof FailureView>;

/** An entry of the journal, as JSON. */
export const EntryView = Type.Union([ExchangeView, FailureView], { title: 'JournalEntry' });

export type EntryView = Static<typeof EntryView>;
