import type { JournalEntry } from '../recording/record.ts';
import { toEntrySummary } from './json-view.ts';
import { toListView } from './list-view.ts';

/** How a feed shows entries: without the texts of bodies, or as the rows of a list. */
export type EntryForm = 'entry' | 'summary';

export function toForm(form: EntryForm, entry: JournalEntry) {
  return form === 'summary' ? toListView(entry) : toEntrySummary(entry);
}
