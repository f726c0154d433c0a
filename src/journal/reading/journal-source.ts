import type { Runtime } from '#runtime.ts';
import { type WaitOptions, type WaitResult, waitForExchanges } from '../match/wait.ts';
import type { ReplayEnd } from '../recording/expected-replays.ts';
import type { Journal } from '../recording/journal.ts';
import type { Annotation, AnnotationResult, Undo } from '../recording/journal-store.ts';
import type { JournalEntry } from '../recording/record.ts';
import { ReadableJournal } from './readable-journal.ts';
import { watchReplay } from './watch-replay.ts';

/**
 * The journal of a server for its readers: of one process, or of all that share it by a database. The journal of this process has the
 * entries; a read waits until it has those of the others, too.
 */
export class JournalSource {
  readonly #journal: Journal;
  readonly #runtime: Pick<Runtime, 'timeout'>;

  constructor(journal: Journal, runtime: Pick<Runtime, 'timeout'>) {
    this.#journal = journal;
    this.#runtime = runtime;
  }

  /** The entries that have arrived. @throws StoreUnavailableError when those of other processes are not known */
  async read(): Promise<ReadableJournal> {
    const upTo = (await this.#journal.store?.refresh()) ?? this.#journal.lastId;
    return new ReadableJournal(this.#journal, upTo);
  }

  /** The entry with all credentials. @throws StoreUnavailableError as `read` */
  async find(id: number): Promise<JournalEntry | undefined> {
    return (await this.read()).find(id);
  }

  /**
   * Lets the journal of this process have the entries of others as soon as they are written. Resolves when it has those so far.
   * @throws StoreUnavailableError as `read`
   */
  async follow(): Promise<{ readonly journal: Journal; end(): void }> {
    const { store } = this.#journal;
    const end = store?.follow() ?? (() => {});
    try {
      await store?.refresh();
    } catch (error) {
      end();
      throw error;
    }
    return { journal: this.#journal, end };
  }

  /** Waits for exchanges that match. Those that arrived before the call count, too. @throws StoreUnavailableError as `read` */
  async wait(options: WaitOptions): Promise<WaitResult> {
    const { journal, end } = await this.follow();
    try {
      // A request that arrived earlier in another process can be written later.
      const settle = async () => void (await journal.store?.refresh());
      const result = await waitForExchanges(journal, { ...options, settle }, this.#runtime);
      // A later call can take those that this one does not return.
      if (!result.isComplete || options.signal?.aborted)
        for (const { id } of result.found) options.claimed?.delete(id);
      return result;
    } finally {
      end();
    }
  }

  /**
   * The next request from this address and port repeats an exchange. Resolves when all processes of this machine expect it.
   * @param onEnd called with the entry of the repeated exchange when it has ended, or with that of a rejected request, or
   *   when the request is not recorded.
   * @returns the function that ends the expectation, because a later client can have the same address and port.
   */
  async expectReplay(remote: string, id: number, onEnd: (end: ReplayEnd) => void): Promise<() => void> {
    const { journal, end } = await this.follow();
    try {
      const forget = await watchReplay(journal, remote, id, onEnd);
      return () => {
        forget();
        end();
      };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Removes all entries, or those of one bin. */
  async clear(bin?: string): Promise<void> {
    await this.#change(() => this.#journal.clear(bin));
  }

  /** Removes entries. With `undo`, its key restores them for some time. @returns the number of removed entries. */
  remove(ids: readonly number[], undo?: Undo): Promise<number> {
    return this.#change(() => this.#journal.remove(ids, undo));
  }

  /** Puts removed entries back. @returns their number; 0 when it is too late. */
  async restore(key: string): Promise<number> {
    return (await this.#journal.store?.restore(key)) ?? this.#journal.restore(key);
  }

  /** Marks an entry, or sets its note. */
  annotate(id: number, annotation: Annotation): Promise<AnnotationResult> {
    return this.#change(() => this.#journal.annotate(id, annotation));
  }

  /** Changes the journal of all processes. @throws StoreUnavailableError when that is not possible */
  async #change<Result>(action: () => Result): Promise<Result> {
    const { store } = this.#journal;
    return store ? await store.change(action) : action();
  }
}
