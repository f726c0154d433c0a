import { serialize } from 'node:v8';
import { workerOf } from '../../cluster/stamps.ts';
import { toHarEntries } from '../export/har.ts';
import type { Journal } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import { toEntryView } from '../views/json-view.ts';
import { NO_REDACTION, type Redaction } from '../views/redaction.ts';
import { countBins } from './count-bins.ts';
import { type Horizon, isBeyond } from './horizon.ts';
import type { JournalRead, ProcessJournal } from './journal-read.ts';
import { findMatches, findSequence, reportMatches } from './match-exchanges.ts';
import { selectEntries } from './select-entries.ts';

/** How the entries of a page are shown. */
export type PageForm = 'view' | 'har';

/** A query to each worker. */
export type ProcessQuery =
  | {
      readonly type: 'read';
      /** Empty for the usage alone. */
      readonly read: string;
      readonly input: unknown;
      readonly cut: number;
      readonly horizon: Horizon;
    }
  | { readonly type: 'outline'; readonly cut: number }
  | {
      readonly type: 'page';
      readonly form: PageForm;
      readonly ids: readonly number[];
      readonly showsSecrets: boolean;
    }
  | { readonly type: 'find'; readonly id: number }
  | {
      readonly type: 'clear';
      readonly bin?: string | undefined;
      readonly cut: number;
      readonly horizon: Horizon;
    };

const READS: ReadonlyMap<string, JournalRead<unknown, unknown, unknown>> = new Map(
  [selectEntries, countBins, findMatches, reportMatches, findSequence].map((read) => [read.name, read]),
);

/** The part of this worker, as JSON. Synchronous, so that it is of one time. */
export function answerQuery(journal: Journal, redaction: Redaction, query: ProcessQuery): string {
  switch (query.type) {
    case 'read': {
      const { cut, horizon, read, input } = query;
      const isShown = (id: number, bin: string | null) => id <= cut && !isBeyond(horizon, id, bin);
      const outline = journal.outline();
      const shown: ProcessJournal = {
        entries: () => journal.entries().filter((entry) => isShown(entry.id, binOf(entry))),
        outline: () => outline.filter(([id, , bin]) => isShown(id, bin)),
      };
      const part = READS.get(read)?.read(shown, input, redaction) ?? null;
      const hidden = outline.filter(([id, , bin]) => isBeyond(horizon, id, bin)).length;
      return JSON.stringify({ usage: journal.usage, hidden, part });
    }
    case 'outline':
      return JSON.stringify(journal.outline().filter(([id]) => id <= query.cut));
    case 'page':
      return toPage(journal, query.showsSecrets ? NO_REDACTION : redaction, query);
    case 'find': {
      const entry = journal.find(query.id);
      return entry === undefined ? '' : serialize(entry).toString('base64');
    }
    case 'clear':
      journal.drop((id, bin) => id <= query.cut && isBeyond(query.horizon, id, bin));
      journal.clear(query.bin, query.cut);
      return 'true';
  }
}

/** The first of the entries, and how many of the ids they are for. */
function toPage(
  journal: Journal,
  redaction: Redaction,
  { ids, form }: ProcessQuery & { readonly type: 'page' },
): string {
  const items: string[] = [];
  let [count, size] = [0, 0];
  for (; count < ids.length && size < MAX_PAGE_LENGTH; count++) {
    const id = ids[count] ?? 0;
    const entry = journal.find(id);
    if (entry === undefined) continue;
    const worker = workerOf(id);
    const shown =
      form === 'view'
        ? [{ ...toEntryView(redaction.entry(entry)), worker }]
        : toHarEntries([entry], redaction).map((item) => ({ ...item, _worker: worker }));
    for (const item of shown) {
      const text = JSON.stringify(item);
      items.push(text);
      size += text.length;
    }
  }
  return `{"items":[${items.join(',')}],"count":${count}}`;
}

/** Characters after which a page ends. */
const MAX_PAGE_LENGTH = 256 * 1024;

function binOf(entry: JournalEntry): string | null {
  return entry.kind === 'exchange' ? entry.bin : null;
}
