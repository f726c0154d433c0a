import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState, SharedValue } from '#shared/shared-state.ts';
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
  type Addition,
  addRules,
  changeRule,
  EMPTY_STATE,
  findRule,
  initialState,
  MAX_RULES_OF_BIN,
  putRules,
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
  /** Adds the rules of a seed, all or none. One with the ID of another takes its place. @throws RuleConflictError */
  seed(rules: readonly NormalizedRule[]): Promise<void>;
  /**
   * Replaces the rule of a scope in its place, adds it, or removes it, in one step.
   * @param change returns the rule with this ID for the present one; undefined for none. May be called repeatedly; what it throws
   * rejects the change.
   * @returns undefined without the rule.
   * @throws RuleConflictError
   */
  put(
    bin: string | null,
    id: string,
    change: (current: NormalizedRule | undefined) => NormalizedRule | undefined,
    source: string,
  ): Promise<ActiveRuleView | undefined>;
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

  /** The rules of a state, in the order of the list. Those that this process knows are the same objects. */
  function activateAll(wanted: RuleState): readonly ActiveRule[] {
    if (wanted === state) return active;
    const known = new Map(active.map((rule) => [rule.key, rule]));
    return wanted.rules.toSorted(compareInList).map((stored) => {
      const key = toKey(wanted, stored);
      const previous = known.get(key);
      return previous?.stored.revision === stored.revision
        ? previous
        : activate(stored, key, previous, compose);
    });
  }

  function apply(changed: RuleState): void {
    active = activateAll(changed);
    state = changed;
    const usable = active.filter(({ stored }) => stored.rule.enabled);
    const groups = Map.groupBy(usable, ({ stored: { rule } }) => toListName(rule.service, rule.phase));
    indexes = new Map([...groups].map(([name, rules]) => [name, new RuleIndex(rules)]));
    notify();
  }

  async function refresh(): Promise<void> {
    const applied = await counts.read(active.map(({ key }) => key));
    // The rules may have changed meanwhile.
    for (const rule of active) {
      const count = applied.get(rule.key);
      if (count !== undefined) rule.applied = rule.stored.applied + count;
    }
  }

  const unexpired = (current: RuleState) =>
    removeRules(current, (rule) => isExpired(rule, runtime.machineNow));

  /**
   * Replaces the rules without those that have expired, and deletes the counters of those that are removed.
   * @returns the rules after the change. Other processes may have changed them again.
   */
  async function replace(change: (state: RuleState) => RuleState): Promise<readonly ActiveRule[]> {
    if (!value) throw new Error('The rules have not been started');
    let before: readonly ActiveRule[] = [];
    const changed = await value.update((current) => {
      before = activateAll(current);
      return change(unexpired(current));
    });
    const after = activateAll(changed);
    const remaining = new Set(after.map(({ key }) => key));
    await counts.delete(before.filter(({ key }) => !remaining.has(key)));
    return after;
  }

  /** @param current the state that the rules are added to */
  function toAddition(current: RuleState, source: string): Addition {
    const applied = new Map(active.map((rule) => [rule.key, rule.applied]));
    return {
      source,
      now: runtime.machineNow(),
      isUsed: (stored) =>
        isExhausted({ stored, applied: applied.get(toKey(current, stored)) ?? stored.applied }),
    };
  }

  /** Whether a scope may be full after an addition, so that the counts of all processes decide what is replaced. */
  const isNearlyFull = (added: number) => active.length + added > MAX_RULES_OF_BIN;

  const isPresent = ({ stored }: ActiveRule) => !isExpired(stored, runtime.machineNow);

  /** The rules that have not expired. */
  const present = () => active.filter(isPresent);

  /** Those for a service and a bin. The list has the rules of bins first. */
  const inScope = (rules: readonly ActiveRule[], service: RuleService, bin: string | null) =>
    rules.filter(
      (rule) =>
        isPresent(rule) &&
        rule.stored.rule.service === service &&
        (rule.stored.rule.bin === null || rule.stored.rule.bin === bin),
    );

  /** The views of rules that a change has added, with what they hide. */
  const viewAdded = (after: readonly ActiveRule[], serials: readonly number[]): ActiveRuleView[] =>
    serials.flatMap((serial) => {
      const added = findSerial(after, serial);
      if (!added) return [];
      const { service, bin } = added.stored.rule;
      const hides = [
        ...hiddenBy(added, inScope(after, service, bin)).map(({ stored }) => stored.id),
        ...hiddenEndpoints(added, endpointAt),
      ];
      return [{ ...toView(added), ...(hides.length > 0 && { hides }) }];
    });

  return {
    normalize,
    of: (service, phase) => indexes.get(toListName(service, phase)) ?? null,
    rulesFor: (service, bin) => inScope(active, service, bin),
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
      if (isNearlyFull(rules.length)) await refresh();
      let serials: readonly number[] = [];
      const after = await replace((current) => {
        const added = addRules(current, rules, toAddition(current, source));
        ({ serials } = added);
        return added.state;
      });
      return viewAdded(after, serials);
    },

    addNow(rules, source) {
      const current = unexpired(state);
      const added = addRules(current, rules, toAddition(current, source));
      // The state of one process is changed before the call returns.
      void replace(() => added.state);
      return viewAdded(active, added.serials);
    },

    async seed(rules) {
      if (isNearlyFull(rules.length)) await refresh();
      await replace((current) => putRules(current, rules, toAddition(current, 'seed')).state);
    },

    async put(bin, id, change, source) {
      // A rule that is replaced needs no room: in one process, it is replaced before the call returns.
      if (!findRule(state, bin, id) && isNearlyFull(1)) await refresh();
      let serials: readonly number[] = [];
      const after = await replace((current) => {
        const rule = change(findRule(current, bin, id)?.rule);
        serials = [];
        if (!rule) return removeRules(current, (each) => each.id === id && each.rule.bin === bin);
        const changed = putRules(current, [{ ...rule, chosenId: id }], toAddition(current, source));
        ({ serials } = changed);
        return changed.state;
      });
      return viewAdded(after, serials)[0];
    },

    async change(bin, id, change) {
      let serial: number | undefined;
      const after = await replace((current) => {
        const changed = changeRule(current, bin, id, change);
        serial = changed?.serials[0];
        return changed?.state ?? current;
      });
      const changed = findSerial(after, serial);
      return changed && toView(changed);
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

function findSerial(rules: readonly ActiveRule[], serial: number | undefined): ActiveRule | undefined {
  return rules.find(({ stored }) => stored.serial === serial);
}

function toListName(service: RuleService, phase: RulePhase): string {
  return `${service} ${phase}`;
}

function toKey({ generation }: RuleState, { serial }: StoredRule): string {
  return `${generation}.${serial}`;
}
