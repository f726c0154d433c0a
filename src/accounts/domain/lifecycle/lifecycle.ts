import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { type Announcement, toAnnouncement } from './announcement.ts';
import { familyOf } from './deprecation.ts';
import { describeLifecycle, type LifecycleDescription } from './lifecycle-description.ts';
import { toPasswordError, toPhaseError } from './phase-error.ts';
import { type FamilyName, type Interval, intervalAt, isOff, type Schedule } from './schedule.ts';
import { fromStoredSchedule, type StoredSchedule, toStoredSchedule } from './stored-schedule.ts';

/** The deprecation schedule of the API, by the clock of the server. All processes of the server share it. */
export interface Lifecycle {
  /** The schedule in effect. */
  readonly schedule: Schedule;
  /** Whether passwords are accepted. */
  readonly takesPasswords: boolean;
  /** When the API is removed, while it is deprecated and has a date for it. Milliseconds since the epoch. */
  readonly endsAt: number | undefined;
  /** @throws ApiError during a brownout and after the removal. Runs before the caller is identified. */
  check(exchange: Exchange): void;
  /** @throws ApiError 401 while passwords are not accepted. */
  checkPassword(exchange: Exchange): void;
  /** The announcement in responses: the same object until the phase changes. */
  announcement(exchange: Exchange): Announcement | undefined;
  /** The state of the schedule at a time, by default now. */
  describe(at?: number): LifecycleDescription;
  /** Replaces the schedule. @returns its state. */
  replace(schedule: Schedule): Promise<LifecycleDescription>;
  snapshot(): StoredSchedule;
  restore(snapshot: StoredSchedule): Promise<void>;
  /** Restores the initial schedule. @returns its state. */
  reset(): Promise<LifecycleDescription>;
}

export interface LifecycleOptions {
  readonly runtime: Runtime;
  readonly shared: Pick<SharedState, 'attach'>;
  readonly schedule: Schedule;
  /** Whether responses announce the deprecation. */
  readonly deprecationHeaders: boolean;
  /** Whether passwords are accepted while the schedule permits them. */
  readonly apiPasswords: boolean;
}

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { runtime, shared, schedule, deprecationHeaders, apiPasswords } = options;
  let present = compile(schedule);
  const value = shared.attach<StoredSchedule>('lifecycle', {
    read: () => toStoredSchedule(present.schedule),
    apply(stored) {
      present = compile(fromStoredSchedule(stored));
    },
  });

  const describe = (wanted: Schedule, at = runtime.now()) =>
    describeLifecycle(wanted, at, { isAnnounced: deprecationHeaders, apiPasswords });

  function compile(wanted: Schedule) {
    const toPhaseFinder = (family: FamilyName) =>
      createPhaseFinder(family, wanted, runtime, deprecationHeaders);
    return {
      schedule: wanted,
      isEndless: [...wanted.authorizations, ...wanted.path_tokens].every((phase) => !isOff(phase)),
      authorizations: toPhaseFinder('authorizations'),
      path_tokens: toPhaseFinder('path_tokens'),
    };
  }

  return {
    get schedule() {
      return present.schedule;
    },
    get takesPasswords() {
      return apiPasswords && (present.isEndless || !isOff(present.authorizations().phase));
    },
    get endsAt() {
      if (present.isEndless) return undefined;
      const { phase, from } = present.authorizations();
      if (phase.name !== 'deprecated') return undefined;
      return present.schedule.authorizations.find((each) => each.name === 'removed' && each.from > from)
        ?.from;
    },
    check(exchange) {
      if (present.isEndless) return;
      const family = familyOf(exchange);
      const apiError = family && toPhaseError(family, present[family](), runtime.now());
      if (apiError) throw apiError;
    },
    checkPassword() {
      if (apiPasswords && present.isEndless) return;
      const apiError = toPasswordError(present.authorizations(), apiPasswords);
      if (apiError) throw apiError;
    },
    announcement(exchange) {
      const family = familyOf(exchange);
      return family && present[family]().announcement;
    },
    describe: (at) => describe(present.schedule, at),
    async replace(wanted) {
      await value.update(() => toStoredSchedule(wanted));
      return describe(wanted);
    },
    snapshot: () => toStoredSchedule(present.schedule),
    async restore(stored) {
      await value.update(() => stored);
    },
    reset: async () => describe(fromStoredSchedule(await value.reset())),
  };
}

interface AnnouncedInterval extends Interval {
  readonly announcement: Announcement;
}

/** Finds the current phase. It runs on every call, so it searches the calendar only when the interval has ended. */
function createPhaseFinder(
  family: FamilyName,
  schedule: Schedule,
  { now }: Runtime,
  isAnnounced: boolean,
): () => AnnouncedInterval {
  const toAnnounced = (at: number): AnnouncedInterval => {
    const interval = intervalAt(schedule[family], at);
    return { ...interval, announcement: toAnnouncement(family, schedule, interval, isAnnounced) };
  };
  let current = toAnnounced(now());
  if (current.from === -Infinity && current.until === Infinity) return () => current;
  return () => {
    const at = now();
    if (at < current.from || at >= current.until) current = toAnnounced(at);
    return current;
  };
}
