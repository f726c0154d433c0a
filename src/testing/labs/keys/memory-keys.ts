import { HttpError } from '#http/errors/errors.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { ExchangeSummary, RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import type { LabAttempt } from '#journal/recording/record.ts';
import type { Runtime } from '#runtime.ts';
import { own } from '#wire/bytes.ts';
import { type Attempt, AttemptLog, type RecordingSummary, summaryOf } from './attempt-log.ts';
import type { KeyRecord } from './attempt-view.ts';
import {
  acceptRequest,
  type BegunAttempt,
  beginAttempt,
  createKey,
  endAttempt,
  type KeyCall,
  type KeyState,
} from './key-state.ts';
import { type Decision, type KeyRequest, type LabLogic, type Rejection, toError } from './logic.ts';

/** A request to a key of a lab, as data that processes can pass to each other. */
export interface AttemptCall extends KeyCall {
  readonly lab: string;
  /** Target, names and values of the request, as one text. */
  readonly head: string;
}

/** A key that is defined without a request. */
export interface DefinedKey {
  readonly lab: string;
  readonly key: string;
  /** As in the requests of the lab. */
  readonly definition: unknown;
}

/** A key of a lab, with its state and its attempts. */
interface Key {
  readonly logic: LabLogic;
  readonly key: string;
  state: KeyState;
  readonly log: AttemptLog;
}

/** Maximum number of keys of all labs. */
export const MAX_KEYS = 1000;
const MAX_ATTEMPTS = 200;
/** Maximum number of kept characters of heads: of one key, and of all keys. */
const MAX_KEY_SIZE = 64 * 1024;
const MAX_HEAD_SIZE = 8 * 1024 * 1024;

/**
 * The keys of all labs in the memory of this process. Every method has its whole effect before it returns, so parallel requests
 * get different decisions. The key without a request for the longest time is removed first.
 */
export class MemoryKeys {
  /** By lab and key, in the order of their latest requests. */
  readonly #keys = new BoundedMap<string, Key>({
    capacity: MAX_KEYS,
    onEvict: ({ log }) => {
      this.#headSize -= log.headSize;
    },
  });
  readonly #logic: ReadonlyMap<string, LabLogic>;
  readonly #runtime: Pick<Runtime, 'now' | 'timeout'>;
  #headSize = 0;
  #hasStarted = false;
  /** Called at the end of each attempt. */
  readonly #listeners = new Set<() => void>();

  constructor(logic: readonly LabLogic[], runtime: Pick<Runtime, 'now' | 'timeout'>) {
    this.#logic = new Map(logic.map((each) => [each.lab, each]));
    this.#runtime = runtime;
  }

  /**
   * Decides on a request, and adds it to the attempts at its key, which it makes if there is none.
   * @throws HttpError for a request that does not count: 404 without a key, 409 for another definition.
   */
  begin(call: AttemptCall, recording: RecordingSummary): MemoryAttempt {
    const { lab, key, head } = call;
    const time = this.#runtime.now();
    const { after, n, gap, decision } = this.#beginAttempt(call, time);
    const found = this.#keys.touch(formatName(lab, key)) ?? this.#add(lab, key, after);
    found.state = after;
    const { log } = found;
    const before = log.headSize;
    const attempt = log.add({ n, time, gap, outcome: decision.outcome, exchange: recording }, head);
    this.#resize(log.headSize - before);
    return new MemoryAttempt(found, attempt, decision, this.#runtime, () => {
      for (const listener of this.#listeners) listener();
    });
  }

  /** Whether an attempt in progress is the reason to reject a request. @throws HttpError as `begin` */
  isOccupied(call: AttemptCall): boolean {
    return this.#beginAttempt(call, this.#runtime.now()).decision.isOccupied ?? false;
  }

  /** Checks a request that is not an attempt. @throws HttpError as `begin`. */
  check(lab: string, key: string, request: KeyRequest): void {
    acceptRequest(this.#logicOf(lab), this.#find(lab, key)?.state, { key, request });
  }

  read(lab: string, key: string): KeyRecord | undefined {
    const found = this.#find(lab, key);
    return found && this.#view(found);
  }

  /** The keys of all labs, the one without a request for the longest time first. */
  list(): Pick<KeyRecord, 'lab' | 'key' | 'count'>[] {
    const all = [...this.#keys].map(([, each]) => each);
    return all.map(({ logic: { lab }, key, state: { count } }) => ({ lab, key, count }));
  }

  /** Sets the definition of a key, and forgets the attempts at it. */
  define({ lab, key, definition }: DefinedKey): KeyRecord {
    const state = createKey(this.#logicOf(lab), { key, request: { definition } });
    this.delete(lab, key);
    return this.#view(this.#add(lab, key, state));
  }

  seed(keys: readonly DefinedKey[]): void {
    for (const key of keys) this.define(key);
  }

  /** @returns whether there was such a key. */
  delete(lab: string, key: string): boolean {
    this.#headSize -= this.#find(lab, key)?.log.headSize ?? 0;
    return this.#keys.delete(formatName(lab, key));
  }

  /** Removes all keys, and defines these. */
  replace(keys: readonly DefinedKey[]): void {
    this.#keys.clear();
    this.#headSize = 0;
    this.seed(keys);
  }

  /** Defines the keys of the start. Only the first of several workers has an effect. */
  start(keys: readonly DefinedKey[]): void {
    if (!this.#hasStarted) this.replace(keys);
    this.#hasStarted = true;
  }

  /**
   * Waits until so many attempts at a key have ended. The key need not exist at the start.
   * @param within milliseconds of real time.
   * @returns the number of attempts that have ended. Rejects with the reason of the signal.
   */
  async waitForEnds(
    lab: string,
    key: string,
    count: number,
    within: number,
    signal: AbortSignal,
  ): Promise<number> {
    const ended = () => this.#find(lab, key)?.state.ended ?? 0;
    if (ended() >= count) return ended();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const abort = () => reject(signal.reason);
    const listener = () => {
      if (ended() >= count) resolve(ended());
    };
    const cancel = this.#runtime.timeout(within, () => resolve(ended()));
    this.#listeners.add(listener);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      return await promise;
    } finally {
      cancel();
      this.#listeners.delete(listener);
      signal.removeEventListener('abort', abort);
    }
  }

  #beginAttempt(call: AttemptCall, now: number): BegunAttempt {
    const { lab, key } = call;
    return beginAttempt(this.#logicOf(lab), this.#find(lab, key)?.state, call, now);
  }

  /** The key, which stays as idle as it is. */
  #find(lab: string, key: string): Key | undefined {
    return this.#keys.get(formatName(lab, key));
  }

  #logicOf(lab: string): LabLogic {
    const logic = this.#logic.get(lab);
    if (!logic) throw new Error(`There is no lab ${lab}`);
    return logic;
  }

  #add(lab: string, key: string, state: KeyState): Key {
    const log = new AttemptLog({ attempts: MAX_ATTEMPTS, heads: MAX_KEY_SIZE });
    const added = { logic: this.#logicOf(lab), key: own(key), state, log };
    this.#keys.set(own(formatName(lab, key)), added);
    return added;
  }

  #view({ logic, key, state, log }: Key): KeyRecord {
    const heads: string[] = [];
    const attempts = log.attempts.map(({ n, time, gap, head, outcome, exchange }) => {
      if (head !== undefined && head !== heads.at(-1)) heads.push(head);
      const index = head === undefined ? null : heads.length - 1;
      return { n, time, gap, head: index, outcome, exchange: summaryOf({ exchange }) };
    });
    const { lab, count, ended } = state;
    const view = logic.view(lab, this.#runtime.now());
    return { lab: logic.lab, key, view, count, ended, heads, attempts };
  }

  /** Counts the heads, and removes those of the keys without a request for the longest time above the maximum. */
  #resize(growth: number): void {
    this.#headSize += growth;
    for (const [, { log }] of this.#keys) {
      if (this.#headSize <= MAX_HEAD_SIZE) return;
      this.#headSize -= log.headSize;
      log.forgetHeads();
    }
  }
}

