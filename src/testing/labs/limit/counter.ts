import type { LimitKind, Policy } from './policy.ts';

/** Counts the units of one policy for one caller. Times are in milliseconds by the clock of the server. */
export interface Counter {
  /** Number of units that a request can take now. */
  available(now: number): number;
  /** Milliseconds until so many units are available; 0 if they are now. */
  wait(units: number, now: number): number;
  /** Milliseconds until more units are available; 0 if all are, or if time does not matter. */
  refill(now: number): number;
  take(units: number, now: number): void;
  /** Returns the units of a request that has ended. */
  release(units: number): void;
}

export function createCounter(kind: LimitKind, policy: Policy): Counter {
  switch (kind) {
    case 'bucket':
      return new TokenBucket(policy);
    case 'window':
      return new FixedWindow(policy);
    case 'sliding':
      return new SlidingWindow(policy);
    case 'concurrent':
      return new Concurrency(policy);
  }
}

/** Refills by quota / window per second, up to the quota. */
class TokenBucket implements Counter {
  readonly #quota: number;
  /** Milliseconds of the window. The level counts units times these milliseconds, so that it is a whole number. */
  readonly #scale: number;
  #level: number;
  #updatedAt: number | undefined;

  constructor({ quota, window }: Policy) {
    this.#quota = quota;
    this.#scale = window * 1000;
    this.#level = quota * this.#scale;
  }

  available(now: number): number {
    this.#update(now);
    return Math.floor(this.#level / this.#scale);
  }

  wait(units: number, now: number): number {
    this.#update(now);
    return Math.max(0, Math.ceil((units * this.#scale - this.#level) / this.#quota));
  }

  refill(now: number): number {
    const available = this.available(now);
    return available === this.#quota ? 0 : this.wait(available + 1, now);
  }

  take(units: number, now: number): void {
    this.#update(now);
    this.#level -= units * this.#scale;
  }

  release(): void {}

  #update(now: number): void {
    const elapsed = Math.max(0, now - (this.#updatedAt ?? now));
    this.#level = Math.min(this.#quota * this.#scale, this.#level + elapsed * this.#quota);
    this.#updatedAt = now;
  }
}

/** Counts the units of a period. */
abstract class Window {
  protected readonly quota: number;
  /** The length of the period in milliseconds. */
  protected readonly length: number;
  protected used = 0;

  constructor({ quota, window }: Policy) {
    this.quota = quota;
    this.length = window * 1000;
  }

  available(now: number): number {
    this.update(now);
    return this.quota - this.used;
  }

  release(): void {}

  protected abstract update(now: number): void;
}

/** A window starts with the first request after the previous window. */
class FixedWindow extends Window implements Counter {
  #start = 0;

  wait(units: number, now: number): number {
    return units <= this.available(now) ? 0 : this.refill(now) || this.length;
  }

  refill(now: number): number {
    this.update(now);
    return this.used === 0 ? 0 : this.#start + this.length - now;
  }

  take(units: number, now: number): void {
    this.update(now);
    if (this.used === 0) this.#start = now;
    this.used += units;
  }

  protected override update(now: number): void {
    if (now >= this.#start + this.length) this.used = 0;
    // The clock was set back.
    else if (now < this.#start) this.#start = now;
  }
}

/** Maximum number of requests that are kept separately. */
const MAX_ENTRIES = 1024;

/** Counts the units of the latest period, whenever it is asked. */
class SlidingWindow extends Window implements Counter {
  #entries: { time: number; units: number }[] = [];

  wait(units: number, now: number): number {
    let missing = units - this.available(now);
    if (missing <= 0) return 0;
    for (const { time, units: freed } of this.#entries) {
      missing -= freed;
      if (missing <= 0) return time + this.length - now;
    }
    return this.length;
  }

  refill(now: number): number {
    this.update(now);
    const [oldest] = this.#entries;
    return oldest ? oldest.time + this.length - now : 0;
  }

  take(units: number, now: number): void {
    this.update(now);
    if (units === 0) return;
    const last = this.#entries.at(-1);
    if (last?.time === now) last.units += units;
    else this.#entries.push({ time: now, units });
    this.used += units;
    if (this.#entries.length > MAX_ENTRIES) this.#merge();
  }

  protected override update(now: number): void {
    let expired = 0;
    for (const entry of this.#entries) {
      // The clock was set back.
      if (entry.time > now) entry.time = now;
      if (entry.time + this.length > now) continue;
      this.used -= entry.units;
      expired++;
    }
    this.#entries.splice(0, expired);
  }

  /** Merges each two entries at the later time, so that no unit is available too early. */
  #merge(): void {
    this.#entries = this.#entries.flatMap((entry, at) => {
      if (at % 2 === 0) return at === this.#entries.length - 1 ? [entry] : [];
      return [{ time: entry.time, units: entry.units + (this.#entries[at - 1]?.units ?? 0) }];
    });
  }
}

/** The time after which a rejected request may be repeated: the end of another request cannot be predicted. */
const CONCURRENCY_WAIT = 1000;

/** A request keeps its units until its response is complete. */
class Concurrency implements Counter {
  readonly #quota: number;
  #used = 0;

  constructor({ quota }: Policy) {
    this.#quota = quota;
  }

  available(): number {
    return this.#quota - this.#used;
  }

  wait(units: number): number {
    return units <= this.available() ? 0 : CONCURRENCY_WAIT;
  }

  refill(): number {
    return 0;
  }

  take(units: number): void {
    this.#used += units;
  }

  release(units: number): void {
    this.#used -= units;
  }
}
