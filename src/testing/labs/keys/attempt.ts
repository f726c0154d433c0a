import { type Field, toFields } from '#http/syntax/fields.ts';
import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';

/** What is known of an attempt when the head of its request has been read. */
export interface AttemptStart {
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly time: number;
  /** Microseconds of real time, by the clock that the processes of a machine share. */
  readonly at: number;
  /** Target, names and values of the request. */
  readonly head: string;
  readonly recording: { summarize(): ExchangeSummary };
}

/** A request to a key of a lab. Of few bytes, because there may be 200,000 of them. */
export class Attempt {
  readonly n: number;
  readonly time: number;
  /** Microseconds since the previous attempt, in real time; null for the first. */
  readonly gap: number | null;
  /** Undefined when it is no longer kept. */
  head: string | undefined;
  /** Number of the step that the attempt gets, counted from 1; null without one. */
  step: number | null = null;
  /** What distinguishes callers within the key; null when the key does not distinguish them. */
  caller: string | null = null;
  /** Further members of the view. */
  details: Readonly<Record<string, unknown>> | undefined = undefined;
  /** The recording, which can have bodies, until nothing of it changes any more. */
  #exchange: AttemptStart['recording'] | ExchangeSummary;

  constructor(n: number, gap: number | null, { time, head, recording }: AttemptStart) {
    this.n = n;
    this.time = time;
    this.gap = gap;
    this.head = head;
    this.#exchange = recording;
  }

  get exchange(): ExchangeSummary {
    return 'summarize' in this.#exchange ? this.#exchange.summarize() : this.#exchange;
  }

  /** @param other the digest of another body: equal texts of retries are kept once. */
  settle(other: string | undefined): void {
    const summary = this.exchange;
    this.#exchange = summary.bodyDigest === other ? { ...summary, bodyDigest: other } : summary;
  }
}

/** Target and fields of a request as one text, which attempts with the same head share. Neither contains a line feed. */
export function joinHead(target: string, rawFields: readonly string[]): string {
  return [target, ...rawFields].join('\n');
}

export function splitHead(head: string): { target: string | undefined; fields: Field[] } {
  const [target, ...raw] = head.split('\n');
  return { target, fields: toFields(raw) };
}