/** An attempt, as its endpoint sees it. */
export interface AttemptInProgress<Request extends KeyRequest = KeyRequest, Result = unknown> {
  /** What the lab has decided. */
  readonly result: Result;
  /** The status that is chosen for the response; 0 before. */
  chosenStatus: number;
  readonly exchange: ExchangeSummary;
  /** Lets the lab decide again. @throws HttpError for a rejected request, and 409 after the end of the exchange. */
  decide(request: Request): Promise<Result>;
}

/** An attempt at a key of this process. */
export class MemoryAttempt implements AttemptInProgress, RecordedAttempt {
  readonly lab: LabAttempt;
  readonly result: unknown;
  /** Set if the lab has rejected the request. */
  readonly rejection: Rejection | undefined;
  chosenStatus = 0;
  readonly #key: Key;
  readonly #attempt: Attempt;
  readonly #runtime: Pick<Runtime, 'now'>;
  readonly #onEnd: () => void;
  #hasEnded = false;

  constructor(
    key: Key,
    attempt: Attempt,
    { result, rejection }: Decision,
    runtime: Pick<Runtime, 'now'>,
    onEnd: () => void,
  ) {
    this.lab = { name: key.logic.lab, key: key.key, attempt: attempt.n };
    this.result = result;
    this.rejection = rejection;
    this.#key = key;
    this.#attempt = attempt;
    this.#runtime = runtime;
    this.#onEnd = onEnd;
  }

  get exchange(): ExchangeSummary {
    return summaryOf(this.#attempt);
  }

  async decide(request: KeyRequest): Promise<unknown> {
    if (this.#hasEnded) throw hasEnded();
    const { logic, key, state: before } = this.#key;
    const context = { key, n: this.#attempt.n, now: this.#runtime.now() };
    const { state, outcome, result, rejection } = logic.decide(before.lab, request, context);
    this.#key.state = { ...before, lab: state };
    this.#attempt.outcome = outcome;
    if (rejection) throw toError(rejection);
    return result;
  }

  /** Nothing of the exchange changes any more. */
  settled(): void {
    this.#key.log.settle(this.#attempt);
  }

  /** The exchange has ended. Idempotent. */
  ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { n } = this.#attempt;
    const ended = { n, exchange: this.exchange, chosenStatus: this.chosenStatus };
    this.#key.state = endAttempt(this.#key.logic, this.#key.state, ended);
    this.#onEnd();
  }
}

/** For a request whose client does not get it any more. */
export function hasEnded(): HttpError {
  return new HttpError(409, 'The exchange of the attempt has ended.');
}

function formatName(lab: string, key: string): string {
  return `${lab}/${key}`;
}
