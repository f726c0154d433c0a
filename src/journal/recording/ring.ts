import { BinIds } from './bin-ids.ts';

/** An entry of the ring. */
export interface RingEntry {
  readonly id: number;
  readonly bin: string | null;
  /** Number of bytes that the entry keeps. */
  readonly size: number;
  /** The size that the ring has counted; -1 for a removed entry. Only the ring sets it. */
  countedSize: number;
  /** Whether other entries are removed first, up to a maximum number of such entries. */
  readonly isMarked?: boolean;
}

const REMOVED = -1;

/** Whether a ring has the entry. */
export function isEntry({ id, countedSize }: Pick<RingEntry, 'id' | 'countedSize'>): boolean {
  return id !== 0 && countedSize !== REMOVED;
}

export interface RingLimits {
  /** Maximum number of entries. */
  readonly entries: number;
  /** Maximum number of bytes of all entries. */
  readonly bytes: number;
}

/**
 * The latest entries, in the order of their ids. The oldest are removed first; a bin has at most half of the entries, so
 * that it cannot remove those of all others.
 */
export class Ring<Entry extends RingEntry> {
  readonly #limits: RingLimits;
  readonly #onDrop: (entry: Entry) => void;
  /**
   * Undefined where an entry was removed. Not a map: after an insertion into a full table, V8 creates a new table, and the
   * old one keeps its entries in memory until the next collection of the old generation.
   */
  #entries: (Entry | undefined)[] = [];
  /** The ids of the entries at the same index, also of removed ones. */
  #ids: number[] = [];
  /** All entries before this index are removed. */
  #first = 0;
  #size = 0;
  readonly #bins = new Map<string, BinIds>();
  #bytes = 0;
  /** Removed entries that can be restored, with their bytes; the oldest group first. */
  readonly #held = new Map<string, { readonly entries: readonly Entry[]; readonly bytes: number }>();

  /** @param onDrop called for each entry that was removed to stay within the limits */
  constructor(limits: RingLimits, onDrop: (entry: Entry) => void = () => {}) {
    this.#limits = limits;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#size;
  }

