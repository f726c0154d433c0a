import type { DroppedState } from '../recording/dropped-count.ts';
import { declareColumns } from './entry-columns.ts';
import type { EntryRow } from './entry-row.ts';

/** Runs statements of SQL that both databases know. Parameters are `$1` and so on. */
export interface JournalStatements {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The rows of a parameter that is a list of ids. */
  idsOf(parameter: string): string;
  /** Follows the query of a row that the transaction holds until its end. */
  readonly forUpdate: string;
  /** Adds rows, or replaces the content of those with the same ids, except for what users have added. */
  saveRows(rows: readonly EntryRow[], writer: string): Promise<void>;
}

/** A connection to the tables of a journal. One transaction or query at a time. */
export interface JournalDatabase extends JournalStatements {
  /** Milliseconds for which changes are collected: of a process alone, and of one of several. */
  readonly delays: { readonly alone: number; readonly shared: number };
  /** Milliseconds between two looks for changes. */
  readonly pollInterval: number;
  /** @throws StoreUnavailableError */
  transaction<Result>(action: (statements: JournalStatements) => Promise<Result>): Promise<Result>;
  /** Whether another connection can have written since the last call. */
  mayHaveChanged(): boolean;
  /** Microseconds since the epoch, by the clock that all processes with this database have, and those of the system at this time. */
  readClock(): Promise<{ readonly clock: number; readonly monotonic: number }>;
  close(): Promise<void>;
}

/** The tables, in the SQL of both databases. @param blob the type of bytes. */
export function buildSchema(blob: 'blob' | 'bytea'): string {
  return `
  create table if not exists journal_entries (
    ${declareColumns(blob)},
    undo text,
    undo_until bigint
  );
  create index if not exists journal_entries_by_position on journal_entries (position);
  -- What has happened to entries besides their content.
  create table if not exists journal_changes (
    position bigint primary key,
    writer text not null,
    changes text not null
  );
  -- Who gives ids with a slot.
  create table if not exists journal_slots (
    slot integer primary key,
    writer text not null,
    node text not null,
    zero bigint not null,
    used_at bigint not null
  );
  create table if not exists journal_state (
    only_row integer primary key check (only_row = 1),
    name text not null,
    origin bigint not null,
    position bigint not null,
    entries bigint not null,
    last_id bigint not null,
    pruned bigint not null,
    dropped text not null,
    starts text not null
  );`;
}

/** Prepares the tables. @returns the name of the journal: the given one, unless it has one */
export async function openTables(database: JournalDatabase, name: string): Promise<string> {
  const { clock } = await database.readClock();
  const dropped: DroppedState = { total: 0, bins: [] };
  return await database.transaction(async ({ query }) => {
    await query(CREATE_STATE, [name, clock, JSON.stringify(dropped)]);
    await query(CREATE_SLOTS);
    const [state] = await query<{ name: string }>('select name from journal_state');
    return state?.name ?? name;
  });
}

const CREATE_STATE = `
  insert into journal_state (only_row, name, origin, position, entries, last_id, pruned, dropped, starts)
  values (1, $1, $2, 0, 0, 0, 0, $3, '[]') on conflict (only_row) do nothing`;

const CREATE_SLOTS = `
  with recursive numbers (slot) as (select 0 union all select slot + 1 from numbers where slot < 127)
  insert into journal_slots (slot, writer, node, zero, used_at)
  select slot, '', '', 0, 0 from numbers where true on conflict (slot) do nothing`;
