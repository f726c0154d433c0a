import type { Gathered, GatheredPart, GatherQuery, LostWorker } from './worker-channel.ts';

/** The part of a process; undefined for one that the query does not name, or that has ended. */
export type GatherSource = (query: GatherQuery) => Promise<GatheredPart | undefined>;

/** What the primary process keeps for all of its workers: collects texts of them, passes texts between them, and knows which have ended. */
export class WorkerGroup {
  readonly #sources = new Set<GatherSource>();
  readonly #standing = new Map<string, GatherQuery>();
  readonly #listeners = new Map<number, (text: string) => void>();
  #lost: LostWorker[] = [];

  readonly onGather = (source: GatherSource): (() => void) => {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  };

  readonly gather = async (query: GatherQuery): Promise<Gathered> => {
    if (query.key !== undefined) this.#standing.set(query.key, query);
    const parts = await Promise.all([...this.#sources].map((source) => source(query)));
    return { parts: parts.filter((part) => part !== undefined), lost: this.#lost };
  };

  readonly lose = (worker: LostWorker): void => {
    this.#lost = [...this.#lost.slice(1 - MAX_LOST), worker];
  };

  readonly endQueries = async (prefix: string): Promise<void> => {
    for (const key of this.#standing.keys()) if (key.startsWith(prefix)) this.#standing.delete(key);
  };

  readonly standing = (): GatherQuery[] => [...this.#standing.values()];

  readonly post = (worker: number, text: string): void => this.#listeners.get(worker)?.(text);

  readonly onPost = (worker: number, listener: (text: string) => void): (() => void) => {
    this.#listeners.set(worker, listener);
    return () => {
      if (this.#listeners.get(worker) === listener) this.#listeners.delete(worker);
    };
  };

  readonly forgetLost = async (before: number): Promise<void> => {
    this.#lost = this.#lost.filter(({ to }) => to > before);
  };
}

/** Maximum number of workers that have ended and are kept. */
const MAX_LOST = 1000;
