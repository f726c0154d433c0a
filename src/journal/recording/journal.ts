import type { Runtime } from '#runtime.ts';
import { ExpectedReplays } from './expected-replays.ts';
import type { JournalStart } from './journal-starts.ts';
import type { JournalState, JournalStore, Recording } from './journal-store.ts';
import type { JournalEntry, JournalView } from './record.ts';
import { isEntry, Ring, type RingUsage } from './ring.ts';

export interface JournalOptions {
  /** Maximum number of entries. */
  readonly entries: number;
  /** Maximum number of bytes that all entries keep. */
  readonly bytes: number;
  readonly runtime: Pick<Runtime, 'after'>;
  /** Number of ids of removed entries that are kept; by default, none. */
  readonly removedIds?: number | undefined;
  /** The id of the next entry; by default, 1, 2, 3 and so on. */
  readonly nextId?: (() => number) | undefined;
  /** Keeps the entries for later starts; by default, they end with the process. */
  readonly store?: JournalStore | undefined;
}

/** A change of the journal: a request arrived, its body is complete, or the exchange ended. */
export interface JournalEvent {
  readonly type: 'request' | 'body' | 'done';
  readonly entry: JournalEntry;
}

/** The entries of clients, or also those of own pages. */
export type EntryScope = 'clients' | 'all';

/** What a journal has, without a look at its entries. */
export interface EntryCount {
  readonly total: number;
  readonly oldest: number;
}

/** The last member is absent for an entry that is not marked. */
export type EntryOutline = readonly [id: number, size: number, bin: string | null, isMarked?: boolean];

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

export interface AnnotationResult {
  /** Whether the journal has the entry. */
  readonly isKnown: boolean;
  /** The maximum number of marked entries, if the entry is not changed because of it. */
  readonly maximum?: number;
}

/** The latest exchanges of a server, and the connections without a valid request. */
export class Journal implements JournalView {
  readonly expectedReplays = new ExpectedReplays();
  readonly #runtime: JournalOptions['runtime'];
  readonly #ring: Ring<Recording>;
  /** Requests of own pages, which do not remove those of clients. */
  readonly #ownRing: Ring<Recording>;
  readonly #listeners = new Map<(event: JournalEvent) => void, EntryScope>();
  readonly #nextId: (() => number) | undefined;
  readonly #store: JournalStore | undefined;
  #lastId = 0;
  /** Number of entries that earlier starts removed to stay within the limits. */
  readonly #droppedEarlier: number = 0;

  constructor(options: JournalOptions) {
    const { runtime, nextId, store } = options;
    this.#runtime = runtime;
    this.#nextId = nextId;
    this.#store = store;
    const observe =
      store &&
      ((recording: Recording, isThere: boolean) =>
        isThere ? this.#save(recording) : store.remove(recording.id));
    this.#ring = new Ring(options, observe);
    this.#ownRing = new Ring({ entries: MAX_OWN, bytes: options.bytes }, observe);
    if (!store) return;
    this.#lastId = store.initialState.lastId;
    this.#droppedEarlier = store.initialState.dropped;
    const earlier = store.attach(() => this.#state(store.initialState));
    for (const recording of earlier) this.#ringOf(recording).add(recording);
  }

  /** Identifies a journal that outlives the process. */
  get name(): string | undefined {
    return this.#store?.initialState.name;
  }

  /** The starts of the server since the oldest entry; undefined if the entries end with the process. */
  get starts(): readonly JournalStart[] | undefined {
    const starts = this.#store?.initialState.starts;
    const { firstId } = this.#ring;
    return starts?.filter(({ id }, at) => at === starts.length - 1 || (firstId > 0 && id > firstId));
  }

  get dropped(): number {
    return this.#droppedEarlier + this.#ring.dropped;
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

  /** All entries with a smaller id, one at a time, the newest first. */
  *latest(
    scope: EntryScope = 'clients',
    before = Number.POSITIVE_INFINITY,
  ): Generator<JournalEntry, undefined> {
    const own = scope === 'all' ? this.#ownRing.values().reverse() : [];
    let at = 0;
    for (const recording of this.#ring.latest()) {
      for (let next = own[at]; next && next.id > recording.id; next = own[++at])
        if (next.id < before) yield next.view();
      if (recording.id < before) yield recording.view();
    }
    for (const recording of own.slice(at)) if (recording.id < before) yield recording.view();
  }

  /** The number of entries, and the smallest id; 0 without an entry. */
  count(scope: EntryScope = 'clients'): EntryCount {
    const rings = scope === 'all' ? [this.#ring, this.#ownRing] : [this.#ring];
    const firsts = rings.map((ring) => ring.firstId).filter((id) => id > 0);
    return {
      total: rings.reduce((sum, { size }) => sum + size, 0),
      oldest: firsts.length === 0 ? 0 : Math.min(...firsts),
    };
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
    return { ...this.#ring.usage, dropped: this.dropped };
  }

  /** How many entries with a greater id were removed to stay within the limits. */
  removedAfter(id: number): { readonly count: number; readonly isMinimum: boolean } {
    const { ids, isComplete } = this.#ring.removed;
    const count = ids.filter((removed) => removed > id).length;
    return { count, isMinimum: !isComplete && count === ids.length };
  }

  /** Size, bin and mark of each entry, by id. */
  outline(): EntryOutline[] {
    return this.#ring
      .values()
      .map(({ id, size, bin, isMarked }) => (isMarked ? [id, size, bin, true] : [id, size, bin]));
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

  /** Marks an entry, or sets its note. Marked entries stay, so their number is limited. */
  annotate(id: number, { marked, note }: Annotation): AnnotationResult {
    const recording = this.#recording(id);
    if (!recording) return { isKnown: false };
    const { markable } = recording.isOwn ? this.#ownRing : this.#ring;
    if (marked && !recording.isMarked && markable.left <= 0)
      return { isKnown: true, maximum: markable.maximum };
    if (marked !== undefined) recording.isMarked = marked;
    if (note !== undefined) recording.note = note;
    this.#save(recording);
    return { isKnown: true };
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

  /** The id of a new entry, which is greater than all earlier ones. */
  nextId(): number {
    this.#lastId = this.#nextId ? this.#nextId() : this.#lastId + 1;
    return this.#lastId;
  }

  add(recording: Recording): void {
    this.#ringOf(recording).add(recording);
    // Also of an entry that is not complete: its id must not be given again after a restart.
    this.#store?.changed();
    this.changed('request', recording);
  }

  /** The recording keeps more or fewer bytes than before. */
  resize(recording: Recording): void {
    if (recording.id !== 0) this.#ringOf(recording).resize(recording);
  }

  changed(type: JournalEvent['type'], recording: Recording): void {
    this.#save(recording);
    if (this.#listeners.size === 0 || recording.id === 0) return;
    const entry = recording.view();
    for (const [listener, scope] of this.#listeners)
      if (!recording.isOwn || scope === 'all') listener({ type, entry });
  }

  #state({ name }: JournalState): JournalState {
    return { name, lastId: this.#lastId, dropped: this.dropped, starts: this.starts ?? [] };
  }

  #save(recording: Recording): void {
    if (this.#store && recording.isComplete && isEntry(recording)) this.#store.save(recording);
  }

  #ringOf({ isOwn }: Pick<Recording, 'isOwn'>): Ring<Recording> {
    return isOwn ? this.#ownRing : this.#ring;
  }

  #recording(id: number): Recording | undefined {
    return this.#ring.get(id) ?? this.#ownRing.get(id);
  }
}

/** Maximum number of entries of own pages. */
const MAX_OWN = 100;
