import { createFilter, type FilterParameters } from '../match/filter.ts';
import type { EntryScope } from '../recording/journal.ts';
import { type JournalRead, mergeIds } from './journal-read.ts';

export interface Selection {
  readonly parameters: FilterParameters;
  /** By default, those of clients. */
  readonly scope?: EntryScope | undefined;
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
  read(journal, { parameters, scope, since, limit = Number.POSITIVE_INFINITY }) {
    const matches = createFilter(parameters);
    const isOldestFirst = since !== undefined || limit === Number.POSITIVE_INFINITY;
    const ids: number[] = [];
    let isLimited = false;
    for (const entry of isOldestFirst ? journal.each(since, scope) : journal.latest(scope)) {
      if (!matches(entry)) continue;
      isLimited = ids.length === limit;
      if (isLimited) break;
      ids.push(entry.id);
    }
    return { ids: isOldestFirst ? ids : ids.reverse(), isLimited };
  },
  merge(parts, { since, limit = Number.POSITIVE_INFINITY }) {
    const ids = mergeIds(parts.map((part) => part.ids));
    const isLimited = ids.length > limit || parts.some((part) => part.isLimited);
    if (ids.length <= limit) return { ids, isLimited };
    return { ids: since === undefined ? ids.slice(-limit) : ids.slice(0, limit), isLimited };
  },
};
