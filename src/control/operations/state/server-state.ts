import type { AuthorizationContext } from '#accounts/domain/context.ts';
import type { StoredSchedule } from '#accounts/domain/lifecycle/stored-schedule.ts';
import type { PasswordCost } from '#accounts/domain/sign-in/passwords.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { StoreRecords, StoreSnapshot } from '#accounts/store/index.ts';
import { UsageError } from '#config/usage-error.ts';
import { HttpError } from '#http/errors/errors.ts';
import type { JournalSource } from '#journal/reading/journal-source.ts';
import type { Normalize } from '#rules/normalize.ts';
import type { NormalizedRule } from '#rules/rule.ts';
import type { RuleSet, RuleSnapshot } from '#rules/rule-set.ts';
import type { ClockState } from '#runtime.ts';
import type { SharedClock } from '#shared/shared-clock.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { LabSeeds, Labs } from '#testing/labs/keys/labs.ts';
import type { Snapshot } from '#types/index.ts';
import type { BinRegistry } from './bin-registry.ts';
import { OperationError } from './errors.ts';
import { asConflict, normalizeRules } from './normalize-rules.ts';

/** The state of a server as JSON, which any process of the server can restore. */
export interface StoredSnapshot extends Snapshot {
  /** The copy of the database. */
  readonly records: StoreSnapshot;
  readonly clock: ClockState;
  readonly lifecycle: StoredSchedule;
  readonly rules: RuleSnapshot;
}

/** The parts of the API and its pages that have state. */
export type AccountState = Pick<
  AuthorizationContext,
  'runtime' | 'log' | 'store' | 'lifecycle' | 'notices' | 'audit' | 'rateLimits'
>;

export interface ServerStateOptions {
  readonly accounts: AccountState;
  readonly shared: Pick<SharedState, 'exclusive'>;
  readonly clock: SharedClock;
  /** Undefined when it is disabled. */
  readonly journal: Pick<JournalSource, 'clear'> | undefined;
  readonly labs: Labs;
  readonly rules: RuleSet;
  readonly bins: Pick<BinRegistry, 'reset'>;
  readonly passwordCost: PasswordCost;
  /** Creates the records that the server started with. */
  readonly initialRecords: () => Promise<StoreRecords>;
}

/** Operations on the whole state of a running server, for the library and the control API. */
export class ServerState {
  readonly #options: ServerStateOptions;
  readonly #restoreRandom: () => void;
  readonly #randomStates = new Map<string, () => void>();

  /** `reset` restores the state at the time of this call. */
  constructor(options: ServerStateOptions) {
    this.#options = options;
    this.#restoreRandom = options.accounts.runtime.snapshotRandom();
  }

  /**
   * Adds and updates the records and the rules of a seed.
   * @throws UsageError for an invalid seed; then nothing has changed. OperationError `conflict` for rules beyond their limits.
   */
  seed(data: unknown): Promise<void> {
    return this.#run(() => this.#seed(data));
  }

  /** Restores the state after the start. */
  reset(): Promise<void> {
    return this.#run(() => this.#reset());
  }

  snapshot(): Promise<StoredSnapshot> {
    return this.#run(() => this.#snapshot());
  }

  /**
   * The random source is restored by the process that took the snapshot.
   * @throws SnapshotDeletedError when its records were deleted meanwhile.
   */
  restore(snapshot: StoredSnapshot): Promise<void> {
    return this.#run(() => this.#restore(snapshot));
  }

  /** Deletes the records of a snapshot, which cannot be restored any more. */
  deleteSnapshot({ records }: StoredSnapshot): Promise<void> {
    const { log, store } = this.#options.accounts;
    return this.#run(async () => {
      this.#randomStates.delete(records.name);
      await store
        .deleteSnapshot(records)
        .catch((error) => log.warn('A snapshot could not be deleted', { error }));
    });
  }

  /** One operation at a time in all processes, so that the records of one are not combined with the clock of another. */
  #run<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#options.shared.exclusive('controls', operation);
  }

  async #seed(data: unknown): Promise<void> {
    const { accounts, labs, rules, passwordCost } = this.#options;
    const { runtime, store } = accounts;
    // Loaded on demand: a server without a seed does not need it.
    const { applySeed, parseSeed } = await import('../../seed/seed.ts');
    const seed = parseSeed(data);
    checkLabSeeds(labs, seed.data);
    const checked = checkRules(rules.normalize, seed.data.rules ?? []);
    await applySeed({ store, runtime, passwordCost }, seed);
    await labs.seed(seed.data);
    if (checked.length > 0) await asConflict(() => rules.seed(checked));
    for (const { bin = null, mode } of seed.data.unmatched ?? []) await rules.unmatched.setMode(bin, mode);
  }

  async #reset(): Promise<void> {
    const { accounts, clock, journal, labs, rules, bins, initialRecords } = this.#options;
    // First, because it fails when a worker does not respond.
    await journal?.clear();
    await clock.reset();
    this.#restoreRandom();
    // Hashes the passwords before anything changes.
    const records = await initialRecords();
    await rules.reset();
    await bins.reset();
    await accounts.lifecycle.reset();
    await labs.reset();
    await this.#replaceRecords(() => accounts.store.replaceAll(records));
    // Again, because creating the records has used the random source.
    await clock.reset();
    this.#restoreRandom();
  }

  async #snapshot(): Promise<StoredSnapshot> {
    const { accounts, clock, rules } = this.#options;
    const { runtime, store, audit, notices, lifecycle } = accounts;
    await audit.flush();
    await notices.flush();
    const restoreRandomState = runtime.snapshotRandom();
    const state = {
      takenAt: formatApiTime(runtime.now()),
      clock: clock.state(),
      lifecycle: lifecycle.snapshot(),
      rules: await rules.snapshot(),
    };
    const records = await store.snapshot();
    this.#randomStates.set(records.name, restoreRandomState);
    return { ...state, records };
  }

  async #restore(stored: StoredSnapshot): Promise<void> {
    const { accounts, clock, labs, rules } = this.#options;
    await this.#replaceRecords(() => accounts.store.restore(stored.records));
    await accounts.lifecycle.restore(stored.lifecycle);
    await rules.restore(stored.rules);
    await clock.restore(stored.clock);
    await labs.clear();
    this.#randomStates.get(stored.records.name)?.();
  }

  /** Replaces all records in one transaction, so clients find the old records or the new ones. */
  async #replaceRecords(replace: () => Promise<void>): Promise<void> {
    const { rateLimits, audit, notices } = this.#options.accounts;
    await rateLimits.reset();
    await audit.discard();
    await notices.reset();
    await replace();
  }
}

/** @throws UsageError with every problem of the rules of a seed. */
export function checkRules(
  normalize: Normalize,
  rules: readonly unknown[],
  introduction = '',
  options?: Parameters<typeof normalizeRules>[3],
): NormalizedRule[] {
  try {
    return normalizeRules({ normalize }, rules, ['rules'], options);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    throw new UsageError(`${introduction}${error.message}`);
  }
}

/** @throws UsageError for an invalid key. */
function checkLabSeeds(labs: Labs, seeds: LabSeeds): void {
  try {
    labs.parseSeeds(seeds);
  } catch (error) {
    throw error instanceof HttpError ? new UsageError(error.message) : error;
  }
}
