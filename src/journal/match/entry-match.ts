import { compile } from '../matching/compiled-match.ts';
import { type Condition, plainCondition } from '../matching/condition.ts';
import type { JournalEntry } from '../recording/record.ts';
import { RecordedView } from '../views/recorded-view.ts';
import { entryTests } from './entry-conditions.ts';
import { type EntryMatch, exchangeConditions } from './exchange-match.ts';

/** Whether an entry is shown. */
export type Filter = (entry: JournalEntry) => boolean;

/** Compiles the matches, all of which an entry must meet. */
export function compileFilter(match: EntryMatch): Filter {
  const { test } = compile<Subject, EntryMatch>(match, entryConditions);
  return (entry) => test({ entry, view: entry.kind === 'exchange' ? new RecordedView(entry) : undefined });
}

/** An entry, with its request if it has one. */
interface Subject {
  readonly entry: JournalEntry;
  readonly view: RecordedView | undefined;
}

/** Conditions of a filter, which has no near misses: only their tests are used. */
function entryConditions(match: EntryMatch): Condition<Subject>[] {
  return [
    // No entry without a request meets a condition for exchanges.
    ...exchangeConditions(match).map(({ name, test }) =>
      plainCondition(name, ({ view }: Subject) => view !== undefined && test(view), false),
    ),
    ...entryTests(match).map(({ name, test }) =>
      plainCondition(name, ({ entry }: Subject) => test(entry), false),
    ),
  ];
}
