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
   * Entries in places that are used again. A map of entries would keep removed ones in memory: after an insertion into a
   * full table, V8 creates a new table, and the old one refers to it until the next collection of the old generation.
   */
  readonly #slots: (Entry | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  /** Indexes of slots by id, in the order of the ids. */
  readonly #slotsById = new Map<number, number>();
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
    return this.#slotsById.size;
  }

  values(): Entry[] {
    return [...this.#slotsById.values()].flatMap((slot) => this.#slots[slot] ?? []);
  }

  get(id: number): Entry | undefined {
    const slot = this.#slotsById.get(id);
    return slot === undefined ? undefined : this.#slots[slot];
  }

  /** Number of entries by bin. */
  bins(): Map<string, number> {
    return new Map([...this.#idsByBin].map(([bin, ids]) => [bin, ids.size]));
  }

  add(entry: Entry): void {
    const { id, bin } = entry;
    const slot = this.#freeSlots.pop() ?? this.#slots.length;
    this.#slots[slot] = entry;
    this.#slotsById.set(id, slot);
    entry.countedSize = 0;
    if (bin !== null) this.#addToBin(bin, id);
    if (this.#slotsById.size > this.#limits.entries) this.#dropOldest(this.#slotsById.keys());
    this.resize(entry);
  }

  /** Counts the size of an entry again, if it is still there. */
  resize(entry: Entry): void {
    if (entry.countedSize === REMOVED) return;
    const { size } = entry;
    this.#bytes += size - entry.countedSize;
    entry.countedSize = size;
    while (this.#bytes > this.#limits.bytes && this.size > 0) this.#dropOldest(this.#slotsById.keys());
  }

  /** Removes all entries, or those of one bin. */
  clear(bin?: string): void {
    for (const entry of this.values()) if (bin === undefined || entry.bin === bin) this.#remove(entry.id);
  }

  #addToBin(bin: string, id: number): void {
    const ids = this.#idsByBin.get(bin) ?? new Set<number>();
    this.#idsByBin.set(bin, ids.add(id));
    if (ids.size > Math.max(1, this.#limits.entries / 2)) this.#dropOldest(ids.keys());
  }

  #dropOldest(ids: Iterator<number>): void {
    const { value } = ids.next();
    if (value === undefined) return;
    this.#remove(value);
    this.#dropped++;
  }

  #remove(id: number): void {
    const slot = this.#slotsById.get(id) ?? -1;
    const entry = this.#slots[slot];
    if (!entry) return;
    this.#slotsById.delete(id);
    this.#slots[slot] = undefined;
    this.#freeSlots.push(slot);
    this.#bytes -= entry.countedSize;
    entry.countedSize = REMOVED;
    const { bin } = entry;
    if (bin === null) return;
    const ids = this.#idsByBin.get(bin);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsByBin.delete(bin);
  }
}
