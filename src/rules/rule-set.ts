import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState, SharedValue } from '#shared/shared-state.ts';
import { type ActiveRule, type Compose, isExhausted, isExpired, toView } from './active-rule.ts';
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
import type { RuleIndex } from './rule-index.ts';
import { formatRuleKey, RuleList } from './rule-list.ts';
import {
  type Addition,
  addRules,
  changeRule,
  findRule,
  initialState,
  MAX_RULES_OF_BIN,
  putRules,
  type RuleState,
  removeRules,
  restoreRules,
} from './rule-state.ts';
import { type UnmatchedModes, UnmatchedRequests } from './unmatched/unmatched-requests.ts';

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

/** The rules that operators have added. All processes of the server share the rules and their counts. */
export class RuleSet {
  /** Checks a rule. @throws InvalidInputError for a rule that cannot apply. */
  readonly normalize: Normalize;
  /** The requests that no rule took, and what they get. */
  readonly unmatched: UnmatchedRequests;
  readonly #shared: SharedState;
  readonly #runtime: RuleSetOptions['runtime'];
  readonly #endpointAt: EndpointAt;
  readonly #list: RuleList;
  readonly #counts: RuleCounts;
  readonly #listeners: (() => void)[] = [];
  #initial: readonly NormalizedRule[] = [];
  #initialModes: UnmatchedModes = { server: 'pass', bins: [] };
  #value: SharedValue<RuleState> | undefined;
  #errors: readonly RuleError[] = [];

