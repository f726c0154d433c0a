import { type Api, ApiError } from '#control/pages/browser/api.ts';
import { readEvents } from '#control/pages/browser/event-stream.ts';
import type { Span } from '#http/message/input-error.ts';
import type { Summary, SummaryPage } from '../../entry.ts';
import { selectionOf } from '../../place.ts';
import { type EarlierPage, listLost, saveEarlierPage, takeEarlierPage } from './earlier-page.ts';
import { firstAfter, type ListItem } from './list-order.ts';

export type FeedCounts = Omit<SummaryPage, 'requests'>;

export interface FeedProblem {
  readonly text: string;
  /** The server records nothing, the filter is not valid, or another reason. */
  readonly cause: 'off' | 'filter' | 'other';
  /** The part of the filter that is invalid. */
  readonly span: Span | undefined;
}

export interface FeedListener {
  /** The entries or their numbers have changed. */
  changed(): void;
  /** Shows whether the page is connected; with the time of the next attempt if the connection is lost. */
  connected(isConnected: boolean, retryAt?: number): void;
  /** Shows why there are no entries; undefined without a problem. */
  failed(problem: FeedProblem | undefined): void;
  /** The server has started again, and no longer accepts the token of the page. */
  expired(): void;
}

interface Lost {
  readonly filter: string;
  readonly items: readonly ListItem[];
}

/** Maximum number of entries in the page. */
const MAX_ENTRIES = 10_000;

/** Number of entries in the first response, which fill the window at once. */
const FIRST_LIMIT = 100;

/** Maximum number of entries in one response. */
const LIST_LIMIT = 1000;

const CHANGE_INTERVAL_MS = 100;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 4000;
const NONE: FeedCounts = {
  matched: 0,
  total: 0,
  own: 0,
  oldest: 0,
  dropped: 0,
  run: '',
  store: 'memory',
  starts: [],
};

/** The entries of all bins, or of one, that match the filter, from the list and the live stream of the control API. */
export class Feed {
  readonly #api: Api;
  readonly #listener: FeedListener;
  readonly #bin: string | undefined;
  readonly #entries = new Map<number, Summary>();
  #sorted: Summary[] | undefined = [];
  #filter = '';
  #showsOwn = false;
  #columns: readonly string[];
  #counts = NONE;
  #controller = new AbortController();
  #isChanging = false;
  #changedAt = Number.NEGATIVE_INFINITY;
  /** Whether the entries are those of an earlier filter. */
  #isStale = false;
  /** The filter of the entries. */
  #loadedFilter = '';
  /** What the page has of servers that have ended, with the filter of their entries. */
  #lost: Lost = { filter: '', items: [] };

  /** @param columns names of headers, whose values each entry has */
  constructor(api: Api, columns: readonly string[], bin: string | undefined, listener: FeedListener) {
    this.#api = api;
    this.#columns = columns;
    this.#bin = bin;
    this.#listener = listener;
    const earlier = takeEarlierPage();
    if (!earlier) return;
    const { run, store, filter, entries, lost } = earlier;
    this.#counts = { ...NONE, run, store };
    this.#loadedFilter = filter;
    this.#lost = { filter, items: lost };
    for (const entry of entries) this.#add(entry);
  }

  /** What the page has of servers that have ended, in the order of the list. */
  get lost(): readonly ListItem[] {
    return this.#lost.filter === this.#filter ? this.#lost.items : [];
  }

