import type { Counters, SharedState } from '../../cluster/shared-state.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Caller, Client } from '../caller.ts';
import { applyEffect, type FaultDependencies } from './fault-effects.ts';
import { type CallerTest, type CallTest, toCallerTest, toCallTest } from './fault-match.ts';
import { effectOf, type FaultRule } from './fault-rule.ts';

/** A fault rule that is in effect. */
export interface Fault extends Required<FaultRule> {
  readonly id: number;
  /** Number of calls that the rule was applied to. */
  readonly applied: number;
  /** Alias of `applied`. */
  readonly met: number;
}

/** The fault rules that an operator has added. All processes of the server share the rules and their counts. */
export interface Faults {
  /** Applies the rules that do not depend on the caller. @throws ApiError */
  apply(exchange: Exchange): void | Promise<void>;
  /** Applies the rules that depend on the caller. @throws ApiError */
  applyToCaller(exchange: Exchange, caller: Caller | Client): void | Promise<void>;
  /** Replaces an exhausted rule when the list is full; undefined when there is none. */
  add(rule: FaultRule): Promise<Fault | undefined>;
  /** The rules, with the counts that this process knows: those of other processes after `refresh`. */
  list(): Fault[];
  /** Reads the counts of all processes. */
  refresh(): Promise<void>;
  /** False for an unknown ID. */
  remove(id: number): Promise<boolean>;
  clear(): Promise<void>;
  /** The rules and their counts. */
  snapshot(): Promise<FaultSnapshot>;
  restore(snapshot: FaultSnapshot): Promise<void>;
}

export interface FaultOptions extends FaultDependencies {
  readonly shared: SharedState;
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
interface ActiveRule {
  readonly stored: StoredRule;
  readonly fault: Pick<Fault, 'id' | 'match' | 'effect' | 'count'>;
  /** Key of its counter. */
  readonly key: string;
  /** Number of calls that this process knows of. */
  applied: number;
  readonly matchesCall: CallTest;
  /** Undefined for a rule that does not depend on the caller. */
  readonly matchesCaller: CallerTest | undefined;
}

/** Every call is compared with every rule. */
const MAX_RULES = 100;

/** More than there are rules: a call in progress may start the counter of a deleted rule again. */
const MAX_COUNTERS = 10_000;

export function createFaults({ shared, ...dependencies }: FaultOptions): Faults {
  let state: FaultState = { latestId: 0, generation: 0, rules: [] };
  let active: readonly ActiveRule[] = [];
  const counters = shared.counters('faults', MAX_COUNTERS);
  const value = shared.attach<FaultState>('faults', {
    read: () => state,
    apply(changed) {
      const known = new Map(active.map((rule) => [rule.key, rule]));
      state = changed;
      active = changed.rules.map((stored) => {
        const key = toKey(changed, stored);
        return known.get(key) ?? activate(stored, key);
      });
    },
  });

  async function applyAll(
    matching: readonly ActiveRule[],
    exchange: Exchange,
    caller?: Caller | Client,
  ): Promise<void> {
    for (const rule of matching) {
      // Other calls may have exhausted the rule during the delay of an earlier one.
      if (isExhausted(rule) || !(await count(counters, rule))) continue;
      await applyEffect(rule.fault.effect, dependencies, exchange, caller);
    }
  }

  async function refresh(): Promise<void> {
    const rules = active;
    const values = await counters.read(rules.map(({ key }) => key));
    for (const [index, rule] of rules.entries()) rule.applied = rule.stored.applied + (values[index] ?? 0);
  }

  /** Replaces the rules, and deletes the counters of those that are not kept. */
  async function replace(change: (state: FaultState) => FaultState): Promise<void> {
    const keys = active.map(({ key }) => key);
    const changed = await value.update(change);
    const kept = new Set(changed.rules.map((stored) => toKey(changed, stored)));
    await counters.delete(keys.filter((key) => !kept.has(key)));
  }

  return {
    apply(exchange) {
      if (active.length === 0) return;
      return applyAll(
        active.filter((rule) => !rule.matchesCaller && !isExhausted(rule) && rule.matchesCall(exchange)),
        exchange,
      );
    },

    applyToCaller(exchange, caller) {
      if (active.length === 0) return;
      return applyAll(
        active.filter(
          (rule) => rule.matchesCaller?.(caller) && !isExhausted(rule) && rule.matchesCall(exchange),
        ),
        exchange,
        caller,
      );
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

    async snapshot() {
      await refresh();
      return active.map(({ stored, applied }) => ({ ...stored, applied }));
    },

    restore: (rules) => replace((current) => ({ ...current, generation: current.generation + 1, rules })),
  };
}

/** Counts a call. False when the rule is exhausted. */
async function count(counters: Counters, rule: ActiveRule): Promise<boolean> {
  const { fault, key, stored } = rule;
  const limit = fault.count > 0 ? fault.count - stored.applied : undefined;
  const { isAdded, value } = await counters.add(key, { by: 1, limit });
  rule.applied = stored.applied + value;
  return isAdded;
}

function toKey({ generation }: FaultState, { id }: StoredRule): string {
  return `${generation}.${id}`;
}

function activate(stored: StoredRule, key: string): ActiveRule {
  const { match = {}, count = 1, ...rule } = stored.rule;
  const effect = effectOf(rule);
  const matchesNamed = toCallerTest(match);
  // A suspension applies to users only, so it needs the caller even without a name.
  const matchesCaller = effect.suspended
    ? (caller: Caller | Client) => 'user' in caller && (!matchesNamed || matchesNamed(caller))
    : matchesNamed;
  return {
    stored,
    fault: { id: stored.id, match, effect, count },
    key,
    applied: stored.applied,
    matchesCall: toCallTest(match),
    matchesCaller,
  };
}

function toFault({ fault, applied }: ActiveRule): Fault {
  const { id, match, effect, count } = fault;
  return { id, match, effect, do: effect, count, applied, met: applied };
}

function isExhausted({ fault, applied }: ActiveRule): boolean {
  return fault.count > 0 && applied >= fault.count;
}
