import type { Annotation } from '../recording/journal-store.ts';
import { ENTRY_COLUMNS } from './entry-columns.ts';
import type { EntryRow } from './entry-row.ts';
import type { JournalStatements } from './journal-database.ts';

/** What happened to entries besides their content. */
export type Change =
  | {
      readonly type: 'removed';
      readonly ids: readonly number[];
      /** Milliseconds for which they can be restored. */
      readonly undo?: number;
    }
  | { readonly type: 'cleared'; readonly upTo: number; readonly bin?: string }
  | ({ readonly type: 'annotated'; readonly id: number } & Annotation)
  | { readonly type: 'restored'; readonly ids: readonly number[] };

/** A start of a server, with the name that all of its processes have. */
export interface StoredStart {
  readonly run: string;
  readonly id: number;
  readonly at: number;
}

/** What the tables have besides entries. Only a transaction can change it. */
export interface TableState {
  readonly name: string;
  /** The time of the id 0, in microseconds since the epoch. */
  readonly origin: number;
  /** Number of transactions. */
  position: number;
  /** Number of entries that were ever written. */
  entries: number;
  last_id: number;
  /** The changes up to this position are deleted. */
  pruned: number;
  /** A `DroppedState` as JSON. */
  dropped: string;
  /** A list of `StoredStart` as JSON. */
  starts: string;
}

/** Reads what other processes have written. */
export class JournalReader {
  protected readonly statements: JournalStatements;
  protected readonly writer: string;

  /** @param writer names this process */
  constructor(statements: JournalStatements, writer: string) {
    this.statements = statements;
    this.writer = writer;
  }

  /** The state, and the last transaction that is committed. */
  async readState(): Promise<{ readonly state: TableState; readonly committed: number }> {
    const [state] = await this.statements.query<TableState>(READ_STATE);
    if (!state) throw new Error('The journal has no state');
    return { state, committed: state.position };
  }

  /** The changes of other processes after a position, and the position of the last one. */
  async changesAfter(position: number): Promise<{ changes: Change[]; last: number }> {
    const rows = await this.statements.query<{ position: number; changes: string }>(READ_CHANGES, [
      position,
      this.writer,
    ]);
    const changes = rows.flatMap(({ changes }): Change[] => JSON.parse(changes));
    return { changes, last: rows.at(-1)?.position ?? 0 };
  }

  /** The entries that other processes have written after a position, in the order in which they were written first. */
  rowsAfter(position: number): Promise<EntryRow[]> {
    return this.#rows('position > $1 and writer <> $2', [position, this.writer]);
  }

  rowsOf(ids: readonly number[]): Promise<EntryRow[]> {
    return this.#rows(`id in (${this.statements.idsOf('$1')})`, [ids]);
  }

  /** All entries, in pages. */
  async *allRows(): AsyncGenerator<readonly EntryRow[], undefined> {
    for (let last = 0; ; ) {
      const rows = await this.#rows('ord > $1', [last], PAGE_SIZE);
      yield rows;
      if (rows.length < PAGE_SIZE) return;
      last = rows.at(-1)?.ord ?? last;
    }
  }

  async #rows(condition: string, values: readonly unknown[], limit?: number): Promise<EntryRow[]> {
    const end = limit === undefined ? '' : `limit ${limit}`;
    const text = `select ${READ_COLUMNS} from journal_entries where undo is null and ${condition} order by ord ${end}`;
    return (await this.statements.query<EntryRow>(text, values)).map(withOwnBytes);
  }
}

/** Number of entries in one page of the start. */
const PAGE_SIZE = 200;

const READ_COLUMNS = ENTRY_COLUMNS.flatMap(({ name }) => (name === 'writer' ? [] : [name])).join(', ');

export const READ_STATE = 'select * from journal_state';

const READ_CHANGES = `
  select position, changes from journal_changes where position > $1 and writer <> $2 order by position`;

/** A driver can return parts of the buffers of its socket. */
function withOwnBytes(row: EntryRow): EntryRow {
  const copy = (bytes: Uint8Array | null) => bytes && new Uint8Array(bytes);
  return { ...row, request_body: copy(row.request_body), response_body: copy(row.response_body) };
}
