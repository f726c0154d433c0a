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

/** How much a ring has, and what it has removed to stay within its limits. */
export interface RingUsage {
  /** Number of entries. */
  readonly size: number;
  readonly bytes: number;
  /** Number of removed entries. */
  readonly dropped: number;
  /** The greatest id of the removed entries; those of a bin for its own limit are in `binFloors`. */
  readonly floor: number;
  readonly binFloors: readonly (readonly [bin: string, id: number])[];
  /** Number of entries by bin. */
  readonly bins: readonly (readonly [bin: string, size: number])[];
}

export interface RingLimits {
  /** Maximum number of entries. */
  readonly entries: number;
  /** Maximum number of bytes of all entries. */
  readonly bytes: number;
  /** Number of ids of removed entries that are kept; by default, none. */
  readonly removedIds?: number | undefined;
}

/**
 * The latest entries, in the order of their ids. The oldest are removed first; a bin has at most half of the entries, so
 * that it cannot remove those of all others.
 */
export class Ring<Entry extends RingEntry> {
  readonly #limits: RingLimits;
  readonly #observe: ((entry: Entry, isThere: boolean) => void) | undefined;
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
  readonly #idsByBin = new Map<string, Set<number>>();
  #bytes = 0;
  #dropped = 0;
  /** Number of entries of a bin that were removed to stay within the limits. */
  readonly #droppedOfBins = new Map<string, number>();
  /** The latest ids of entries that were removed to stay within the limits. */
  #removed: number[] = [];
  /** The greatest id that was removed to stay within the limits of all entries. */
  #floor = 0;
  /** The greatest removed id of each bin, for its own limit. */
  readonly #binFloors = new Map<string, number>();
  /** Removed entries that can be restored, with their bytes; the oldest group first. */
  readonly #held = new Map<string, { readonly entries: readonly Entry[]; readonly bytes: number }>();

  /** @param observe is called for each entry that was removed, and that was put back */
  constructor(limits: RingLimits, observe?: (entry: Entry, isThere: boolean) => void) {
    this.#limits = limits;
    this.#observe = observe;
  }

  /** Number of entries that were removed to stay within the limits. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Number of entries of a bin that were removed to stay within the limits, since the bin was cleared. */
  droppedOf(bin: string): number {
    return this.#droppedOfBins.get(bin) ?? 0;
  }

  get size(): number {
    return this.#size;
  }

