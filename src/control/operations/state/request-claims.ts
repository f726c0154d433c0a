import type { JournalView } from '#journal/recording/record.ts';

/** The entries that callers of waits have taken, by bin. */
export class RequestClaims {
  readonly #byBin = new Map<string, Set<number>>();

  /** The taken entries of a bin, or of the server, as far as the journal still has them. */
  of(bin: string | undefined, journal: Pick<JournalView, 'find'>): Set<number> {
    const key = bin ?? '';
    const claimed = this.#byBin.get(key) ?? new Set<number>();
    for (const id of claimed) if (!journal.find(id)) claimed.delete(id);
    this.#byBin.delete(key);
    this.#byBin.set(key, claimed);
    const [oldest] = this.#byBin.keys();
    if (this.#byBin.size > MAX_BINS && oldest !== undefined) this.#byBin.delete(oldest);
    return claimed;
  }

  /** Forgets the taken entries of a bin. */
  clear(bin: string): void {
    this.#byBin.delete(bin);
  }
}

const MAX_BINS = 2000;
