import { createFilter, type FilterParameters } from '../match/filter.ts';
import type { EntryScope } from '../recording/entry-rings.ts';
import type { JournalEntry } from '../recording/record.ts';
import type { ReadableJournal } from './readable-journal.ts';

export interface Selection {
  readonly parameters: FilterParameters;
  /** By default, those of clients. */
  readonly scope?: EntryScope | undefined;
  /** Only entries with a greater id, the oldest first; undefined for the newest ones. */
  readonly since?: number | undefined;
  /** Maximum number of entries; undefined for all. */
  readonly limit?: number | undefined;
}

export interface SelectedEntries {
  /** In the order of their ids. */
  readonly entries: readonly JournalEntry[];
  /** Whether the limit has omitted entries. */
  readonly isLimited: boolean;
}

/** The entries that a filter selects. @throws InputError for an invalid filter */
export function selectEntries(
  journal: ReadableJournal,
  { parameters, scope, since, limit = Number.POSITIVE_INFINITY }: Selection,
): SelectedEntries {
  const matches = createFilter(parameters);
  const isOldestFirst = since !== undefined || limit === Number.POSITIVE_INFINITY;
  const entries: JournalEntry[] = [];
  let isLimited = false;
  for (const entry of isOldestFirst ? journal.each(since, scope) : journal.latest(scope)) {
    if (!matches(entry)) continue;
    isLimited = entries.length === limit;
    if (isLimited) break;
    entries.push(entry);
  }
  return { entries: isOldestFirst ? entries : entries.reverse(), isLimited };
}
