/** The ids of the entries of a bin. */
export class BinIds {
  /** In the order of their ids, if they are sorted. */
  #ids = new Set<number>();
  /** The greatest id so far. */
  #last = 0;
  #isSorted = true;

  get size(): number {
    return this.#ids.size;
  }

  /** Adds an id, which can be less than others. */
  add(id: number): void {
    this.#ids.add(id);
    if (id < this.#last) this.#isSorted = false;
    this.#last = Math.max(this.#last, id);
  }

  delete(id: number): void {
    this.#ids.delete(id);
  }

  /** The smallest id; undefined without any. */
  oldest(): number | undefined {
    if (!this.#isSorted) this.#ids = new Set([...this.#ids].sort((one, other) => one - other));
    this.#isSorted = true;
    const [oldest] = this.#ids;
    return oldest;
  }
}
