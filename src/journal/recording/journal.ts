import type { Runtime } from '#runtime.ts';
import { createLocalState } from '#shared/local-state.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { DroppedCount } from './dropped-count.ts';
import { annotateRecording, type EntryCount, EntryRings, type EntryScope } from './entry-rings.ts';
import { ExpectedReplays } from './expected-replays.ts';
import type { FeedPosition } from './feed-position.ts';
import type { JournalStart } from './journal-starts.ts';
import type { Annotation, AnnotationResult, JournalStore, Recording, Undo } from './journal-store.ts';
import type { JournalEntry, JournalEvent, JournalView, OrderedEntry, RequestLine } from './record.ts';
import { isEntry } from './ring.ts';
import { StoredEntries } from './stored-entries.ts';

export interface JournalOptions {
  /** Maximum number of entries. */
  readonly entries: number;
  /** Maximum number of bytes that all entries keep. */
  readonly bytes: number;
  readonly runtime: Pick<Runtime, 'after'>;
  /** The state of all processes of the server; by default, that of this one. */
  readonly shared?: Pick<SharedState, 'attach'> | undefined;
  /** Keeps the entries in a database; by default, they end with the process. */
  readonly store?: JournalStore | undefined;
}

type Listener = (event: JournalEvent) => void;

/** The latest exchanges of a server, and the connections without a valid request. */
export class Journal implements JournalView {
  readonly expectedReplays: ExpectedReplays;
  /** Undefined if the entries end with the process. */
  readonly store: JournalStore | undefined;
  readonly #runtime: JournalOptions['runtime'];
  readonly #rings: EntryRings;
  readonly #listeners = new Map<Listener, EntryScope>();
  /** Those who get the events of stored entries in the order of the store. */
  readonly #readers = new Map<Listener, EntryScope>();
  readonly #dropped = new DroppedCount();
  #lastId = 0;

