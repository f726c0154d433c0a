import { StoreUnavailableError } from '../authorizations/store/errors.ts';
import type { Counters, SharedState, SharedValue } from '../cluster/shared-state.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Runtime } from '../runtime.ts';
import { type CallerTest, type CallTest, toCallerTest, toCallTest } from './match.ts';
import {
  effectOf,
  type Fault,
  type FaultRule,
  type FaultService,
  isResponseRule,
  serviceOf,
} from './rule.ts';
import { createSampling, type Sampling } from './sampling.ts';

/** The fault rules that an operator has added. All processes of the server share the rules and their counts. */
export interface FaultRules {
  /** The rules that apply to requests of a service before authentication, in order. */
  ofRequests(service: FaultService): readonly ActiveRule[];
  /** Adds a listener that is called after each change of the rules, of their counts excepted. */
  onChange(listener: () => void): void;
  /** The rules that apply to calls of the API, in order. */
  ofCalls(): readonly ActiveRule[];
  /**
   * Draws whether the rule applies to a call that it matches, and counts the call. False when the rule is exhausted. While
   * the shared counts are not available, only a rule whose count is 0 applies: no rule applies more often than its count.
   * @param check throws for a call that cannot carry the effect, which is not counted.
   */
  take(rule: ActiveRule, exchange: Exchange, check?: () => void): Promise<boolean>;
  /** Sets the rules that exist at the start and after each reset. Called once, before the shared state starts. */
  start(initial: readonly FaultRule[]): void;
  /** Replaces an exhausted rule when the list is full; undefined when there is none. */
  add(rule: FaultRule): Promise<Fault | undefined>;
  /** The rules, with the counts that this process knows: those of other processes after `refresh`. */
  list(): Fault[];
  /** Reads the counts of all processes. */
  refresh(): Promise<void>;
  /** False for an unknown ID. */
  remove(id: number): Promise<boolean>;
  clear(): Promise<void>;
  /** Restores the initial rules. */
  reset(): Promise<void>;
  /** The rules and their counts. */
  snapshot(): Promise<FaultSnapshot>;
  restore(snapshot: FaultSnapshot): Promise<void>;
}

export interface FaultRulesOptions {
  readonly shared: SharedState;
  readonly runtime: Pick<Runtime, 'fraction'>;
}

export type FaultSnapshot = readonly StoredRule[];

/** The state of all rules, as JSON. */
interface FaultState {
  readonly latestId: number;
  /** Number of restored snapshots. Each begins new counters. */
  readonly generation: number;
  readonly rules: readonly StoredRule[];
}

interface StoredRule {
  readonly id: number;
  readonly rule: FaultRule;
  /** Number of calls when the counter of the rule began. */
  readonly applied: number;
}

/** A rule with its compiled conditions. */
export interface ActiveRule {
  readonly stored: StoredRule;
  readonly fault: Required<Omit<FaultRule, 'do'>> & Pick<Fault, 'id'>;
  /** Key of its counter. */
  readonly key: string;
  /** Number of calls that this process knows of. */
  applied: number;
  readonly matchesCall: CallTest;
  /** Undefined for a rule that does not depend on the caller. */
  readonly matchesCaller: CallerTest | undefined;
  readonly isDrawn: Sampling;
}

/** Every call is compared with every rule. */
const MAX_RULES = 100;

/** More than there are rules: a call in progress may start the counter of a deleted rule again. */
const MAX_COUNTERS = 10_000;

