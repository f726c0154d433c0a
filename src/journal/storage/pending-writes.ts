import type { Annotation, Recording, Undo } from '../recording/journal-store.ts';
import { isEntry, type RingLimits } from '../recording/ring.ts';

/** A change by a user, which is written after the entries that it is about. */
export type UserChange =
  | { readonly type: 'removed'; readonly ids: readonly number[]; readonly undo: Undo | undefined }
  | { readonly type: 'cleared'; readonly upTo: number; readonly bin: string | undefined }
  | { readonly type: 'annotated'; readonly id: number; readonly annotation: Annotation };

/** What is written together. */
export interface Batch {
  readonly recordings: readonly Recording[];
  readonly changes: readonly UserChange[];
  /** Entries that were removed to stay within the limits. */
  readonly dropped: ReadonlyMap<number, Dropped>;
  /** The bins of entries that were removed before they were written. */
  readonly lost: readonly (string | null)[];
}

/** An entry that was removed to stay within the limits, as it was then. */
type Dropped = Pick<Recording, 'bin' | 'size'>;

/** What a process has not written to the tables of the journal yet. */
export class PendingWrites {
  /** Entries that have ended, and those whose content has changed. */
  #changed = new Map<number, Recording>();
  /** Exchanges in progress. */
  readonly #inProgress = new Map<number, Recording>();
  /** Exchanges that have begun since the last batch, and those that were in progress at the last one. They are not written. */
  #begun = new Set<Recording>();
  #waiting = new Set<Recording>();
  #changes: UserChange[] = [];
  #dropped = new Map<number, Dropped>();
  #lost: (string | null)[] = [];
  /** The ids of entries that are being written, and of those that are being removed; undefined without a batch. */
  #inFlight: { readonly saved: ReadonlySet<number>; readonly dropped: Iterable<number> } | undefined;
  /** Exchanges in progress that were removed, and can be put back. */
  readonly #held = new Map<number, Recording>();

  get isEmpty(): boolean {
    const exchanges = this.#changed.size + this.#waiting.size + this.#begun.size;
    return exchanges + this.#changes.length + this.#dropped.size + this.#lost.length === 0;
  }

  /** Whether a batch is being written. */
  get isWriting(): boolean {
    return this.#inFlight !== undefined;
  }

  get hasExchanges(): boolean {
    return this.#inProgress.size > 0;
  }

  /** The id of the entry that has waited for the longest time; undefined without one. */
  get oldestId(): number | undefined {
    return this.#changed.keys().next().value;
  }

  /** Number of entries that have ended or changed. */
  get size(): number {
    return this.#changed.size;
  }

