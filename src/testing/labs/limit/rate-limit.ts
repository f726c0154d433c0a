import { createHash } from 'node:crypto';
import { HttpError } from '#http/errors/errors.ts';
import type { Runtime } from '#runtime.ts';
import type { Attempt } from '../keys/attempt.ts';
import type { Begun, KeyRequest, KeyType, LabValue } from '../keys/key-type.ts';
import { type Counter, createCounter } from './counter.ts';
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

/** The state of a policy after a request. Times are in milliseconds. */
export interface PolicyState {
  readonly policy: Policy;
  readonly remaining: number;
  /** Until more units are available; 0 when all are. */
  readonly refill: number;
  /** Whether the request exceeded the quota. */
  readonly isViolated: boolean;
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

/** What the exchange of a request has shown. */
export interface LimitReport {
  readonly units: number;
}

export interface Decision {
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

/** The keys with rate limits. A request with a body of unknown size has no decision before its report. */
export const limitKeys: KeyType<LimitRequest, Decision | undefined, LimitReport> = {
  lab: 'limit',
  missing: (key) => `The lab limit has no key ${key}.`,
  create: (key, definition, runtime) => new RateLimit(key, definition, runtime),
};

/** The units of an accepted request, and where they are from. */
interface Taken {
  readonly decision: Decision;
  readonly quotas: readonly Quota[];
  readonly units: number;
}

/** A policy, and what is left of it for one caller. */
interface Quota {
  readonly policy: Policy;
  readonly counter: Counter;
}

interface Caller {
  readonly partition: string;
  readonly quotas: readonly Quota[];
  /** The end of the wait that the latest rejection announced. */
  retryAt: number;
}

const MAX_CALLERS = 32;

/** Partition of the callers beyond the maximum: the base64 form of nine bytes, as of any other caller. */
const OTHERS = 'AAAAAAAAAAAA';

/** The quotas of a key, one set for each caller. All methods are synchronous, so parallel requests cannot exceed a quota. */
class RateLimit implements LabValue<LimitRequest, Decision | undefined, LimitReport> {
  readonly definition: LimitDefinition;
  readonly #key: string;
  readonly #now: Runtime['now'];
  /** By partition. */
  readonly #callers = new Map<string, Caller>();
  #accepted = 0;
  #rejected = 0;

  constructor(key: string, definition: LimitDefinition, { now }: Pick<Runtime, 'now'>) {
    this.#key = key;
    this.definition = definition;
    this.#now = now;
  }

  check({ definition }: LimitRequest): void {
    if (JSON.stringify(this.definition) === JSON.stringify(definition)) return;
    throw new HttpError(
      409,
      `The key ${this.#key} has another policy, kind or per. DELETE /limit/${this.#key} removes it.`,
    );
  }

  isOccupied({ partition, units = 0 }: LimitRequest): boolean {
    if (this.definition.kind !== 'concurrent') return false;
    const caller = this.#callers.get(partition ?? '') ?? this.#callers.get(OTHERS);
    const now = this.#now();
    return caller?.quotas.some(({ counter }) => counter.wait(units, now) > 0) ?? false;
  }

  begin(
    attempt: Attempt,
    { partition, units, retry }: LimitRequest,
  ): Begun<Decision | undefined, LimitReport> {
    attempt.caller = partition;
    let taken: Taken | undefined;
    const decide = (needed: number) => {
      taken = this.#take(attempt, needed, partition, retry);
      return taken.decision;
    };
    return {
      result: units === undefined ? undefined : decide(units),
      proceed: (report) => decide(report.units),
      ended() {
        if (taken?.decision.isAccepted) for (const { counter } of taken.quotas) counter.release(taken.units);
      },
    };
  }

  /** Takes the units from all policies, or from none. */
  #take(attempt: Attempt, units: number, partition: string | null, retry: readonly RetryForm[]): Taken {
    const now = this.#now();
    const caller = this.#caller(partition ?? '', now);
    const { quotas } = caller;
    const isEarly = now < caller.retryAt;
    const waits = quotas.map((quota) => ({ ...quota, wait: quota.counter.wait(units, now) }));
    const wait = Math.max(...waits.map((each) => each.wait));
    const isAccepted = wait === 0;
    if (isAccepted) {
      this.#accepted++;
      for (const { counter } of quotas) counter.take(units, now);
    } else this.#rejected++;
    const states = waits.map(
      ({ policy, counter, wait: needed }): PolicyState => ({
        policy,
        remaining: counter.available(now),
        refill: counter.refill(now),
        isViolated: needed > 0,
      }),
    );
    const announced = isAccepted ? undefined : announceRetry(retry, wait, now);
    if (announced) caller.retryAt = now + announced.wait;
    const retryAfter = announced ? announced.wait / 1000 : null;
    attempt.details = { accepted: isAccepted, units, early: isEarly, retryAfter };
    const decision = {
      partition: partition === null ? null : caller.partition,
      isAccepted,
      wait,
      states,
      now,
    };
    return { decision: { ...decision, announced }, quotas, units };
  }

  view() {
    const { kind, per, policies, unit } = this.definition;
    const now = this.#now();
    return {
      kind,
      per,
      unit,
      policies: policies.map(({ name, quota, window }) => ({ name, q: quota, w: window })),
      accepted: this.#accepted,
      rejected: this.#rejected,
      callers: [...this.#callers].map(([partition, caller]) => ({
        pk: partition === '' ? null : partition,
        policies: caller.quotas.map(({ policy: { name }, counter }) => ({
          name,
          remaining: counter.available(now),
          refillAt: formatFutureTime(now, counter.refill(now)),
        })),
        retryAt: formatFutureTime(now, caller.retryAt - now),
      })),
    };
  }

  /** Beyond the maximum, callers share one quota: a client that varies its header is limited, too. */
  #caller(requested: string, now: number): Caller {
    const { kind, policies } = this.definition;
    const partition = this.#callers.has(requested) || this.#hasRoom(now) ? requested : OTHERS;
    const caller = this.#callers.get(partition) ?? {
      partition,
      quotas: policies.map((policy) => ({ policy, counter: createCounter(kind, policy) })),
      retryAt: 0,
    };
    this.#callers.set(partition, caller);
    return caller;
  }

  /** A caller whose quota is unused is the same as a new one, and makes room. */
  #hasRoom(now: number): boolean {
    const callers = [...this.#callers.values()].filter(({ partition }) => partition !== OTHERS);
    if (callers.length < MAX_CALLERS) return true;
    const unused = callers.find((caller) => isUnused(caller, now));
    return unused !== undefined && this.#callers.delete(unused.partition);
  }
}

function isUnused({ quotas, retryAt }: Caller, now: number): boolean {
  return retryAt <= now && quotas.every(({ policy, counter }) => counter.available(now) === policy.quota);
}

/** The time after so many milliseconds; null for a time that is over. */
function formatFutureTime(now: number, wait: number): string | null {
  return wait > 0 ? new Date(now + wait).toISOString() : null;
}

/** The partition key of the RateLimit draft. Not the value itself, which may be a credential. */
export function computePartition(identity: string): string {
  return createHash('sha256').update(identity).digest('base64').slice(0, 12);
}
