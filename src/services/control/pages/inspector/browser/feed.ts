import { type Api, ApiError } from '../../browser/api.ts';
import { type Entry, isExchange } from '../entry.ts';
import { firstAfter } from './entry-order.ts';
import { readEvents } from './event-stream.ts';

export interface FeedListener {
  /** The entries have changed. */
  changed(): void;
  /** Shows whether the page is connected. */
  connected(isConnected: boolean): void;
  /** Shows why there are no entries; undefined without a problem. */
  failed(problem: string | undefined): void;
}

/** Maximum number of entries in the page. */
const MAX_ENTRIES = 10_000;

/** Maximum number of entries in one response. */
const LIST_LIMIT = 500;

const CHANGE_INTERVAL_MS = 50;
const RECONNECT_MS = 2000;

/** The entries that match the filter, from the list and the live stream of the control API. */
export class Feed {
  readonly #api: Api;
  readonly #listener: FeedListener;
  readonly #entries = new Map<number, Entry>();
  #sorted: Entry[] | undefined = [];
  #filter = '';
  #dropped = 0;
  #controller = new AbortController();
  #isChanging = false;

  constructor(api: Api, listener: FeedListener) {
    this.#api = api;
    this.#listener = listener;
  }

  /** The oldest first. */
  get entries(): readonly Entry[] {
    this.#sorted ??= [...this.#entries.values()].sort((one, other) => one.id - other.id);
    return this.#sorted;
  }

  /** Number of entries that the server removed to stay within its limits. */
  get dropped(): number {
    return this.#dropped;
  }

  find(id: number): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Replaces the entries by those that match the filter. */
  open(filter: string): void {
    this.clear();
    this.#filter = filter;
    this.resume();
  }

  resume(): void {
    this.pause();
    this.#controller = new AbortController();
    void this.#run(this.#controller.signal);
  }

  /** Closes the stream. */
  pause(): void {
    this.#controller.abort();
    this.#listener.connected(false);
  }

  clear(): void {
    this.#entries.clear();
    this.#sorted = [];
    this.#changed();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const { body } = await this.#api.call(`/_sparring/requests/live?${this.#query()}`, { signal });
        // After the stream has begun, so that no entry is missing between both.
        await this.#load(signal);
        this.#listener.failed(undefined);
        this.#listener.connected(true);
        if (body) for await (const { name, data } of readEvents(body)) this.#receive(name, data);
      } catch (error) {
        if (signal.aborted) return;
        if (!(await this.#canContinue(error, signal))) return;
      }
      this.#listener.connected(false);
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  /** Without a stream, because too many clients read, the page reads the list again and again. */
  async #canContinue(error: unknown, signal: AbortSignal): Promise<boolean> {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 503) await this.#load(signal).catch(() => {});
    const isTemporary = status === 0 || status === 503;
    if (!isTemporary) this.#listener.failed(error instanceof Error ? error.message : String(error));
    return isTemporary;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const path = `/_sparring/requests?limit=${LIST_LIMIT}&${this.#query()}`;
    const { requests, dropped } = await this.#api.json<{ requests: Entry[]; dropped: number }>(path, {
      signal,
    });
    this.#dropped = dropped;
    for (const entry of requests) this.#add(entry);
    this.#changed();
  }

  #receive(name: string, data: string): void {
    const value = JSON.parse(data);
    if (name === 'dropped') this.#dropped += value.count;
    else this.#add(value);
    this.#changed();
  }

  #add(entry: Entry): void {
    const known = this.#entries.get(entry.id);
    if (known && isDone(known)) return;
    this.#entries.set(entry.id, entry);
    const sorted = this.#sorted;
    if (sorted && known) sorted[firstAfter(sorted, entry.id) - 1] = entry;
    else if (sorted && entry.id > (sorted.at(-1)?.id ?? 0)) sorted.push(entry);
    else this.#sorted = undefined;
    if (this.#entries.size > MAX_ENTRIES) this.#removeOldest();
  }

  #removeOldest(): void {
    for (const { id } of this.entries.slice(0, MAX_ENTRIES / 10)) this.#entries.delete(id);
    this.#sorted = undefined;
  }

  #query(): string {
    return new URLSearchParams(this.#filter === '' ? [] : [['filter', this.#filter]]).toString();
  }

  #changed(): void {
    if (this.#isChanging) return;
    this.#isChanging = true;
    setTimeout(() => {
      this.#isChanging = false;
      this.#listener.changed();
    }, CHANGE_INTERVAL_MS);
  }
}

function isDone(entry: Entry): boolean {
  return !isExchange(entry) || entry.ended !== null;
}