  /** What all entries are, and which ones are removed. */
  get usage(): RingUsage {
    this.#forgetFloors();
    return {
      size: this.size,
      bytes: this.#bytes,
      dropped: this.#dropped,
      floor: this.#floor,
      binFloors: [...this.#binFloors],
      bins: [...this.bins()],
    };
  }

  /** The kept ids of removed entries, and whether those are all. */
  get removed(): { readonly ids: readonly number[]; readonly isComplete: boolean } {
    return { ids: this.#removed, isComplete: this.#removed.length === this.#dropped };
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
    return new Map([...this.#idsByBin].map(([bin, ids]) => [bin, ids.size]));
  }

  /** Adds an entry whose id is greater than all earlier ones. */
  add(entry: Entry): void {
    const { id, bin } = entry;
    this.#entries.push(entry);
    this.#ids.push(id);
    this.#size++;
    entry.countedSize = 0;
    if (bin !== null) this.#addToBin(bin, id);
    if (this.#size > this.#limits.entries) this.#floor = this.#dropOldest();
    this.resize(entry);
  }

  /** Counts the size of an entry again, if it is still there. */
  resize(entry: Entry): void {
    if (entry.countedSize === REMOVED) return;
    const { size } = entry;
    this.#bytes += size - entry.countedSize;
    entry.countedSize = size;
    while (this.#bytes > this.#limits.bytes && (this.#size > 0 || this.#held.size > 0)) {
      const [oldest] = this.#held.keys();
      if (oldest === undefined) this.#floor = this.#dropOldest();
      else this.release(oldest);
    }
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
    const entries = [...this.values(), ...held.entries].sort((one, other) => one.id - other.id);
    this.#entries = entries;
    this.#ids = entries.map(({ id }) => id);
    this.#first = 0;
    for (const entry of held.entries) {
      this.#size++;
      entry.countedSize = 0;
      if (entry.bin !== null) this.#idsByBin.set(entry.bin, this.#idsOf(entry.bin));
      this.#observe?.(entry, true);
    }
    for (const entry of held.entries) this.resize(entry);
    while (this.#size > this.#limits.entries) this.#floor = this.#dropOldest();
    return held.entries.length;
  }

  /** Gives up entries that were kept. */
  release(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0;
    this.#held.delete(key);
  }

  #idsOf(bin: string): Set<number> {
    return new Set(this.values().flatMap((entry) => (entry.bin === bin ? [entry.id] : [])));
  }

  /** Removes all entries up to an id, or those of one bin. */
  clear(bin?: string, upTo = Number.POSITIVE_INFINITY): void {
    if (bin === undefined) this.#droppedOfBins.clear();
    else this.#droppedOfBins.delete(bin);
    for (const entry of this.values())
      if (entry.id <= upTo && (bin === undefined || entry.bin === bin)) this.#remove(entry);
  }

  /** How many entries can be marked, and how many of these are left. At least half of the entries are not marked. */
  get markable(): { readonly maximum: number; readonly left: number } {
    const maximum = Math.min(MAX_MARKED, Math.floor(this.#limits.entries / 2));
    return { maximum, left: maximum - this.values().filter(({ isMarked }) => isMarked).length };
  }

  /** Removes the entries of which this holds, as if to stay within the limits. */
  drop(isDropped: (id: number, bin: string | null) => boolean): void {
    for (const entry of this.values())
      if (!entry.isMarked && isDropped(entry.id, entry.bin)) this.#drop(entry);
  }

  #addToBin(bin: string, id: number): void {
    const ids = this.#idsByBin.get(bin) ?? new Set<number>();
    this.#idsByBin.set(bin, ids.add(id));
    if (ids.size <= Math.max(1, this.#limits.entries / 2)) return;
    const [oldest] = ids;
    this.#binFloors.set(bin, this.#drop(oldest === undefined ? undefined : this.get(oldest)));
    // Clients choose the names of bins.
    if (this.#binFloors.size > this.#limits.entries) this.#forgetFloors();
  }

  /** Removes the floors of bins that say no more than that of all entries. */
  #forgetFloors(): void {
    for (const [bin, id] of this.#binFloors) if (id <= this.#floor) this.#binFloors.delete(bin);
  }

  /** @returns the id of the entry. */
  #dropOldest(): number {
    while (this.#entries[this.#first] === undefined) this.#first++;
    let marked = 0;
    for (let at = this.#first; at < this.#entries.length && marked <= MAX_MARKED; at++) {
      const entry = this.#entries[at];
      if (entry && !entry.isMarked) return this.#drop(entry);
      if (entry) marked++;
    }
    return this.#drop(this.#entries[this.#first]);
  }

  #drop(entry: Entry | undefined): number {
    if (entry) this.#remove(entry);
    this.#dropped++;
    if (typeof entry?.bin === 'string') this.#countDropped(entry.bin);
    const { removedIds = 0 } = this.#limits;
    if (entry && removedIds > 0) {
      this.#removed.push(entry.id);
      if (this.#removed.length > 2 * removedIds) this.#removed = this.#removed.slice(-removedIds);
    }
    return entry?.id ?? 0;
  }

  #countDropped(bin: string): void {
    const count = this.#droppedOfBins.get(bin) ?? 0;
    this.#droppedOfBins.delete(bin);
    this.#droppedOfBins.set(bin, count + 1);
    // Clients choose the names of bins.
    const [oldest] = this.#droppedOfBins.keys();
    if (this.#droppedOfBins.size > MAX_BINS && oldest !== undefined) this.#droppedOfBins.delete(oldest);
  }

  #remove(entry: Entry): void {
    const { id, bin } = entry;
    this.#entries[this.#indexOf(id)] = undefined;
    this.#size--;
    this.#bytes -= entry.countedSize;
    entry.countedSize = REMOVED;
    this.#observe?.(entry, false);
    if (this.#entries.length > 2 * this.#size + MAX_REMOVED) this.#shorten();
    if (bin === null) return;
    const ids = this.#idsByBin.get(bin);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsByBin.delete(bin);
  }

  /** Removes the places of removed entries. */
  #shorten(): void {
    const retained = this.values();
    this.#entries = retained;
    this.#ids = retained.map(({ id }) => id);
    this.#first = 0;
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

/** Maximum number of bins whose removed entries are counted. */
const MAX_BINS = 2000;