  constructor(normalize: Normalize, { shared, runtime, compose, endpointAt }: RuleSetOptions) {
    this.normalize = normalize;
    this.#shared = shared;
    this.#runtime = runtime;
    this.#endpointAt = endpointAt;
    this.#list = new RuleList(runtime, compose);
    this.#counts = new RuleCounts(shared);
    this.unmatched = new UnmatchedRequests(shared, () => this.#notify());
  }

  /** The rules of a service and a phase; null without any. */
  of(service: RuleService, phase: RulePhase): RuleIndex | null {
    return this.#list.of(service, phase);
  }

  /** The rules of a bin and of the server for a service, in the order of their use in each phase. */
  rulesFor(service: RuleService, bin: string | null): readonly ActiveRule[] {
    return this.#list.inScope(this.#list.active, service, bin);
  }

  /** Adds a listener that is called after each change of the rules, of their counts excepted, and of the modes. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Whether the rule can apply to a further request, as far as this process knows. */
  isUsable(rule: ActiveRule): boolean {
    return this.#list.isUsable(rule);
  }

  /**
   * Draws whether the rule applies to a request that it matches, and counts the request.
   * @returns undefined when the rule does not apply.
   * While the shared counts are not available, only a rule whose count is 0 applies: no rule applies more often than its count.
   * @param check throws for a request that cannot carry the effect, which is not counted.
   * @throws HttpError 400 for an invalid `Idempotency-Key`, if the rule distinguishes callers by it.
   */
  async take(rule: ActiveRule, exchange: Exchange, check?: () => void): Promise<RuleUse | undefined> {
    // Other requests may have exhausted the rule since.
    if (!this.isUsable(rule) || !rule.isDrawn(exchange, this.#runtime)) return undefined;
    const caller = this.#counts.callerOf(rule, exchange);
    check?.();
    return this.#counts.add(rule, caller, this.#runtime.now());
  }

  /** Returns the counts of a request that cannot carry the effect. */
  release(rule: ActiveRule, use: RuleUse): Promise<void> {
    return this.#counts.subtract(rule, use);
  }

  /** Sets the rules and modes that exist at the start and after each reset. Called once, before the shared state starts. */
  start(initial: readonly NormalizedRule[], modes: UnmatchedModes): void {
    this.#initial = initial;
    this.#initialModes = modes;
    this.unmatched.start(modes);
    this.#apply(this.#initialState(this.#list.state));
    this.#value = this.#shared.attach<RuleState>('rules', {
      read: () => this.#list.state,
      apply: (changed) => this.#apply(changed),
    });
  }

  /**
   * Adds rules, all or none. An exhausted rule is replaced when the list is full.
   * @throws RuleConflictError
   */
  async add(rules: readonly NormalizedRule[], source: string): Promise<ActiveRuleView[]> {
    if (this.#isNearlyFull(rules.length)) await this.refresh();
    let serials: readonly number[] = [];
    const after = await this.#replace((current) => {
      const added = addRules(current, rules, this.#toAddition(current, source));
      ({ serials } = added);
      return added.state;
    });
    return this.#viewAdded(after, serials);
  }

  /** Adds rules before the call returns, in a server of one process. @throws RuleConflictError */
  addNow(rules: readonly NormalizedRule[], source: string): ActiveRuleView[] {
    const current = this.#unexpired(this.#list.state);
    const added = addRules(current, rules, this.#toAddition(current, source));
    // The state of one process is changed before the call returns.
    void this.#replace(() => added.state);
    return this.#viewAdded(this.#list.active, added.serials);
  }

  /** Adds the rules of a seed, all or none. One with the ID of another takes its place. @throws RuleConflictError */
  async seed(rules: readonly NormalizedRule[]): Promise<void> {
    if (this.#isNearlyFull(rules.length)) await this.refresh();
    await this.#replace((current) => putRules(current, rules, this.#toAddition(current, 'seed')).state);
  }

  /**
   * Replaces the rule of a scope in its place, adds it, or removes it, in one step.
   * @param change returns the rule with this ID for the present one; undefined for none. May be called repeatedly; what it throws
   * rejects the change.
   * @returns undefined without the rule.
   * @throws RuleConflictError
   */
  async put(
    bin: string | null,
    id: string,
    change: (current: NormalizedRule | undefined) => NormalizedRule | undefined,
    source: string,
  ): Promise<ActiveRuleView | undefined> {
    // A rule that is replaced needs no room: in one process, it is replaced before the call returns.
    if (!findRule(this.#list.state, bin, id) && this.#isNearlyFull(1)) await this.refresh();
    let serials: readonly number[] = [];
    const after = await this.#replace((current) => {
      const rule = change(findRule(current, bin, id)?.rule);
      serials = [];
      if (!rule) return removeRules(current, (each) => each.id === id && each.rule.bin === bin);
      const changed = putRules(current, [{ ...rule, chosenId: id }], this.#toAddition(current, source));
      ({ serials } = changed);
      return changed.state;
    });
    return this.#viewAdded(after, serials)[0];
  }

  /** Undefined for an unknown ID. */
  async change(bin: string | null, id: string, change: RuleChange): Promise<ActiveRuleView | undefined> {
    let serial: number | undefined;
    const after = await this.#replace((current) => {
      const changed = changeRule(current, bin, id, change);
      serial = changed?.serials[0];
      return changed?.state ?? current;
    });
    const changed = findSerial(after, serial);
    return changed && toView(changed);
  }

  /** The rule of a scope, with the count that this process knows. Undefined for an unknown ID. */
  find(bin: string | null, id: string): ActiveRuleView | undefined {
    const found = this.#list.present().find(({ stored }) => stored.id === id && stored.rule.bin === bin);
    return found && toView(found);
  }

  /** The rules in the order of their use, with the counts that this process knows: those of other processes after `refresh`. */
  list(shows?: 'names' | 'contents'): ActiveRuleView[] {
    return this.#list.present().map((rule) => toView(rule, shows));
  }

  /** Keeps an error of the code of a rule for the test. @returns the error for the client. */
  report({ stored }: ActiveRule, error: unknown): HttpError {
    const { id, source, rule } = stored;
    this.#errors = [...this.#errors, { id, bin: rule.bin, source, error }].slice(-MAX_ERRORS);
    const message = error instanceof Error ? error.message : String(error);
    return new HttpError(500, `The code of the rule ${id} (${source}) failed: ${message}`, {
      cause: error,
    });
  }

  /** The latest errors of the code of rules. Those of a bin end with `clear`, and all with `clear` and `reset`. */
  errors(): readonly RuleError[] {
    return this.#errors;
  }

  /** Reads the counts of all processes. */
  async refresh(): Promise<void> {
    const applied = await this.#counts.read(this.#list.active.map(({ key }) => key));
    // The rules may have changed meanwhile.
    for (const rule of this.#list.active) {
      const count = applied.get(rule.key);
      if (count !== undefined) rule.applied = rule.stored.applied + count;
    }
  }

  /** False for an unknown ID. */
  async remove(bin: string | null, id: string): Promise<boolean> {
    let isRemoved = false;
    await this.#replace((current) => {
      const changed = removeRules(current, (rule) => rule.id === id && rule.rule.bin === bin);
      isRemoved = changed.rules.length < current.rules.length;
      return changed;
    });
    return isRemoved;
  }

