import type { Recording } from '../recording/journal-store.ts';
import type { RecordedMessage } from '../recording/message-log.ts';
import type { RecordedBody, RecordedExchange, RecordedFailure } from '../recording/record.ts';

/** An entry in the database. */
export interface EntryRow {
  readonly id: number;
  /** Its number, counted from 1 in the order in which the entries were written first. */
  readonly ord: number;
  /** The transaction that has written its content. */
  readonly position: number;
  /** Whether the exchange has ended: 0 or 1, as the following ones. */
  readonly complete: number;
  readonly bin: string | null;
  readonly own: number;
  readonly marked: number;
  /** As JSON, because a text of a database cannot have all characters. */
  readonly note: string | null;
  /** Method and target of a request as a list in JSON; null without a request. */
  readonly line: string | null;
  /** Number of bytes by which the entry counts in the limits. */
  readonly size: number;
  /** A `StoredEntry` as JSON. */
  readonly entry: string;
  /** The retained bytes; null without any. */
  readonly request_body: Uint8Array | null;
  readonly response_body: Uint8Array | null;
}

/** An entry without bytes, which JSON cannot have. */
export type StoredEntry = StoredExchange | Omit<RecordedFailure, 'raw'>;

export interface StoredExchange extends Omit<RecordedExchange, 'request' | 'response' | 'webSocket'> {
  /** Without `headers` where `rawHead` has them. */
  readonly request: WithoutBytes<Omit<RecordedExchange['request'], 'headers'>> &
    Partial<Pick<RecordedExchange['request'], 'headers'>>;
  readonly response: WithoutBytes<NonNullable<RecordedExchange['response']>> | null;
  readonly webSocket: StoredWebSocket | null;
}

type WithoutBytes<Message> = Omit<Message, 'body'> & { readonly body: StoredBody };

/** The digest of a complete body is computed when it is read. */
export type StoredBody = Pick<RecordedBody, 'length' | 'truncated'> & Partial<Pick<RecordedBody, 'sha256'>>;

interface StoredWebSocket extends Pick<NonNullable<RecordedExchange['webSocket']>, 'received' | 'sent'> {
  readonly messages?: readonly StoredMessage[] | undefined;
}

/** The retained bytes are base64. */
export type StoredMessage = Omit<RecordedMessage, 'kept'> & { readonly kept: string };

/** Formats what the readers of the journal see, so that no value is written which the journal does not show. */
export function formatRow(recording: Recording, ord: number, position: number): EntryRow {
  const { id, bin, isOwn, isMarked, isComplete, note = null, size } = recording;
  const view = recording.view();
  const common = {
    id,
    ord,
    position,
    complete: Number(isComplete),
    bin,
    own: Number(isOwn ?? false),
    marked: Number(isMarked ?? false),
    note: note === null ? null : JSON.stringify(note),
    size,
  };
  if (view.kind !== 'exchange') {
    const { raw, ...others } = view;
    return { ...common, line: null, entry: format(others), request_body: toBlob(raw), response_body: null };
  }
  const { request, response, webSocket } = view;
  const { headers, ...head } = request;
  const entry = format({
    ...view,
    request: {
      ...head,
      ...(request.rawHead === undefined && { headers }),
      body: withoutBytes(request.body),
    },
    response: response && { ...response, body: withoutBytes(response.body) },
    webSocket: webSocket && { ...webSocket, messages: webSocket.messages?.map(toStoredMessage) },
  });
  const bodies = {
    request_body: toBlob(request.body.kept),
    response_body: response && toBlob(response.body.kept),
  };
  return { ...common, line: JSON.stringify([request.method, request.target]), entry, ...bodies };
}

function format(entry: StoredEntry): string {
  return JSON.stringify(entry);
}

function withoutBytes(body: RecordedBody): StoredBody {
  const { length, truncated, kept } = body;
  // The bytes of a body with masks are others than those of the length.
  return truncated || kept.byteLength !== length
    ? { length, truncated, sha256: body.sha256 }
    : { length, truncated };
}

function toStoredMessage({ kept, ...message }: RecordedMessage): StoredMessage {
  return { ...message, kept: Buffer.from(kept).toString('base64') };
}

function toBlob(bytes: Uint8Array): Uint8Array | null {
  return bytes.byteLength === 0 ? null : bytes;
}
