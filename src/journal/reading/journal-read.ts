import type { EntryCount, EntryOutline, EntryScope } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import type { Redaction } from '../views/redaction.ts';

/** The entries of one process up to a time, without those that exceed the limits of the whole journal. */
export interface ProcessJournal {
  /** Those with a greater id; by default, all. In the order of their ids. */
  entries(after?: number): readonly JournalEntry[];
  /** The entries one at a time, so that those which are not read are not computed. */
  each(after?: number, scope?: EntryScope): Iterable<JournalEntry>;
  /** All entries with a smaller id, one at a time, the newest first. By default, all entries. */
  latest(scope?: EntryScope, before?: number): Iterable<JournalEntry>;
  /** The number of all entries, and the smallest id; 0 without an entry. */
  count(scope?: EntryScope): EntryCount;
  /** Number of entries of own pages. */
  readonly ownSize: number;
  find(id: number): JournalEntry | undefined;
  /** The entries as id, size and bin. */
  outline(): readonly EntryOutline[];
  /** How many entries with a greater id were removed to stay within the limits. */
  removedAfter(id: number): { readonly count: number; readonly isMinimum: boolean };
}

/** A read of the journal: each process reads its own entries, and the parts are merged. Inputs and parts are JSON. */
export interface JournalRead<Input, Part, Output> {
  readonly name: string;
  /** The part of one process. Synchronous, so that each part is of one time. */
  read(journal: ProcessJournal, input: Input, redaction: Redaction): Part;
  merge(parts: readonly Part[], input: Input): Output;
}

/** The ids of several processes in their order. */
export function mergeIds(parts: readonly (readonly number[])[]): number[] {
  return parts.flat().sort((one, other) => one - other);
}
