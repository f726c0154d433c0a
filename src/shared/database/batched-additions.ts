import { StoreUnavailableError } from '#database/errors.ts';
import type { Addition, Count } from '../shared-state.ts';

/** Adds a number to a counter in one statement. */
export type AddToCounter = (name: string, key: string, addition: Addition) => Promise<Count>;

interface Waiting {
  readonly addition: Addition;
  readonly resolve: (count: Count) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Additions to one counter that wait for a statement go together in the next one, so that their number is not limited by the
 * time to the database and back. Each one gets its own count, in the order of the calls.
 */
export class BatchedAdditions {
  readonly #add: AddToCounter;
  /** Those that wait, by counter; a counter with a statement in progress has a list. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(add: AddToCounter) {
    this.#add = add;
  }

  add(name: string, key: string, addition: Addition): Promise<Count> {
    const counter = `${name} ${key}`;
    const queue = this.#waiting.get(counter);
    if (queue && queue.length >= MAX_WAITING)
      return Promise.reject(
        new StoreUnavailableError('The database is too slow.', { advice: 'Repeat the request later.' }),
      );
    return new Promise((resolve, reject) => {
      const waiting = { addition, resolve, reject };
      if (queue) queue.push(waiting);
      else void this.#run(counter, name, key, [waiting]);
    });
  }

  async #run(counter: string, name: string, key: string, first: Waiting[]): Promise<void> {
    this.#waiting.set(counter, first);
    for (let queue = first; queue.length > 0; ) {
      const batch = takeAlike(queue);
      await this.#addAll(name, key, batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
      queue = this.#waiting.get(counter) ?? [];
    }
    this.#waiting.delete(counter);
  }

  async #addAll(name: string, key: string, batch: readonly Waiting[]): Promise<void> {
    // A counter that starts is not compared with the limit.
    let fitting = batch.slice(0, Math.max(1, batch[0]?.addition.limit ?? batch.length));
    for (let rest = batch; rest.length > 0; ) {
      const addition = fitting.at(-1)?.addition;
      if (!addition) return;
      const { isAdded, value, endsAt } = await this.#add(name, key, { ...addition, by: sumOf(fitting) });
      if (isAdded) {
        let current = value - sumOf(fitting);
        for (const { addition, resolve } of fitting) {
          current += addition.by;
          resolve({ isAdded, value: current, endsAt });
        }
        rest = rest.slice(fitting.length);
        fitting = [...rest];
        continue;
      }
      const room = Math.max(0, (addition.limit ?? 0) - value);
      const fewer = fitting.slice(0, room);
      // Without room, and when another process has taken it in the meantime.
      if (fewer.length === 0 || fewer.length === fitting.length) {
        for (const { resolve } of rest) resolve({ isAdded, value, endsAt });
        return;
      }
      fitting = fewer;
    }
  }
}

/** Takes the first additions of 1 with the same limit and interval, or another one alone. */
function takeAlike(queue: Waiting[]): Waiting[] {
  const [first] = queue;
  const count = queue.findIndex(({ addition }) => !first || !isAlike(first.addition, addition));
  return queue.splice(0, Math.max(1, count < 0 ? queue.length : count));
}

function isAlike(one: Addition, other: Addition): boolean {
  if (one.by !== 1 || other.by !== 1 || one.limit !== other.limit) return false;
  return one.interval?.length === other.interval?.length;
}

function sumOf(batch: readonly Waiting[]): number {
  return batch.reduce((sum, { addition }) => sum + addition.by, 0);
}

/** Maximum number of additions to one counter that wait. */
const MAX_WAITING = 10_000;
