import { toApiTime } from '../authorizations/answers/api-time.ts';
import type { AuthorizationParts } from '../authorizations/parts.ts';
import type { PasswordCost } from '../authorizations/sign-in/passwords.ts';
import { createWorkQueue } from '../authorizations/sign-in/work-queue.ts';
import type { StoreSnapshot } from '../authorizations/store.ts';
import { UsageError } from '../config/usage-error.ts';

/** All that a server holds at one moment: its records, its clock, its lifecycle and its faults. */
export interface Snapshot {
  /** The time of the clock of the server, as UTC text. */
  readonly takenAt: string;
}

/** What is done to a running server as a whole. The library and the control API both do it by this. */
export interface Controls {
  /** Adds and changes what the seed says. @throws UsageError when it does not fit; then nothing has changed. */
  seed(data: unknown): Promise<void>;
  /** Back to the state after the start: what it began with and nothing else. */
  reset(): Promise<void>;
  snapshot(): Promise<Snapshot>;
  /** @throws UsageError when the snapshot is not of this server. */
  restore(snapshot: Snapshot): Promise<void>;
}

export interface ControlsOptions {
  readonly parts: AuthorizationParts;
  readonly passwordCost: PasswordCost;
  /** Makes the records that the server began with. */
  readonly initialRecords: () => Promise<StoreSnapshot>;
}

/** To be created when everything stands as it does after a start: that is what `reset` goes back to. */
export function createControls({ parts, passwordCost, initialRecords }: ControlsOptions): Controls {
  const { runtime, store, faults, lifecycle, notices, audit, rateLimits, credentialCache } = parts;
  const putBack = runtime.mark();
  const taken = new WeakMap<Snapshot, TakenState>();
  // One after the other, or the records of one would stand with the clock of another.
  const queue = createWorkQueue(1, Number.POSITIVE_INFINITY);

  /** In one transaction: callers find the records from before or the new ones, and never an empty store. */
  async function replaceRecords(records: StoreSnapshot): Promise<void> {
    rateLimits.forget();
    await audit.discard();
    await notices.reset();
    await store.restore(records);
    credentialCache.clear();
  }

  async function seed(data: unknown): Promise<void> {
    // Loaded here: a server that is not seeded needs none of it.
    const { applySeed, toSeed } = await import('../seed/seed.ts');
    await applySeed({ store, runtime, passwordCost }, toSeed(data));
  }

  async function reset(): Promise<void> {
    putBack();
    // Passwords are hashed before anything changes.
    const records = await initialRecords();
    faults.clear();
    lifecycle.reset();
    await replaceRecords(records);
    // Again, because making passwords has used the random source.
    putBack();
  }

  async function snapshot(): Promise<Snapshot> {
    await audit.flush();
    await notices.flush();
    const marks = [runtime.mark(), faults.mark(), lifecycle.mark()];
    const snapshot = { takenAt: toApiTime(runtime.now()) };
    taken.set(snapshot, { records: await store.snapshot(), marks });
    return snapshot;
  }

  async function restore(snapshot: Snapshot): Promise<void> {
    const state = taken.get(snapshot);
    if (!state) throw new UsageError('This snapshot is not of this server.');
    await replaceRecords(state.records);
    for (const putBack of state.marks) putBack();
  }

  return {
    seed: (data) => queue.run(() => seed(data)),
    reset: () => queue.run(reset),
    snapshot: () => queue.run(snapshot),
    restore: (snapshot) => queue.run(() => restore(snapshot)),
  };
}

interface TakenState {
  readonly records: StoreSnapshot;
  readonly marks: readonly (() => void)[];
}
