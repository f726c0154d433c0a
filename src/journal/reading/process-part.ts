import { serialize } from 'node:v8';
import type { Runtime } from '#runtime.ts';
import { workerOf } from '#shared/stamps.ts';
import { toHarEntries } from '../export/har.ts';
import { MatchWatch, type WatchOptions } from '../match/wait.ts';
import { UNRECORDED } from '../recording/expected-replays.ts';
import type { Annotation, EntryCount, EntryOutline, Journal, Undo } from '../recording/journal.ts';
import type { JournalEntry } from '../recording/record.ts';
import { toEntryView } from '../views/json-view.ts';
import { NO_REDACTION, type Redaction } from '../views/redaction.ts';
import { countBins } from './count-bins.ts';
import { countValues } from './count-values.ts';
import { type Horizon, isBeyond } from './horizon.ts';
import type { JournalRead, ProcessJournal } from './journal-read.ts';
import { findMatches, findSequence, reportMatches } from './match-exchanges.ts';
import { readChanges } from './read-changes.ts';
import { selectEntries } from './select-entries.ts';
import { summarizeEntries } from './summarize-entries.ts';
import { watchReplay } from './watch-replay.ts';

/** How the entries of a page are shown. */
export type PageForm = 'view' | 'har';

/** A query to each worker. */
export type ProcessQuery =
  | {
      readonly type: 'read';
      /** Empty for the usage alone. */
      readonly read: string;
      readonly input: unknown;
      readonly cut: number;
      readonly horizon: Horizon;
    }
  | { readonly type: 'outline'; readonly cut: number }
  | {
      readonly type: 'page';
      readonly form: PageForm;
      readonly ids: readonly number[];
      readonly showsSecrets: boolean;
    }
  | { readonly type: 'find'; readonly id: number }
  /** A standing query, which reports the number of matching exchanges. */
  | { readonly type: 'wait'; readonly key: string; readonly wait: WatchOptions }
  /** A standing query, which reports changes. */
  | { readonly type: 'follow'; readonly key: string }
  | { readonly type: 'replay'; readonly key: string; readonly remote: string; readonly id: number }
  /** Ends one of these queries. */
  | { readonly type: 'end'; readonly key: string }
  | {
      readonly type: 'clear';
      readonly bin?: string | undefined;
      readonly cut: number;
      readonly horizon: Horizon;
    }
  /** Removes entries, so that they can be restored by a key if there is one. */
  | { readonly type: 'remove'; readonly ids: readonly number[]; readonly undo?: Undo | undefined }
  | { readonly type: 'restore'; readonly key: string }
  | { readonly type: 'annotate'; readonly id: number; readonly annotation: Annotation };

const READS: ReadonlyMap<string, JournalRead<unknown, unknown, unknown>> = new Map(
  [
    selectEntries,
    summarizeEntries,
    countBins,
    countValues,
    findMatches,
    reportMatches,
    findSequence,
    readChanges,
  ].map((read) => [read.name, read]),
);

export interface ProcessPartOptions {
  readonly journal: Journal;
  readonly redaction: Redaction;
  readonly worker: number;
  readonly runtime: Pick<Runtime, 'after' | 'nextIteration'>;
  /** Sends a text to a worker. */
  post(worker: number, text: string): void;
}

/** The part of one worker in the journal of the server: it answers queries, and reports what other workers wait for. */
export class ProcessPart {
  readonly #options: ProcessPartOptions;
  /** The functions that end what this worker watches for others, by key. */
  readonly #watches = new Map<string, () => void>();

  constructor(options: ProcessPartOptions) {
    this.#options = options;
  }

  /** The result as JSON. Synchronous, so that it is of one time. */
  run(query: ProcessQuery): string {
    const { journal, redaction } = this.#options;
    switch (query.type) {
      case 'read':
        return readPart(journal, redaction, query);
      case 'outline':
        return JSON.stringify(journal.outline().filter(([id]) => id <= query.cut));
      case 'page':
        return formatPage(journal, query.showsSecrets ? NO_REDACTION : redaction, query);
      case 'find': {
        const entry = journal.find(query.id);
        return entry === undefined ? '' : serialize(entry).toString('base64');
      }
      case 'clear':
        journal.drop((id, bin) => id <= query.cut && isBeyond(query.horizon, id, bin));
        journal.clear(query.bin, query.cut);
        return 'true';
      case 'remove':
        return JSON.stringify(journal.remove(query.ids, query.undo));
      case 'restore':
        return JSON.stringify(journal.restore(query.key));
      case 'annotate':
        return JSON.stringify(journal.annotate(query.id, query.annotation));
      case 'wait':
        return JSON.stringify(this.#wait(query));
      case 'follow':
        this.#follow(query.key);
        return '0';
      case 'replay':
        this.#add(
          query.key,
          watchReplay(journal, query.remote, query.id, (end) =>
            this.#report(query.key, end === UNRECORDED ? UNRECORDED_VALUE : end.id),
          ),
        );
        return '0';
      case 'end':
        this.#end(query.key);
        return '0';
    }
  }

