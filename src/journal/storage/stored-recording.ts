import { hash } from 'node:crypto';
import type { Recording } from '../recording/journal-store.ts';
import type { RecordedMessage } from '../recording/message-log.ts';
import type { JournalEntry, RecordedBody, RequestLine } from '../recording/record.ts';
import { viewRequestHead } from '../recording/request-head.ts';
import type { EntryRow, StoredBody, StoredEntry, StoredExchange, StoredMessage } from './entry-row.ts';

/** An entry of another process, or of an earlier start. It is parsed when it is read, because most are never read. */
export class StoredRecording implements Recording {
  readonly id: number;
  readonly bin: string | null;
  readonly isOwn: boolean;
  readonly order: number;
  countedSize = 0;
  isMarked: boolean;
  note: string | null;
  #row: EntryRow;

  constructor(row: EntryRow) {
    this.id = row.id;
    this.bin = row.bin;
    this.isOwn = row.own === 1;
    this.order = row.ord;
    this.isMarked = row.marked === 1;
    this.note = row.note === null ? null : JSON.parse(row.note);
    this.#row = row;
  }

  get size(): number {
    return this.#row.size;
  }

  get isComplete(): boolean {
    return this.#row.complete === 1;
  }

  get line(): RequestLine | undefined {
    const { line } = this.#row;
    if (line === null) return undefined;
    const [method, target]: [string, string] = JSON.parse(line);
    return { method, target, bin: this.bin };
  }

  /** Takes the present content of the entry. */
  replace(row: EntryRow): void {
    this.#row = row;
  }

  view(): JournalEntry {
    const stored: StoredEntry = JSON.parse(this.#row.entry);
    return stored.kind === 'exchange'
      ? this.#viewExchange(stored)
      : { ...stored, raw: this.#row.request_body ?? NO_BYTES };
  }

  #viewExchange({ request, response, webSocket, ...others }: StoredExchange): JournalEntry {
    const { isMarked: marked, note } = this;
    const { request_body: requestBody, response_body: responseBody } = this.#row;
    const { method, target, headers, ...message } = request;
    return {
      ...others,
      // The process of the exchange has ended before it.
      ended: others.ended ?? (this.isComplete ? 'server-rst' : null),
      marked,
      note,
      request: {
        method,
        target,
        headers: headers ?? viewRequestHead(message.rawHead ?? '').headers,
        ...message,
        body: viewBody(message.body, requestBody ?? NO_BYTES),
      },
      response: response && { ...response, body: viewBody(response.body, responseBody ?? NO_BYTES) },
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
