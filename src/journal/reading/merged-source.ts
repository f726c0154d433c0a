import { deserialize } from 'node:v8';
import { StoreUnavailableError } from '#database/errors.ts';
import type { Runtime } from '#runtime.ts';
import { type Stamps, workerOf } from '#shared/stamps.ts';
import type { Gather, Gathered, GatheredPart, WorkerChannel } from '#shared/workers/worker-channel.ts';
import type { HarEntry } from '../export/har-schema.ts';
import type { WaitOptions } from '../match/wait.ts';
import { type ReplayEnd, UNRECORDED } from '../recording/expected-replays.ts';
import type { Annotation, AnnotationResult, EntryOutline, Journal, Undo } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import type { RingLimits, RingUsage } from '../recording/ring.ts';
import type { EntryView } from '../views/entry-schema.ts';
import type { Redaction } from '../views/redaction.ts';
import { exceeds, type Horizon, limitEntries, mergeHorizons, NO_HORIZON } from './horizon.ts';
import type { JournalRead } from './journal-read.ts';
import type { JournalSource, QueryCounts, ReadResult, WaitResult } from './journal-source.ts';
import { listEntries } from './list-entries.ts';
import { findMatches } from './match-exchanges.ts';
import {
  type PageForm,
  ProcessPart,
  type ProcessQuery,
  UNRECORDED_VALUE,
  type WatchNotice,
} from './process-part.ts';

export interface MergedSourceOptions {
  readonly journal: Journal;
  readonly redaction: Redaction;
  readonly limits: RingLimits;
  readonly channel: Pick<WorkerChannel, 'gather' | 'forgetLost' | 'endQuery' | 'post' | 'onPost'>;
  readonly stamps: Stamps;
  /** The number of this worker. */
  readonly worker: number;
  readonly runtime: Pick<Runtime, 'after' | 'nextIteration' | 'timeout' | 'monotonic'>;
}

/**
 * The journal of several workers. Each one keeps the requests that it has received; a read collects the parts up to one time.
 * All workers get the queries in one order, and an entry is in its journal from the time of its id, so each part is complete.
 */
export class MergedSource implements JournalSource {
  readonly queries: QueryCounts = { complete: 0, incomplete: 0, seconds: 0 };
  readonly #options: MergedSourceOptions;
  readonly #gather: Gather;
  /** The listeners of the standing queries of this worker, by key. */
  readonly #listeners = new Map<string, (notice: WatchNotice) => void>();
  #lastKey = 0;

  /** Also responds to the queries of the other workers. */
  constructor(options: MergedSourceOptions) {
    this.#options = options;
    const { channel } = options;
    const part = new ProcessPart({ ...options, post: channel.post });
    this.#gather = channel.gather('journal', (text) => part.run(JSON.parse(text)));
    channel.gather('ended', (reader) => {
      part.endAll(reader);
      return '';
    });
    channel.onPost((text) => {
      const notice: WatchNotice = JSON.parse(text);
      this.#listeners.get(notice.key)?.(notice);
    });
  }

  async run<Input, Part, Output>(
    read: JournalRead<Input, Part, Output>,
    input: Input,
    cut = this.#options.stamps.now(),
  ): Promise<ReadResult<Output>> {
    let horizon = NO_HORIZON;
    for (let attempt = 1; ; attempt++) {
      const query = { type: 'read', read: read.name, input, cut, horizon } as const;
      const { results, lost } = await this.#collect<WorkerRead<Part>>(query);
      const needed = await this.#findHorizon(results, cut);
      if (attempt < MAX_ATTEMPTS && !isEqual(needed, horizon)) {
        horizon = needed;
        continue;
      }
      const value = read.merge(
        results.map(({ part }) => part),
        input,
      );
      const dropped = results.reduce((sum, { usage, hidden }) => sum + usage.dropped + hidden, 0);
      return { value, cut, dropped, lost: lost.filter(({ to }) => to > horizon.floor) };
    }
  }

