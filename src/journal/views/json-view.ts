import { bodyText } from '../matching/body-content.ts';
import type {
  JournalEntry,
  Pair,
  RecordedBody,
  RecordedExchange,
  RecordedFailure,
} from '../recording/record.ts';
import { toChunksView } from './chunks-view.ts';
import type { BodyView, EntryView, ExchangeView, FailureView } from './entry-schema.ts';
import { failureTitle } from './failure-title.ts';
import { pathOf, queryOf } from './request-url.ts';

/**
 * @param entry with masked credentials, if they are not to be shown.
 * @param showsBytes whether bodies that are not UTF-8 are shown, in which nothing is masked.
 */
export function toEntryView(entry: JournalEntry, showsBytes = false): EntryView {
  return entry.kind === 'exchange' ? toExchangeView(entry, showsBytes) : toFailureView(entry);
}

/** An entry without the text of its bodies, the bytes of its head and its chunks, for lists that change often. */
export function toEntrySummary(entry: JournalEntry): EntryView {
  const view = toEntryView(entry);
  if (view.kind !== 'exchange') return view;
  const { response } = view;
  const { rawHead: _, chunks: __, ...request } = view.request;
  return {
    ...view,
    request: { ...request, body: withoutText(request.body) },
    response: response && { ...response, body: withoutText(response.body) },
  };
}

function withoutText({ text: _, base64: __, ...body }: BodyView): BodyView {
  return body;
}

function toExchangeView(exchange: RecordedExchange, showsBytes: boolean): ExchangeView {
  const { id, kind, bin, service, startedAt, ms, connection, response, ...others } = exchange;
  const { worker, ended, endpoint, webSocket, replayOf, lab, rules, unmatched, own, marked, note } = others;
  return {
    id,
    kind,
    bin,
    ...(worker !== undefined && { worker }),
    service,
    startedAt: new Date(startedAt).toISOString(),
    ms: { ...ms },
    connection: { ...connection },
    request: toRequestView(exchange, showsBytes),
    response: response && {
      ...response,
      informational: response.informational.map(({ status, headers }) => ({
        status,
        headers: toFieldsView(headers),
      })),
      headers: toFieldsView(response.headers),
      trailers: toFieldsView(response.trailers),
      body: toBodyView(response.body, showsBytes),
    },
    ended,
    endpoint,
    webSocket: webSocket && { received: webSocket.received, sent: webSocket.sent },
    replayOf,
    lab: lab && { ...lab },
    rules: rules.map((rule) => ({ ...rule })),
    unmatched,
    own,
    marked,
    note,
  };
}

function toRequestView(exchange: RecordedExchange, showsBytes: boolean): ExchangeView['request'] {
  const { pseudoFields, chunks, ...request } = exchange.request;
  return {
    ...request,
    path: pathOf(exchange),
    query: toFieldsView(queryOf(exchange)),
    headers: toFieldsView(request.headers),
    trailers: toFieldsView(request.trailers),
    body: toBodyView(request.body, showsBytes),
    ...(pseudoFields && { pseudoFields: toFieldsView(pseudoFields) }),
    ...(chunks && { chunks: toChunksView(chunks) }),
  };
}

function toFailureView(failure: RecordedFailure): FailureView {
  const { id, kind, worker, startedAt, connection, code, message, raw, status, own } = failure;
  return {
    id,
    kind,
    ...(worker !== undefined && { worker }),
    title: failureTitle(failure),
    startedAt: new Date(startedAt).toISOString(),
    connection: { ...connection },
    code,
    message,
    status,
    own,
    raw: Buffer.from(raw).toString('base64'),
  };
}

function toFieldsView(pairs: readonly Pair[]): Pair[] {
  return pairs.map(([name, value]) => [name, value]);
}

function toBodyView(body: RecordedBody, showsBytes: boolean): BodyView {
  const { length, sha256, truncated, kept } = body;
  const text = bodyText(body);
  return {
    length,
    sha256,
    kept: kept.byteLength,
    truncated,
    ...(text !== undefined && { text }),
    ...(text === undefined && showsBytes && { base64: Buffer.from(kept).toString('base64') }),
  };
}
