import { Attempt, type AttemptStart } from './attempt.ts';

/** Bounds of the attempts of one key. */
export interface AttemptLimits {
  /** Maximum number of attempts that are kept. */
  readonly attempts: number;
  /** Maximum number of characters of the heads that are kept. */
  readonly heads: number;
}

/** The latest attempts of a key. */
export class AttemptLog {
  readonly #limits: AttemptLimits;
  #attempts: Attempt[] = [];
  #count = 0;
  #ended = 0;
  #headSize = 0;
  /** Time of the latest attempt, in microseconds of real time. */
  #latest: number | undefined;

  constructor(limits: AttemptLimits) {
    this.#limits = limits;
  }

  /** Number of attempts, also of those that are no longer kept. */
  get count(): number {
    return this.#count;
  }

  /** Number of attempts whose exchange has ended. */
  get ended(): number {
    return this.#ended;
  }

  /** Number of characters of the heads. */
  get headSize(): number {
    return this.#headSize;
  }

  /** The attempts that are kept, oldest first. */
  get attempts(): readonly Attempt[] {
    return this.#attempts;
  }

  add(start: AttemptStart): Attempt {
    const last = this.#attempts.at(-1);
    const head = last?.head;
    const isRepeated = head === start.head;
    // A worker can be faster than another one that has read an earlier request.
    const gap = this.#latest === undefined ? null : Math.max(0, start.at - this.#latest);
    this.#latest = Math.max(start.at, this.#latest ?? 0);
    const attempt = new Attempt(++this.#count, gap, isRepeated ? { ...start, head } : start);
    if (!isRepeated) this.#headSize += start.head.length;
    this.#attempts.push(attempt);
    if (this.#attempts.length > this.#limits.attempts) this.#removeOldest();
    this.#dropHeads();
    return attempt;
  }

  /** Called when nothing of the exchange of an attempt changes any more. */
  settle(attempt: Attempt): void {
    const previous = this.#attempts[this.#attempts.indexOf(attempt) - 1];
    attempt.settle(previous?.exchange.bodyDigest);
  }

  /** Called when the exchange of an attempt has ended. */
  end(): void {
    this.#ended++;
  }

  /** Removes the heads of all attempts. */
  forgetHeads(): void {
    for (const attempt of this.#attempts) attempt.head = undefined;
    this.#headSize = 0;
  }

  #removeOldest(): void {
    const [oldest, next] = this.#attempts;
    if (oldest?.head !== undefined && oldest.head !== next?.head) this.#headSize -= oldest.head.length;
    this.#attempts.shift();
  }

  /** Removes the oldest heads until the rest is within the limit. */
  #dropHeads(): void {
    for (const [at, attempt] of this.#attempts.entries()) {
      if (this.#headSize <= this.#limits.heads) return;
      const { head } = attempt;
      if (head === undefined) continue;
      attempt.head = undefined;
      if (this.#attempts[at + 1]?.head !== head) this.#headSize -= head.length;
    }
  }
}
