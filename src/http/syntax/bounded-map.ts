export interface BoundedMapOptions<Value = unknown> {
  /** Maximum number of entries, at least 1. */
  readonly capacity: number;
  /** What adding a key to a full map does. Default: `evict`, which removes the oldest entry. */
  readonly whenFull?: 'evict' | 'reject';
  /** Called with the value of an entry that is evicted. */
  readonly onEvict?: (value: Value) => void;
}

/** A map with a maximum number of entries, for keys that clients choose. Iterates from the oldest entry to the newest. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;
  readonly #rejects: boolean;
  readonly #onEvict: ((value: Value) => void) | undefined;

  constructor({ capacity, whenFull, onEvict }: BoundedMapOptions<Value>) {
    if (!(capacity >= 1)) throw new RangeError('The capacity of a bounded map is at least 1');
    this.#capacity = capacity;
    this.#rejects = whenFull === 'reject';
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** The value, whose entry becomes the newest unless the value is undefined. */
  touch(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  /**
   * Adds the entry, or replaces the entry of the same key, and makes it the newest.
   * @returns false when the map is full and rejects new keys; the map is then unchanged.
   */
  set(key: Key, value: Value): boolean {
    const entries = this.#entries;
    const isNew = !entries.has(key);
    if (isNew && this.#rejects && entries.size >= this.#capacity) return false;
    if (!isNew) entries.delete(key);
    entries.set(key, value);
    if (entries.size > this.#capacity) this.#evictOldest();
    return true;
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.#entries.entries();
  }

  #evictOldest(): void {
    for (const [key, value] of this.#entries) {
      this.#entries.delete(key);
      this.#onEvict?.(value);
      return;
    }
  }
}
