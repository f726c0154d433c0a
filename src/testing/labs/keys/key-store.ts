import type { AttemptLimits, RecordedSummary } from './attempt-log.ts';
import type { KeyRecord } from './attempt-view.ts';
import type { Decision, KeyRequest } from './logic.ts';

/** The keys of the labs: in the memory of one process, or in a database that several processes share. */
export interface KeyStore {
  createAttempt(): KeyAttempt;
  /** Checks a request that is not an attempt. @throws HttpError as `KeyAttempt.begin`. */
  check(lab: string, key: string, request: KeyRequest): Awaitable<void>;
  read(lab: string, key: string): Awaitable<KeyRecord | undefined>;
  /** The keys of all labs, the one without a request for the longest time first. */
  list(): Awaitable<readonly KeySummary[]>;
  /** Sets the definition of a key, and forgets the attempts at it. */
  define(key: DefinedKey): Awaitable<KeyRecord>;
  seed(keys: readonly DefinedKey[]): Awaitable<void>;
  /** @returns whether there was such a key. */
  delete(lab: string, key: string): Awaitable<boolean>;
  /** Removes all keys, and defines these. */
  replace(keys: readonly DefinedKey[]): Awaitable<void>;
  /** Defines the keys of the start. Only the first of several processes has an effect. */
  start(keys: readonly DefinedKey[]): Awaitable<void>;
  /** The number of attempts at a key that have ended; 0 without a key. */
  countEnded(lab: string, key: string): Awaitable<number>;
  /** Reports this number, and later ones. @returns a function that ends the reports */
  watch(lab: string, key: string, watch: EndWatch): () => void;
}

/** A result: at once if the keys are in this process. */
export type Awaitable<Result> = Result | Promise<Result>;

/** An attempt at a key, by the process that serves its exchange. */
export interface KeyAttempt {
  /**
   * Decides on a request, and adds it to the attempts at its key, which it makes if there is none. Called once.
   * @throws HttpError for a request that does not count: 404 without a key, 409 for another definition. StoreUnavailableError when
   * the database fails: then the request may count.
   */
  begin(call: AttemptCall, exchange: RecordedSummary): Awaitable<BegunAttempt>;
  /** Decides on the attempt again. @throws HttpError 409 after the end of its exchange, whose client gets no response */
  decide(request: KeyRequest): Awaitable<Decided>;
  /** Ends the attempt. A later call settles it. Has no effect on a request that does not count. */
  end(end: AttemptEnd): void;
}

/** A request to a key of a lab. */
export interface AttemptCall {
  readonly lab: string;
  readonly key: string;
  readonly request: KeyRequest;
  /** Target, names and values of the request, as one text. */
  readonly head: string;
}

/** What a lab has decided about an attempt. */
export type Decided = Pick<Decision, 'result' | 'rejection'>;

export interface BegunAttempt extends Decided {
  /** Number of the attempt at its key, counted from 1. */
  readonly n: number;
}

/** The end of an exchange. */
export interface AttemptEnd {
  readonly exchange: RecordedSummary;
  /** The status that was chosen for the response; 0 if none was chosen. */
  readonly chosenStatus: number;
  /** Whether nothing of the exchange changes any more: the body of its request can end later. */
  readonly isSettled: boolean;
}

/** A key that is defined without a request. */
export interface DefinedKey {
  readonly lab: string;
  readonly key: string;
  /** As in the requests of the lab. */
  readonly definition: unknown;
}

export type KeySummary = Pick<KeyRecord, 'lab' | 'key' | 'count'>;

/** Takes the number of attempts at a key that have ended, or the error of the database. */
export interface EndWatch {
  report(ended: number): void;
  fail(error: unknown): void;
}

/** Maximum number of keys of all labs. */
export const MAX_KEYS = 1000;

/** Maximum number of kept characters of the heads of all keys. */
export const MAX_HEAD_SIZE = 8 * 1024 * 1024;

/** Bounds of one key. */
export const ATTEMPT_LIMITS: AttemptLimits = { attempts: 200, heads: 64 * 1024 };

/** The sentence of 409 for a decision about an attempt that has ended. */
export const HAS_ENDED = 'The exchange of the attempt has ended.';

export function formatName(lab: string, key: string): string {
  return `${lab}/${key}`;
}

export function parseName(name: string): { lab: string; key: string } {
  const [lab = '', key = ''] = name.split('/');
  return { lab, key };
}
