import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import type { ExchangeRecorder, WebSocketRecorder } from '../../http/message/exchange-recorder.ts';
import type { Recorder } from '../../http/message/recorder.ts';
import type { Target } from '../../http/message/target.ts';
import type { ConnectionInfo } from '../../http/transport/connection-info.ts';
import type { Runtime } from '../../runtime.ts';
import { ExchangeRecording } from './exchange-recording.ts';
import { isOwnPage } from './own-pages.ts';
import type { JournalEntry, JournalView, RecordedFailure } from './record.ts';
import { createRecordedFields } from './recorded-fields.ts';
import type { RecordingContext } from './recording-base.ts';
import { readRequestFields } from './request-fields.ts';
import { type ReservedPathOptions, ReservedPathRecording } from './reserved-path-recording.ts';
import { Ring, type RingUsage } from './ring.ts';
import { StatusRecording } from './status-recording.ts';
import { WebSocketRecording } from './web-socket-recording.ts';

export interface JournalOptions {
  /** Maximum number of entries. */
  readonly entries: number;
  /** Maximum number of bytes that all entries keep. */
  readonly bytes: number;
  /** Maximum number of bytes that are kept of each body. */
  readonly bodySize: number;
  /** Names of header fields, in lower case, whose values are not kept. */
  readonly redacted: readonly string[];
  /** Whether method, template, status and times of the services that are not recorded are kept. */
  readonly recordsAuthorizations: boolean;
  /** The name of a further header field that names the bin of a request, in lower case. */
  readonly binHeader?: string | undefined;
  /** Removes credentials from a request to a path of these services that a rule has answered. */
  readonly removeCredentials: ReservedPathOptions['removeCredentials'];
  readonly runtime: Pick<Runtime, 'monotonic' | 'machineNow' | 'after'>;
  /** Number of ids of removed entries that are kept; by default, none. */
  readonly removedIds?: number | undefined;
  /** The id of the next entry; by default, 1, 2, 3 and so on. */
  readonly nextId?: (() => number) | undefined;
}

/** A change of the journal: a request arrived, its body is complete, or the exchange ended. */
export interface JournalEvent {
  readonly type: 'request' | 'body' | 'done';
  readonly entry: JournalEntry;
}

/** The entries of clients, or also those of own pages. */
export type EntryScope = 'clients' | 'all';

export type EntryOutline = readonly [id: number, size: number, bin: string | null];

/** What the ring keeps of an entry. */
interface Recording {
  readonly id: number;
  readonly bin: string | null;
  readonly size: number;
  countedSize: number;
  readonly isOwn?: boolean;
  isMarked?: boolean;
  note?: string | null;
  view(): JournalEntry;
}

/** By which removed entries are restored, and for how long. */
export interface Undo {
  readonly key: string;
  readonly milliseconds: number;
}

/** What a user adds to an entry; members that are undefined stay as they are. */
export interface Annotation {
  readonly marked?: boolean | undefined;
  readonly note?: string | null | undefined;
}

/** The latest exchanges of a server, and the connections without a valid request. */
export class Journal implements Recorder, JournalView {
  readonly awaitsClose = true;
  readonly #runtime: JournalOptions['runtime'];
  readonly #recordsAuthorizations: boolean;
  readonly #binHeader: string | undefined;
  readonly #context: RecordingContext;
  readonly #reservedPaths: ReservedPathOptions;
  /** Connections that an entry of their own describes. */
  readonly #described = new WeakSet<ConnectionInfo>();
  readonly #ring: Ring<Recording>;
  /** Requests of own pages, which do not remove those of clients. */
  readonly #ownRing: Ring<Recording>;
  readonly #listeners = new Map<(event: JournalEvent) => void, EntryScope>();
  readonly #replays = new Map<string, number>();
  readonly #nextId: (() => number) | undefined;
  #lastId = 0;

