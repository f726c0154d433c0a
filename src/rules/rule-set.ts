import type { Counters, SharedState, SharedValue } from '../cluster/shared-state.ts';
import type { Exchange } from '../http/message/exchange.ts';
import type { Runtime } from '../runtime.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { type ActiveRule, activate, isExhausted, toView } from './active-rule.ts';
import type { Normalize } from './normalize.ts';
import type { ActiveRuleView, NormalizedRule, RuleService, StoredRule } from './rule.ts';

/** The rules that operators have added. All processes of the server share the rules and their counts. */
export interface RuleSet {
  /** Checks a rule. @throws InputError for a rule that cannot apply. */
  readonly normalize: Normalize;
  /** The rules of a service that are decided before its endpoint or after authentication, in order; null without any. */
  of(service: RuleService, decision: Decision): readonly ActiveRule[] | null;
  /** Adds a listener that is called after each change of the rules, of their counts excepted. */
  onChange(listener: () => void): void;
  /**
   * Draws whether the rule applies to a request that it matches, and counts the request. False when the rule is exhausted.
   * While the shared counts are not available, only a rule whose count is 0 applies: no rule applies more often than its count.
   * @param check throws for a request that cannot carry the effect, which is not counted.
   */
  take(rule: ActiveRule, exchange: Exchange, check?: () => void): Promise<boolean>;
  /** Returns the count of a request whose response cannot carry the effect. */
  release(rule: ActiveRule): Promise<void>;
  /** Sets the rules that exist at the start and after each reset. Called once, before the shared state starts. */
  start(initial: readonly NormalizedRule[]): void;
  /** Replaces an exhausted rule when the list is full; undefined when there is none. */
  add(rule: NormalizedRule): Promise<ActiveRuleView | undefined>;
  /** The rules, with the counts that this process knows: those of other processes after `refresh`. */
  list(): ActiveRuleView[];
  /** Reads the counts of all processes. */
  refresh(): Promise<void>;
  /** False for an unknown ID. */
  remove(id: number): Promise<boolean>;
  clear(): Promise<void>;
  /** Restores the initial rules. */
  reset(): Promise<void>;
  /** The rules and their counts. */
  snapshot(): Promise<RuleSnapshot>;
  restore(snapshot: RuleSnapshot): Promise<void>;
}

/** When it is decided which rules apply to a request. Rules of the phases `request` and `response` form one queue. */
export type Decision = 'request' | 'caller';

export interface RuleSetOptions {
  readonly shared: SharedState;
  readonly runtime: Pick<Runtime, 'fraction'>;
}

export type RuleSnapshot = readonly StoredRule[];

/** The state of all rules, as JSON. */
interface RuleState {
  readonly latestId: number;
  /** Number of restored snapshots. Each begins new counters. */
  readonly generation: number;
  readonly rules: readonly StoredRule[];
}

/** Every request is compared with every rule of its service. */
const MAX_RULES = 100;

/** More than there are rules: a request in progress may start the counter of a deleted rule again. */
const MAX_COUNTERS = 10_000;

export function createRuleSet(normalize: Normalize, { shared, runtime }: RuleSetOptions): RuleSet {
  let state: RuleState = { latestId: 0, generation: 0, rules: [] };
  let active: readonly ActiveRule[] = [];
  let lists: ReadonlyMap<string, readonly ActiveRule[]> = new Map();
  let initial: readonly NormalizedRule[] = [];
  let value: SharedValue<RuleState> | undefined;
  const listeners: (() => void)[] = [];
  const counters = shared.counters('faults', MAX_COUNTERS);

  function apply(changed: RuleState): void {
    const known = new Map(active.map((rule) => [rule.key, rule]));
    state = changed;
    active = changed.rules.map((stored) => {
      const key = toKey(changed, stored);
      return known.get(key) ?? activate(stored, key);
    });
    lists = Map.groupBy(active, ({ rule: { service, phase } }) =>
      toListName(service, phase === 'caller' ? 'caller' : 'request'),
    );
    for (const listener of listeners) listener();
  }

  async function refresh(): Promise<void> {
    const rules = active;
    const values = await counters.read(rules.map(({ key }) => key));
    for (const [index, rule] of rules.entries()) rule.applied = rule.counted + (values[index] ?? 0);
  }

  /** Replaces the rules, and deletes the counters of those that are removed. */
  async function replace(change: (state: RuleState) => RuleState): Promise<void> {
    if (!value) throw new Error('The rules have not been started');
    const keys = active.map(({ key }) => key);
    const changed = await value.update(change);
    const remaining = new Set(changed.rules.map((stored) => toKey(changed, stored)));
    await counters.delete(keys.filter((key) => !remaining.has(key)));
  }

  return {
    normalize,
    of: (service, decision) => lists.get(toListName(service, decision)) ?? null,
    onChange: (listener) => void listeners.push(listener),

    async take(rule, exchange, check) {
      // Other requests may have exhausted the rule since.
      if (isExhausted(rule) || !rule.isDrawn(exchange, runtime)) return false;
      check?.();
      return count(counters, rule);
    },

    async release(rule) {
      try {
        await counters.subtract(rule.key, 0);
        rule.applied = Math.max(rule.counted, rule.applied - 1);
      } catch (error) {
        ignoreOutage(error);
      }
    },

    start(rules) {
      initial = rules;
      apply(withRules(state, initial));
      value = shared.attach<RuleState>('faults', { read: () => state, apply });
    },

    async add(rule) {
      if (active.length >= MAX_RULES) await refresh();
      const exhausted = new Set(active.filter(isExhausted).map(({ id }) => id));
      let id: number | undefined;
      await replace((current) => {
        const replaced =
          current.rules.length < MAX_RULES ? undefined : current.rules.find((each) => exhausted.has(each.id));
        const rules = current.rules.filter((each) => each !== replaced);
        id = rules.length < MAX_RULES ? current.latestId + 1 : undefined;
        if (id === undefined) return current;
        return { ...current, latestId: id, rules: [...rules, { id, rule, applied: 0 }] };
      });
      const added = active.find((each) => each.id === id);
      return added && toView(added);
    },

    list: () => active.map(toView),
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
    reset: () => replace((current) => withRules(current, initial)),

    async snapshot() {
      await refresh();
      return active.map(({ id, rule, applied }) => ({ id, rule, applied }));
    },

    restore: (rules) => replace((current) => ({ ...current, generation: current.generation + 1, rules })),
  };
}

function toListName(service: RuleService, decision: Decision): string {
  return `${service} ${decision}`;
}

/** The state with new rules in place of the others. */
function withRules(state: RuleState, rules: readonly NormalizedRule[]): RuleState {
  return {
    ...state,
    latestId: state.latestId + rules.length,
    rules: rules.map((rule, index) => ({ id: state.latestId + index + 1, rule, applied: 0 })),
  };
}

/** Counts a request. False when the rule is exhausted. */
async function count(counters: Counters, rule: ActiveRule): Promise<boolean> {
  const { count: maximum } = rule.rule;
  const limit = maximum > 0 ? maximum - rule.counted : undefined;
  try {
    const { isAdded, value } = await counters.add(rule.key, { by: 1, limit });
    rule.applied = rule.counted + value;
    return isAdded;
  } catch (error) {
    ignoreOutage(error);
    return limit === undefined;
  }
}

/** @throws the error, unless the shared counts are not available. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}

function toKey({ generation }: RuleState, { id }: StoredRule): string {
  return `${generation}.${id}`;
}
