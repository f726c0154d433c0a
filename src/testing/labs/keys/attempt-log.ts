import { type Field, toFields } from '#http/syntax/fields.ts';
import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';
import type { AttemptOutcome } from './logic.ts';

/** Bounds of the attempts of one key. */
export interface AttemptLimits {
  /** Maximum number of attempts that are kept. */
  readonly attempts: number;
  /** Maximum number of characters of the heads that are kept. */
  readonly heads: number;
}

/** A request to a key of a lab. Of few bytes, because there may be 200,000 of them. */
export interface Attempt {
  readonly n: number;
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly time: number;
  /** Microseconds since the previous attempt, in real time; null for the first. */
  readonly gap: number | null;
  /** Target, names and values of the request, as one text; undefined when it is no longer kept. */
  head: string | undefined;
  step: AttemptOutcome['step'];
  caller: AttemptOutcome['caller'];
  details: AttemptOutcome['details'];
  /** The recording, which can have bodies, until nothing of it changes any more. */
  exchange: RecordedSummary;
}

/** A summary, or the recording that has it. */
export type RecordedSummary = ExchangeSummary | RecordingSummary;

/** An attempt without its head. */
export interface AddedAttempt extends Pick<Attempt, 'n' | 'time' | 'gap' | 'exchange'> {
  readonly outcome: AttemptOutcome;
}

/** A recording of which the summary can still change. */
export interface RecordingSummary {
  summarize(): ExchangeSummary;
}

/** The latest attempts of a key. */
export class AttemptLog {
  readonly #limits: AttemptLimits;
  #attempts: Attempt[] = [];
  #headSize = 0;

  constructor(limits: AttemptLimits) {
    this.#limits = limits;
  }

  /** Number of characters of the heads. */
  get headSize(): number {
    return this.#headSize;
  }

  /** The attempts that are kept, oldest first. */
  get attempts(): readonly Attempt[] {
    return this.#attempts;
  }

  /** @param head of the request. Attempts in a row with the same head share its text. */
  add(added: AddedAttempt, head: string): Attempt {
    const { n, time, gap, exchange } = added;
    const { step, caller, details } = added.outcome;
    const last = this.#attempts.at(-1);
    const isRepeated = last?.head === head;
    const kept = isRepeated ? last.head : head;
    const attempt = { n, time, gap, head: kept, step, caller, details, exchange };
    if (!isRepeated) this.#headSize += head.length;
    this.#attempts.push(attempt);
    if (this.#attempts.length > this.#limits.attempts) this.#removeOldest();
    this.#dropHeads();
    return attempt;
  }

  /** Called when nothing of the exchange of an attempt changes any more. */
  settle(attempt: Attempt): void {
    const summary = summaryOf(attempt);
    const previous = this.#attempts[this.#attempts.indexOf(attempt) - 1];
    const { bodyDigest } = previous ? summaryOf(previous) : {};
    // Equal texts of retries are kept once.
    attempt.exchange = summary.bodyDigest === bodyDigest ? { ...summary, bodyDigest } : summary;
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

export function summaryOf({ exchange }: { readonly exchange: RecordedSummary }): ExchangeSummary {
  return 'summarize' in exchange ? exchange.summarize() : exchange;
}

/** Target and fields of a request as one text, which attempts with the same head share. Neither contains a line feed. */
export function joinHead(target: string, rawFields: readonly string[]): string {
  return [target, ...rawFields].join('\n');
}

export function splitHead(head: string): { target: string | undefined; fields: Field[] } {
  const [target, ...raw] = head.split('\n');
  return { target, fields: toFields(raw) };
}