export function createFaultRules({ shared, runtime }: FaultRulesOptions): FaultRules {
  let state: FaultState = { latestId: 0, generation: 0, rules: [] };
  let active: readonly ActiveRule[] = [];
  let byService: ReadonlyMap<string, readonly ActiveRule[]> = new Map();
  let initial: readonly FaultRule[] = [];
  let value: SharedValue<FaultState> | undefined;
  const listeners: (() => void)[] = [];
  const counters = shared.counters('faults', MAX_COUNTERS);

  function apply(changed: FaultState): void {
    const known = new Map(active.map((rule) => [rule.key, rule]));
    state = changed;
    active = changed.rules.map((stored) => {
      const key = toKey(changed, stored);
      return known.get(key) ?? activate(stored, key);
    });
    byService = Map.groupBy(active, ({ fault }) => (isResponseRule(fault) ? serviceOf(fault) : CALLS));
    for (const listener of listeners) listener();
  }

  async function refresh(): Promise<void> {
    const rules = active;
    const values = await counters.read(rules.map(({ key }) => key));
    for (const [index, rule] of rules.entries()) rule.applied = rule.stored.applied + (values[index] ?? 0);
  }

  /** Replaces the rules, and deletes the counters of those that are not kept. */
  async function replace(change: (state: FaultState) => FaultState): Promise<void> {
    if (!value) throw new Error('The rules have not been started');
    const keys = active.map(({ key }) => key);
    const changed = await value.update(change);
    const kept = new Set(changed.rules.map((stored) => toKey(changed, stored)));
    await counters.delete(keys.filter((key) => !kept.has(key)));
  }

  return {
    ofRequests: (service) => byService.get(service) ?? NONE,
    onChange: (listener) => void listeners.push(listener),
    ofCalls: () => byService.get(CALLS) ?? NONE,

    async take(rule, exchange, check) {
      // Other calls may have exhausted the rule since.
      if (isExhausted(rule) || !rule.isDrawn(exchange, runtime)) return false;
      check?.();
      return count(counters, rule);
    },

    start(rules) {
      initial = rules;
      apply(withRules(state, initial));
      value = shared.attach<FaultState>('faults', { read: () => state, apply });
    },

    async add(rule) {
      if (active.length >= MAX_RULES) await refresh();
      const exhausted = new Set(active.filter(isExhausted).map(({ fault }) => fault.id));
      let id: number | undefined;
      await replace((current) => {
        const replaced =
          current.rules.length < MAX_RULES ? undefined : current.rules.find((each) => exhausted.has(each.id));
        const rules = current.rules.filter((each) => each !== replaced);
        id = rules.length < MAX_RULES ? current.latestId + 1 : undefined;
        if (id === undefined) return current;
        return { ...current, latestId: id, rules: [...rules, { id, rule, applied: 0 }] };
      });
      const added = active.find(({ fault }) => fault.id === id);
      return added && toFault(added);
    },

    list: () => active.map(toFault),
    refresh,

    async remove(id) {
      let isRemoved = false;
      await replace((current) => {
        const rules = current.rules.filter((each) => each.id !== id);
        isRemoved = rules.length < current.rules.length;
        return { ...current, rules };
      });
      return isRemoved;
    },

    clear: () => replace((current) => ({ ...current, rules: [] })),
    reset: () => replace((current) => withRules({ ...current, rules: [] }, initial)),

    async snapshot() {
      await refresh();
      return active.map(({ stored, applied }) => ({ ...stored, applied }));
    },

    restore: (rules) => replace((current) => ({ ...current, generation: current.generation + 1, rules })),
  };
}

const NONE: readonly ActiveRule[] = [];

/** Key of the rules for calls of the API. */
const CALLS = 'calls';

function withRules(state: FaultState, added: readonly FaultRule[]): FaultState {
  const rules = added.map((rule, index) => ({ id: state.latestId + index + 1, rule, applied: 0 }));
  return { ...state, latestId: state.latestId + rules.length, rules: [...state.rules, ...rules] };
}

/** Counts a call. False when the rule is exhausted. */
async function count(counters: Counters, rule: ActiveRule): Promise<boolean> {
  const { fault, key, stored } = rule;
  const limit = fault.count > 0 ? fault.count - stored.applied : undefined;
  try {
    const { isAdded, value } = await counters.add(key, { by: 1, limit });
    rule.applied = stored.applied + value;
    return isAdded;
  } catch (error) {
    if (error instanceof StoreUnavailableError) return limit === undefined;
    throw error;
  }
}

function toKey({ generation }: FaultState, { id }: StoredRule): string {
  return `${generation}.${id}`;
}

function activate(stored: StoredRule, key: string): ActiveRule {
  const { match = {}, count = 1, probability = 1, toxicity = 1, ...rule } = stored.rule;
  const effect = effectOf(rule);
  const matchesNamed = toCallerTest(match);
  // A suspension applies to users only, so it needs the caller even without a name.
  const matchesCaller: CallerTest | undefined = effect.suspended
    ? (caller) => caller.login !== undefined && (!matchesNamed || matchesNamed(caller))
    : matchesNamed;
  return {
    stored,
    fault: { id: stored.id, match, effect, count, probability, toxicity },
    key,
    applied: stored.applied,
    matchesCall: toCallTest(match),
    matchesCaller,
    isDrawn: createSampling({ probability, toxicity }),
  };
}

function toFault({ fault, applied }: ActiveRule): Fault {
  const { id, match, effect, count, probability, toxicity } = fault;
  const remaining = count > 0 ? Math.max(0, count - applied) : null;
  return { id, match, effect, do: effect, count, probability, toxicity, applied, remaining, met: applied };
}

export function isExhausted({ fault, applied }: Pick<ActiveRule, 'fault' | 'applied'>): boolean {
  return fault.count > 0 && applied >= fault.count;
}
