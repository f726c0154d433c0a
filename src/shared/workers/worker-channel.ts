import type { Stamps } from '../stamps.ts';

/**
 * What the workers of one machine do together by messages: the journal needs it, until it is in the database. Nodes
 * on a database, and a server of one process, do it for themselves.
 */
export interface WorkerChannel {
  /** Numbers in the order of time in all workers; undefined in a server without workers. */
  readonly stamps: Stamps | undefined;
  /**
   * Adds a text that is collected from the workers of this machine, before `start`. All workers produce the texts in the same
   * order; what `produce` does before its first `await` is one step.
   */
  gather(name: string, produce: (argument: string) => string | Promise<string>): Gather;
  /** Forgets the workers that ended before a stamp. */
  forgetLost(before: number): Promise<void>;
  /** Ends a standing query of this process. */
  endQuery(key: string): Promise<void>;
  /** Sends a text to a worker of this machine. A worker that has ended does not get it. */
  post(worker: number, text: string): void;
  /** Calls the listener with each text for this worker. */
  onPost(listener: (text: string) => void): void;
  /** Resolves when this process takes part in the queries of the others. Called before the server listens. */
  start(): Promise<void>;
}

/**
 * Collects texts.
 * @param argument passed to each process.
 */
export type Gather = (
  argument?: string,
  options?: Partial<Pick<GatherQuery, 'worker' | 'key'>>,
) => Promise<Gathered>;

export interface GatherQuery {
  readonly name: string;
  readonly argument: string;
  /** Undefined for all workers. */
  readonly worker: number | undefined;
  /** The key of a standing query, which workers that start later get before they serve. It begins with the number of its worker and `/`. */
  readonly key?: string | undefined;
}

export interface Gathered {
  readonly parts: readonly GatheredPart[];
  readonly lost: readonly LostWorker[];
}

export interface GatheredPart {
  /** Undefined in a server without workers. */
  readonly worker: number | undefined;
  /** Undefined for a worker that does not respond in time. */
  readonly text: string | undefined;
}

/** A worker that has ended, with the stamps of its start and its end. */
export interface LostWorker {
  readonly worker: number;
  readonly from: number;
  readonly to: number;
}
