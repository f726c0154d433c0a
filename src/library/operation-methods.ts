import { normalizeTimestamp } from '#config/option-value.ts';
import { listCalls } from '#control/operations/server/audit.ts';
import { changeClock } from '#control/operations/server/clock.ts';
import { readLifecycle, replaceLifecycle, resetLifecycle } from '#control/operations/server/lifecycle.ts';
import { listMessages } from '#control/operations/server/outbox.ts';
import { reset } from '#control/operations/server/reset.ts';
import { seed } from '#control/operations/server/seed.ts';
import type { AuditFilter, OperationMethods } from '../../types/index.ts';
import type { OperationCaller } from './checks/caller.ts';

/** The methods of a server that call one operation each. Synchronous ones call an operation that has changed the state before it returns. */
export function createOperationMethods(caller: OperationCaller): OperationMethods {
  return {
    async seed(data) {
      await caller.call(seed, data);
    },
    async reset() {
      await caller.call(reset, {});
    },
    outbox: async (login) => (await caller.call(listMessages, { login, limit: MAX_ROWS })).messages,
    audit: async (filter) => (await caller.call(listCalls, toAuditInput(filter))).calls,
    clock: {
      freeze: (at) =>
        void caller.now(changeClock, { freeze: at === undefined ? true : normalizeTimestamp(at) }),
      set: (at) => void caller.now(changeClock, { set: normalizeTimestamp(at) }),
      advance: (by) => void caller.now(changeClock, { advance: by }),
      release: () => void caller.now(changeClock, { release: true }),
    },
    lifecycle: {
      describe: (at) =>
        caller.now(readLifecycle, { at: at === undefined ? undefined : normalizeTimestamp(at) }),
      async set(schedule) {
        await caller.call(replaceLifecycle, toScheduleInput(schedule));
      },
      reset: () => void caller.now(resetLifecycle, {}),
    },
  };
}

const MAX_ROWS = 1000;

function toAuditInput({
  login,
  clientId,
  userAgent,
  since,
  deprecatedOnly = false,
}: AuditFilter = {}): object {
  return {
    login,
    client_id: clientId,
    user_agent: userAgent,
    since: since === undefined ? undefined : normalizeTimestamp(since),
    deprecated: String(deprecatedOnly),
    limit: MAX_ROWS,
  };
}

/** A schedule is the name of a preset, or phases. Programs without types can pass anything, which the operation checks. */
function toScheduleInput(schedule: unknown): object {
  if (typeof schedule !== 'object' || schedule === null) return { preset: schedule };
  const { $schema: _, ...phases }: { $schema?: unknown } = schedule;
  return phases;
}
