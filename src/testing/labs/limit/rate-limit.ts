import { createHash } from 'node:crypto';
import { HttpError } from '#http/errors/errors.ts';
import type { KeyRequest, LabLogic } from '../keys/logic.ts';
import { type Counter, type CounterState, counterAt, release, UNUSED } from './counter.ts';
import type { LimitKind, Policy } from './policy.ts';
import { type Announcement, announceRetry, type RetryForm } from './retry-after.ts';

/** What the first request to a key determines. */
export interface LimitDefinition {
  readonly kind: LimitKind;
  readonly policies: readonly Policy[];
  /** `key`, `address` or `header:NAME`. */
  readonly per: string;
  /** Unit of the quota, by the RateLimit draft. */
  readonly unit: 'requests' | 'content-bytes' | 'concurrent-requests';
}

/** The state of a key. */
export interface LimitState {
  readonly definition: LimitDefinition;
  readonly accepted: number;
  readonly rejected: number;
  readonly callers: readonly Caller[];
}

/** A caller, with a counter for each policy. */
export interface Caller {
  /** Empty if all callers share the quota. */
  readonly partition: string;
  readonly counters: readonly CounterState[];
  /** The end of the wait that the latest rejection announced. */
  readonly retryAt: number;
}

/** A request to a limit. */
export interface LimitRequest extends KeyRequest<LimitDefinition> {
  /** The caller, as a result of `computePartition`; null when all callers share the quota. */
  readonly partition: string | null;
  /** Units of the request; undefined until its body has been read. */
  readonly units: number | undefined;
  /** The forms of the time that a rejection announces. */
  readonly retry: readonly RetryForm[];
}

/** The state of a policy after a request. Times are in milliseconds. */
export interface PolicyState {
  readonly policy: Policy;
  readonly remaining: number;
  /** Until more units are available; 0 when all are. */
  readonly refill: number;
  /** Whether the request exceeded the quota. */
  readonly isViolated: boolean;
}

export interface LimitResult {
  /** The caller whose quota was used; null when all callers share it. */
  readonly partition: string | null;
  readonly isAccepted: boolean;
  /** Milliseconds until the request would be accepted; 0 for an accepted one. */
  readonly wait: number;
  readonly states: readonly PolicyState[];
  /** The time of the decision, by the clock of the server, in milliseconds since the epoch. */
  readonly now: number;
  /** What the fields of a rejection say about the wait. */
  readonly announced: Announcement | undefined;
}

const MAX_CALLERS = 32;

/** Partition of the callers beyond the maximum: the base64 form of nine bytes, as of any other caller. */
const OTHERS = 'AAAAAAAAAAAA';

