import type { Runtime } from '#runtime.ts';
import { toHarEntries } from '../export/har.ts';
import type { HarEntry } from '../export/har-schema.ts';
import { type WaitOptions, waitForExchanges } from '../match/wait.ts';
import type { ReplayEnd } from '../recording/expected-replays.ts';
import type { Annotation, AnnotationResult, Journal, Undo } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import { toEntryView } from '../views/json-view.ts';
import { NO_REDACTION, type Redaction } from '../views/redaction.ts';
import type { JournalRead } from './journal-read.ts';
import type { JournalSource, ReadResult, WaitResult } from './journal-source.ts';
import { watchReplay } from './watch-replay.ts';

/** The journal of a server of one process. */
export class LocalSource implements JournalSource {
  readonly queries = undefined;
  readonly #journal: Journal;
  readonly #redaction: Redaction;
  readonly #runtime: Pick<Runtime, 'timeout'>;

  constructor(journal: Journal, redaction: Redaction, runtime: Pick<Runtime, 'timeout'>) {
    this.#journal = journal;
    this.#redaction = redaction;
    this.#runtime = runtime;
  }

  async run<Input, Part, Output>(
    read: JournalRead<Input, Part, Output>,
    input: Input,
  ): Promise<ReadResult<Output>> {
    const part = read.read(this.#journal, input, this.#redaction);
    const { lastId: cut, dropped } = this.#journal;
    return { value: read.merge([part], input), cut, dropped, lost: [] };
  }

  async views(ids: readonly number[], showsSecrets: boolean) {
    const redaction = showsSecrets ? NO_REDACTION : this.#redaction;
    return new Map(
      this.#entries(ids).map((entry) => [entry.id, toEntryView(redaction.entry(entry), showsSecrets)]),
    );
  }

  async harEntries(ids: readonly number[], showsSecrets: boolean) {
    const redaction = showsSecrets ? NO_REDACTION : this.#redaction;
    const found = new Map<number, HarEntry | null>(ids.map((id) => [id, null]));
    for (const entry of toHarEntries(this.#entries(ids), redaction)) found.set(entry._id, entry);
    return found;
  }

  now(): number {
    return this.#journal.lastId;
  }

  async wait(options: WaitOptions, showsSecrets: boolean): Promise<WaitResult> {
    const { found, isComplete } = await waitForExchanges(this.#journal, options, this.#runtime);
    // A later call can take those that this one does not return.
    if (!isComplete || options.signal?.aborted) for (const { id } of found) options.claimed?.delete(id);
    const redaction = showsSecrets ? NO_REDACTION : this.#redaction;
    const requests = isComplete
      ? found.map((exchange) => toEntryView(redaction.exchange(exchange), showsSecrets))
      : [];
    return { requests, count: found.length };
  }

  async expectReplay(remote: string, id: number, onEnd: (end: ReplayEnd) => void) {
    return watchReplay(this.#journal, remote, id, onEnd);
  }

  async find(id: number): Promise<JournalEntry | undefined> {
    return this.#journal.find(id);
  }

  async clear(bin?: string): Promise<void> {
    this.#journal.clear(bin);
  }

  async remove(ids: readonly number[], undo?: Undo): Promise<number> {
    return this.#journal.remove(ids, undo);
  }

  async restore(key: string): Promise<number> {
    return this.#journal.restore(key);
  }

  async annotate(id: number, annotation: Annotation): Promise<AnnotationResult> {
    return this.#journal.annotate(id, annotation);
  }

  #entries(ids: readonly number[]): JournalEntry[] {
    return ids.flatMap((id) => this.#journal.find(id) ?? []);
  }
}
