import type { Annotation, Undo } from '../recording/journal-store.ts';
import type { EntryRow } from './entry-row.ts';
import type { JournalDatabase, JournalStatements } from './journal-database.ts';
import {
  type Change,
  JournalReader,
  READ_STATE,
  type StoredStart,
  type TableState,
} from './journal-reader.ts';

/** Changes the tables, with the lock of the journal. */
export class JournalTransaction extends JournalReader {
  /** With the position of this transaction. */
  readonly state: TableState;
  readonly #changes: Change[] = [];

  private constructor(statements: JournalStatements, writer: string, state: TableState) {
    super(statements, writer);
    this.state = state;
  }

  /** @throws StoreUnavailableError */
  static run<Result>(
    database: JournalDatabase,
    writer: string,
    action: (transaction: JournalTransaction) => Promise<Result>,
  ): Promise<Result> {
    return database.transaction(async (statements) => {
      const [state] = await statements.query<TableState>(`${READ_STATE}${statements.forUpdate}`);
      if (!state) throw new Error('The journal has no state');
      const transaction = new JournalTransaction(statements, writer, {
        ...state,
        position: state.position + 1,
      });
      const result = await action(transaction);
      await transaction.#end();
      return result;
    });
  }

  override async readState() {
    return { state: this.state, committed: this.state.position - 1 };
  }

  /**
   * Adds a start, unless another process of the same servers has. Of two starts without an entry between them, the later one counts.
   * @returns whether it was added
   */
  addStart(start: StoredStart): boolean {
    const starts: readonly StoredStart[] = JSON.parse(this.state.starts);
    if (starts.at(-1)?.run === start.run) return false;
    const earlier = starts.filter(({ id }) => id <= this.state.last_id).slice(-MAX_STARTS);
    this.state.starts = JSON.stringify([...earlier, start]);
    return true;
  }

  async saveRows(rows: readonly EntryRow[]): Promise<void> {
    if (rows.length > 0) await this.statements.saveRows(rows, this.writer);
  }

  /** @returns the bins of those that there were */
  async deleteRows(ids: readonly number[]): Promise<(string | null)[]> {
    const { query, idsOf } = this.statements;
    this.#changes.push({ type: 'removed', ids });
    const text = `delete from journal_entries where id in (${idsOf('$1')}) returning bin`;
    return (await query<{ bin: string | null }>(text, [ids])).map(({ bin }) => bin);
  }

  /** Removes entries that can be restored until a time. @param now milliseconds since the epoch */
  async hideRows(ids: readonly number[], { key, milliseconds }: Undo, now: number): Promise<void> {
    const { query, idsOf } = this.statements;
    this.#changes.push({ type: 'removed', ids, undo: milliseconds });
    const text = `update journal_entries set undo = $1, undo_until = $2 where id in (${idsOf('$3')})`;
    await query(text, [key, now + milliseconds, ids]);
  }

  /** @returns the ids of the restored entries */
  async restoreRows(key: string, now: number): Promise<number[]> {
    const rows = await this.statements.query<{ id: number }>(RESTORE, [key, now]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) this.#changes.push({ type: 'restored', ids });
    return ids;
  }

  async deleteHidden(now: number): Promise<void> {
    await this.statements.query('delete from journal_entries where undo is not null and undo_until < $1', [
      now,
    ]);
  }

  async clear(upTo: number, bin: string | undefined): Promise<void> {
    const { query } = this.statements;
    this.#changes.push({ type: 'cleared', upTo, ...(bin !== undefined && { bin }) });
    const text = 'delete from journal_entries where undo is null and id <= $1';
    if (bin === undefined) await query(text, [upTo]);
    else await query(`${text} and bin = $2`, [upTo, bin]);
  }

  async annotate(id: number, { marked, note }: Annotation): Promise<void> {
    const { query } = this.statements;
    this.#changes.push({
      type: 'annotated',
      id,
      ...(marked !== undefined && { marked }),
      ...(note !== undefined && { note }),
    });
    if (marked !== undefined)
      await query('update journal_entries set marked = $1 where id = $2', [Number(marked), id]);
    const text = 'update journal_entries set note = $1 where id = $2';
    if (note !== undefined) await query(text, [note === null ? null : JSON.stringify(note), id]);
  }

  /** Ends the exchanges in progress of processes that have ended: of one, or of all but those of these nodes. */
  async endExchanges(
    of: { readonly writer: string } | { readonly exceptNodes: readonly string[] },
  ): Promise<void> {
    const conditions =
      'writer' in of
        ? [' and writer = $2']
        : of.exceptNodes.map((_, at) => ` and writer not like $${at + 2}`);
    const values = 'writer' in of ? [of.writer] : of.exceptNodes.map((node) => `${node}/%`);
    await this.statements.query(END + conditions.join(''), [this.state.position, ...values]);
  }

  /**
   * Takes the slot of this writer, or the one that was not used for the longest time.
   * @param zero the time of the tick 0 of this machine, if no other process of the node has set it
   */
  async takeSlot(node: string, zero: number, now: number): Promise<{ slot: number; zero: number }> {
    const { query } = this.statements;
    const [known] = await query<{ zero: number }>('select zero from journal_slots where node = $1 limit 1', [
      node,
    ]);
    const values = [this.writer, node, known?.zero ?? zero, now, this.writer];
    const [taken] = await query<{ slot: number }>(TAKE_SLOT, values);
    return { slot: taken?.slot ?? 0, zero: known?.zero ?? zero };
  }

  /** @returns whether this writer still has the slot */
  async keepSlot(slot: number, now: number): Promise<boolean> {
    const text = 'update journal_slots set used_at = $1 where slot = $2 and writer = $3 returning slot';
    return (await this.statements.query(text, [now, slot, this.writer])).length > 0;
  }

  async #end(): Promise<void> {
    const { query } = this.statements;
    const { position, entries, last_id, dropped, starts } = this.state;
    if (this.#changes.length > 0)
      await query('insert into journal_changes (position, writer, changes) values ($1, $2, $3)', [
        position,
        this.writer,
        JSON.stringify(this.#changes),
      ]);
    if (position % PRUNE_INTERVAL === 0) {
      this.state.pruned = Math.max(0, position - MAX_CHANGES);
      await query('delete from journal_changes where position <= $1', [this.state.pruned]);
    }
    await query(SAVE_STATE, [position, entries, last_id, this.state.pruned, dropped, starts]);
  }
}

/** Number of transactions whose changes are kept. Who has missed others reads all entries again. */
const MAX_CHANGES = 50_000;

const PRUNE_INTERVAL = 1000;

const MAX_STARTS = 100;

const RESTORE = `
  update journal_entries set undo = null, undo_until = null where undo = $1 and undo_until >= $2 returning id`;

const END = 'update journal_entries set complete = 1, position = $1 where complete = 0';

const TAKE_SLOT = `
  update journal_slots set writer = $1, node = $2, zero = $3, used_at = $4
  where slot = (
    select slot from journal_slots order by case when writer = $5 then 0 else 1 end, used_at, slot limit 1
  ) returning slot`;

const SAVE_STATE = `
  update journal_state set position = $1, entries = $2, last_id = $3, pruned = $4, dropped = $5, starts = $6`;
