import { HttpError } from '#http/errors/errors.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Runtime } from '#runtime.ts';
import { own } from '#wire/bytes.ts';
import { type Attempt, AttemptLog, type RecordedSummary, summaryOf } from './attempt-log.ts';
import type { KeyRecord } from './attempt-view.ts';
import { acceptRequest, beginAttempt, createKey, endAttempt, type KeyState } from './key-state.ts';
import {
  ATTEMPT_LIMITS,
  type AttemptCall,
  type AttemptEnd,
  type BegunAttempt,
  type Decided,
  type DefinedKey,
  type EndWatch,
  formatName,
  HAS_ENDED,
  type KeyAttempt,
  type KeyStore,
  type KeySummary,
  MAX_HEAD_SIZE,
  MAX_KEYS,
} from './key-store.ts';
import type { KeyRequest, LabLogic } from './logic.ts';

/** An attempt, and the key that it is at, also when that is deleted. */
interface AttemptInProgress {
  readonly found: Key;
  readonly attempt: Attempt;
}

type KeyRuntime = Pick<Runtime, 'now' | 'systemMonotonic'>;

/** A key of a lab, with its state and its attempts. */
interface Key {
  readonly logic: LabLogic;
  readonly key: string;
  state: KeyState;
  readonly log: AttemptLog;
}

/**
 * The keys of all labs in the memory of this process. Every method has its whole effect before it returns, so parallel requests
 * get different decisions. The key without a request for the longest time is removed first.
 */
export class MemoryKeys implements KeyStore {
  /** By lab and key, in the order of their latest requests. */
  readonly #keys = new BoundedMap<string, Key>({
    capacity: MAX_KEYS,
    onEvict: ({ log }) => {
      this.#headSize -= log.headSize;
    },
  });
  readonly #logic: ReadonlyMap<string, LabLogic>;
  readonly #runtime: KeyRuntime;
  #headSize = 0;
  /** Called at the end of each attempt. */
  readonly #watches = new Set<() => void>();

  constructor(logic: readonly LabLogic[], runtime: KeyRuntime) {
    this.#logic = new Map(logic.map((each) => [each.lab, each]));
    this.#runtime = runtime;
  }

  createAttempt(): MemoryAttempt {
    return new MemoryAttempt(this);
  }

  /** See `KeyAttempt`. */
  begin(call: AttemptCall, exchange: RecordedSummary): AttemptInProgress & BegunAttempt {
    const { lab, key, request, head } = call;
    const { now, systemMonotonic } = this.#runtime;
    const time = now();
    const started = { key, request, at: systemMonotonic() };
    const before = this.#find(lab, key)?.state;
    const { after, n, gap, decision } = beginAttempt(this.#logicOf(lab), before, started, time);
    const found = this.#keys.touch(formatName(lab, key)) ?? this.#add(lab, key, after);
    found.state = after;
    const { log } = found;
    const size = log.headSize;
    const attempt = log.add({ n, time, gap, outcome: decision.outcome, exchange }, head);
    this.#resize(log.headSize - size);
    const { result, rejection } = decision;
    return { found, attempt, n, result, rejection };
  }

  decide({ found, attempt }: AttemptInProgress, request: KeyRequest): Decided {
    const { logic, key, state } = found;
    const decision = logic.decide(state.lab, request, { key, n: attempt.n, now: this.#runtime.now() });
    found.state = { ...state, lab: decision.state };
    const { step, caller, details } = decision.outcome;
    Object.assign(attempt, { step, caller, details });
    const { result, rejection } = decision;
    return { result, rejection };
  }

  end({ found, attempt }: AttemptInProgress, chosenStatus: number): void {
    const ended = { n: attempt.n, exchange: summaryOf(attempt), chosenStatus };
    found.state = endAttempt(found.logic, found.state, ended);
    for (const check of this.#watches) check();
  }

  check(lab: string, key: string, request: KeyRequest): void {
    acceptRequest(this.#logicOf(lab), this.#find(lab, key)?.state, { key, request });
  }

  read(lab: string, key: string): KeyRecord | undefined {
    const found = this.#find(lab, key);
    return found && this.#view(found);
  }

  list(): KeySummary[] {
    const all = [...this.#keys].map(([, each]) => each);
    return all.map(({ logic: { lab }, key, state: { count } }) => ({ lab, key, count }));
  }

  define({ lab, key, definition }: DefinedKey): KeyRecord {
    const state = createKey(this.#logicOf(lab), { key, request: { definition } });
    this.delete(lab, key);
    return this.#view(this.#add(lab, key, state));
  }

  seed(keys: readonly DefinedKey[]): void {
    for (const key of keys) this.define(key);
  }

  delete(lab: string, key: string): boolean {
    this.#headSize -= this.#find(lab, key)?.log.headSize ?? 0;
    return this.#keys.delete(formatName(lab, key));
  }

  replace(keys: readonly DefinedKey[]): void {
    this.#keys.clear();
    this.#headSize = 0;
    this.seed(keys);
  }

  start(keys: readonly DefinedKey[]): void {
    this.replace(keys);
  }

  countEnded(lab: string, key: string): number {
    return this.#find(lab, key)?.state.ended ?? 0;
  }

  watch(lab: string, key: string, { report }: EndWatch): () => void {
    const check = () => report(this.countEnded(lab, key));
    this.#watches.add(check);
    check();
    return () => this.#watches.delete(check);
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
    const log = new AttemptLog(ATTEMPT_LIMITS);
    const added = { logic: this.#logicOf(lab), key: own(key), state, log };
    this.#keys.set(own(formatName(lab, key)), added);
    return added;
  }

  #view({ logic, key, state, log }: Key): KeyRecord {
    const heads: string[] = [];
    const attempts = log.attempts.map((attempt) => {
      const { head } = attempt;
      if (head !== undefined && head !== heads.at(-1)) heads.push(head);
      const index = head === undefined ? null : heads.length - 1;
      return { ...attempt, head: index, exchange: summaryOf(attempt) };
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

/** An attempt whose exchange can still change. */
class MemoryAttempt implements KeyAttempt {
  readonly #keys: MemoryKeys;
  /** Undefined of one that has not begun, and when nothing changes any more. */
  #begun: AttemptInProgress | undefined;
  #hasEnded = false;

  constructor(keys: MemoryKeys) {
    this.#keys = keys;
  }

  begin(call: AttemptCall, exchange: RecordedSummary): BegunAttempt {
    const begun = this.#keys.begin(call, exchange);
    this.#begun = begun;
    return begun;
  }

  decide(request: KeyRequest): Decided {
    if (!this.#begun || this.#hasEnded) throw new HttpError(409, HAS_ENDED);
    return this.#keys.decide(this.#begun, request);
  }

  end({ exchange, chosenStatus, isSettled }: AttemptEnd): void {
    const begun = this.#begun;
    if (!begun) return;
    const { found, attempt } = begun;
    attempt.exchange = exchange;
    if (isSettled) {
      found.log.settle(attempt);
      this.#begun = undefined;
    }
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#keys.end(begun, chosenStatus);
  }
}
