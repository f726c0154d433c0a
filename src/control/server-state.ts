import { toApiTime } from '../authorizations/answers/api-time.ts';
import type { Audit } from '../authorizations/audit/audit.ts';
import type { FaultSnapshot, Faults } from '../authorizations/faults/faults.ts';
import type { DeprecationNotices } from '../authorizations/lifecycle/deprecation-notices.ts';
import type { Lifecycle } from '../authorizations/lifecycle/lifecycle.ts';
import type { StoredSchedule } from '../authorizations/lifecycle/stored-schedule.ts';
import type { RateLimits } from '../authorizations/rate-limits.ts';
import type { CredentialCache } from '../authorizations/sign-in/credential-cache.ts';
import type { PasswordCost } from '../authorizations/sign-in/passwords.ts';
import type { Store, StoreRecords, StoreSnapshot } from '../authorizations/store.ts';
import type { SharedClock } from '../cluster/shared-clock.ts';
import type { SharedState } from '../cluster/shared-state.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Log } from '../http/service.ts';
import type { Journal } from '../journal/journal.ts';
import type { Labs } from '../labs/labs.ts';
import type { ClockState, Runtime } from '../runtime.ts';

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
  /** Deletes the records of a snapshot, which cannot be restored any more. */
  deleteSnapshot(snapshot: Snapshot): Promise<void>;
}

export interface ServerStateOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly shared: Pick<SharedState, 'exclusive'>;
  readonly clock: SharedClock;
  readonly store: Store;
  readonly faults: Faults;
  readonly lifecycle: Lifecycle;
  readonly notices: DeprecationNotices;
  readonly audit: Audit;
  readonly rateLimits: RateLimits;
  readonly credentialCache: CredentialCache;
  readonly journal: Journal | undefined;
  readonly labs: Labs;
  readonly passwordCost: PasswordCost;
  /** Creates the records that the server started with. */
  readonly initialRecords: () => Promise<StoreRecords>;
}

/** `reset` restores the state at the time of this call. */
export function createServerState(options: ServerStateOptions): ServerState {
  const { runtime, log, shared, clock, store, faults, lifecycle, notices, audit, rateLimits } = options;
  const { passwordCost, initialRecords, credentialCache, journal, labs } = options;
  const restoreRandom = runtime.snapshotRandom();
  const taken = new WeakMap<Snapshot, TakenState>();
  // Users of the library do not delete snapshots.
  const unused = new FinalizationRegistry<StoreSnapshot>((records) => void deleteRecords(records));

  async function deleteRecords(records: StoreSnapshot): Promise<void> {
    await store
      .deleteSnapshot(records)
      .catch((error) => log.warn('A snapshot could not be deleted', { error }));
  }

  /** Replaces all records in one transaction, so clients find the old records or the new ones. */
  async function replaceRecords(replace: () => Promise<void>): Promise<void> {
    await rateLimits.reset();
    await audit.discard();
    await notices.reset();
    await replace();
    await credentialCache.clear();
  }

  async function seed(data: unknown): Promise<void> {
    // Loaded on demand: a server without a seed does not need it.
    const { applySeed, toSeed } = await import('../seed/seed.ts');
    await applySeed({ store, runtime, passwordCost }, toSeed(data));
  }

  async function reset(): Promise<void> {
    await clock.reset();
    restoreRandom();
    // Hashes the passwords before anything changes.
    const records = await initialRecords();
    await faults.clear();
    await lifecycle.reset();
    journal?.clear();
    labs.state.clear();
    await replaceRecords(() => store.replaceAll(records));
    // Again, because creating the records has used the random source.
    await clock.reset();
    restoreRandom();
  }

  async function snapshot(): Promise<Snapshot> {
    await audit.flush();
    await notices.flush();
    const state = {
      clock: clock.state(),
      restoreRandom: runtime.snapshotRandom(),
      lifecycle: lifecycle.snapshot(),
      faults: await faults.snapshot(),
    };
    const snapshot = { takenAt: toApiTime(runtime.now()) };
    const records = await store.snapshot();
    taken.set(snapshot, { ...state, records });
    unused.register(snapshot, records, snapshot);
    return snapshot;
  }

  async function restore(snapshot: Snapshot): Promise<void> {
    const state = taken.get(snapshot);
    if (!state) throw new UsageError('The snapshot belongs to another server.');
    await replaceRecords(() => store.restore(state.records));
    await lifecycle.restore(state.lifecycle);
    await faults.restore(state.faults);
    await clock.restore(state.clock);
    labs.state.clear();
    state.restoreRandom();
  }

  async function deleteSnapshot(snapshot: Snapshot): Promise<void> {
    const state = taken.get(snapshot);
    taken.delete(snapshot);
    unused.unregister(snapshot);
    if (state) await deleteRecords(state.records);
  }

  // One operation at a time in all processes, so that the records of one are not combined with the clock of another.
  const run = <Result>(operation: () => Promise<Result>) => shared.exclusive('controls', operation);
  return {
    seed: (data) => run(() => seed(data)),
    reset: () => run(reset),
    snapshot: () => run(snapshot),
    restore: (snapshot) => run(() => restore(snapshot)),
    deleteSnapshot: (snapshot) => run(() => deleteSnapshot(snapshot)),
  };
}

interface TakenState {
  readonly records: StoreSnapshot;
  readonly clock: ClockState;
  readonly lifecycle: StoredSchedule;
  readonly faults: FaultSnapshot;
  readonly restoreRandom: () => void;
}
