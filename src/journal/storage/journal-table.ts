import type { EntryRow } from './entry-row.ts';

/** Changes that are written together, or not at all. */
export interface TableChanges {
  /** The state of the journal as JSON. */
  readonly state: string;
  /** New entries, and entries that replace those with the same ids. */
  readonly rows: readonly EntryRow[];
  readonly removed: readonly number[];
}

/** What a table has when it is opened. */
export interface TableContent {
  /** In the order of their ids. */
  readonly rows: readonly EntryRow[];
  /** Undefined for a new table. */
  readonly state: string | undefined;
}

/** The table of a journal in a database. One server writes to it: the one that opened it last. */
export interface JournalTable {
  /** Milliseconds for which changes are collected. */
  readonly delay: number;
  /** @returns false, and changes nothing, if another server has opened the table since. */
  write(changes: TableChanges): Promise<boolean>;
  close(): Promise<void>;
}

export interface OpenedTable {
  readonly table: JournalTable;
  readonly content: TableContent;
}