  /** Keeps the entries while the page is loaded again. */
  saveEntries(): void {
    saveEarlierPage(this.#earlierPage());
  }

  /** The oldest first. */
  get entries(): readonly Summary[] {
    this.#sorted ??= [...this.#entries.values()].sort((one, other) => one.id - other.id);
    return this.#sorted;
  }

  get counts(): FeedCounts {
    return this.#counts;
  }

  get filter(): string {
    return this.#filter;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  get showsOwn(): boolean {
    return this.#showsOwn;
  }

  /** The parameters of the control API that select its entries, or those of another filter. */
  selection(filter = this.#filter): URLSearchParams {
    return selectionOf({ bin: this.#bin, filter }, this.#showsOwn);
  }

  /** Counts the entries that match a filter; undefined if the server does not say. */
  count(filter: string): Promise<FeedCounts | undefined> {
    const path = `/_sparring/requests/summaries?limit=1&${this.selection(filter)}`;
    return this.#api.json<SummaryPage>(path).catch(() => undefined);
  }

  /** Whether it has all entries that match, or as many as it can have. */
  get isComplete(): boolean {
    return !this.#isStale && this.#entries.size >= Math.min(this.#counts.matched, MAX_ENTRIES);
  }

  /** Forgets what it has of servers that have ended. */
  clearLost(): void {
    this.#lost = { filter: this.#filter, items: [] };
    this.#changed();
  }

  find(id: number): Summary | undefined {
    return this.#entries.get(id);
  }

  /** Replaces the entries by those that match the filter, when they are read. */
  open(filter: string, showsOwn = this.#showsOwn): void {
    this.#filter = filter;
    this.#showsOwn = showsOwn;
    this.#isStale = true;
    this.resume();
  }

  /** Replaces the entries by those with the values of other headers. */
  setColumns(columns: readonly string[]): void {
    if (columns.join() === this.#columns.join()) return;
    this.#columns = columns;
    this.open(this.#filter);
  }

  resume(): void {
    this.pause();
    this.#controller = new AbortController();
    void this.#run(this.#controller.signal);
  }

  /** Closes the stream. */
  pause(): void {
    this.#controller.abort();
  }

  /** Replaces one entry, whose annotation the user has changed. */
  replace(entry: Summary): void {
    this.#entries.set(entry.id, entry);
    this.#sorted = undefined;
    this.#changed();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let delay = FIRST_RETRY_MS;
    while (!signal.aborted) {
      try {
        const { body } = await this.#api.call(`/_sparring/requests/live?view=summary&${this.#query()}`, {
          signal,
        });
        // After the stream has begun, so that no entry is missing between both.
        await this.#load(signal);
        this.#listener.failed(undefined);
        this.#listener.connected(true);
        delay = FIRST_RETRY_MS;
        void this.#loadOlder(signal);
        if (body) for await (const { name, data } of readEvents(body)) this.#receive(name, data);
      } catch (error) {
        if (signal.aborted) return;
        if (!(await this.#canContinue(error, signal))) return;
      }
      if (signal.aborted) return;
      this.#listener.connected(false, Date.now() + delay);
      await new Promise((resolve) => setTimeout(resolve, delay));
      delay = Math.min(2 * delay, MAX_RETRY_MS);
    }
  }

  /** Without a stream, because too many clients read, the page reads the list again and again. */
  async #canContinue(error: unknown, signal: AbortSignal): Promise<boolean> {
    const { status, span } = error instanceof ApiError ? error : { status: 0, span: undefined };
    if (status === 503) await this.#load(signal).catch(() => {});
    const isTemporary = status === 0 || status === 503;
    if (isTemporary) return true;
    if (status === 403 && this.#counts.run !== '') this.#listener.expired();
    else {
      const text = error instanceof Error ? error.message : String(error);
      const cause = status === 409 ? 'off' : status === 400 ? 'filter' : 'other';
      this.#listener.failed({ text, cause, span });
    }
    return false;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { requests, ...counts } = await this.#read(signal, FIRST_LIMIT);
    const isRestarted = counts.starts.at(-1)?.at !== this.#counts.starts.at(-1)?.at;
    if (this.#counts.run !== '' && counts.run !== this.#counts.run)
      this.#lost = { filter: this.#loadedFilter, items: listLost(this.#earlierPage(), counts) };
    const isOther = this.#isStale || isRestarted;
    const newest = isOther ? undefined : this.entries.at(-1)?.id;
    const pages = [requests];
    const maxPages = 1 + Math.floor(MAX_ENTRIES / LIST_LIMIT);
    // The entries that arrived while the connection was lost.
    if (newest !== undefined)
      while ((pages.at(-1)?.at(-1)?.id ?? 0) > newest + 1 && pages.length < maxPages) {
        const next = await this.#read(signal, LIST_LIMIT, pages.at(-1)?.at(-1)?.id);
        pages.push(next.requests);
      }
    if (isOther) {
      this.#entries.clear();
      this.#sorted = [];
    }
    this.#isStale = false;
    this.#loadedFilter = this.#filter;
    this.#counts = counts;
    for (const entry of pages.flat().reverse()) this.#add(entry);
    this.#changed();
  }

  /** The entries before those of the first page, in idle time. */
  async #loadOlder(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#entries.size < Math.min(this.#counts.matched, MAX_ENTRIES)) {
      const first = this.entries[0]?.id ?? 0;
      const { requests } = await this.#read(signal, LIST_LIMIT, first).catch(() => ({ requests: [] }));
      if (requests.length === 0 || signal.aborted) return;
      this.#addOlder(requests.toReversed());
      this.#changed();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #read(signal: AbortSignal, limit: number, before?: number): Promise<SummaryPage> {
    const start = before === undefined ? '' : `&before_id=${before}`;
    const path = `/_sparring/requests/summaries?limit=${limit}${start}&${this.#query()}`;
    return this.#api.json<SummaryPage>(path, { signal });
  }

  #receive(name: string, data: string): void {
    const value = JSON.parse(data);
    const { dropped, matched, total } = this.#counts;
    if (name === 'dropped') this.#counts = { ...this.#counts, dropped: dropped + value.count };
    else if (name === 'request' || name === 'done') {
      if (!this.#entries.has(value.id))
        this.#counts = { ...this.#counts, matched: matched + 1, total: total + 1 };
      this.#add(value);
    }
    this.#changed();
  }

  #add(entry: Summary): void {
    const known = this.#entries.get(entry.id);
    if (known && !known.pending && entry.pending) return;
    this.#entries.set(entry.id, entry);
    const sorted = this.#sorted;
    if (sorted && known) sorted[firstAfter(sorted, entry.id) - 1] = entry;
    else if (sorted && entry.id > (sorted.at(-1)?.id ?? 0)) sorted.push(entry);
    else this.#sorted = undefined;
    if (this.#entries.size > MAX_ENTRIES + MAX_ENTRIES / 10) this.#removeOldest();
  }

  /** Adds entries that are older than all others, in the order of their ids. */
  #addOlder(entries: readonly Summary[]): void {
    const sorted = this.entries;
    for (const entry of entries) this.#entries.set(entry.id, entry);
    this.#sorted = [...entries, ...sorted];
  }

  #removeOldest(): void {
    for (const { id } of this.entries.slice(0, this.#entries.size - MAX_ENTRIES)) this.#entries.delete(id);
    this.#sorted = undefined;
  }

  #earlierPage(): EarlierPage {
    const { run, store } = this.#counts;
    const filter = this.#loadedFilter;
    const lost = this.#lost.filter === filter ? this.#lost.items : [];
    return { run, store, filter, entries: this.entries, lost };
  }

  #query(): string {
    const query = this.selection();
    if (this.#columns.length > 0) query.set('columns', this.#columns.join());
    return query.toString();
  }

  /** Reports the first change at once, and later ones together. */
  #changed(): void {
    if (this.#isChanging) return;
    this.#isChanging = true;
    const wait = Math.max(0, this.#changedAt + CHANGE_INTERVAL_MS - performance.now());
    setTimeout(() => {
      this.#isChanging = false;
      this.#changedAt = performance.now();
      this.#listener.changed();
    }, wait);
  }
}
