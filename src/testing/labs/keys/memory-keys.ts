import { HttpError } from '#http/errors/errors.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Runtime } from '#runtime.ts';
import { own } from '#wire/bytes.ts';
import { type Attempt, AttemptLog, summaryOf } from './attempt-log.ts';
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
import type { Decision, KeyRequest, LabLogic } from './logic.ts';

/** A request to a key of a lab, as data that processes can pass to each other. */
export interface AttemptCall extends KeyCall {
  /** Identifies the attempt in all processes. */
  readonly id: string;
  readonly lab: string;
  /** Target, names and values of the request, as one text. */
  readonly head: string;
}

/** What a lab has decided about an attempt. */
export type Decided = Pick<Decision, 'result' | 'rejection'>;

/** The end of an exchange. */
export interface AttemptEnd {
  readonly exchange: Exchange;
  /** The status that was chosen for the response; 0 if none was chosen. */
  readonly chosenStatus: number;
  /** Whether nothing of the exchange changes any more: the body of its request can end later. */
  readonly isSettled: boolean;
}

type Exchange = Attempt['exchange'];

/** An attempt whose exchange can still change. */
interface AttemptInProgress {
  readonly found: Key;
  readonly attempt: Attempt;
  hasEnded: boolean;
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
  /** By ID. */
  readonly #inProgress = new Map<string, AttemptInProgress>();
  /** By ID: called at the end of each attempt, and with true at the end of the wait. */
  readonly #waits = new Map<string, (isOver: boolean) => void>();

  constructor(logic: readonly LabLogic[], runtime: Pick<Runtime, 'now' | 'timeout'>) {
    this.#logic = new Map(logic.map((each) => [each.lab, each]));
    this.#runtime = runtime;
  }

  /**
   * Decides on a request, and adds it to the attempts at its key, which it makes if there is none.
   * @throws HttpError for a request that does not count: 404 without a key, 409 for another definition.
   */
  begin(call: AttemptCall, exchange: Exchange): Decided & { readonly n: number } {
    const { id, lab, key, head } = call;
    const time = this.#runtime.now();
    const { after, n, gap, decision } = this.#beginAttempt(call, time);
    const found = this.#keys.touch(formatName(lab, key)) ?? this.#add(lab, key, after);
    found.state = after;
    const { log } = found;
    const before = log.headSize;
    const attempt = log.add({ n, time, gap, outcome: decision.outcome, exchange }, head);
    this.#resize(log.headSize - before);
    this.#inProgress.set(id, { found, attempt, hasEnded: false });
    const { result, rejection } = decision;
    return { n, result, rejection };
  }

  /** Decides on an attempt again. @throws HttpError 409 after the end of its exchange, whose client gets no response */
  decide(id: string, request: KeyRequest): Decided {
    const { found, attempt, hasEnded } = this.#inProgress.get(id) ?? {};
    if (!found || !attempt || hasEnded) throw new HttpError(409, 'The exchange of the attempt has ended.');
    const { logic, key, state } = found;
    const context = { key, n: attempt.n, now: this.#runtime.now() };
    const decision = logic.decide(state.lab, request, context);
    found.state = { ...state, lab: decision.state };
    const { step, caller, details } = decision.outcome;
    Object.assign(attempt, { step, caller, details });
    const { result, rejection } = decision;
    return { result, rejection };
  }

  /** Ends an attempt. A later call settles it. */
  end(id: string, { exchange, chosenStatus, isSettled }: AttemptEnd): void {
    const inProgress = this.#inProgress.get(id);
    if (!inProgress) return;
    const { found, attempt, hasEnded } = inProgress;
    attempt.exchange = exchange;
    if (isSettled) {
      found.log.settle(attempt);
      this.#inProgress.delete(id);
    }
    if (hasEnded) return;
    inProgress.hasEnded = true;
    const ended = { n: attempt.n, exchange: summaryOf(attempt), chosenStatus };
    found.state = endAttempt(found.logic, found.state, ended);
    for (const check of this.#waits.values()) check(false);
  }

  /** Ends an attempt whose process has ended, and its connections with it. */
  lose(id: string): void {
    const attempt = this.#inProgress.get(id)?.attempt;
    if (!attempt) return;
    const summary = summaryOf(attempt);
    const exchange = { ...summary, ended: summary.ended ?? ('server-rst' as const) };
    this.end(id, { exchange, chosenStatus: 0, isSettled: true });
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
   * @param id by which `endWait` ends the wait.
   * @param within milliseconds of real time.
   * @returns the number of attempts that have ended.
   */
  async wait(id: string, lab: string, key: string, count: number, within: number): Promise<number> {
    const ended = () => this.#find(lab, key)?.state.ended ?? 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = (isOver: boolean) => {
      if (isOver || ended() >= count) resolve();
    };
    const cancel = this.#runtime.timeout(within, resolve);
    this.#waits.set(id, check);
    check(false);
    await promise;
    cancel();
    this.#waits.delete(id);
    return ended();
  }

  endWait(id: string): void {
    this.#waits.get(id)?.(true);
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

function formatName(lab: string, key: string): string {
  return `${lab}/${key}`;
}
