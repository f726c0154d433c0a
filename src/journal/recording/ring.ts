/** An entry of the ring. */
export interface RingEntry {
  readonly id: number;
  readonly bin: string | null;
  /** Number of bytes that the entry keeps. */
  readonly size: number;
  /** The size that the ring has counted; -1 for a removed entry. Only the ring sets it. */
  countedSize: number;
}

const REMOVED = -1;

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

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  /** Number of entries that were removed to stay within the limits. */
  get dropped(): number {
    return this.#dropped;
  }

  get size(): number {
    return this.#size;
  }

  values(): Entry[] {
    return this.#entries.slice(this.#first).filter((entry) => entry !== undefined);
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
    if (this.#size > this.#limits.entries) this.#dropOldest();
    this.resize(entry);
  }

  /** Counts the size of an entry again, if it is still there. */
  resize(entry: Entry): void {
    if (entry.countedSize === REMOVED) return;
    const { size } = entry;
    this.#bytes += size - entry.countedSize;
    entry.countedSize = size;
    while (this.#bytes > this.#limits.bytes && this.#size > 0) this.#dropOldest();
  }

  /** Removes all entries, or those of one bin. */
  clear(bin?: string): void {
    for (const entry of this.values()) if (bin === undefined || entry.bin === bin) this.#remove(entry);
  }

  #addToBin(bin: string, id: number): void {
    const ids = this.#idsByBin.get(bin) ?? new Set<number>();
    this.#idsByBin.set(bin, ids.add(id));
    if (ids.size <= Math.max(1, this.#limits.entries / 2)) return;
    const [oldest] = ids;
    this.#drop(oldest === undefined ? undefined : this.get(oldest));
  }

  #dropOldest(): void {
    while (this.#entries[this.#first] === undefined) this.#first++;
    this.#drop(this.#entries[this.#first]);
  }

  #drop(entry: Entry | undefined): void {
    if (entry) this.#remove(entry);
    this.#dropped++;
  }

  #remove(entry: Entry): void {
    const { id, bin } = entry;
    this.#entries[this.#indexOf(id)] = undefined;
    this.#size--;
    this.#bytes -= entry.countedSize;
    entry.countedSize = REMOVED;
    if (this.#entries.length > 2 * this.#size + MAX_REMOVED) this.#shorten();
    if (bin === null) return;
    const ids = this.#idsByBin.get(bin);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsByBin.delete(bin);
  }

  /** Removes the places of removed entries. */
  #shorten(): void {
    const kept = this.values();
    this.#entries = kept;
    this.#ids = kept.map(({ id }) => id);
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

/** Number of places of removed entries, beside as many as there are entries, from which the lists are shortened. */
const MAX_REMOVED = 64;
