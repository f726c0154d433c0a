/** The numbers as JSON. */
export interface DroppedState {
  readonly total: number;
  readonly bins: readonly (readonly [bin: string, count: number])[];
}

/** How many entries were removed to stay within the limits: of all, and of each bin since it was cleared. */
export class DroppedCount {
  #total: number;
  readonly #ofBins: Map<string, number>;

  constructor({ total, bins }: DroppedState = { total: 0, bins: [] }) {
    this.#total = total;
    this.#ofBins = new Map(bins);
  }

  get total(): number {
    return this.#total;
  }

  ofBin(bin: string): number {
    return this.#ofBins.get(bin) ?? 0;
  }

  add(bin: string | null): void {
    this.#total++;
    if (bin === null) return;
    const count = this.ofBin(bin);
    this.#ofBins.delete(bin);
    this.#ofBins.set(bin, count + 1);
    // Clients choose the names of bins.
    const [oldest] = this.#ofBins.keys();
    if (this.#ofBins.size > MAX_BINS && oldest !== undefined) this.#ofBins.delete(oldest);
  }

  /** Starts the number of one bin again, or those of all bins. */
  clear(bin: string | undefined): void {
    if (bin === undefined) this.#ofBins.clear();
    else this.#ofBins.delete(bin);
  }

  state(): DroppedState {
    return { total: this.#total, bins: [...this.#ofBins] };
  }
}

/** Maximum number of bins whose removed entries are counted. */
const MAX_BINS = 2000;
