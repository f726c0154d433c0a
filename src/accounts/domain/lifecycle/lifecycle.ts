import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState, SharedValue } from '#shared/shared-state.ts';
import { type Announcement, buildAnnouncement } from './announcement.ts';
import { familyOf } from './deprecation.ts';
import { describeLifecycle, type LifecycleDescription } from './lifecycle-description.ts';
import { createPasswordError, createPhaseError } from './phase-error.ts';
import { type FamilyName, type Interval, intervalAt, isOff, type Schedule } from './schedule.ts';
import { fromStoredSchedule, type StoredSchedule, toStoredSchedule } from './stored-schedule.ts';

export interface LifecycleOptions {
  readonly runtime: Runtime;
  readonly shared: Pick<SharedState, 'attach'>;
  readonly schedule: Schedule;
  /** Whether responses announce the deprecation. */
  readonly deprecationHeaders: boolean;
  /** Whether passwords are accepted while the schedule permits them. */
  readonly apiPasswords: boolean;
}

/** The deprecation schedule of the API, by the clock of the server. All processes of the server share it. */
export class Lifecycle {
  readonly #options: LifecycleOptions;
  readonly #value: SharedValue<StoredSchedule>;
  #present: CompiledSchedule;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.#present = compile(options.schedule, options);
    this.#value = options.shared.attach<StoredSchedule>('lifecycle', {
      read: () => toStoredSchedule(this.#present.schedule),
      apply: (stored) => {
        this.#present = compile(fromStoredSchedule(stored), options);
      },
    });
  }

  /** The schedule in effect. */
  get schedule(): Schedule {
    return this.#present.schedule;
  }

  /** Whether passwords are accepted. */
  get takesPasswords(): boolean {
    const { isEndless, authorizations } = this.#present;
    return this.#options.apiPasswords && (isEndless || !isOff(authorizations().phase));
  }

  /** When the API is removed, while it is deprecated and has a date for it. Milliseconds since the epoch. */
  get endsAt(): number | undefined {
    const { schedule, isEndless, authorizations } = this.#present;
    if (isEndless) return undefined;
    const { phase, from } = authorizations();
    if (phase.name !== 'deprecated') return undefined;
    return schedule.authorizations.find((each) => each.name === 'removed' && each.from > from)?.from;
  }

  /** @throws ApiError during a brownout and after the removal. Runs before the caller is identified. */
  check(exchange: Exchange): void {
    if (this.#present.isEndless) return;
    const family = familyOf(exchange);
    const apiError = family && createPhaseError(family, this.#present[family](), this.#options.runtime.now());
    if (apiError) throw apiError;
  }

  /** @throws ApiError 401 while passwords are not accepted. */
  checkPassword(): void {
    const { apiPasswords } = this.#options;
    if (apiPasswords && this.#present.isEndless) return;
    const apiError = createPasswordError(this.#present.authorizations(), apiPasswords);
    if (apiError) throw apiError;
  }

  /** The announcement in responses: the same object until the phase changes. */
  announcement(exchange: Exchange): Announcement | undefined {
    const family = familyOf(exchange);
    return family && this.#present[family]().announcement;
  }

  /** The state of the schedule at a time, by default now. */
  describe(at?: number): LifecycleDescription {
    return this.#describe(this.schedule, at);
  }

  /** Replaces the schedule. @returns its state. */
  async replace(schedule: Schedule): Promise<LifecycleDescription> {
    await this.#value.update(() => toStoredSchedule(schedule));
    return this.#describe(schedule);
  }

  snapshot(): StoredSchedule {
    return toStoredSchedule(this.schedule);
  }

  async restore(snapshot: StoredSchedule): Promise<void> {
    await this.#value.update(() => snapshot);
  }

  /** Restores the initial schedule. @returns its state. */
  async reset(): Promise<LifecycleDescription> {
    return this.#describe(fromStoredSchedule(await this.#value.reset()));
  }

  #describe(schedule: Schedule, at = this.#options.runtime.now()): LifecycleDescription {
    const { deprecationHeaders: isAnnounced, apiPasswords } = this.#options;
    return describeLifecycle(schedule, at, { isAnnounced, apiPasswords });
  }
}

interface CompiledSchedule extends Readonly<Record<FamilyName, () => AnnouncedInterval>> {
  readonly schedule: Schedule;
  /** Whether no phase rejects calls. */
  readonly isEndless: boolean;
}

function compile(schedule: Schedule, { runtime, deprecationHeaders }: LifecycleOptions): CompiledSchedule {
  return {
    schedule,
    isEndless: [...schedule.authorizations, ...schedule.path_tokens].every((phase) => !isOff(phase)),
    authorizations: createPhaseFinder('authorizations', schedule, runtime, deprecationHeaders),
    path_tokens: createPhaseFinder('path_tokens', schedule, runtime, deprecationHeaders),
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
  const findAnnouncedInterval = (at: number): AnnouncedInterval => {
    const interval = intervalAt(schedule[family], at);
    return { ...interval, announcement: buildAnnouncement(family, schedule, interval, isAnnounced) };
  };
  let current = findAnnouncedInterval(now());
  if (current.from === -Infinity && current.until === Infinity) return () => current;
  return () => {
    const at = now();
    if (at < current.from || at >= current.until) current = findAnnouncedInterval(at);
    return current;
  };
}
