import { createFilter, type FilterParameters } from '../match/filter.ts';
import type { EntryScope } from '../recording/journal.ts';
import { type EntryForm, toForm } from '../views/entry-forms.ts';
import { NO_REDACTION } from '../views/redaction.ts';
import type { JournalRead } from './journal-read.ts';

export interface ChangesInput {
  readonly parameters: FilterParameters;
  readonly showsSecrets: boolean;
  readonly form: EntryForm;
  readonly scope: EntryScope;
  /** Entries with a greater id are new. */
  readonly after: number;
  /** Ids of exchanges that were in progress. */
  readonly pending: readonly number[];
}

/** An entry of the live journal. */
export interface ChangedEntry {
  readonly id: number;
  /** Whether the filter selects it now. */
  readonly isShown: boolean;
  readonly isDone: boolean;
  /** The entry without the text of bodies, as JSON. */
  readonly data: string;
}

export interface Changes {
  /** New entries and those that were in progress, in the order of their ids. */
  readonly entries: readonly ChangedEntry[];
  /** Number of new entries that were removed. */
  readonly missed: number;
  /** Whether more can have been removed. */
  readonly isMinimum: boolean;
}

/** What has changed after a position. */
export const readChanges: JournalRead<ChangesInput, Changes, Changes> = {
  name: 'changes',
  read(journal, { parameters, showsSecrets, form, scope, after, pending }, redaction) {
    const matches = createFilter(parameters);
    const masks = showsSecrets ? NO_REDACTION : redaction;
    const earlier = pending.flatMap((id) => (id > after ? [] : (journal.find(id) ?? [])));
    const { count: missed, isMinimum } = journal.removedAfter(after);
    const entries = [...earlier, ...journal.each(after, scope)].map((entry) => ({
      id: entry.id,
      isShown: matches(entry),
      isDone: entry.kind !== 'exchange' || entry.ended !== null,
      data: JSON.stringify(toForm(form, masks.entry(entry))),
    }));
    return { entries, missed, isMinimum };
  },
  merge: (parts) => ({
    entries: parts.flatMap(({ entries }) => entries).sort((one, other) => one.id - other.id),
    missed: parts.reduce((sum, { missed }) => sum + missed, 0),
    isMinimum: parts.some(({ isMinimum }) => isMinimum),
  }),
};