  constructor(options: JournalOptions) {
    this.#runtime = options.runtime;
    this.#recordsAuthorizations = options.recordsAuthorizations;
    this.#binHeader = options.binHeader;
    this.#nextId = options.nextId;
    this.#ring = new Ring(options);
    this.#ownRing = new Ring({ entries: MAX_OWN, bytes: options.bytes });
    this.#context = {
      runtime: options.runtime,
      bodySize: options.bodySize,
      contentSize: options.bodySize,
      fields: createRecordedFields(options.redacted),
      bodyReceived: (recording) => this.#changed('body', recording),
      grown: (recording) => this.#ringOf(recording).resize(recording),
      done: (recording) => {
        if (recording.id !== 0) this.#ringOf(recording).resize(recording);
        this.#changed('done', recording);
      },
    };
    this.#reservedPaths = {
      removeCredentials: options.removeCredentials,
      begin: (recording) => {
        recording.id = this.#next();
        this.#add(recording);
      },
    };
  }

  get dropped(): number {
    return this.#ring.dropped;
  }

  /** Number of entries of a bin that were removed to stay within the limits, since the bin was cleared. */
  droppedOf(bin: string): number {
    return this.#ring.droppedOf(bin);
  }

  /** Number of entries. */
  get size(): number {
    return this.#ring.size;
  }

  get lastId(): number {
    return this.#lastId;
  }

  entries(after?: number): JournalEntry[] {
    return this.#ring.values(after).map((recording) => recording.view());
  }

  /** The entries with a greater id, one at a time, so that those which are not read are not computed. */
  *each(after?: number, scope: EntryScope = 'clients'): Generator<JournalEntry, undefined> {
    const own = scope === 'all' ? this.#ownRing.values(after) : [];
    let at = 0;
    for (const recording of this.#ring.each(after)) {
      for (let next = own[at]; next && next.id < recording.id; next = own[++at]) yield next.view();
      yield recording.view();
    }
    for (const recording of own.slice(at)) yield recording.view();
  }

  /** All entries, one at a time, the newest first. */
  *latest(scope: EntryScope = 'clients'): Generator<JournalEntry, undefined> {
    const own = scope === 'all' ? this.#ownRing.values().reverse() : [];
    let at = 0;
    for (const recording of this.#ring.latest()) {
      for (let next = own[at]; next && next.id > recording.id; next = own[++at]) yield next.view();
      yield recording.view();
    }
    for (const recording of own.slice(at)) yield recording.view();
  }

  find(id: number): JournalEntry | undefined {
    return this.#recording(id)?.view();
  }

  /** Number of entries of own pages. */
  get ownSize(): number {
    return this.#ownRing.size;
  }

  /** Number of entries with a greater id, of clients and of own pages. */
  sizeAfter(id: number): number {
    return this.#ring.values(id).length + this.#ownRing.values(id).length;
  }

  /** Number of entries by bin. */
  bins(): Map<string, number> {
    return this.#ring.bins();
  }

  get usage(): RingUsage {
    return this.#ring.usage;
  }

  /** How many entries with a greater id were removed to stay within the limits. */
  removedAfter(id: number): { readonly count: number; readonly isMinimum: boolean } {
    const { ids, isComplete } = this.#ring.removed;
    const count = ids.filter((removed) => removed > id).length;
    return { count, isMinimum: !isComplete && count === ids.length };
  }

  /** Size and bin of each entry, by id. */
  outline(): EntryOutline[] {
    return this.#ring.values().map(({ id, size, bin }) => [id, size, bin]);
  }

  /** Removes all entries up to an id, or those of one bin. */
  clear(bin?: string, upTo?: number): void {
    this.#ring.clear(bin, upTo);
    if (bin === undefined) this.#ownRing.clear(bin, upTo);
  }

  /**
   * Removes entries. With `undo`, they can be restored by its key for some time.
   * @returns the number of removed entries.
   */
  remove(ids: readonly number[], undo?: Undo): number {
    const { key, milliseconds = 0 } = undo ?? {};
    const count = this.#ring.remove(ids, key) + this.#ownRing.remove(ids, key);
    if (key !== undefined && count > 0)
      this.#runtime.after(milliseconds, () => {
        this.#ring.release(key);
        this.#ownRing.release(key);
      });
    return count;
  }

  /** Puts removed entries back. @returns their number. */
  restore(key: string): number {
    return this.#ring.restore(key) + this.#ownRing.restore(key);
  }

  /** Marks an entry, or sets its note. @returns the entry; undefined if the journal does not have it. */
  annotate(id: number, { marked, note }: Annotation): JournalEntry | undefined {
    const recording = this.#recording(id);
    if (!recording) return undefined;
    if (marked !== undefined) recording.isMarked = marked;
    if (note !== undefined) recording.note = note;
    return recording.view();
  }

  /** Removes the entries of which this holds, as if to stay within the limits. */
  drop(isDropped: (id: number, bin: string | null) => boolean): void {
    this.#ring.drop(isDropped);
  }

  /** @returns the function that removes the listener. */
  subscribe(listener: (event: JournalEvent) => void, scope: EntryScope = 'clients'): () => void {
    this.#listeners.set(listener, scope);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The next request from this address and port repeats an exchange.
   * @returns the function that ends the expectation, because a later client can have the same address and port.
   */
  expectReplay(remote: string, id: number): () => void {
    this.#replays.set(remote, id);
    return () => this.#replays.delete(remote);
  }

  connected(socket: Duplex, connection: ConnectionInfo): void {
    // Connections have numbers in the order of their starts.
    void connection.id;
    const addEntry = () => {
      if (connection.requestCount === 0 && !this.#described.has(connection))
        this.#addFailure('no-request', connection, null);
    };
    // The error of a TLS handshake is reported after the end of its TCP connection.
    socket.once('close', () => this.#runtime.after(0, addEntry));
  }

  tlsFailed(connection: ConnectionInfo | undefined, error: NodeJS.ErrnoException): void {
    this.#addFailure('tls-error', connection, error.code ?? null);
  }

  rejected(connection: ConnectionInfo, code: string | undefined, packet?: Uint8Array): void {
    // The end of a connection within a body belongs to the entry of the request.
    if (code === 'HPE_INVALID_EOF_STATE' && connection.requestCount > 0) return;
    this.#addFailure(
      'parser-error',
      connection,
      code ?? null,
      packet && new Uint8Array(packet.subarray(0, MAX_RAW)),
    );
  }

  started(exchange: Exchange): void {
    const { connectionInfo, route, rawFields, target } = exchange;
    const service = route.owner;
    if (!service.isRecorded) {
      // In a bin, a rule can answer the path.
      if (route.service.isRecorded && service.name !== CONTROL) {
        const fields = readRequestFields(rawFields, target, this.#binHeader);
        exchange.recorder = new ReservedPathRecording(exchange, this.#context, fields, this.#reservedPaths);
      } else if (this.#recordsAuthorizations && service.name !== CONTROL)
        this.#record(exchange, new StatusRecording(this.#next(), exchange, this.#context));
      return;
    }
    const fields = readRequestFields(rawFields, target, this.#binHeader);
    const replayOf = this.#replays.size > 0 ? this.#takeReplay(connectionInfo) : null;
    const recording = new ExchangeRecording(this.#next(), exchange, this.#context, fields, replayOf);
    recording.isOwn = isOwnPage(exchange);
    this.#record(exchange, recording);
    if (!fields.isBinValid)
      throw new HttpError(
        400,
        'Sparring-Bin must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens.',
      );
  }

  ended(exchange: Exchange): void {
    exchange.recorder?.ended();
  }

  hasValidBin(request: IncomingMessage, target: Target): boolean {
    return readRequestFields(request.rawHeaders, target, this.#binHeader).isBinValid;
  }

  upgraded(
    request: IncomingMessage,
    target: Target,
    template: string,
    socket: Duplex,
    connection: ConnectionInfo,
  ): WebSocketRecorder {
    const fields = readRequestFields(request.rawHeaders, target, this.#binHeader);
    const start = { id: this.#next(), service: TESTING, bin: fields.bin };
    const recording = new WebSocketRecording(
      start,
      request,
      template,
      socket,
      connection,
      this.#context,
      fields,
    );
    this.#add(recording);
    return recording;
  }

  #next(): number {
    this.#lastId = this.#nextId ? this.#nextId() : this.#lastId + 1;
    return this.#lastId;
  }

  #record(exchange: Exchange, recording: Recording & ExchangeRecorder): void {
    exchange.recorder = recording;
    this.#add(recording);
  }

  #add(recording: Recording): void {
    this.#ringOf(recording).add(recording);
    this.#changed('request', recording);
  }

  #ringOf({ isOwn }: Pick<Recording, 'isOwn'>): Ring<Recording> {
    return isOwn ? this.#ownRing : this.#ring;
  }

  #recording(id: number): Recording | undefined {
    return this.#ring.get(id) ?? this.#ownRing.get(id);
  }

  #addFailure(
    kind: RecordedFailure['kind'],
    connection: ConnectionInfo | undefined,
    code: string | null,
    raw: Uint8Array = new Uint8Array(),
  ): void {
    if (connection) this.#described.add(connection);
    const { id = 0, remote = '', requestCount = 0, tls = null } = connection ?? {};
    const failure: RecordedFailure = {
      kind,
      id: this.#next(),
      startedAt: this.#runtime.machineNow(),
      connection: { id, remote, requestNumber: requestCount, tls },
      code,
      raw,
    };
    this.#add({ id: failure.id, bin: null, size: raw.byteLength, countedSize: 0, view: () => failure });
  }

  #takeReplay({ remote }: ConnectionInfo): number | null {
    const id = this.#replays.get(remote) ?? null;
    this.#replays.delete(remote);
    return id;
  }

  #changed(type: JournalEvent['type'], recording: Recording): void {
    // A recording that is no entry has no id.
    if (this.#listeners.size === 0 || recording.id === 0) return;
    const entry = recording.view();
    for (const [listener, scope] of this.#listeners)
      if (!recording.isOwn || scope === 'all') listener({ type, entry });
  }
}

const [TESTING, CONTROL] = ['testing', 'control'];
const MAX_RAW = 8 * 1024;

/** Maximum number of entries of own pages. */
const MAX_OWN = 100;
