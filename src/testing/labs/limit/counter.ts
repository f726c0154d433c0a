import type { LimitKind, Policy } from './policy.ts';

/** What one caller has used of a policy. */
export interface CounterState {
  /** Units; those of a bucket times the milliseconds of its window, so that they are a whole number. */
  readonly used: number;
  /** The start of a window, or the latest time of a bucket, in milliseconds by the clock of the server. */
  readonly since: number;
  /** The units of each time in a sliding window, and of each attempt at a concurrent limit. */
  readonly entries: readonly (readonly [timeOrAttempt: number, units: number])[];
}

export const UNUSED: CounterState = { used: 0, since: 0, entries: [] };

/** A policy for one caller at one time. Times are in milliseconds. */
export interface Counter {
  readonly state: CounterState;
  /** Number of units that a request can take now. */
  readonly available: number;
  /** Until more units are available; 0 if all are, or if time does not matter. */
  readonly refill: number;
  /** Until so many units are available; 0 if they are now. */
  wait(units: number): number;
  /** The state after an attempt has taken units. */
  take(units: number, attempt: number): CounterState;
}

export function counterAt(kind: LimitKind, policy: Policy, state: CounterState, now: number): Counter {
  switch (kind) {
    case 'bucket':
      return bucketAt(policy, state, now);
    case 'window':
      return windowAt(policy, state, now);
    case 'sliding':
      return slidingWindowAt(policy, state, now);
    case 'concurrent':
      return concurrencyAt(policy, state);
  }
}

/** Refills by quota / window per second, up to the quota. */
function bucketAt({ quota, window }: Policy, { used, since }: CounterState, now: number): Counter {
  const scale = window * 1000;
  const left = Math.max(0, used - Math.max(0, now - since) * quota);
  const level = quota * scale - left;
  const available = Math.floor(level / scale);
  const wait = (units: number) => Math.max(0, Math.ceil((units * scale - level) / quota));
  return {
    state: { used: left, since: now, entries: [] },
    available,
    refill: available === quota ? 0 : wait(available + 1),
    wait,
    take: (units) => ({ used: left + units * scale, since: now, entries: [] }),
  };
}

/** A window starts with the first request after the previous window. */
function windowAt({ quota, window }: Policy, previous: CounterState, now: number): Counter {
  const length = window * 1000;
  const used = now >= previous.since + length ? 0 : previous.used;
  // The clock can be set back.
  const since = Math.min(previous.since, now);
  const refill = used === 0 ? 0 : since + length - now;
  return {
    state: { used, since, entries: [] },
    available: quota - used,
    refill,
    wait: (units) => (units <= quota - used ? 0 : refill || length),
    take: (units) => ({ used: used + units, since: used === 0 ? now : since, entries: [] }),
  };
}

/** Maximum number of requests in a sliding window that are kept separately. */
const MAX_ENTRIES = 1024;

/** Counts the units of the latest period, whenever it is asked. */
function slidingWindowAt({ quota, window }: Policy, previous: CounterState, now: number): Counter {
  const length = window * 1000;
  const entries = previous.entries
    // The clock can be set back.
    .map((entry) => (entry[0] > now ? ([now, entry[1]] as const) : entry))
    .filter(([time]) => time + length > now);
  const used = entries.reduce((sum, [, units]) => sum + units, 0);
  const [oldest] = entries;
  const state = { used, since: 0, entries };
  return {
    state,
    available: quota - used,
    refill: oldest ? oldest[0] + length - now : 0,
    wait(units) {
      let missing = units - (quota - used);
      if (missing <= 0) return 0;
      for (const [time, freed] of entries) {
        missing -= freed;
        if (missing <= 0) return time + length - now;
      }
      return length;
    },
    take(units) {
      if (units === 0) return state;
      const last = entries.at(-1);
      const isSameTime = last?.[0] === now;
      const taken = [
        ...(isSameTime ? entries.slice(0, -1) : entries),
        [now, units + (isSameTime ? last[1] : 0)] as const,
      ];
      return { ...state, used: used + units, entries: taken.length > MAX_ENTRIES ? merge(taken) : taken };
    },
  };
}

/** Merges each two entries at the later time, so that no unit is available too early. */
function merge(entries: CounterState['entries']): CounterState['entries'] {
  return entries.flatMap(([time, units], at) => {
    if (at % 2 === 0) return at === entries.length - 1 ? [[time, units] as const] : [];
    return [[time, units + (entries[at - 1]?.[1] ?? 0)] as const];
  });
}

/** The time after which a rejected request may be repeated: the end of another request cannot be predicted. */
const CONCURRENCY_WAIT = 1000;

/** A request keeps its units until its response is complete. */
function concurrencyAt({ quota }: Policy, state: CounterState): Counter {
  const { used, entries } = state;
  return {
    state,
    available: quota - used,
    refill: 0,
    wait: (units) => (units <= quota - used ? 0 : CONCURRENCY_WAIT),
    take: (units, attempt) => ({ ...state, used: used + units, entries: [...entries, [attempt, units]] }),
  };
}

/** The state of a concurrent limit after the end of an attempt. */
export function release(state: CounterState, attempt: number): CounterState {
  const entry = state.entries.find(([n]) => n === attempt);
  if (!entry) return state;
  return { ...state, used: state.used - entry[1], entries: state.entries.filter((each) => each !== entry) };
}
