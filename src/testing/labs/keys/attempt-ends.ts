import type { Runtime } from '#runtime.ts';
import type { RecordDraft, SharedRecords } from '#shared/shared-records.ts';
import type { AttemptEnd } from './key-store.ts';

/** An attempt that has ended. */
export interface UnwrittenAttempt {
  /** Name of its key. */
  readonly name: string;
  /** The latest end, which replaces an earlier one. */
  readonly latestEnd: AttemptEnd | undefined;
  writeEnd(draft: RecordDraft): void;
  /** Called when nothing of it changes any more. */
  release(): void;
}

/** The ends of attempts that are not in the database yet. They are written together; after a failure of the database, later. */
export class AttemptEnds {
  readonly #records: Pick<SharedRecords, 'change'>;
  readonly #runtime: Pick<Runtime, 'after'>;
  /** By name of the key. */
  readonly #attempts = new Map<string, Set<UnwrittenAttempt>>();
  #isPlanned = false;

  constructor(records: Pick<SharedRecords, 'change'>, runtime: Pick<Runtime, 'after'>) {
    this.#records = records;
    this.#runtime = runtime;
  }

  add(attempt: UnwrittenAttempt): void {
    const { name } = attempt;
    const attempts = this.#attempts.get(name) ?? new Set();
    this.#attempts.set(name, attempts.add(attempt));
    this.#plan(DELAY_MS);
  }

  /** Writes all ends. @throws StoreUnavailableError when the database fails: they are written later. */
  async write(): Promise<void> {
    const written = await Promise.allSettled([...this.#attempts.keys()].map((name) => this.writeAt(name)));
    for (const each of written) if (each.status === 'rejected') throw each.reason;
  }

  /** Writes the ends of attempts at a key, in one transaction with the next step on it. @throws as `write` */
  async writeAt(name: string): Promise<void> {
    const attempts = this.#attempts.get(name);
    if (!attempts) return;
    const ends = [...attempts].map((attempt) => [attempt, attempt.latestEnd] as const);
    try {
      await this.#records.change(name, (draft) => {
        for (const [attempt] of ends) attempt.writeEnd(draft);
      });
    } catch (error) {
      this.#plan(RETRY_DELAY_MS);
      throw error;
    }
    // An attempt can have another end meanwhile, which is written later.
    for (const [attempt, end] of ends) {
      if (attempt.latestEnd !== end) continue;
      attempts.delete(attempt);
      if (end?.isSettled) attempt.release();
    }
    if (attempts.size === 0 && this.#attempts.get(name) === attempts) this.#attempts.delete(name);
  }

  #plan(delay: number): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#runtime.after(delay, () => {
      this.#isPlanned = false;
      void this.write().catch(ignore);
    });
  }
}

/** Milliseconds for which ends are collected. */
const DELAY_MS = 10;

const RETRY_DELAY_MS = 1000;

function ignore(): void {}
