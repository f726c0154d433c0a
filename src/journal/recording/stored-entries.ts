import type { EntryRings } from './entry-rings.ts';
import type { Recording, StoredJournal } from './journal-store.ts';
import type { JournalEvent } from './record.ts';
import { isEntry, type RingLimits } from './ring.ts';

type Notify = (type: JournalEvent['type'], recording: Recording) => void;

/** The entries of a journal, as its store changes them. */
export class StoredEntries implements StoredJournal {
  readonly #rings: EntryRings;
  readonly #notify: { readonly all: Notify; readonly inOrder: Notify };
  /** Entries of whose end the readers know. */
  readonly #ended = new WeakSet<Recording>();

  /** @param notify calls all listeners, or those who get the entries in the order of the store */
  constructor(rings: EntryRings, notify: { readonly all: Notify; readonly inOrder: Notify }) {
    this.#rings = rings;
    this.#notify = notify;
  }

  get room(): RingLimits {
    return this.#rings.clients.room;
  }

  recording(id: number): Recording | undefined {
    return this.#rings.get(id);
  }

  insert(recordings: readonly Recording[], isNew: boolean): void {
    this.#rings.addAll(recordings);
    if (!isNew) return;
    for (const recording of recordings) {
      if (!isEntry(recording)) continue;
      this.#notify.all('request', recording);
      if (recording.isComplete) this.#notify.all('done', recording);
      this.#notifyReaders(recording, true);
    }
  }

  replaced(recording: Recording): void {
    this.#rings.of(recording).resize(recording);
    this.#notify.all(recording.isComplete ? 'done' : 'body', recording);
    this.#notifyReaders(recording, false);
  }

  stored(recording: Recording, isNew: boolean): void {
    this.#notifyReaders(recording, isNew);
  }

  forget(ids: readonly number[]): void {
    this.#rings.remove(ids);
  }

  forgetUpTo(id: number, bin: string | undefined): void {
    this.#rings.clear(bin, id);
  }

  forgetWhere(isForgotten: (recording: Recording) => boolean): void {
    this.forget([...this.#rings.each(0, 'all')].filter(isForgotten).map(({ id }) => id));
  }

  /** A reader takes the end of a new entry that is complete from its first event. */
  #notifyReaders(recording: Recording, isNew: boolean): void {
    const isEnd = recording.isComplete && !this.#ended.has(recording);
    if (isEnd) this.#ended.add(recording);
    if (isNew) this.#notify.inOrder('request', recording);
    else if (isEnd) this.#notify.inOrder('done', recording);
  }
}
