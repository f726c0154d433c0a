import type { SharedState, SharedValue } from '../cluster/shared-state.ts';
import { HttpError } from '../http/message/errors.ts';
import type { Exchange } from '../http/message/exchange.ts';
import type { Runtime } from '../runtime.ts';
import {
  type ActiveRule,
  activate,
  type Compose,
  compareRules,
  isExhausted,
  isExpired,
  toView,
} from './active-rule.ts';
import { type EndpointAt, hiddenBy, hiddenEndpoints } from './hidden-rules.ts';
import type { Normalize } from './normalize.ts';
import type {
  ActiveRuleView,
  NormalizedRule,
  RuleChange,
  RulePhase,
  RuleService,
  StoredRule,
} from './rule.ts';
import type { RuleError } from './rule-code.ts';
import { RuleCounts, type RuleUse } from './rule-counts.ts';
import { RuleIndex } from './rule-index.ts';
import {
  addRules,
  changeRule,
  EMPTY_STATE,
  initialState,
  MAX_RULES_OF_BIN,
  putRule,
  type RuleState,
  removeRules,
  restoreRules,
} from './rule-state.ts';
import {
  createUnmatchedRequests,
  type UnmatchedModes,
  type UnmatchedRequests,
} from './unmatched/unmatched-requests.ts';

/** The rules that operators have added. All processes of the server share the rules and their counts. */
export interface RuleSet {
  /** Checks a rule. @throws InvalidInputError for a rule that cannot apply. */
  readonly normalize: Normalize;
  /** The rules of a service and a phase; null without any. */
  of(service: RuleService, phase: RulePhase): RuleIndex | null;
  /** The requests that no rule took, and what they get. */
  readonly unmatched: UnmatchedRequests;
  /** The rules of a bin and of the server for a service, in the order of their use in each phase. */
  rulesFor(service: RuleService, bin: string | null): readonly ActiveRule[];
  /** Adds a listener that is called after each change of the rules, of their counts excepted, and of the modes. */
  onChange(listener: () => void): void;
  /** Whether the rule can apply to a further request, as far as this process knows. */
  isUsable(rule: ActiveRule): boolean;
  /**
   * Draws whether the rule applies to a request that it matches, and counts the request.
   * @returns undefined when the rule does not apply.
   * While the shared counts are not available, only a rule whose count is 0 applies: no rule applies more often than its count.
   * @param check throws for a request that cannot carry the effect, which is not counted.
   * @throws HttpError 400 for an invalid `Idempotency-Key`, if the rule distinguishes callers by it.
   */
  take(rule: ActiveRule, exchange: Exchange, check?: () => void): Promise<RuleUse | undefined>;
  /** Returns the counts of a request that cannot carry the effect. */
  release(rule: ActiveRule, use: RuleUse): Promise<void>;
  /** Sets the rules and modes that exist at the start and after each reset. Called once, before the shared state starts. */
  start(initial: readonly NormalizedRule[], modes: UnmatchedModes): void;
  /**
   * Adds rules, all or none. An exhausted rule is replaced when the list is full.
   * @throws RuleConflictError
   */
  add(rules: readonly NormalizedRule[], source: string): Promise<ActiveRuleView[]>;
  /** Adds rules before the call returns, in a server of one process. @throws RuleConflictError */
  addNow(rules: readonly NormalizedRule[], source: string): ActiveRuleView[];
  /** Replaces the rule with the chosen ID in its place, or adds it. @throws RuleConflictError */
  put(rule: NormalizedRule, source: string): Promise<ActiveRuleView>;
  /** Undefined for an unknown ID. */
  change(bin: string | null, id: string, change: RuleChange): Promise<ActiveRuleView | undefined>;
  /** The rule of a scope, with the count that this process knows. Undefined for an unknown ID. */
  find(bin: string | null, id: string): ActiveRuleView | undefined;
  /** The rules in the order of their use, with the counts that this process knows: those of other processes after `refresh`. */
  list(shows?: 'names' | 'contents'): ActiveRuleView[];
  /** Keeps an error of the code of a rule for the test. @returns the error for the client. */
  report(rule: ActiveRule, error: unknown): HttpError;
  /** The latest errors of the code of rules. Those of a bin end with `clear`, and all with `clear` and `reset`. */
  errors(): readonly RuleError[];
  /** Reads the counts of all processes. */
  refresh(): Promise<void>;
  /** False for an unknown ID. */
  remove(bin: string | null, id: string): Promise<boolean>;
  /** Removes the rules and the unmatched requests of a bin, those of the server for null, or all. */
  clear(bin?: string | null): Promise<void>;
  /** Restores the initial rules and modes, and forgets the unmatched requests. */
  reset(): Promise<void>;
  /** The rules with their counts, and the modes. */
  snapshot(): Promise<RuleSnapshot>;
  restore(snapshot: RuleSnapshot): Promise<void>;
}

