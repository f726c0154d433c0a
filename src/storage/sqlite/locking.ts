import type { DatabaseSync } from 'node:sqlite';

/** A mutual exclusion lock: one holder after the other, in the order of their requests. */
export class Mutex<Holder extends object> {
  #holder: Holder | undefined;
  readonly #queue: { holder: Holder; resume: () => void }[] = [];

  isHeldBy(holder: Holder): boolean {
    return this.#holder === holder;
  }

  isFree(): boolean {
    return this.#holder === undefined;
  }

  async acquire(holder: Holder): Promise<void> {
    if (this.#holder === undefined) {
      this.#holder = holder;
      return;
    }
    await new Promise<void>((resume) => this.#queue.push({ holder, resume }));
  }

  release(): void {
    const next = this.#queue.shift();
    this.#holder = next?.holder;
    next?.resume();
  }
}

const MAX_IMMEDIATE_ATTEMPTS = 2000;
const BUSY_TIMEOUT = 5000;

/** Whether another connection holds the write lock of the file (`SQLITE_BUSY`). */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

/**
 * Repeats the action until the write lock of the file is free. Another store of this process can only end its transaction
 * between two attempts, so these come first. Another process needs real time, and the busy handler of SQLite waits for it.
 */
export async function retryWhileBusy<Result>(database: DatabaseSync, action: () => Result): Promise<Result> {
  for (let attempt = 0; attempt < MAX_IMMEDIATE_ATTEMPTS; attempt++) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await undefined;
  }
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
  try {
    return action();
  } finally {
    database.exec('pragma busy_timeout = 0');
  }
}