  /** Removes the rules and the unmatched requests of a bin, those of the server for null, or all. */
  async clear(bin?: string | null): Promise<void> {
    this.#errors = bin === undefined ? [] : this.#errors.filter((each) => each.bin !== bin);
    const isRemoved = ({ rule }: StoredRule) => bin === undefined || rule.bin === bin;
    // In one process, both are complete before the call returns.
    await Promise.all([
      this.#replace((current) => removeRules(current, isRemoved)),
      this.unmatched.clear(bin),
    ]);
  }

  /** Restores the initial rules and modes, and forgets the unmatched requests. */
  async reset(): Promise<void> {
    this.#errors = [];
    await this.#replace((current) => this.#initialState(current));
    await this.unmatched.restore(this.#initialModes);
  }

  /** The rules with their counts, and the modes. */
  async snapshot(): Promise<RuleSnapshot> {
    await this.refresh();
    return {
      rules: this.#list.present().map(({ stored, applied }) => ({ ...stored, applied })),
      unmatched: this.unmatched.modes,
    };
  }

  async restore(snapshot: RuleSnapshot): Promise<void> {
    await this.#replace((current) => restoreRules(current, snapshot.rules));
    await this.unmatched.restore(snapshot.unmatched);
  }

  #apply(changed: RuleState): void {
    this.#list.apply(changed);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #initialState(current: RuleState): RuleState {
    return initialState(current, this.#initial, this.#runtime.machineNow());
  }

  #unexpired(current: RuleState): RuleState {
    return removeRules(current, (rule) => isExpired(rule, this.#runtime.machineNow));
  }

  /**
   * Replaces the rules without those that have expired, and deletes the counters of those that are removed.
   * @returns the rules after the change. Other processes may have changed them again.
   */
  async #replace(change: (state: RuleState) => RuleState): Promise<readonly ActiveRule[]> {
    if (!this.#value) throw new Error('The rules have not been started');
    let before: readonly ActiveRule[] = [];
    const changed = await this.#value.update((current) => {
      before = this.#list.activate(current);
      return change(this.#unexpired(current));
    });
    const after = this.#list.activate(changed);
    const remaining = new Set(after.map(({ key }) => key));
    await this.#counts.delete(before.filter(({ key }) => !remaining.has(key)));
    return after;
  }

  /** @param current the state that the rules are added to */
  #toAddition(current: RuleState, source: string): Addition {
    const applied = new Map(this.#list.active.map((rule) => [rule.key, rule.applied]));
    return {
      source,
      now: this.#runtime.machineNow(),
      isUsed: (stored) =>
        isExhausted({ stored, applied: applied.get(formatRuleKey(current, stored)) ?? stored.applied }),
    };
  }

  /** Whether a scope may be full after an addition, so that the counts of all processes decide what is replaced. */
  #isNearlyFull(added: number): boolean {
    return this.#list.active.length + added > MAX_RULES_OF_BIN;
  }

  /** The views of rules that a change has added, with what they hide. */
  #viewAdded(after: readonly ActiveRule[], serials: readonly number[]): ActiveRuleView[] {
    return serials.flatMap((serial) => {
      const added = findSerial(after, serial);
      if (!added) return [];
      const { service, bin } = added.stored.rule;
      const hides = [
        ...hiddenBy(added, this.#list.inScope(after, service, bin)).map(({ stored }) => stored.id),
        ...hiddenEndpoints(added, this.#endpointAt),
      ];
      return [{ ...toView(added), ...(hides.length > 0 && { hides }) }];
    });
  }
}

function findSerial(rules: readonly ActiveRule[], serial: number | undefined): ActiveRule | undefined {
  return rules.find(({ stored }) => stored.serial === serial);
}
