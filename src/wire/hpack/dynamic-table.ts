/** The overhead of an entry in the size of the table and of a list of fields (RFC 7541 §4.1). */
export const ENTRY_OVERHEAD = 32;

/**
 * The dynamic table of a decoder (RFC 7541 §2.3.2). A ring, so that an insertion and an eviction take constant time. Names and values
 * have one unit per byte.
 */
export class DynamicTable {
  #names: string[] = new Array<string>(8).fill('');
  #values: string[] = new Array<string>(8).fill('');
  /** The place of the newest entry. */
  #newest = 0;
  #length = 0;
  #size = 0;
  #maxSize: number;

  /** @param maxSize in bytes, as RFC 7541 §4.1 counts them */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes of all entries (RFC 7541 §4.1). */
  get size(): number {
    return this.#size;
  }

  /** @param index of the newest entry: 0; less than `length` */
  nameAt(index: number): string {
    return this.#names[(this.#newest - index) & (this.#names.length - 1)] ?? '';
  }

  /** @param index of the newest entry: 0; less than `length` */
  valueAt(index: number): string {
    return this.#values[(this.#newest - index) & (this.#values.length - 1)] ?? '';
  }

  /** An entry larger than the table empties it, which is no error (RFC 7541 §4.4). */
  insert(name: string, value: string): void {
    const size = name.length + value.length + ENTRY_OVERHEAD;
    this.#evictTo(this.#maxSize - size);
    if (size > this.#maxSize) return;
    if (this.#length === this.#names.length) this.#grow();
    this.#newest = (this.#newest + 1) & (this.#names.length - 1);
    this.#names[this.#newest] = name;
    this.#values[this.#newest] = value;
    this.#length++;
    this.#size += size;
  }

  /** Evicts what the new size has no room for (RFC 7541 §4.3). */
  resize(maxSize: number): void {
    this.#maxSize = maxSize;
    this.#evictTo(maxSize);
  }

  #evictTo(size: number): void {
    while (this.#size > size && this.#length > 0) {
      const last = this.#length - 1;
      this.#size -= this.nameAt(last).length + this.valueAt(last).length + ENTRY_OVERHEAD;
      const oldest = (this.#newest - last) & (this.#names.length - 1);
      // The strings are released at once: an idle connection retains nothing that the table does not have.
      this.#names[oldest] = '';
      this.#values[oldest] = '';
      this.#length--;
    }
  }

  /** Doubles the places, which remain a power of two. At most `maxSize / 32` entries exist. */
  #grow(): void {
    const names: string[] = [];
    const values: string[] = [];
    for (let index = this.#length - 1; index >= 0; index--) {
      names.push(this.nameAt(index));
      values.push(this.valueAt(index));
    }
    this.#newest = this.#length - 1;
    const places = this.#names.length * 2;
    while (names.length < places) {
      names.push('');
      values.push('');
    }
    this.#names = names;
    this.#values = values;
  }
}
