import { type Static, Type } from 'typebox';
import { bodyText } from '../../matching/body-content.ts';
import {
  ENDINGS,
  type JournalEntry,
  type Pair,
  type RecordedBody,
  type RecordedExchange,
  type RecordedFailure,
} from '../recording/record.ts';

const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);
const Id = Type.Integer({ description: 'Grows by one with each entry.' });
const Timestamp = Type.String({ format: 'date-time' });

const FieldsView = Type.Array(Type.Array(Text, { minItems: 2, maxItems: 2 }), {
  description: 'Names and values, in the case, order and number of the message.',
});

const BodyView = Type.Object({
  length: Type.Integer({ description: 'Bytes, after removal of the transfer coding.' }),
  sha256: Type.Union([Text, Type.Null()], {
    description: 'Of the whole body. Null for an empty body, and for a body with masked credentials.',
  }),
  kept: Type.Integer({ description: 'Number of bytes that the journal keeps.' }),
  truncated: Type.Boolean(),
  text: Type.Optional(Type.String({ description: 'The kept bytes, if they are UTF-8.' })),
});

const TlsView = Type.Union([
  Type.Object({ version: TextOrNull, sni: TextOrNull, alpn: TextOrNull }),
  Type.Null(),
]);

const ExchangeView = Type.Object({
  id: Id,
  kind: Type.Literal('exchange'),
  bin: TextOrNull,
  service: Text,
  startedAt: Timestamp,
  ms: Type.Object(
    { body: NumberOrNull, firstByte: NumberOrNull, done: NumberOrNull },
    { description: 'Milliseconds from `startedAt`; null for what did not happen.' },
  ),
  connection: Type.Object({
    id: Type.Integer(),
    requestNumber: Type.Integer(),
    stream: Type.Union([Type.Integer(), Type.Null()]),
    remote: Text,
    protocol: Type.String({ enum: ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] }),
    tls: TlsView,
  }),
  request: Type.Object({
    method: Text,
    target: Text,
    headers: FieldsView,
    trailers: FieldsView,
    body: BodyView,
    expect: TextOrNull,
    expectation: Type.Optional(
      Type.Object(
        { firstBodyByte: NumberOrNull, bytesBeforeContinue: NumberOrNull },
        {
          description:
            'Of a request with a body that waits for 100 (Continue): milliseconds from the head to the first byte of the body, and bytes that arrived before 100 was sent.',
        },
      ),
    ),
    aborted: Type.Boolean(),
  }),
  response: Type.Union([
    Type.Object({
      informational: Type.Array(Type.Object({ status: Type.Integer(), headers: FieldsView })),
      status: Type.Integer(),
      reason: Text,
      headers: FieldsView,
      trailers: FieldsView,
      body: BodyView,
      fault: Type.Union([Type.String(), Type.Null()], {
        description: 'The fault that the server applied on purpose, such as `reset@headers`.',
      }),
    }),
    Type.Null(),
  ]),
  ended: Type.Union([
    Type.String({ enum: [...ENDINGS] }),
    Type.Null({ description: 'The exchange is in progress.' }),
  ]),
  endpoint: TextOrNull,
  webSocket: Type.Union([Type.Object({ received: Type.Integer(), sent: Type.Integer() }), Type.Null()]),
  replayOf: Type.Union([Type.Integer(), Type.Null()]),
  lab: Type.Union([Type.Object({ name: Text, key: Text, attempt: Type.Integer() }), Type.Null()], {
    description: 'The attempt at a key of a lab that the exchange is, or null.',
  }),
});

const FailureView = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('parser-error'), Type.Literal('tls-error'), Type.Literal('no-request')]),
  startedAt: Timestamp,
  connection: Type.Object({
    id: Type.Integer(),
    requestNumber: Type.Integer(),
    remote: Text,
    tls: TlsView,
  }),
  code: TextOrNull,
  raw: Type.String({ description: 'The rejected bytes in Base64, up to 8 KiB.' }),
});

/** An entry of the journal, as JSON. */
export const EntryView = Type.Union([ExchangeView, FailureView], { title: 'JournalEntry' });

export type EntryView = Static<typeof EntryView>;

/** @param entry with masked credentials, if they are not to be shown. */
export function toEntryView(entry: JournalEntry): EntryView {
  return entry.kind === 'exchange' ? toExchangeView(entry) : toFailureView(entry);
}

/** An entry without the text of its bodies, for lists that change often. */
export function toEntrySummary(entry: JournalEntry): EntryView {
  const view = toEntryView(entry);
  if (view.kind !== 'exchange') return view;
  const { request, response } = view;
  return {
    ...view,
    request: { ...request, body: withoutText(request.body) },
    response: response && { ...response, body: withoutText(response.body) },
  };
}

function withoutText({ text: _, ...body }: Static<typeof BodyView>): Static<typeof BodyView> {
  return body;
}

function toExchangeView(exchange: RecordedExchange): Static<typeof ExchangeView> {
  const { id, kind, bin, service, startedAt, ms, connection, request, response, ...others } = exchange;
  const { ended, endpoint, webSocket, replayOf, lab } = others;
  return {
    id,
    kind,
    bin,
    service,
    startedAt: new Date(startedAt).toISOString(),
    ms: { ...ms },
    connection: { ...connection },
    request: {
      ...request,
      headers: toFieldsView(request.headers),
      trailers: toFieldsView(request.trailers),
      body: toBodyView(request.body),
    },
    response: response && {
      ...response,
      informational: response.informational.map(({ status, headers }) => ({
        status,
        headers: toFieldsView(headers),
      })),
      headers: toFieldsView(response.headers),
      trailers: toFieldsView(response.trailers),
      body: toBodyView(response.body),
    },
    ended,
    endpoint,
    webSocket,
    replayOf,
    lab: lab && { ...lab },
  };
}

function toFailureView({
  id,
  kind,
  startedAt,
  connection,
  code,
  raw,
}: RecordedFailure): Static<typeof FailureView> {
  return {
    id,
    kind,
    startedAt: new Date(startedAt).toISOString(),
    connection: { ...connection },
    code,
    raw: Buffer.from(raw).toString('base64'),
  };
}

function toFieldsView(pairs: readonly Pair[]): string[][] {
  return pairs.map(([name, value]) => [name, value]);
}

function toBodyView(body: RecordedBody): Static<typeof BodyView> {
  const { length, sha256, truncated, kept } = body;
  const text = bodyText(body);
  return { length, sha256, kept: kept.byteLength, truncated, ...(text !== undefined && { text }) };
}
