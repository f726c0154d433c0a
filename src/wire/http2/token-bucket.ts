import type { Rate } from './limits.ts';

/** Counts work that no exchange pays for. */
export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #filledAt: number;

  /** @param now in milliseconds, as in `take` */
  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = now;
  }

  /** @returns false if the bucket is empty */
  take(now: number): boolean {
    if (now > this.#filledAt) {
      const added = ((now - this.#filledAt) * this.#rate.perSecond) / 1000;
      this.#tokens = Math.min(this.#rate.burst, this.#tokens + added);
      this.#filledAt = now;
    }
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
