import { createHash } from 'node:crypto';
import type { Runtime } from '../../runtime.ts';
import { type Counter, createCounter } from './counter.ts';
import type { LimitKind, Policy } from './policy.ts';

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

export interface Decision {
  /** The caller whose quota was used; null when all callers share it. */
  readonly partition: string | null;
  readonly isAccepted: boolean;
  /** Milliseconds until the request would be accepted; 0 for an accepted one. */
  readonly wait: number;
  readonly states: readonly PolicyState[];
  /** Whether the caller came before the time that the previous rejection announced. */
  readonly isEarly: boolean;
  /** Returns the units of a request whose kind is `concurrent`. */
  release(): void;
}

interface Caller {
  readonly partition: string;
  readonly counters: readonly Counter[];
  /** The end of the wait that the latest rejection announced. */
  retryAt: number;
}

const MAX_CALLERS = 32;

/** Partition of the callers beyond the maximum: the base64 form of nine bytes, as of any other caller. */
const OTHERS = 'AAAAAAAAAAAA';

/** The quotas of a key, one set for each caller. All methods are synchronous, so parallel requests cannot exceed a quota. */
export class RateLimit {
  readonly definition: LimitDefinition;
  readonly #now: Runtime['now'];
  /** By partition. */
  readonly #callers = new Map<string, Caller>();
  #accepted = 0;
  #rejected = 0;

  constructor(definition: LimitDefinition, { now }: Pick<Runtime, 'now'>) {
    this.definition = definition;
    this.#now = now;
  }

  /** Whether another request describes the same limit. */
  isSame(other: LimitDefinition): boolean {
    return JSON.stringify(this.definition) === JSON.stringify(other);
  }

  /**
   * Takes the units from all policies, or from none.
   * @param partition the caller, as a result of `toPartition`; null when all callers share the quota.
   */
  request(units: number, partition: string | null): Decision {
    const now = this.#now();
    const caller = this.#caller(partition ?? '', now);
    const isEarly = now < caller.retryAt;
    const waits = caller.counters.map((counter) => counter.wait(units, now));
    const wait = Math.max(...waits);
    const isAccepted = wait <= 0;
    if (isAccepted) {
      this.#accepted++;
      for (const counter of caller.counters) counter.take(units, now);
    } else this.#rejected++;
    let isHeld = isAccepted;
    return {
      partition: partition === null ? null : caller.partition,
      isAccepted,
      wait,
      isEarly,
      states: this.#states(caller, now, (index) => (waits[index] ?? 0) > 0),
      release: () => {
        if (isHeld) for (const counter of caller.counters) counter.release(units);
        isHeld = false;
      },
    };
  }

  /** Records the wait that a rejection announces to the caller. */
  announce(partition: string | null, milliseconds: number): void {
    const now = this.#now();
    this.#caller(partition ?? '', now).retryAt = now + milliseconds;
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
        policies: this.#states(caller, now, () => false).map(({ policy: { name }, remaining, refill }) => ({
          name,
          remaining,
          refillAt: refill === 0 ? null : new Date(now + refill).toISOString(),
        })),
        retryAt: caller.retryAt > now ? new Date(caller.retryAt).toISOString() : null,
      })),
    };
  }

  /** Beyond the maximum, callers share one quota: a client that varies its header is limited, too. */
  #caller(wanted: string, now: number): Caller {
    const partition = this.#callers.has(wanted) || this.#hasRoom(now) ? wanted : OTHERS;
    const caller = this.#callers.get(partition) ?? {
      partition,
      counters: this.definition.policies.map((policy) => createCounter(this.definition.kind, policy)),
      retryAt: 0,
    };
    this.#callers.set(partition, caller);
    return caller;
  }

  /** A caller whose quota is unused is the same as a new one, and makes room. */
  #hasRoom(now: number): boolean {
    const callers = [...this.#callers.values()].filter(({ partition }) => partition !== OTHERS);
    if (callers.length < MAX_CALLERS) return true;
    const unused = callers.find((caller) => this.#isUnused(caller, now));
    return unused !== undefined && this.#callers.delete(unused.partition);
  }

  #isUnused({ counters, retryAt }: Caller, now: number): boolean {
    return (
      retryAt <= now &&
      this.definition.policies.every(({ quota }, index) => counters[index]?.available(now) === quota)
    );
  }

  #states(caller: Caller, now: number, isViolated: (index: number) => boolean): PolicyState[] {
    return this.definition.policies.map((policy, index) => ({
      policy,
      remaining: Math.max(0, caller.counters[index]?.available(now) ?? 0),
      refill: caller.counters[index]?.refill(now) ?? 0,
      isViolated: isViolated(index),
    }));
  }
}

/** The partition key of the RateLimit draft. Not the value itself, which may be a credential. */
export function toPartition(identity: string): string {
  return createHash('sha256').update(identity).digest('base64').slice(0, 12);
}
