import type { ExchangeMatch } from '#journal/match/exchange-match.ts';
import type { JournalView } from '#journal/recording/record.ts';

/** Maximum number of matches whose results are kept; the one that was not used for the longest time is removed. */
const MAX_MATCHES = 1000;

/** The requests that `next` has returned, by match. */
export class Claims {
  readonly #byMatch = new Map<string, Set<number>>();

  /** The ids that calls with this match have found, as far as the journal still has them. */
  of(match: ExchangeMatch, journal: Pick<JournalView, 'find'>): Set<number> {
    const key = computeKey(match);
    const claimed = this.#byMatch.get(key) ?? new Set();
    for (const id of claimed) if (!journal.find(id)) claimed.delete(id);
    this.#byMatch.delete(key);
    this.#byMatch.set(key, claimed);
    const [oldest] = this.#byMatch.keys();
    if (this.#byMatch.size > MAX_MATCHES && oldest !== undefined) this.#byMatch.delete(oldest);
    return claimed;
  }
}

/** Equal for matches whose members differ only in their order. */
function computeKey(match: ExchangeMatch): string {
  return JSON.stringify(match, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