  /** Number of entries that were removed to stay within the limits, of a bin or of all. */
  droppedOf(bin: string | undefined): number {
    const bins = [...Array.from(this.#dropped.values(), (each) => each.bin), ...this.#lost];
    return bin === undefined ? bins.length : bins.filter((each) => each === bin).length;
  }

  /** Number of entries that are not in the tables, with those that are being written. */
  get unwritten(): number {
    return this.#changed.size + (this.#inFlight?.saved.size ?? 0);
  }

  save(recording: Recording): void {
    const { id, isComplete } = recording;
    if (isComplete || this.#isWritten(recording)) this.#changed.set(id, recording);
    else if (!this.#inProgress.has(id)) this.#begun.add(recording);
    if (isComplete) this.#inProgress.delete(id);
    else this.#inProgress.set(id, recording);
  }

  /** An entry was removed to stay within the limits. */
  drop(recording: Recording): void {
    const { id, bin, size } = recording;
    const isWritten = this.#isWritten(recording);
    if (isWritten) this.hold(id);
    this.forget([id]);
    if (isWritten) this.#dropped.set(id, { bin, size });
    else this.#lost.push(bin);
  }

  /** Dropped entries are put back. */
  keep(ids: readonly number[]): void {
    for (const id of ids) this.#dropped.delete(id);
  }

  /** Whether an entry was removed to stay within the limits, and is in the tables still. */
  isDropped(id: number): boolean {
    return this.#dropped.has(id);
  }

  /** The newest entries that were removed to stay within the limits and are in the tables still, as many as there is room for. */
  droppedFor(room: RingLimits): readonly number[] {
    const ids: number[] = [];
    if (room.entries <= 0) return ids;
    let { bytes } = room;
    for (const [id, { size }] of [...this.#dropped].sort(([one], [other]) => other - one)) {
      bytes -= size;
      if (bytes < 0 || ids.length === room.entries) break;
      ids.push(id);
    }
    return ids;
  }

  remove(recordings: readonly Recording[], undo: Undo | undefined): void {
    const ids = recordings.map(({ id }) => id);
    if (undo === undefined) this.forget(ids);
    else
      for (const recording of recordings) {
        if (recording.isComplete) continue;
        this.hold(recording.id);
        this.#changed.set(recording.id, recording);
      }
    const last = this.#changes.at(-1);
    // One statement for many removals, which must be written within the time of a shutdown.
    if (undo === undefined && last?.type === 'removed' && last.undo === undefined)
      this.#changes.splice(-1, 1, { type: 'removed', ids: [...last.ids, ...ids], undo });
    else this.#changes.push({ type: 'removed', ids, undo });
  }

  clear(upTo: number, bin: string | undefined): void {
    this.forgetUpTo(upTo, bin);
    this.#changes.push({ type: 'cleared', upTo, bin });
  }

  annotate(id: number, annotation: Annotation): void {
    this.#changes.push({ type: 'annotated', id, annotation });
  }

  /** Entries are not there any more. */
  forget(ids: readonly number[]): void {
    for (const id of ids) {
      this.#changed.delete(id);
      this.#inProgress.delete(id);
      this.#dropped.delete(id);
    }
  }

  forgetUpTo(upTo: number, bin: string | undefined): void {
    for (const { id, bin: own } of [...this.#changed.values(), ...this.#inProgress.values()])
      if (id <= upTo && (bin === undefined || own === bin)) this.forget([id]);
  }

  /** An exchange in progress, or whose end is not written, was removed. It can be put back until `release`. */
  hold(id: number): void {
    const recording = this.#inProgress.get(id) ?? this.#changed.get(id);
    if (recording) this.#held.set(id, recording);
    this.#inProgress.delete(id);
  }

  /** @returns the recording of an exchange that was in progress when it was removed */
  release(id: number): Recording | undefined {
    const recording = this.#held.get(id);
    this.#held.delete(id);
    return recording;
  }

  /**
   * Takes a part of what is to be written.
   * @param isAll whether all exchanges in progress are written, too
   * @param limits of the number of entries and their bytes
   */
  take(isAll: boolean, limits: { readonly rows: number; readonly bytes: number }): Batch {
    for (const recording of isAll ? this.#inProgress.values() : this.#waiting)
      if (!recording.isComplete && isEntry(recording)) this.#changed.set(recording.id, recording);
    this.#waiting = isAll ? new Set() : this.#begun;
    this.#begun = new Set();
    const recordings: Recording[] = [];
    let size = 0;
    for (const [id, recording] of this.#changed) {
      if (recordings.length === limits.rows || size >= limits.bytes) break;
      this.#changed.delete(id);
      recordings.push(recording);
      size += recording.size;
    }
    const batch: Batch = {
      recordings,
      changes: this.#changed.size === 0 ? this.#changes : [],
      dropped: this.#dropped,
      lost: this.#lost,
    };
    if (this.#changed.size === 0) this.#changes = [];
    this.#dropped = new Map();
    this.#lost = [];
    this.#inFlight = { saved: new Set(recordings.map(({ id }) => id)), dropped: batch.dropped.keys() };
    return batch;
  }

  /** The batch is written. */
  succeeded(): void {
    for (const id of this.#inFlight?.dropped ?? []) this.#held.delete(id);
    this.#inFlight = undefined;
  }

  /** The batch is not written. Later changes count. */
  failed({ recordings, changes, dropped, lost }: Batch): void {
    this.#inFlight = undefined;
    const changed = this.#changed;
    this.#changed = new Map(recordings.map((recording) => [recording.id, recording]));
    for (const [id, recording] of changed) this.#changed.set(id, recording);
    for (const recording of recordings) {
      if (isEntry(recording)) continue;
      this.#changed.delete(recording.id);
      // It was removed while it was being written.
      if (recording.order !== undefined || !this.#dropped.delete(recording.id)) continue;
      this.#lost.push(recording.bin);
      this.#held.delete(recording.id);
    }
    this.#changes = [...changes, ...this.#changes];
    this.#dropped = new Map([...dropped, ...this.#dropped]);
    this.#lost = [...lost, ...this.#lost];
  }

  #isWritten({ id, order }: Recording): boolean {
    return order !== undefined || this.#inFlight?.saved.has(id) === true;
  }
}