  /** Ends what this worker watches for another one. */
  endAll(reader: string): void {
    for (const key of this.#watches.keys()) if (key.startsWith(`${reader}/`)) this.#end(key);
  }

  /** @returns the number of matching exchanges so far. Reports it when it has increased, once for each iteration. */
  #wait({ key, wait }: ProcessQuery & { readonly type: 'wait' }): number {
    const { journal, runtime } = this.#options;
    let isReporting = false;
    const watch = new MatchWatch(journal, wait, async () => {
      if (isReporting) return;
      isReporting = true;
      await runtime.nextIteration();
      isReporting = false;
      this.#report(key, watch.found.size);
    });
    this.#add(key, () => watch.end());
    return watch.found.size;
  }

  /** Reports that the journal has changed, at most once for each interval. */
  #follow(key: string): void {
    const { journal, runtime } = this.#options;
    let [isWaiting, hasChanged] = [false, false];
    const report = () => {
      if (!hasChanged || !this.#watches.has(key)) {
        isWaiting = false;
        return;
      }
      [isWaiting, hasChanged] = [true, false];
      this.#report(key, 1);
      runtime.after(FOLLOW_INTERVAL_MS, report);
    };
    const unsubscribe = journal.subscribe(({ type }) => {
      if (type === 'body') return;
      hasChanged = true;
      if (!isWaiting) report();
    });
    this.#add(key, unsubscribe);
  }

  #report(key: string, value: number): void {
    const { worker, post } = this.#options;
    const notice: WatchNotice = { key, worker, value };
    post(Number(key.split('/', 1)[0]), JSON.stringify(notice));
  }

  #add(key: string, end: () => void): void {
    this.#end(key);
    this.#watches.set(key, end);
  }

  #end(key: string): void {
    this.#watches.get(key)?.();
    this.#watches.delete(key);
  }
}

/** What a worker reports for a query that watches its journal. */
export interface WatchNotice {
  readonly key: string;
  readonly worker: number;
  readonly value: number;
}

/** The value of a query of a replay whose request is not recorded; otherwise the id of its entry. */
export const UNRECORDED_VALUE = -1;

/** Milliseconds. */
const FOLLOW_INTERVAL_MS = 20;

function readPart(
  journal: Journal,
  redaction: Redaction,
  { cut, horizon, read, input }: ProcessQuery & { readonly type: 'read' },
): string {
  const isEntryShown = (entry: JournalEntry) =>
    entry.id <= cut && (isMarked(entry) || !isBeyond(horizon, entry.id, binOf(entry)));
  function* select(entries: Iterable<JournalEntry>) {
    for (const entry of entries) if (isEntryShown(entry)) yield entry;
  }
  const outline = journal.outline();
  const isHidden = ([id, , bin, marked]: EntryOutline) => !marked && isBeyond(horizon, id, bin);
  const beyond = outline.filter(isHidden);
  const shown: ProcessJournal = {
    entries: (after) => [...select(journal.each(after))],
    each: (after, scope) => select(journal.each(after, scope)),
    latest: (scope, before) => select(journal.latest(scope, before)),
    // Whether an entry is shown depends on its mark.
    count: (scope) => countOf(select(journal.latest(scope))),
    ownSize: journal.ownSize,
    find(id) {
      const entry = journal.find(id);
      return entry && isEntryShown(entry) ? entry : undefined;
    },
    outline: () => outline.filter((entry) => entry[0] <= cut && !isHidden(entry)),
    removedAfter(after) {
      const { count, isMinimum } = journal.removedAfter(after);
      return { count: count + beyond.filter(([id]) => id > after).length, isMinimum };
    },
  };
  const part = READS.get(read)?.read(shown, input, redaction) ?? null;
  return JSON.stringify({ usage: journal.usage, hidden: beyond.length, part });
}

/** @param entries the newest first */
function countOf(entries: Iterable<JournalEntry>): EntryCount {
  let [total, oldest] = [0, 0];
  for (const { id } of entries) [total, oldest] = [total + 1, id];
  return { total, oldest };
}

/** The first of the entries, and how many of the ids they are for. */
function formatPage(
  journal: Journal,
  redaction: Redaction,
  { ids, form }: ProcessQuery & { readonly type: 'page' },
): string {
  const items: string[] = [];
  let [count, size] = [0, 0];
  for (; count < ids.length && size < MAX_PAGE_LENGTH; count++) {
    const id = ids[count] ?? 0;
    const entry = journal.find(id);
    if (entry === undefined) continue;
    const worker = workerOf(id);
    const text = JSON.stringify([id, toForm(form, entry, redaction, worker)]);
    items.push(text);
    size += text.length;
  }
  return `{"items":[${items.join(',')}],"count":${count}}`;
}

function toForm(form: PageForm, entry: JournalEntry, redaction: Redaction, worker: number) {
  if (form === 'view') return { ...toEntryView(redaction.entry(entry), redaction === NO_REDACTION), worker };
  const [item] = toHarEntries([entry], redaction);
  return item ? { ...item, _worker: worker } : null;
}

/** Characters after which a page ends. */
const MAX_PAGE_LENGTH = 256 * 1024;

function isMarked(entry: JournalEntry): boolean {
  return entry.kind === 'exchange' && entry.marked;
}

function binOf(entry: JournalEntry): string | null {
  return entry.kind === 'exchange' ? entry.bin : null;
}
