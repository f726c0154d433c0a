import { createFilter, type FilterParameters, isEmptyFilter } from '../match/filter.ts';
import type { EntryScope } from '../recording/journal.ts';
import { type HeaderColumns, type ListView, toListView } from '../views/list-view.ts';
import type { JournalRead } from './journal-read.ts';

export interface SummaryInput {
  readonly parameters: FilterParameters;
  readonly scope: EntryScope;
  /** Only entries with a smaller id; undefined for the newest ones. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly columns?: HeaderColumns;
}

interface SummaryPart {
  /** The newest first. */
  readonly requests: readonly ListView[];
  /** Number of all entries that the filter selects, without regard to `before` and `limit`. */
  readonly matched: number;
  readonly total: number;
  /** Number of entries of own pages. */
  readonly own: number;
  /** The smallest id of all entries of clients; 0 without one. */
  readonly oldest: number;
}

/** The rows of a list, the newest first, and the numbers of entries. */
export const summarizeEntries: JournalRead<SummaryInput, SummaryPart, SummaryPart> = {
  name: 'summaries',
  read(journal, { parameters, scope, before = Number.POSITIVE_INFINITY, limit, columns }, redaction) {
    const matches = createFilter(parameters);
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
      total++;
      oldest = entry.id;
      if (!matches(entry)) continue;
      matched++;
      if (entry.id < before && requests.length < limit)
        requests.push(toListView(redaction.entry(entry), columns));
    }
    return { requests, matched, total, own: journal.ownSize, oldest };
  },
  merge(parts, { limit }) {
    const sum = (name: 'matched' | 'total' | 'own') => parts.reduce((all, part) => all + part[name], 0);
    const oldest = parts.map((part) => part.oldest).filter((id) => id > 0);
    return {
      requests: parts
        .flatMap(({ requests }) => requests)
        .sort((one, other) => other.id - one.id)
        .slice(0, limit),
      matched: sum('matched'),
      total: sum('total'),
      own: sum('own'),
      oldest: oldest.length === 0 ? 0 : Math.min(...oldest),
    };
  },
};