  /** What it has place for. */
  get room(): RingLimits {
    return { entries: this.#limits.entries - this.#size, bytes: this.#limits.bytes - this.#bytes };
  }

  /** Number of bytes of the entries, and of the removed ones that can be restored. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The entries with a greater id, in the order of their ids. */
  values(after = 0): Entry[] {
    return this.#entries.slice(this.#indexOf(after + 1)).filter((entry) => entry !== undefined);
  }

  /** The entries after an id, one at a time. */
  *each(after = 0): Generator<Entry, undefined> {
    for (let index = this.#indexOf(after + 1); index < this.#entries.length; index++) {
      const entry = this.#entries[index];
      if (entry) yield entry;
    }
  }

  /** The smallest id; 0 without an entry. */
  get firstId(): number {
    return this.#size === 0
      ? 0
      : (this.#entries.find((entry, index) => index >= this.#first && entry)?.id ?? 0);
  }

  /** All entries, one at a time, the newest first. */
  *latest(): Generator<Entry, undefined> {
    for (let index = this.#entries.length - 1; index >= this.#first; index--) {
      const entry = this.#entries[index];
      if (entry) yield entry;
    }
  }

  get(id: number): Entry | undefined {
    const index = this.#indexOf(id);
    return this.#ids[index] === id ? this.#entries[index] : undefined;
  }

  /** Number of entries by bin. */
  bins(): Map<string, number> {
    return new Map([...this.#bins].map(([bin, { size }]) => [bin, size]));
  }

  add(entry: Entry): void {
    this.#insert(entry);
    if (entry.bin !== null) this.#limitBin(entry.bin);
    this.#limit();
  }

  /** Adds entries, which can be older than others. */
  addAll(entries: readonly Entry[]): void {
    for (const entry of entries) this.#insert(entry);
    // First, so that a full bin removes no others.
    for (const bin of new Set(entries.map((entry) => entry.bin))) if (bin !== null) this.#limitBin(bin);
    this.#limit();
  }

  /** Counts the size of an entry again, if it is still there. */
  resize(entry: Entry): void {
    if (entry.countedSize === REMOVED) return;
    const { size } = entry;
    this.#bytes += size - entry.countedSize;
    entry.countedSize = size;
    this.#limit();
  }

  /**
   * Removes entries, and keeps them by a key until they are restored or released. Their bytes count in the limit; a new entry
   * that needs them releases them.
   * @returns the number of removed entries.
   */
  remove(ids: readonly number[], key?: string): number {
    // A caller can name an id more than once.
    const entries = [...new Set(ids)].flatMap((id) => this.get(id) ?? []);
    const bytes = entries.reduce((sum, { countedSize }) => sum + countedSize, 0);
    for (const entry of entries) this.#remove(entry);
    if (key === undefined || entries.length === 0) return entries.length;
    this.#held.set(key, { entries, bytes });
    this.#bytes += bytes;
    return entries.length;
  }

  /** Puts removed entries back to their places. @returns their number; 0 if they are released. */
  restore(key: string): number {
    const held = this.#held.get(key);
    if (!held) return 0;
    this.release(key);
    this.addAll(held.entries);
    return held.entries.length;
  }

  /** Gives up entries that were kept. */
  release(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0;
    this.#held.delete(key);
  }

  /** Removes all entries up to an id, or those of one bin. */
  clear(bin?: string, upTo = Number.POSITIVE_INFINITY): void {
    for (const entry of this.values())
      if (entry.id <= upTo && (bin === undefined || entry.bin === bin)) this.#remove(entry);
  }

  /** How many entries can be marked, and how many of these are left. At least half of the entries are not marked. */
  get markable(): { readonly maximum: number; readonly left: number } {
    const maximum = Math.min(MAX_MARKED, Math.floor(this.#limits.entries / 2));
    return { maximum, left: maximum - this.values().filter(({ isMarked }) => isMarked).length };
  }

  #insert(entry: Entry): void {
    const { id, bin, size } = entry;
    if (id > (this.#ids.at(-1) ?? 0)) {
      this.#entries.push(entry);
      this.#ids.push(id);
    } else {
      const index = this.#indexOf(id);
      // The place of a removed entry can have its id.
      const replaced = this.#ids[index] === id ? 1 : 0;
      this.#entries.splice(index, replaced, entry);
      this.#ids.splice(index, replaced, id);
    }
    this.#size++;
    this.#bytes += size;
    entry.countedSize = size;
    if (bin === null) return;
    const ids = this.#bins.get(bin) ?? new BinIds();
    this.#bins.set(bin, ids);
    ids.add(id);
  }

  #limit(): void {
    while (this.#size > this.#limits.entries) this.#dropOldest();
    while (this.#bytes > this.#limits.bytes && (this.#size > 0 || this.#held.size > 0)) {
      const [oldest] = this.#held.keys();
      if (oldest === undefined) this.#dropOldest();
      else this.release(oldest);
    }
  }

  #limitBin(bin: string): void {
    const maximum = Math.max(1, this.#limits.entries / 2);
    for (let ids = this.#bins.get(bin); ids && ids.size > maximum; ) this.#drop(this.get(ids.oldest() ?? 0));
  }

  #dropOldest(): void {
    while (this.#entries[this.#first] === undefined) this.#first++;
    let marked = 0;
    for (let at = this.#first; at < this.#entries.length && marked <= MAX_MARKED; at++) {
      const entry = this.#entries[at];
      if (entry && !entry.isMarked) {
        this.#drop(entry, at);
        return;
      }
      if (entry) marked++;
    }
    this.#drop(this.#entries[this.#first]);
  }

  #drop(entry: Entry | undefined, index?: number): void {
    if (!entry) return;
    this.#remove(entry, index);
    this.#onDrop(entry);
  }

  #remove(entry: Entry, index = this.#indexOf(entry.id)): void {
    const { id, bin } = entry;
    this.#entries[index] = undefined;
    if (index === this.#first) this.#first++;
    this.#size--;
    this.#bytes -= entry.countedSize;
    entry.countedSize = REMOVED;
    if (this.#entries.length > 2 * this.#size + MAX_REMOVED) this.#shorten();
    if (bin === null) return;
    const ids = this.#bins.get(bin);
    ids?.delete(id);
    if (ids?.size === 0) this.#bins.delete(bin);
  }

  /** Removes the places of removed entries. Most are before the first entry. */
  #shorten(): void {
    this.#entries.splice(0, this.#first);
    this.#ids.splice(0, this.#first);
    this.#first = 0;
    if (this.#entries.length === this.#size) return;
    const retained = this.values();
    this.#entries = retained;
    this.#ids = retained.map(({ id }) => id);
  }

  /** The index of the id, or that of the next greater one. */
  #indexOf(id: number): number {
    let [low, high] = [this.#first, this.#ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle] ?? id) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Maximum number of marked entries that stay when others are removed. */
const MAX_MARKED = 50;

/** Number of places of removed entries, beside as many as there are entries, from which the lists are shortened. */
const MAX_REMOVED = 64;
