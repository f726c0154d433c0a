import { FaultRule } from '../authorizations/faults/fault-rule.ts';
import type { Fault } from '../authorizations/faults/faults.ts';
import type { LifecycleDescription } from '../authorizations/lifecycle/lifecycle-description.ts';
import type { ScheduleData } from '../authorizations/lifecycle/schedule-data.ts';
import type { AuthorizationParts } from '../authorizations/parts.ts';
import type { AuditFilter } from '../authorizations/store.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Clock } from '../runtime.ts';
import type { SeedData } from '../seed/schema.ts';
import type { Controls, Snapshot } from './controls.ts';
import type { FaultCheck } from './fault-check.ts';
import { readCalls, readOutbox } from './readings.ts';
import type { CallView, MessageView } from './views.ts';

/** What a test does to its server, and learns of it. */
export interface LibraryControls {
  /** Freezes, sets and advances the time that the server goes by. */
  readonly clock: Clock;
  /** Back to the state after `start`: its seed and nothing else, its clock and its dice. */
  reset(): Promise<void>;
  /** Adds users, applications and tokens, and changes those that are there but differ. All or nothing is checked first. */
  seed(data: SeedData): Promise<void>;
  /** Remembers everything as it stands, to be restored as often as one likes. */
  snapshot(): Promise<Snapshot>;
  restore(snapshot: Snapshot): Promise<void>;
  /** Trouble for calls of the API. */
  readonly faults: {
    /** `{ match: { path: '/authorizations*' }, do: { status: 503 }, count: 2 }`. @throws UsageError */
    add(rule: FaultRule): Promise<Fault>;
    list(): Fault[];
    /** False when there is none of this id. */
    remove(id: number): boolean;
    clear(): void;
  };
  /** The API's way to its end. */
  readonly lifecycle: {
    /** Goes by this schedule from now on, or by that of a preset: `supported`, `deprecated`, `github`. @throws UsageError */
    set(schedule: ScheduleData | string): Promise<void>;
    /** What happens at a moment on the server's clock, by default now. */
    describe(at?: number): LifecycleDescription;
    /** Back to the schedule of the start. */
    reset(): void;
  };
  /** What would have been sent to people by text message and e-mail, the newest first. @throws UsageError for an unknown login */
  outbox(login?: string): Promise<MessageView[]>;
  /** The calls of the API, the newest first: who made them, by which program, and what came of it. */
  audit(filter?: AuditFilter): Promise<CallView[]>;
}

export function createLibraryControls(
  parts: AuthorizationParts,
  controls: Controls,
  checkFault: FaultCheck,
): LibraryControls {
  const { runtime, faults, lifecycle } = parts;
  return {
    ...controls,
    clock: runtime.clock,
    faults: {
      async add(rule) {
        const { checkAgainst, toMemberName } = await import('../config/check.ts');
        const checked = checkAgainst(FaultRule, rule, (path) => toMemberName(path) || 'The rule');
        const problem = checkFault(checked);
        if (problem !== undefined) throw new UsageError(`${problem}.`);
        const fault = faults.add(checked);
        if (!fault) throw new UsageError('There are as many rules as are kept; remove some.');
        return fault;
      },
      list: faults.list,
      remove: faults.remove,
      clear: faults.clear,
    },
    lifecycle: {
      async set(schedule) {
        const { toGivenSchedule } = await import('../schedule.ts');
        lifecycle.replace(toGivenSchedule(schedule));
      },
      describe: lifecycle.describe,
      reset: lifecycle.reset,
    },
    async outbox(login) {
      const messages = await readOutbox(parts, login, MOST);
      if (!messages) throw new UsageError(`There is no user ${login}.`);
      return messages;
    },
    audit: (filter = {}) => readCalls(parts, filter, MOST),
  };
}

/** Entries of one list. */
const MOST = 1000;
