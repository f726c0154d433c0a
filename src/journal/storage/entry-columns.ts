import type { EntryRow } from './entry-row.ts';

/** A column of the entries that a process writes. */
interface EntryColumn {
  readonly name: keyof EntryRow | 'writer';
  readonly type: 'bigint' | 'integer' | 'text' | 'blob';
  readonly isNullable?: true;
  /** Whether a later write of the entry replaces it. The others are of its first write, or what users have added. */
  readonly isReplaced?: true;
}

export const ENTRY_COLUMNS: readonly EntryColumn[] = [
  { name: 'id', type: 'bigint' },
  { name: 'ord', type: 'bigint' },
  { name: 'position', type: 'bigint', isReplaced: true },
  { name: 'writer', type: 'text' },
  { name: 'complete', type: 'integer', isReplaced: true },
  { name: 'bin', type: 'text', isNullable: true },
  { name: 'own', type: 'integer' },
  { name: 'marked', type: 'integer' },
  { name: 'note', type: 'text', isNullable: true },
  { name: 'line', type: 'text', isNullable: true },
  { name: 'size', type: 'integer', isReplaced: true },
  { name: 'entry', type: 'text', isReplaced: true },
  { name: 'request_body', type: 'blob', isNullable: true, isReplaced: true },
  { name: 'response_body', type: 'blob', isNullable: true, isReplaced: true },
];

/** Their declarations. @param blob the type of bytes */
export function declareColumns(blob: string): string {
  return ENTRY_COLUMNS.map(
    ({ name, type, isNullable }) =>
      `${name} ${type === 'blob' ? blob : type}${name === 'id' ? ' primary key' : isNullable ? '' : ' not null'}`,
  ).join(', ');
}

/** Adds rows, or replaces those with the same ids. @param rows a list of values, or a query, in the order of the columns */
export function saveStatement(rows: string): string {
  const names = ENTRY_COLUMNS.map(({ name }) => name).join(', ');
  const changes = ENTRY_COLUMNS.filter(({ isReplaced }) => isReplaced);
  return `
    insert into journal_entries (${names}) ${rows}
    on conflict (id) do update set ${changes.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;
}

/** The value of a column. @param writer names the process that writes the row */
export function readColumn({ name }: EntryColumn, row: EntryRow, writer: string): EntryRow[keyof EntryRow] {
  return name === 'writer' ? writer : row[name];
}