  constructor(options: JournalOptions) {
    const { runtime, store, shared = createLocalState() } = options;
    this.expectedReplays = new ExpectedReplays(shared);
    this.#runtime = runtime;
    this.store = store;
    this.#rings = new EntryRings(options, (recording) => {
      if (store) store.dropEntry(recording);
      else if (!recording.isOwn) this.#dropped.add(recording.bin);
    });
    store?.attach(
      new StoredEntries(this.#rings, {
        all: (type, recording) => this.#notify(this.#listeners, type, recording),
        inOrder: (type, recording) => this.#notify(this.#readers, type, recording),
      }),
    );
  }

  /** Identifies a journal that outlives the process. */
  get name(): string | undefined {
    return this.store?.name;
  }

  /** The starts of the server since the oldest entry; undefined if the entries end with the process. */
  get starts(): readonly JournalStart[] | undefined {
    const starts = this.store?.starts;
    const { firstId } = this.#rings.clients;
    return starts?.filter(({ id }, at) => at === starts.length - 1 || (firstId > 0 && id > firstId));
  }

  get dropped(): number {
    return this.store?.dropped() ?? this.#dropped.total;
  }

  /** Number of entries of a bin that were removed to stay within the limits, since the bin was cleared. */
  droppedOf(bin: string): number {
    return this.store?.dropped(bin) ?? this.#dropped.ofBin(bin);
  }

  /** Number of entries. */
  get size(): number {
    return this.#rings.clients.size;
  }

  /** Number of bytes that the entries keep. */
  get bytes(): number {
    return this.#rings.clients.bytes;
  }

  /** Number of entries of own pages. */
  get ownSize(): number {
    return this.#rings.own.size;
  }

  /** An id that is not less than that of any entry so far. */
  get lastId(): number {
    return this.store?.nowId() ?? this.#lastId;
  }

  entries(after?: number): JournalEntry[] {
    return this.#rings.clients.values(after).map((recording) => recording.view());
  }

  /** The entries with a greater id, one at a time, so that those which are not read are not computed. */
  *each(
    after?: number,
    scope?: EntryScope,
    upTo = Number.POSITIVE_INFINITY,
  ): Generator<JournalEntry, undefined> {
    for (const recording of this.#rings.each(after, scope)) {
      if (recording.id > upTo) return;
      yield recording.view();
    }
  }

  /** The entries with a greater id, without those of which the line excludes that they match. */
  *candidates(after: number, mayMatch: (line: RequestLine) => boolean): Generator<JournalEntry, undefined> {
    for (const recording of this.#rings.each(after)) {
      const { line } = recording;
      if (line === undefined || mayMatch(line)) yield recording.view();
    }
  }

  /** All entries with a smaller id, one at a time, the newest first. */
  *latest(scope: EntryScope = 'clients', before?: number): Generator<JournalEntry, undefined> {
    for (const recording of this.#rings.latest(scope, before)) yield recording.view();
  }

  /** The number of entries with a smaller id, and the smallest id; 0 without an entry. */
  count(scope: EntryScope = 'clients', before?: number): EntryCount {
    return this.#rings.count(scope, before);
  }

  find(id: number): JournalEntry | undefined {
    return this.#rings.get(id)?.view();
  }

  /** The ids of the entries of each bin up to an id, in their order. */
  idsByBin(upTo = Number.POSITIVE_INFINITY): Map<string, readonly number[]> {
    const inBins = this.#rings.clients
      .values()
      .flatMap(({ id, bin }) => (bin === null || id > upTo ? [] : [{ id, bin }]));
    const byBin = Map.groupBy(inBins, ({ bin }) => bin);
    return new Map([...byBin].map(([bin, all]) => [bin, all.map(({ id }) => id)]));
  }

  /** The number that entries have at most in their order for readers. */
  get lastOrder(): number {
    return this.store?.lastOrder ?? this.#lastId;
  }

  /** The entries after a number, in their order for readers: that of the store, or that of the ids. */
  inOrder(after: number, scope: EntryScope): OrderedEntry[] {
    const orderOf = ({ id, order }: Recording) => (this.store ? (order ?? 0) : id);
    const first = this.store ? 0 : after;
    return [...this.#rings.each(first, scope)]
      .map((recording) => ({ order: orderOf(recording), id: recording.id }))
      .filter(({ order }) => order > after)
      .sort((one, other) => one.order - other.order);
  }

  /** The position of a reader who has the entries up to an id, in a journal with a store. */
  positionAfter(id: number): FeedPosition {
    let last = this.lastOrder;
    for (const { order } of this.#rings.each(id, 'all')) last = Math.min(last, (order ?? last + 1) - 1);
    return { last, pending: this.find(id) ? [id] : [] };
  }

  /** Removes all entries, or those of one bin. */
  clear(bin?: string): void {
    const upTo = this.store?.nowId();
    this.#rings.clear(bin, upTo);
    this.#dropped.clear(bin);
    if (upTo !== undefined) this.store?.clear(upTo, bin);
  }

  /**
   * Removes entries. With `undo`, they can be restored by its key for some time.
   * @returns the number of removed entries.
   */
  remove(ids: readonly number[], undo?: Undo): number {
    if (this.store) {
      const recordings = [...new Set(ids)].flatMap((id) => this.#rings.get(id) ?? []);
      this.#rings.remove(ids);
      this.store.hideEntries(recordings, undo);
      return recordings.length;
    }
    const { key, milliseconds = 0 } = undo ?? {};
    const count = this.#rings.remove(ids, key);
    if (key !== undefined && count > 0) this.#runtime.after(milliseconds, () => this.#rings.release(key));
    return count;
  }

  /** Puts removed entries back, of a journal without a store. @returns their number. */
  restore(key: string): number {
    return this.#rings.restore(key);
  }

  /** Marks an entry, or sets its note. Marked entries stay, so their number is limited. */
  annotate(id: number, annotation: Annotation): AnnotationResult {
    const recording = this.#rings.get(id);
    if (!recording) return { isKnown: false };
    const { markable } = this.#rings.of(recording);
    if (annotation.marked && !recording.isMarked && markable.left <= 0)
      return { isKnown: true, maximum: markable.maximum };
    annotateRecording(recording, annotation);
    this.store?.annotate(id, annotation);
    return { isKnown: true };
  }

  /** @returns the function that removes the listener. */
  subscribe(listener: Listener, scope: EntryScope = 'clients'): () => void {
    this.#listeners.set(listener, scope);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listener in the order of `inOrder`, with a store when it has the entry. @returns as `subscribe` */
  subscribeInOrder(listener: Listener, scope: EntryScope): () => void {
    const listeners = this.store ? this.#readers : this.#listeners;
    listeners.set(listener, scope);
    return () => listeners.delete(listener);
  }

  /** The id of a new entry, which is greater than all earlier ones of this process. */
  nextId(): number {
    this.#lastId = this.store ? this.store.nextId() : this.#lastId + 1;
    return this.#lastId;
  }

  add(recording: Recording): void {
    this.#rings.of(recording).add(recording);
    this.changed('request', recording);
  }

  /** The recording keeps more or fewer bytes than before. */
  resize(recording: Recording): void {
    if (recording.id !== 0) this.#rings.of(recording).resize(recording);
  }

  changed(type: JournalEvent['type'], recording: Recording): void {
    if (this.store && isEntry(recording)) this.store.save(recording);
    this.#notify(this.#listeners, type, recording);
  }

  #notify(
    listeners: ReadonlyMap<Listener, EntryScope>,
    type: JournalEvent['type'],
    recording: Recording,
  ): void {
    if (listeners.size === 0 || recording.id === 0) return;
    const entry = recording.view();
    const order = recording.order ?? recording.id;
    for (const [listener, scope] of listeners)
      if (!recording.isOwn || scope === 'all') listener({ type, entry, order });
  }
}
