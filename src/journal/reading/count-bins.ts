import type { ReadableJournal } from './readable-journal.ts';

/** A bin of the journal. */
export interface BinCount {
  readonly name: string;
  readonly entries: number;
  /** Start of the first and of the last entry, in milliseconds since the epoch. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** The bins with the number and the times of their entries; the bin with the oldest entry is first. */
export function countBins(journal: ReadableJournal): BinCount[] {
  const startOf = (id = 0) => journal.find(id)?.startedAt ?? 0;
  return [...journal.idsByBin()].map(([name, ids]) => ({
    name,
    entries: ids.length,
    firstAt: startOf(ids[0]),
    lastAt: startOf(ids.at(-1)),
  }));
}
