import { hash } from 'node:crypto';
import type { Recording } from '../recording/journal-store.ts';
import type { RecordedMessage } from '../recording/message-log.ts';
import type { JournalEntry, RecordedBody } from '../recording/record.ts';
import { viewRequestHead } from '../recording/request-head.ts';
import type { EntryRow, StoredBody, StoredEntry, StoredExchange, StoredMessage } from './entry-row.ts';

/** An entry of an earlier start of the server. It is parsed when it is read, because most are never read. */
export class StoredRecording implements Recording {
  readonly id: number;
  readonly bin: string | null;
  readonly size: number;
  countedSize = 0;
  readonly isOwn: boolean;
  readonly isComplete = true;
  isMarked: boolean;
  note: string | null;
  readonly #entry: string;
  readonly #requestBody: Uint8Array;
  readonly #responseBody: Uint8Array;

  constructor({ id, bin, own, marked, note, size, entry, requestBody, responseBody }: EntryRow) {
    this.id = id;
    this.bin = bin;
    this.size = size;
    this.isOwn = own;
    this.isMarked = marked;
    this.note = note === null ? null : JSON.parse(note);
    this.#entry = entry;
    this.#requestBody = requestBody ?? NO_BYTES;
    this.#responseBody = responseBody ?? NO_BYTES;
  }

  view(): JournalEntry {
    const stored: StoredEntry = JSON.parse(this.#entry);
    return stored.kind === 'exchange' ? this.#viewExchange(stored) : { ...stored, raw: this.#requestBody };
  }

  #viewExchange({ request, response, webSocket, ...others }: StoredExchange): JournalEntry {
    const { isMarked: marked, note } = this;
    const { method, target, headers, ...message } = request;
    return {
      ...others,
      marked,
      note,
      request: {
        method,
        target,
        headers: headers ?? viewRequestHead(message.rawHead ?? '').headers,
        ...message,
        body: viewBody(message.body, this.#requestBody),
      },
      response: response && { ...response, body: viewBody(response.body, this.#responseBody) },
      webSocket: webSocket && {
        ...webSocket,
        messages: webSocket.messages?.map(parseMessage) ?? [],
      },
    };
  }
}

const NO_BYTES = new Uint8Array();

/** Readers copy a body member by member, so the digest is a member of its own. */
function viewBody({ length, truncated, sha256 }: StoredBody, kept: Uint8Array): RecordedBody {
  let digest = length === 0 ? null : sha256;
  return {
    length,
    get sha256() {
      if (digest === undefined) digest = hash('sha256', kept);
      return digest;
    },
    kept,
    truncated,
  };
}

function parseMessage({ kept, ...message }: StoredMessage): RecordedMessage {
  return { ...message, kept: new Uint8Array(Buffer.from(kept, 'base64')) };
}