export interface RuleSetOptions {
  readonly shared: SharedState;
  readonly runtime: Pick<Runtime, 'fraction' | 'machineNow' | 'now'>;
  readonly compose: Compose;
  readonly endpointAt: EndpointAt;
}

export interface RuleSnapshot {
  readonly rules: readonly StoredRule[];
  readonly unmatched: UnmatchedModes;
}

/** Maximum number of errors of code that are kept. */
const MAX_ERRORS = 100;

export function createRuleSet(
  normalize: Normalize,
  { shared, runtime, compose, endpointAt }: RuleSetOptions,
): RuleSet {
  let state: RuleState = EMPTY_STATE;
  let active: readonly ActiveRule[] = [];
  let indexes: ReadonlyMap<string, RuleIndex> = new Map();
  let initial: readonly NormalizedRule[] = [];
  let initialModes: UnmatchedModes = { server: 'pass', bins: [] };
  let value: SharedValue<RuleState> | undefined;
  const listeners: (() => void)[] = [];
  let errors: readonly RuleError[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const unmatched = createUnmatchedRequests(shared, notify);
  const counts = new RuleCounts(shared);
  const isUsable = (rule: ActiveRule) => !isExhausted(rule) && !isExpired(rule.stored, runtime.machineNow);

  function apply(changed: RuleState): void {
    const known = new Map(active.map((rule) => [rule.key, rule]));
    state = changed;
    active = changed.rules.toSorted(compareInList).map((stored) => {
      const key = toKey(changed, stored);
      const previous = known.get(key);
      return previous?.stored.revision === stored.revision
        ? previous
        : activate(stored, key, previous, compose);
    });
    const usable = active.filter(({ stored }) => stored.rule.enabled);
    const groups = Map.groupBy(usable, ({ stored: { rule } }) => toListName(rule.service, rule.phase));
    indexes = new Map([...groups].map(([name, rules]) => [name, new RuleIndex(rules)]));
    notify();
  }

  const refresh = () => counts.read(active);

  const unexpired = (current: RuleState) =>
    removeRules(current, (rule) => isExpired(rule, runtime.machineNow));

  /** Replaces the rules without those that have expired, and deletes the counters of those that are removed. */
  async function replace(change: (state: RuleState) => RuleState): Promise<void> {
    if (!value) throw new Error('The rules have not been started');
    const before = active;
    const changed = await value.update((current) => change(unexpired(current)));
    const remaining = new Set(changed.rules.map((stored) => toKey(changed, stored)));
    await counts.delete(before.filter(({ key }) => !remaining.has(key)));
  }

  /** The serial numbers of the rules that can be replaced. */
  function replaceable(): ReadonlySet<number> {
    return new Set(active.filter((rule) => !isUsable(rule)).map(({ stored }) => stored.serial));
  }

  /**
   * The same, with the counts of all processes when a scope may be full.
   * @param more number of rules that are added.
   */
  async function refreshReplaceable(more: number): Promise<ReadonlySet<number>> {
    if (active.length + more > MAX_RULES_OF_BIN) await refresh();
    return replaceable();
  }

  /** The rules that have not expired. */
  const present = () => active.filter(({ stored }) => !isExpired(stored, runtime.machineNow));

  function rulesFor(service: RuleService, bin: string | null): readonly ActiveRule[] {
    const isInScope = ({ stored: { rule } }: ActiveRule) =>
      rule.service === service && (rule.bin === null || rule.bin === bin);
    // The list has the rules of bins first.
    return present().filter(isInScope);
  }

  const viewOf = (serial: number): ActiveRuleView | undefined => {
    const found = active.find(({ stored }) => stored.serial === serial);
    return found && toView(found);
  };

  /** The view of a rule that has been added, with what it hides. */
  const addedViewOf = (serial: number): ActiveRuleView | undefined => {
    const found = active.find(({ stored }) => stored.serial === serial);
    if (!found) return undefined;
    const { service, bin } = found.stored.rule;
    const hides = [
      ...hiddenBy(found, rulesFor(service, bin)).map(({ stored }) => stored.id),
      ...hiddenEndpoints(found, endpointAt),
    ];
    return { ...toView(found), ...(hides.length > 0 && { hides }) };
  };

  return {
    normalize,
    of: (service, phase) => indexes.get(toListName(service, phase)) ?? null,
    rulesFor,
    unmatched,
    onChange: (listener) => void listeners.push(listener),
    isUsable,

    async take(rule, exchange, check) {
      // Other requests may have exhausted the rule since.
      if (!isUsable(rule) || !rule.isDrawn(exchange, runtime)) return undefined;
      const caller = counts.callerOf(rule, exchange);
      check?.();
      return counts.add(rule, caller, runtime.now());
    },

    release: (rule, use) => counts.subtract(rule, use),

    start(rules, modes) {
      initial = rules;
      initialModes = modes;
      unmatched.start(modes);
      apply(initialState(state, initial, runtime.machineNow()));
      value = shared.attach<RuleState>('rules', { read: () => state, apply });
    },

    async add(rules, source) {
      const used = await refreshReplaceable(rules.length);
      let serials: readonly number[] = [];
      await replace((current) => {
        const added = addRules(current, rules, { source, now: runtime.machineNow(), used });
        serials = added.serials;
        return added.state;
      });
      return serials.flatMap((serial) => addedViewOf(serial) ?? []);
    },

    addNow(rules, source) {
      const addition = { source, now: runtime.machineNow(), used: replaceable() };
      const { serials } = addRules(unexpired(state), rules, addition);
      // The state of one process is changed before the call returns.
      void replace((current) => addRules(current, rules, addition).state);
      return serials.flatMap((serial) => addedViewOf(serial) ?? []);
    },

    async put(rule, source) {
      const used = await refreshReplaceable(1);
      let serial = 0;
      await replace((current) => {
        const changed = putRule(current, rule, { source, now: runtime.machineNow(), used });
        [serial = 0] = changed.serials;
        return changed.state;
      });
      const view = addedViewOf(serial);
      if (!view) throw new Error('The rule was removed while it was added');
      return view;
    },

    async change(bin, id, change) {
      let serial: number | undefined;
      await replace((current) => {
        const changed = changeRule(current, bin, id, change);
        serial = changed?.serials[0];
        return changed?.state ?? current;
      });
      return serial === undefined ? undefined : viewOf(serial);
    },

    find(bin, id) {
      const found = present().find(({ stored }) => stored.id === id && stored.rule.bin === bin);
      return found && toView(found);
    },

    list: (shows) => present().map((rule) => toView(rule, shows)),
    refresh,
    errors: () => errors,

    report({ stored }, error) {
      const { id, source, rule } = stored;
      errors = [...errors, { id, bin: rule.bin, source, error }].slice(-MAX_ERRORS);
      const message = error instanceof Error ? error.message : String(error);
      return new HttpError(500, `The code of the rule ${id} (${source}) failed: ${message}`, {
        cause: error,
      });
    },

    async remove(bin, id) {
      let isRemoved = false;
      await replace((current) => {
        const changed = removeRules(current, (rule) => rule.id === id && rule.rule.bin === bin);
        isRemoved = changed.rules.length < current.rules.length;
        return changed;
      });
      return isRemoved;
    },

    async clear(bin) {
      errors = bin === undefined ? [] : errors.filter((each) => each.bin !== bin);
      const isRemoved = ({ rule }: StoredRule) => bin === undefined || rule.bin === bin;
      // In one process, both are complete before the call returns.
      await Promise.all([replace((current) => removeRules(current, isRemoved)), unmatched.clear(bin)]);
    },

    async reset() {
      errors = [];
      await replace((current) => initialState(current, initial, runtime.machineNow()));
      await unmatched.restore(initialModes);
    },

    async snapshot() {
      await refresh();
      return {
        rules: present().map(({ stored, applied }) => ({ ...stored, applied })),
        unmatched: unmatched.modes,
      };
    },

    async restore(snapshot) {
      await replace((current) => restoreRules(current, snapshot.rules));
      await unmatched.restore(snapshot.unmatched);
    },
  };
}

/** The order of the list: rules of bins first, each scope in the order of use. */
function compareInList(one: StoredRule, other: StoredRule): number {
  const [bin, otherBin] = [one.rule.bin, other.rule.bin];
  if (bin === otherBin) return compareRules(one, other);
  if (bin === null) return 1;
  return otherBin === null || bin < otherBin ? -1 : 1;
}

function toListName(service: RuleService, phase: RulePhase): string {
  return `${service} ${phase}`;
}

function toKey({ generation }: RuleState, { serial }: StoredRule): string {
  return `${generation}.${serial}`;
}
