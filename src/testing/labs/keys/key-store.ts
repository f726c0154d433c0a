import type { MaybePromise } from '#concurrency.ts';
import type { HttpError } from '#http/errors/errors.ts';
import type { ExchangeSummary, RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import type { Attempt } from './attempt.ts';
import type { KeyRequest, KeyType } from './key-type.ts';

/** The recording of the exchange of an attempt. */
export interface AttemptRecording {
  readonly target: string;
  /** Names and values of the request, without those that are not kept. */
  readonly rawFields: readonly string[];
  summarize(): ExchangeSummary;
  /** Reports the end of the exchange to the attempt, at once if it has ended; to none when it is undefined. */
  follow(attempt: RecordedAttempt | undefined): void;
}

/** An attempt that begins. */
export interface AttemptCall {
  readonly type: KeyType;
  readonly key: string;
  readonly request: KeyRequest;
  readonly recording: AttemptRecording;
  /** When the process of the exchange has begun it, in microseconds of the clock that the processes of a machine share. */
  readonly at: number;
}

/** An attempt, as the process of its exchange sees it. */
export interface AttemptInProgress<Result = unknown, Report = unknown> extends RecordedAttempt {
  /** What the key has decided. */
  readonly result: Result;
  /** Set if the key has rejected the request. */
  readonly rejection: HttpError | undefined;
  readonly recording: Pick<AttemptRecording, 'summarize'>;
  /** Lets the key decide again. @throws HttpError */
  proceed(report: Report): MaybePromise<Result>;
}

/** A key and its attempts at one time. */
export interface KeyRecord {
  readonly lab: string;
  readonly key: string;
  /** Members of the read-back. */
  readonly view: Readonly<Record<string, unknown>>;
  /** Number of attempts, also of those that are no longer kept, and of those that have ended. */
  readonly count: number;
  readonly ended: number;
  /** The attempts that are kept, oldest first. */
  readonly attempts: readonly AttemptRecord[];
}

export type AttemptRecord = Pick<
  Attempt,
  'n' | 'time' | 'gap' | 'head' | 'step' | 'caller' | 'details' | 'exchange'
>;

/** A key that is defined without a request. */
export interface DefinedKey {
  readonly lab: string;
  readonly key: string;
  /** As in the requests of the lab. */
  readonly definition: unknown;
}

/**
 * The keys of a server: of this process, or of the primary process of several workers. Only the second one returns promises, which
 * reject with StoreUnavailableError when the primary process does not respond.
 */
export interface KeyStore {
  /** @throws HttpError for a request that does not count: 404 without a key, 409 for another definition. */
  begin(call: AttemptCall): MaybePromise<AttemptInProgress>;
  /** Checks a request that is not an attempt. @throws HttpError as `begin`. */
  check(type: KeyType, key: string, request: KeyRequest): MaybePromise<void>;
  read(lab: string, key: string): MaybePromise<KeyRecord | undefined>;
  /** The keys of all labs, the one without a request for the longest time first. */
  list(): MaybePromise<readonly Pick<KeyRecord, 'lab' | 'key' | 'count'>[]>;
  /** Sets the definition of a key, and forgets its attempts. */
  define(key: DefinedKey): MaybePromise<KeyRecord>;
  /** Defines several keys, as `define`. */
  seed(keys: readonly DefinedKey[]): MaybePromise<void>;
  /** @returns whether there was such a key. */
  delete(lab: string, key: string): MaybePromise<boolean>;
  /** Defines the keys that exist after each reset. Only the first call has an effect. */
  start(keys: readonly DefinedKey[]): MaybePromise<void>;
  /** Removes all keys, and defines those of `start`. */
  reset(): MaybePromise<void>;
  clear(): MaybePromise<void>;
  /**
   * Waits until so many attempts at a key have ended. The key need not exist at the start.
   * @param within milliseconds of real time.
   * @returns the number of attempts that have ended. Rejects with the reason of the signal.
   */
  waitForEnds(lab: string, key: string, count: number, within: number, signal: AbortSignal): Promise<number>;
}
