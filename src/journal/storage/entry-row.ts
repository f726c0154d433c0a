import type { Recording } from '../recording/journal-store.ts';
import type { RecordedMessage } from '../recording/message-log.ts';
import type { RecordedBody, RecordedExchange, RecordedFailure } from '../recording/record.ts';

/** An entry in the database. */
export interface EntryRow {
  readonly id: number;
  readonly bin: string | null;
  readonly own: boolean;
  readonly marked: boolean;
  /** As JSON, because a text of a database cannot have all characters. */
  readonly note: string | null;
  /** Number of its connection. */
  readonly connection: number;
  /** Number of bytes by which the entry counts in the limits. */
  readonly size: number;
  /** A `StoredEntry` as JSON. */
  readonly entry: string;
  /** The retained bytes; null without any. */
  readonly requestBody: Uint8Array | null;
  readonly responseBody: Uint8Array | null;
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
export function formatRow(recording: Recording): EntryRow {
  const { id, bin, isOwn = false, isMarked = false, note = null, size } = recording;
  const view = recording.view();
  const connection = view.connection.id;
  const common = {
    id,
    bin,
    own: isOwn,
    marked: isMarked,
    note: note === null ? null : JSON.stringify(note),
    connection,
    size,
  };
  if (view.kind !== 'exchange') {
    const { raw, ...others } = view;
    return { ...common, entry: format(others), requestBody: toBlob(raw), responseBody: null };
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
  const requestBody = toBlob(request.body.kept);
  return { ...common, entry, requestBody, responseBody: response && toBlob(response.body.kept) };
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
