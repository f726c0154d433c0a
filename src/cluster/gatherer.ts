import type { GatherSource } from './hub.ts';
import type { Gathered, GatherQuery, LostWorker } from './shared-state.ts';

/** Collects texts of the workers of a machine, and keeps which workers have ended. */
export class Gatherer {
  readonly #sources = new Set<GatherSource>();
  #lost: LostWorker[] = [];

  readonly onGather = (source: GatherSource): (() => void) => {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  };

  readonly gather = async (query: GatherQuery): Promise<Gathered> => {
    const parts = await Promise.all([...this.#sources].map((source) => source(query)));
    return { parts: parts.filter((part) => part !== undefined), lost: this.#lost };
  };

  readonly lose = (worker: LostWorker): void => {
    this.#lost = [...this.#lost.slice(1 - MAX_LOST), worker];
  };

  readonly forgetLost = async (before: number): Promise<void> => {
    this.#lost = this.#lost.filter(({ to }) => to > before);
  };
}

/** Maximum number of workers that have ended and are kept. */
const MAX_LOST = 1000;