/** The keys with rate limits. A request with a body of unknown size has no result before its second decision. */
export const limitLogic: LabLogic<LimitState, LimitRequest, LimitResult | undefined> = {
  lab: 'limit',
  missing: (key) => `The lab limit has no key ${key}.`,
  create: (definition) => ({ definition, accepted: 0, rejected: 0, callers: [] }),

  accept(state, { definition }, key) {
    if (JSON.stringify(state.definition) === JSON.stringify(definition)) return state;
    throw new HttpError(
      409,
      `The key ${key} has another policy, kind or per. DELETE /limit/${key} removes it.`,
    );
  },

  decide(state, { partition, units, retry }, { n, now }) {
    const outcome = { step: null, caller: partition };
    if (units === undefined) return { state, outcome, result: undefined };
    const { definition } = state;
    const { caller, callers } = withCaller(state, partition ?? '', now);
    const quotas = quotasAt(definition, caller, now);
    const waits = quotas.map(({ counter }) => counter.wait(units));
    const wait = Math.max(...waits);
    const isAccepted = wait === 0;
    const announced = isAccepted ? undefined : announceRetry(retry, wait, now);
    const next: Caller = {
      partition: caller.partition,
      counters: quotas.map(({ counter }) => (isAccepted ? counter.take(units, n) : counter.state)),
      retryAt: announced ? now + announced.wait : caller.retryAt,
    };
    return {
      state: {
        definition,
        accepted: state.accepted + (isAccepted ? 1 : 0),
        rejected: state.rejected + (isAccepted ? 0 : 1),
        callers: callers.map((each) => (each === caller ? next : each)),
      },
      outcome: {
        ...outcome,
        details: {
          accepted: isAccepted,
          units,
          early: now < caller.retryAt,
          retryAfter: announced ? announced.wait / 1000 : null,
        },
      },
      result: {
        partition: partition === null ? null : caller.partition,
        isAccepted,
        wait,
        states: quotasAt(definition, next, now).map(({ policy, counter }, index) => ({
          policy,
          remaining: counter.available,
          refill: counter.refill,
          isViolated: (waits[index] ?? 0) > 0,
        })),
        now,
        announced,
      },
      isOccupied: !isAccepted && definition.kind === 'concurrent',
    };
  },

  ended(state, { n }) {
    if (state.definition.kind !== 'concurrent') return state;
    const callers = state.callers.map((caller) => ({
      ...caller,
      counters: caller.counters.map((counter) => release(counter, n)),
    }));
    return { ...state, callers };
  },

  view({ definition, accepted, rejected, callers }, now) {
    const { kind, per, policies, unit } = definition;
    return {
      kind,
      per,
      unit,
      policies: policies.map(({ name, quota, window }) => ({ name, q: quota, w: window })),
      accepted,
      rejected,
      callers: callers.map((caller) => ({
        pk: caller.partition === '' ? null : caller.partition,
        policies: quotasAt(definition, caller, now).map(({ policy: { name }, counter }) => ({
          name,
          remaining: counter.available,
          refillAt: formatFutureTime(now, counter.refill),
        })),
        retryAt: formatFutureTime(now, caller.retryAt - now),
      })),
    };
  },
};

/** The policies of a limit for one caller at one time. */
function quotasAt(
  { kind, policies }: LimitDefinition,
  { counters }: Caller,
  now: number,
): { readonly policy: Policy; readonly counter: Counter }[] {
  return policies.map((policy, index) => ({
    policy,
    counter: counterAt(kind, policy, counters[index] ?? UNUSED, now),
  }));
}

/** The caller of a request, in a list with all callers. Beyond the maximum, callers share one quota: a client that varies its header is limited, too. */
function withCaller(
  { definition, callers }: LimitState,
  requested: string,
  now: number,
): { readonly caller: Caller; readonly callers: readonly Caller[] } {
  const find = (name: string) => callers.find(({ partition }) => partition === name);
  const single = callers.filter(({ partition }) => partition !== OTHERS);
  const hasRoom = single.length < MAX_CALLERS;
  // A caller whose quota is unused is the same as a new one, and makes room.
  const unused = hasRoom ? undefined : single.find((caller) => isUnused(definition, caller, now));
  const partition = hasRoom || unused ? requested : OTHERS;
  const known = find(requested) ?? find(partition);
  if (known) return { caller: known, callers };
  const caller = { partition, counters: [], retryAt: 0 };
  return { caller, callers: [...callers.filter((each) => each !== unused), caller] };
}

function isUnused(definition: LimitDefinition, caller: Caller, now: number): boolean {
  const quotas = quotasAt(definition, caller, now);
  return caller.retryAt <= now && quotas.every(({ policy, counter }) => counter.available === policy.quota);
}

/** The time after so many milliseconds; null for a time that is over. */
function formatFutureTime(now: number, wait: number): string | null {
  return wait > 0 ? new Date(now + wait).toISOString() : null;
}

/** The partition key of the RateLimit draft. Not the value itself, which may be a credential. */
export function computePartition(identity: string): string {
  return createHash('sha256').update(identity).digest('base64').slice(0, 12);
}
