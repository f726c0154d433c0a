import { createFilter, type FilterParameters, isEmptyFilter } from '../match/filter.ts';
import type { EntryScope } from '../recording/entry-rings.ts';
import type { ListView } from '../views/list-schema.ts';
import { type HeaderColumns, toListView } from '../views/list-view.ts';
import type { Redaction } from '../views/redaction.ts';
import type { ReadableJournal } from './readable-journal.ts';

export interface SummaryInput {
  readonly parameters: FilterParameters;
  readonly scope: EntryScope;
  /** Only entries with a smaller id; undefined for the newest ones. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly columns?: HeaderColumns;
}

export interface EntrySummaries {
  /** The newest first. */
  readonly requests: readonly ListView[];
  /** Number of all entries that the filter selects, without regard to `before` and `limit`. */
  readonly matched: number;
  /** Number of the entries of the bin that the parameters name; otherwise, of all. */
  readonly total: number;
  /** Number of entries of own pages. */
  readonly own: number;
  /** The smallest id of all entries of clients; 0 without one. */
  readonly oldest: number;
}

/** The rows of a list, the newest first, and the numbers of entries. @throws InputError for an invalid filter */
export function summarizeEntries(
  journal: ReadableJournal,
  { parameters, scope, before = Number.POSITIVE_INFINITY, limit, columns }: SummaryInput,
  redaction: Redaction,
): EntrySummaries {
  const matches = createFilter(parameters);
  const isInBin = createFilter({ bin: parameters.bin });
  const requests: ListView[] = [];
  // Without a filter, the other entries need not be looked at.
  if (isEmptyFilter(parameters)) {
    for (const entry of journal.latest(scope, before)) {
      if (requests.length === limit) break;
      requests.push(toListView(redaction.entry(entry), columns));
    }
    const { total, oldest } = journal.count(scope);
    return { requests, matched: total, total, own: journal.ownSize, oldest };
  }
  let [matched, total, oldest] = [0, 0, 0];
  for (const entry of journal.latest(scope)) {
    oldest = entry.id;
    if (!isInBin(entry)) continue;
    total++;
    if (!matches(entry)) continue;
    matched++;
    if (entry.id < before && requests.length < limit)
      requests.push(toListView(redaction.entry(entry), columns));
  }
  return { requests, matched, total, own: journal.ownSize, oldest };
}