  views(ids: readonly number[], showsSecrets: boolean): Promise<ReadonlyMap<number, EntryView>> {
    return this.#readPages('view', ids, showsSecrets);
  }

  harEntries(ids: readonly number[], showsSecrets: boolean): Promise<ReadonlyMap<number, HarEntry | null>> {
    return this.#readPages('har', ids, showsSecrets);
  }

  now(): number {
    return this.#options.stamps.now();
  }

  async wait(options: WaitOptions, showsSecrets: boolean): Promise<WaitResult> {
    const { milliseconds, signal, match, after, until, count } = options;
    const { runtime } = this.#options;
    const counts = new Map<number, number>();
    let wake = () => {};
    let isOver = signal?.aborted ?? false;
    const end = () => {
      isOver = true;
      wake();
    };
    const cancel = runtime.timeout(milliseconds, end);
    let unwatch = () => {};
    signal?.addEventListener('abort', end);
    try {
      unwatch = await this.#watch(
        (key) => ({ type: 'wait', key, wait: { match, after, until, count } }),
        ({ worker, value }) => {
          counts.set(worker, Math.max(value, counts.get(worker) ?? 0));
          wake();
        },
      );
      for (;;) {
        const sum = [...counts.values()].reduce((total, value) => total + value, 0);
        if (sum >= count || isOver) {
          const { result: ids, items: requests } = await listEntries(
            async () => (await this.run(findMatches, { match, after, until, showsSecrets })).value,
            (found) => (found.length < count ? [] : found.slice(0, count)),
            (found) => this.views(found, showsSecrets),
          );
          if (requests.length === count) return { requests, count };
          if (isOver) return { requests: [], count: Math.min(ids.length, count - 1) };
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    } finally {
      cancel();
      signal?.removeEventListener('abort', end);
      unwatch();
    }
  }

  /** Calls the listener for each change, by whichever worker. @returns what ends it. */
  follow(listener: () => void): Promise<() => void> {
    return this.#watch((key) => ({ type: 'follow', key }), listener);
  }

  expectReplay(remote: string, id: number, onEnd: (end: ReplayEnd) => void): Promise<() => void> {
    return this.#watch(
      (key) => ({ type: 'replay', key, remote, id }),
      async ({ value }) => {
        if (value === 0) return;
        if (value === UNRECORDED_VALUE) return onEnd(UNRECORDED);
        const entry = await this.find(value).catch(() => undefined);
        if (entry) onEnd(entry);
      },
    );
  }

