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

/** The fault rules that an operator has added. */
export interface Faults {
  /** Applies the rules that do not depend on the caller. @throws ApiError */
  apply(exchange: Exchange): Promise<void>;
  /** Applies the rules that depend on the caller. @throws ApiError */
  applyToCaller(exchange: Exchange, caller: Caller | Client): Promise<void>;
  /** Replaces an exhausted rule when the list is full; undefined when there is none. */
  add(rule: FaultRule): Fault | undefined;
  list(): Fault[];
  /** False for an unknown ID. */
  remove(id: number): boolean;
  clear(): void;
  /** Takes a snapshot of the rules and their counts. The returned function restores it. */
  snapshot(): () => void;
}

/** A rule with its compiled conditions. */
interface ActiveRule {
  readonly fault: Omit<Fault, 'do' | 'applied' | 'met'>;
  applied: number;
  readonly matchesCall: CallTest;
  /** Undefined for a rule that does not depend on the caller. */
  readonly matchesCaller: CallerTest | undefined;
}

/** Every call is compared with every rule. */
const MAX_RULES = 100;

export function createFaults(dependencies: FaultDependencies): Faults {
  let rules: readonly ActiveRule[] = [];
  let latestId = 0;

  async function applyAll(
    matching: readonly ActiveRule[],
    exchange: Exchange,
    caller?: Caller | Client,
  ): Promise<void> {
    for (const rule of matching) {
      // Other calls may have exhausted the rule during the delay of an earlier one.
      if (isExhausted(rule)) continue;
      rule.applied++;
      await applyEffect(rule.fault.effect, dependencies, exchange, caller);
    }
  }

  return {
    apply: (exchange) =>
      applyAll(
        rules.filter((rule) => !rule.matchesCaller && !isExhausted(rule) && rule.matchesCall(exchange)),
        exchange,
      ),

    applyToCaller: (exchange, caller) =>
      applyAll(
        rules.filter(
          (rule) => rule.matchesCaller?.(caller) && !isExhausted(rule) && rule.matchesCall(exchange),
        ),
        exchange,
        caller,
      ),

    add(rule) {
      const exhausted = rules.length < MAX_RULES ? undefined : rules.find(isExhausted);
      if (rules.length >= MAX_RULES && !exhausted) return undefined;
      const active = activate(rule, ++latestId);
      rules = [...rules.filter((other) => other !== exhausted), active];
      return toFault(active);
    },

    list: () => rules.map(toFault),

    remove(id) {
      const remaining = rules.filter(({ fault }) => fault.id !== id);
      const isRemoved = remaining.length < rules.length;
      rules = remaining;
      return isRemoved;
    },

    clear() {
      rules = [];
    },

    snapshot() {
      const taken = rules.map(copyOf);
      return () => {
        rules = taken.map(copyOf);
      };
    },
  };
}

function activate({ match = {}, count = 1, ...rule }: FaultRule, id: number): ActiveRule {
  const effect = effectOf(rule);
  const matchesNamed = toCallerTest(match);
  // A suspension applies to users only, so it needs the caller even without a name.
  const matchesCaller = effect.suspended
    ? (caller: Caller | Client) => 'user' in caller && (!matchesNamed || matchesNamed(caller))
    : matchesNamed;
  return {
    fault: { id, match, effect, count },
    applied: 0,
    matchesCall: toCallTest(match),
    matchesCaller,
  };
}

function toFault({ fault, applied }: ActiveRule): Fault {
  const { id, match, effect, count } = fault;
  return { id, match, effect, do: effect, count, applied, met: applied };
}

function copyOf(rule: ActiveRule): ActiveRule {
  return { ...rule };
}

function isExhausted({ fault, applied }: ActiveRule): boolean {
  return fault.count > 0 && applied >= fault.count;
}
