import type { Runtime } from '#runtime.ts';
import { ArrivalIds, findZero } from './arrival-ids.ts';
import type { JournalDatabase } from './journal-database.ts';
import type { JournalTransaction } from './journal-transaction.ts';

/** The ids that a process gives, with a slot that no other one has. */
export class ProcessIds {
  readonly #runtime: Pick<Runtime, 'machineNow' | 'monotonic' | 'systemMonotonic'>;
  readonly #node: string;
  #ids: ArrivalIds | undefined;
  #slot = 0;
  /** When the slot was marked as used, by the monotonic clock. */
  #usedAt = 0;

  /** @param node names the processes of this machine, which have one clock */
  constructor(runtime: Pick<Runtime, 'machineNow' | 'monotonic' | 'systemMonotonic'>, node: string) {
    this.#runtime = runtime;
    this.#node = node;
  }

  get hasStarted(): boolean {
    return this.#ids !== undefined;
  }

  next(): number {
    return this.#started.next();
  }

  now(): number {
    return this.#started.now();
  }

  /** As `exceed` of the ids. */
  exceed(id: number): void {
    this.#ids?.exceed(id);
  }

  /** As `ageOf` of the ids. */
  ageOf(id: number): number {
    return this.#started.ageOf(id);
  }

  /** @param read the clock of the database */
  async start(
    transaction: JournalTransaction,
    { clock, monotonic }: Awaited<ReturnType<JournalDatabase['readClock']>>,
  ): Promise<void> {
    const { origin, last_id: lastId } = transaction.state;
    const zero = findZero(monotonic, clock - origin, lastId);
    const taken = await transaction.takeSlot(this.#node, zero, this.#runtime.machineNow());
    this.#ids = new ArrivalIds(this.#runtime, taken.zero, taken.slot);
    this.#slot = taken.slot;
    this.#usedAt = this.#runtime.monotonic();
  }

  /** Marks the slot as used. A process that has not written for a long time can have lost it to another one. */
  async keep(transaction: JournalTransaction): Promise<void> {
    const { monotonic, machineNow } = this.#runtime;
    if (!this.#ids || monotonic() - this.#usedAt < INTERVAL_MS) return;
    if (!(await transaction.keepSlot(this.#slot, machineNow()))) {
      this.#slot = (await transaction.takeSlot(this.#node, 0, machineNow())).slot;
      this.#ids.replaceSlot(this.#slot);
    }
    this.#usedAt = monotonic();
  }

  get #started(): ArrivalIds {
    if (!this.#ids) throw new Error('The journal has not started');
    return this.#ids;
  }
}

/** Milliseconds between two marks of a slot. */
const INTERVAL_MS = 60_000;
