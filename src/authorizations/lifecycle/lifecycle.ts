import type { Exchange } from '../../http/exchange.ts';
import type { Runtime } from '../../runtime.ts';
import { type Announcement, toAnnouncement } from './announcement.ts';
import { familyOf } from './deprecation.ts';
import { describeLifecycle, type LifecycleDescription } from './lifecycle-description.ts';
import { toPasswordAnswer, toPhaseAnswer } from './phase-answer.ts';
import { type Calendar, type FamilyName, isOff, type Schedule, type Stretch, stretchAt } from './schedule.ts';

/** Where the deprecated interface stands in its life, by the server's clock. */
export interface Lifecycle {
  /** What it goes by. */
  readonly schedule: Schedule;
  /** Whether passwords are still taken. */
  readonly takesPasswords: boolean;
  /** When the interface goes for good, while it is deprecated and has a day for that. Milliseconds since the epoch. */
  readonly endsAt: number | undefined;
  /** @throws Refusal when the interface is gone, for now or for good. It is asked before anybody is identified. */
  check(exchange: Exchange): void;
  /** @throws Refusal 401 when passwords are no longer taken anywhere. It is asked once a password was right. */
  checkPassword(exchange: Exchange): void;
  /** What the answer says of the interface's end: always the same object while nothing changes. */
  announcement(exchange: Exchange): Announcement | undefined;
  /** What happens at a moment, by default now. */
  describe(at?: number): LifecycleDescription;
  /** Goes by another schedule from now on. */
  replace(schedule: Schedule): void;
  /** Remembers the schedule. What comes back puts it there again. */
  mark(): () => void;
  /** Back to the schedule it began with. */
  reset(): void;
}

export interface LifecycleOptions {
  readonly runtime: Runtime;
  readonly schedule: Schedule;
  /** Whether answers say that the interface is deprecated. */
  readonly deprecationFields: boolean;
}

export function createLifecycle({ runtime, schedule, deprecationFields }: LifecycleOptions): Lifecycle {
  let present = toCourses(schedule);

  function toCourses(wanted: Schedule) {
    const toCourse = (family: FamilyName) => createCourse(family, wanted[family], runtime, deprecationFields);
    return {
      schedule: wanted,
      isEndless: [...wanted.authorizations, ...wanted.path_tokens].every((phase) => !isOff(phase)),
      authorizations: toCourse('authorizations'),
      path_tokens: toCourse('path_tokens'),
    };
  }

  return {
    get schedule() {
      return present.schedule;
    },
    get takesPasswords() {
      return present.isEndless || !isOff(present.authorizations().phase);
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
      const refusal = family && toPhaseAnswer(family, present[family](), runtime.now());
      if (refusal) throw refusal;
    },
    checkPassword() {
      if (present.isEndless) return;
      const refusal = toPasswordAnswer(present.authorizations());
      if (refusal) throw refusal;
    },
    announcement(exchange) {
      const family = familyOf(exchange);
      return family && present[family]().announcement;
    },
    describe: (at = runtime.now()) => describeLifecycle(present.schedule, at, deprecationFields),
    replace(wanted) {
      present = toCourses(wanted);
    },
    mark() {
      const marked = present;
      return () => {
        present = marked;
      };
    },
    reset() {
      present = toCourses(schedule);
    },
  };
}

interface AnnouncedStretch extends Stretch {
  readonly announcement: Announcement;
}

/** Tells what holds now. It is asked on every call, so it looks into the calendar only when a stretch is over. */
function createCourse(
  family: FamilyName,
  calendar: Calendar,
  { now }: Runtime,
  isAnnounced: boolean,
): () => AnnouncedStretch {
  const toAnnounced = (at: number): AnnouncedStretch => {
    const stretch = stretchAt(calendar, at);
    return { ...stretch, announcement: toAnnouncement(family, calendar, stretch, isAnnounced) };
  };
  let current = toAnnounced(now());
  if (current.from === -Infinity && current.until === Infinity) return () => current;
  return () => {
    const at = now();
    if (at < current.from || at >= current.until) current = toAnnounced(at);
    return current;
  };
}
