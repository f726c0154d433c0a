import type { Runtime } from '#runtime.ts';
import { DroppedCount } from '../recording/dropped-count.ts';
import { annotateRecording } from '../recording/entry-rings.ts';
import type { Recording, StoredJournal } from '../recording/journal-store.ts';
import type { EntryRow } from './entry-row.ts';
import type { Change, JournalReader, StoredStart, TableState } from './journal-reader.ts';
import type { PendingWrites } from './pending-writes.ts';
import { StoredRecording } from './stored-recording.ts';

/** Applies to the journal of a process what others have written to its tables. */
export class JournalFollower {
  readonly #pending: PendingWrites;
  readonly #runtime: Pick<Runtime, 'after'>;
  readonly #onLastId: (id: number) => void;
  #journal: StoredJournal | undefined;
  /** The transactions whose entries and changes are applied. */
  #read = { rows: 0, changes: 0 };
  #droppedText = '';
  dropped = new DroppedCount();
  starts: readonly StoredStart[] = [];
  /** The number of the last entry, in the order in which the entries were written first. */
  lastOrder = 0;

  /**
   * @param pending what this process has not written
   * @param onLastId takes the greatest id that was written
   */
  constructor(pending: PendingWrites, runtime: Pick<Runtime, 'after'>, onLastId: (id: number) => void) {
    this.#pending = pending;
    this.#runtime = runtime;
    this.#onLastId = onLastId;
  }

  get journal(): StoredJournal {
    if (!this.#journal) throw new Error('The store has no journal');
    return this.#journal;
  }

  attach(journal: StoredJournal): void {
    this.#journal = journal;
  }

  /** Takes the state that is in the tables. */
  adopt({ dropped, starts, entries, last_id: lastId }: TableState): void {
    if (dropped !== this.#droppedText) this.dropped = new DroppedCount(JSON.parse(dropped));
    this.#droppedText = dropped;
    this.starts = JSON.parse(starts);
    this.lastOrder = Math.max(this.lastOrder, entries);
    this.#onLastId(lastId);
  }

  /**
   * Applies what is new.
   * @param readsRows whether the entries of others are read, or only what has happened to those that this process knows
   */
  async follow(reader: JournalReader, readsRows: boolean): Promise<void> {
    const { state, committed } = await reader.readState();
    const { rows, changes } = this.#read;
    if (changes < state.pruned) return await this.readAll(reader);
    if (changes < committed) await this.#readChanges(reader, committed);
    if (readsRows && rows < committed) await this.#readRows(reader, committed);
    this.adopt(state);
  }

  /** Reads all entries, of a process that starts, or that has missed changes. */
  async readAll(reader: JournalReader): Promise<void> {
    const { state, committed } = await reader.readState();
    const all: EntryRow[] = [];
    for await (const rows of reader.allRows()) all.push(...rows);
    const ids = new Set(all.map(({ id }) => id));
    this.journal.forgetWhere(({ id, order }) => order !== undefined && !ids.has(id));
    this.#apply(all);
    this.#read = { rows: committed, changes: committed };
    this.adopt(state);
  }

  /** Puts entries back that this process does not have. */
  async putBack(reader: JournalReader, ids: readonly number[]): Promise<void> {
    const rows = await reader.rowsOf(ids.filter((id) => !this.journal.recording(id)));
    this.#pending.keep(ids);
    const recordings = rows.map((row) => this.#toRecording(row));
    this.journal.insert(recordings, false);
    for (const recording of recordings)
      if (!(recording instanceof StoredRecording)) this.#pending.save(recording);
  }

  /** The recording of an exchange of this process whose end is not written, with what users have added meanwhile, or the stored one. */
  #toRecording(row: EntryRow): Recording {
    const stored = new StoredRecording(row);
    const own = this.#pending.release(row.id);
    if (own) annotateRecording(own, { marked: stored.isMarked, note: stored.note });
    return own ?? stored;
  }

  async #readChanges(reader: JournalReader, committed: number): Promise<void> {
    const { changes, last } = await reader.changesAfter(this.#read.changes);
    for (const change of changes) await this.#applyChange(change, reader);
    if (changes.length > 0) await this.#keepDropped(reader);
    this.#read.changes = Math.max(committed, last);
  }

  /** Others have removed entries, so that this process, which did not know it, has removed too many to stay within the limits. */
  async #keepDropped(reader: JournalReader): Promise<void> {
    const ids = this.#pending.droppedFor(this.journal.room);
    // What is too many by now is removed again.
    if (ids.length > 0) await this.putBack(reader, ids);
  }

  async #readRows(reader: JournalReader, committed: number): Promise<void> {
    const rows = await reader.rowsAfter(this.#read.rows);
    this.lastOrder = rows.reduce((last, { ord }) => Math.max(last, ord), this.lastOrder);
    this.#apply(rows);
    this.#read.rows = rows.reduce((last, { position }) => Math.max(last, position), committed);
  }

  #apply(rows: readonly EntryRow[]): void {
    const added: StoredRecording[] = [];
    for (const row of rows) {
      const known = this.journal.recording(row.id);
      if (known instanceof StoredRecording) {
        known.replace(row);
        this.journal.replaced(known);
      } else if (!known && !this.#pending.isDropped(row.id)) added.push(new StoredRecording(row));
    }
    this.journal.insert(added, true);
  }

  async #applyChange(change: Change, reader: JournalReader): Promise<void> {
    switch (change.type) {
      case 'removed':
        if (change.undo === undefined) for (const id of change.ids) this.#pending.release(id);
        else this.#hold(change.ids, change.undo);
        this.#pending.forget(change.ids);
        this.journal.forget(change.ids);
        return;
      case 'cleared':
        this.#pending.forgetUpTo(change.upTo, change.bin);
        this.journal.forgetUpTo(change.upTo, change.bin);
        return;
      case 'annotated': {
        const recording = this.journal.recording(change.id);
        if (recording) annotateRecording(recording, change);
        return;
      }
      case 'restored':
        return await this.putBack(reader, change.ids);
    }
  }

  #hold(ids: readonly number[], milliseconds: number): void {
    for (const id of ids) this.#pending.hold(id);
    this.#runtime.after(milliseconds, () => {
      for (const id of ids) this.#pending.release(id);
    });
  }
}
