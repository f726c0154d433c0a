import type { JournalRead } from './journal-read.ts';

/** A bin of the journal. */
export interface BinCount {
  readonly name: string;
  readonly entries: number;
  /** Start of the first and of the last entry, in milliseconds since the epoch. */
  readonly firstAt: number;
  readonly lastAt: number;
}

type BinPart = readonly (BinCount & { readonly firstId: number })[];

/** The bins with the number and the times of their entries; the bin with the oldest entry is first. */
export const countBins: JournalRead<null, BinPart, BinCount[]> = {
  name: 'bins',
  read(journal) {
    const inBins = journal.outline().flatMap(([id, , bin]) => (bin === null ? [] : [{ id, bin }]));
    const startOf = (id: number) => journal.find(id)?.startedAt ?? 0;
    return [...Map.groupBy(inBins, ({ bin }) => bin)].map(([name, entries]) => {
      const firstId = entries[0]?.id ?? 0;
      const lastAt = startOf(entries.at(-1)?.id ?? 0);
      return { name, firstId, entries: entries.length, firstAt: startOf(firstId), lastAt };
    });
  },
  merge(parts) {
    const byName = Map.groupBy(parts.flat(), ({ name }) => name);
    return [...byName]
      .map(([name, counts]) => ({
        name,
        firstId: Math.min(...counts.map(({ firstId }) => firstId)),
        entries: counts.reduce((sum, { entries }) => sum + entries, 0),
        firstAt: Math.min(...counts.map(({ firstAt }) => firstAt)),
        lastAt: Math.max(...counts.map(({ lastAt }) => lastAt)),
      }))
      .sort((one, other) => one.firstId - other.firstId)
      .map(({ firstId, ...bin }) => bin);
  },
};
