import { createFilter, type FilterParameters } from '../match/filter.ts';
import { type JournalRead, mergeIds } from './journal-read.ts';

export interface Selection {
  readonly parameters: FilterParameters;
  /** Only entries with a greater id, the oldest first; undefined for the newest ones. */
  readonly since?: number | undefined;
  /** Maximum number of entries; undefined for all. */
  readonly limit?: number | undefined;
}

interface SelectedPart {
  readonly ids: readonly number[];
  /** Whether the limit has omitted entries. */
  readonly isLimited: boolean;
}

/** The ids of the entries that a filter selects. */
export const selectEntries: JournalRead<Selection, SelectedPart, SelectedPart> = {
  name: 'select',
  read(journal, selection) {
    const { parameters, since = 0 } = selection;
    const matches = createFilter(parameters);
    const found = journal.entries().filter((entry) => entry.id > since && matches(entry));
    return limit(
      found.map(({ id }) => id),
      selection,
    );
  },
  merge(parts, selection) {
    const { ids, isLimited } = limit(mergeIds(parts.map((part) => part.ids)), selection);
    return { ids, isLimited: isLimited || parts.some((part) => part.isLimited) };
  },
};

function limit(ids: readonly number[], { since, limit = ids.length }: Selection): SelectedPart {
  const isLimited = ids.length > limit;
  if (!isLimited) return { ids, isLimited };
  return { ids: since === undefined ? ids.slice(-limit) : ids.slice(0, limit), isLimited };
}
