import type { JournalRead } from './journal-read.ts';

type BinPart = readonly (readonly [bin: string, firstId: number, entries: number])[];

interface BinCount {
  readonly name: string;
  readonly entries: number;
}

/** The bins with the number of their entries; the bin with the oldest entry is first. */
export const countBins: JournalRead<null, BinPart, BinCount[]> = {
  name: 'bins',
  read(journal) {
    const inBins = journal.outline().flatMap(([id, , bin]) => (bin === null ? [] : [{ id, bin }]));
    return [...Map.groupBy(inBins, ({ bin }) => bin)].map(([bin, entries]) => [
      bin,
      entries[0]?.id ?? 0,
      entries.length,
    ]);
  },
  merge(parts) {
    const byName = Map.groupBy(parts.flat(), ([bin]) => bin);
    return [...byName]
      .map(([name, counts]) => ({
        name,
        firstId: Math.min(...counts.map(([, id]) => id)),
        entries: counts.reduce((sum, [, , entries]) => sum + entries, 0),
      }))
      .sort((one, other) => one.firstId - other.firstId)
      .map(({ name, entries }) => ({ name, entries }));
  },
};
