import { toApiTime } from '../authorizations/answers/api-time.ts';
import type { Audit } from '../authorizations/audit/audit.ts';
import type { Faults } from '../authorizations/faults/faults.ts';
import type { DeprecationNotices } from '../authorizations/lifecycle/deprecation-notices.ts';
import type { Lifecycle } from '../authorizations/lifecycle/lifecycle.ts';
import type { RateLimits } from '../authorizations/rate-limits.ts';
import type { CredentialCache } from '../authorizations/sign-in/credential-cache.ts';
import type { PasswordCost } from '../authorizations/sign-in/passwords.ts';
import { createWorkQueue } from '../authorizations/sign-in/work-queue.ts';
import type { Store, StoreSnapshot } from '../authorizations/store.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Runtime } from '../runtime.ts';

/** The state of a server at one time: its records, clock, lifecycle and faults. */
export interface Snapshot {
  /** Timestamp by the clock of the server, as UTC text. */
  readonly takenAt: string;
}

/** Operations on the whole state of a running server, for the library and the control API. */
export interface ServerState {
  /** Adds and updates the records of a seed. @throws UsageError for an invalid seed; then nothing has changed. */
  seed(data: unknown): Promise<void>;
  /** Restores the state after the start. */
  reset(): Promise<void>;
  snapshot(): Promise<Snapshot>;
  /** @throws UsageError for a snapshot of another server. */
  restore(snapshot: Snapshot): Promise<void>;
}

export interface ServerStateOptions {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly faults: Faults;
  readonly lifecycle: Lifecycle;
  readonly notices: DeprecationNotices;
  readonly audit: Audit;
  readonly rateLimits: RateLimits;
  readonly credentialCache: CredentialCache;
  readonly passwordCost: PasswordCost;
  /** Creates the records that the server started with. */
  readonly initialRecords: () => Promise<StoreSnapshot>;
}

/** `reset` restores the state at the time of this call. */
export function createServerState(options: ServerStateOptions): ServerState {
  const { runtime, store, faults, lifecycle, notices, audit, rateLimits, credentialCache } = options;
  const { passwordCost, initialRecords } = options;
  const restoreRuntime = runtime.mark();
  const taken = new WeakMap<Snapshot, TakenState>();
  // One operation at a time, so that the records of one are not combined with the clock of another.
  const queue = createWorkQueue(1, Number.POSITIVE_INFINITY);

  /** Replaces all records in one transaction, so clients find the old records or the new ones. */
  async function replaceRecords(records: StoreSnapshot): Promise<void> {
    rateLimits.reset();
    await audit.discard();
    await notices.reset();
    await store.restore(records);
    credentialCache.clear();
  }

  async function seed(data: unknown): Promise<void> {
    // Loaded on demand: a server without a seed does not need it.
    const { applySeed, toSeed } = await import('../seed/seed.ts');
    await applySeed({ store, runtime, passwordCost }, toSeed(data));
  }

  async function reset(): Promise<void> {
    restoreRuntime();
    // Hashes the passwords before anything changes.
    const records = await initialRecords();
    faults.clear();
    lifecycle.reset();
    await replaceRecords(records);
    // Again, because creating the records has used the random source.
    restoreRuntime();
  }

  async function snapshot(): Promise<Snapshot> {
    await audit.flush();
    await notices.flush();
    const restores = [runtime.mark(), faults.snapshot(), lifecycle.snapshot()];
    const snapshot = { takenAt: toApiTime(runtime.now()) };
    taken.set(snapshot, { records: await store.snapshot(), restores });
    return snapshot;
  }

  async function restore(snapshot: Snapshot): Promise<void> {
    const state = taken.get(snapshot);
    if (!state) throw new UsageError('The snapshot belongs to another server.');
    await replaceRecords(state.records);
    for (const restoreState of state.restores) restoreState();
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
  readonly restores: readonly (() => void)[];
}
