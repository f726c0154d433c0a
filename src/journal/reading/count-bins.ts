import type { LastRequest } from '../views/list-schema.ts';
import { toEndView } from '../views/list-view.ts';
import type { ReadableJournal } from './readable-journal.ts';

/** A bin of the journal. */
export interface BinCount {
  readonly name: string;
  readonly entries: number;
  /** Start of the first and of the last entry, in milliseconds since the epoch. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Undefined if the last entry was removed meanwhile. */
  readonly last: LastRequest | undefined;
  /** Numbers of the requests of each of the last minutes, the current one at the end. */
  readonly recent: readonly number[];
}

/** Number of the minutes of `recent`. */
export const RECENT_MINUTES = 16;

const MINUTE = 60_000;

/** The bins with the number and the times of their entries; the bin with the oldest entry is first. */
export function countBins(journal: ReadableJournal, now: number): BinCount[] {
  const startOf = (id = 0) => journal.find(id)?.startedAt ?? 0;
  return [...journal.idsByBin()].map(([name, ids]) => ({
    name,
    entries: ids.length,
    firstAt: startOf(ids[0]),
    lastAt: startOf(ids.at(-1)),
    last: findLast(journal, ids.at(-1)),
    recent: countRecent(ids, startOf, now),
  }));
}

function findLast(journal: ReadableJournal, lastId = 0): LastRequest | undefined {
  const entry = journal.find(lastId);
  if (entry?.kind !== 'exchange') return undefined;
  return { id: entry.id, method: entry.request.method, ...toEndView(entry) };
}

/** Whole minutes of the clock, so that a count of a minute that is over does not change. */
function countRecent(ids: readonly number[], startOf: (id: number) => number, now: number): number[] {
  const counts = Array<number>(RECENT_MINUTES).fill(0);
  const current = Math.floor(now / MINUTE);
  // From the latest one, so that most entries of a large journal are not computed.
  for (let at = ids.length - 1; at >= 0; at--) {
    const minute = Math.floor(startOf(ids[at] ?? 0) / MINUTE);
    const place = RECENT_MINUTES - 1 - Math.max(0, current - minute);
    if (place < 0) break;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** The counts of a bin without requests. */
export const NO_RECENT: readonly number[] = Array<number>(RECENT_MINUTES).fill(0);
