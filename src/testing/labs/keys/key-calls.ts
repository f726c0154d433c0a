import type { MaybePromise } from '#concurrency.ts';
import type { Problem } from '#http/errors/errors.ts';
import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';
import type { AttemptRecord, DefinedKey, KeyRecord, KeyStore } from './key-store.ts';
import type { KeyRequest } from './key-type.ts';

/** The calls of a worker to its primary process about keys. */
export interface KeyCalls {
  begin(attempt: SentAttempt): MaybePromise<BeginResponse>;
  check(lab: string, key: string, request: KeyRequest): void;
  proceed(id: number, report: unknown): unknown;
  /** The exchange of an attempt has ended, or the body of its request has ended afterwards. */
  end(id: number, summary: ExchangeSummary, isSettled: boolean): void;
  read(lab: string, key: string): Promise<SentRecord | undefined>;
  list(): ReturnType<KeyStore['list']>;
  define(key: DefinedKey): SentRecord;
  seed(keys: readonly DefinedKey[]): void;
  delete(lab: string, key: string): boolean;
  start(keys: readonly DefinedKey[]): void;
  reset(): void;
  clear(): void;
  /** @param id of the wait. */
  wait(id: number, lab: string, key: string, count: number, within: number): Promise<number>;
  endWait(id: number): void;
}

/** An attempt whose exchange is in another process. */
export interface SentAttempt {
  /** Number of the attempt in its process. */
  readonly id: number;
  readonly lab: string;
  readonly key: string;
  readonly request: KeyRequest;
  readonly at: number;
  readonly target: string;
  readonly rawFields: readonly string[];
  readonly summary: ExchangeSummary;
}

export interface BeginResponse {
  /** Number of the attempt at its key. */
  readonly n: number;
  readonly result: unknown;
  readonly rejection: SentError | undefined;
}

/** An HttpError. */
export interface SentError {
  readonly status: number;
  readonly message: string;
  readonly problems: readonly Problem[];
}

/** A record in which equal heads of attempts in a row are one text. */
export interface SentRecord extends Omit<KeyRecord, 'attempts'> {
  readonly heads: readonly string[];
  /** `head` is an index of `heads`. */
  readonly attempts: readonly (Omit<AttemptRecord, 'head'> & { readonly head: number | undefined })[];
}

export function packRecord({ attempts, ...rest }: KeyRecord): SentRecord {
  const heads: string[] = [];
  const packed = attempts.map(({ n, time, gap, head, step, caller, details, exchange }) => {
    if (head !== undefined && head !== heads.at(-1)) heads.push(head);
    const index = head === undefined ? undefined : heads.length - 1;
    return { n, time, gap, head: index, step, caller, details, exchange };
  });
  return { ...rest, heads, attempts: packed };
}

export function unpackRecord({ heads, attempts, ...rest }: SentRecord): KeyRecord {
  const unpacked = attempts.map((attempt) => ({
    ...attempt,
    head: attempt.head === undefined ? undefined : heads[attempt.head],
  }));
  return { ...rest, attempts: unpacked };
}