  /** Watches the journals of all workers, also of those that start later. Resolves when all workers watch. */
  async #watch(
    toQuery: (key: string) => ProcessQuery,
    listener: (notice: WatchNotice) => void,
  ): Promise<() => void> {
    const { worker, channel } = this.#options;
    const key = `${worker}/${++this.#lastKey}`;
    const end = () => {
      this.#listeners.delete(key);
      // A worker that does not respond ends it when this one ends.
      Promise.all([channel.endQuery(key), this.#ask({ type: 'end', key })]).catch(() => {});
    };
    this.#listeners.set(key, listener);
    try {
      const { parts } = await this.#gather(JSON.stringify(toQuery(key)), { key });
      for (const part of parts) {
        const value: number = JSON.parse(readText(part));
        if (part.worker !== undefined) listener({ key, worker: part.worker, value });
      }
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  async find(id: number): Promise<JournalEntry | undefined> {
    const { parts } = await this.#ask({ type: 'find', id }, workerOf(id));
    const [text = ''] = parts.map(readText);
    return text === '' ? undefined : deserialize(Buffer.from(text, 'base64'));
  }

  async clear(bin?: string): Promise<void> {
    const { stamps, channel } = this.#options;
    const cut = stamps.now();
    const query = { type: 'read', read: '', input: null, cut, horizon: NO_HORIZON } as const;
    const { results } = await this.#collect<WorkerRead<null>>(query);
    const horizon = await this.#findHorizon(results, cut);
    await this.#collect({ type: 'clear', bin, cut, horizon });
    if (bin === undefined) await channel.forgetLost(cut);
  }

  async remove(ids: readonly number[], undo?: Undo): Promise<number> {
    const { results } = await this.#collect<number>({ type: 'remove', ids, undo });
    return results.reduce((sum, count) => sum + count, 0);
  }

  async restore(key: string): Promise<number> {
    const { results } = await this.#collect<number>({ type: 'restore', key });
    return results.reduce((sum, count) => sum + count, 0);
  }

  async annotate(id: number, annotation: Annotation): Promise<AnnotationResult> {
    const { parts } = await this.#ask({ type: 'annotate', id, annotation }, workerOf(id));
    const [part] = parts;
    return part ? JSON.parse(readText(part)) : { isKnown: false };
  }

  /** The horizon of all workers, whose own limits hold for each of them. */
  async #findHorizon(results: readonly { readonly usage: RingUsage }[], cut: number): Promise<Horizon> {
    const usages = results.map(({ usage }) => usage);
    const removed = mergeHorizons(usages);
    if (!exceeds(usages, this.#options.limits)) return removed;
    const { results: outlines } = await this.#collect<EntryOutline[]>({ type: 'outline', cut });
    return limitEntries(outlines.flat(), this.#options.limits, removed);
  }

  /** Entries as JSON, each from the worker that has it, in pages that do not fill the pipes between the processes. */
  async #readPages<Item>(
    form: PageForm,
    ids: readonly number[],
    showsSecrets: boolean,
  ): Promise<ReadonlyMap<number, Item>> {
    const found = new Map<number, Item>();
    const readOf = async (worker: number, requested: readonly number[]) => {
      for (let rest = requested; rest.length > 0; ) {
        const { parts } = await this.#ask({ type: 'page', form, ids: rest, showsSecrets }, worker);
        // A worker that has ended has no entries any more.
        const [text = `{"items":[],"count":${rest.length}}`] = parts.map(readText);
        const { items, count }: { items: [id: number, item: Item][]; count: number } = JSON.parse(text);
        for (const [id, item] of items) found.set(id, item);
        rest = rest.slice(count);
      }
    };
    await Promise.all([...Map.groupBy(ids, workerOf)].map(([worker, own]) => readOf(worker, own)));
    return found;
  }

  async #collect<Result>(query: ProcessQuery) {
    const { parts, lost } = await this.#ask(query);
    const results: Result[] = parts.map((part) => JSON.parse(readText(part)));
    return { results, lost };
  }

  async #ask(query: ProcessQuery, worker?: number): Promise<Gathered> {
    const { queries } = this;
    const { runtime } = this.#options;
    const begun = runtime.monotonic();
    let isComplete = false;
    try {
      const gathered = await this.#gather(JSON.stringify(query), { worker });
      isComplete = gathered.parts.every(({ text }) => text !== undefined);
      return gathered;
    } finally {
      queries[isComplete ? 'complete' : 'incomplete']++;
      queries.seconds += (runtime.monotonic() - begun) / 1000;
    }
  }
}

interface WorkerRead<Part> {
  readonly usage: RingUsage;
  /** Number of entries beyond the horizon. */
  readonly hidden: number;
  readonly part: Part;
}

/** While the horizon of the first results is computed, further entries can leave the journal. */
const MAX_ATTEMPTS = 4;

/** @throws StoreUnavailableError when the worker has not responded. */
function readText({ worker, text }: GatheredPart): string {
  if (text !== undefined) return text;
  throw new StoreUnavailableError(`Worker ${worker} does not respond, so the journal is not complete.`, {
    advice: 'Repeat the request later.',
  });
}

function isEqual(one: Horizon, other: Horizon): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
