import type { JournalEntry } from '../recording/record.ts';
import { toEntrySummary } from './json-view.ts';
import { type HeaderColumns, toListView } from './list-view.ts';

/** How a feed shows entries: without the texts of bodies, or as the rows of a list with columns of headers. */
export type EntryForm = 'entry' | HeaderColumns;

export function toForm(form: EntryForm, entry: JournalEntry) {
  return form === 'entry' ? toEntrySummary(entry) : toListView(entry, form);
}
