import type { CallerNames } from '../../fault-rules/match.ts';
import { type ActiveRule, type FaultRules, isExhausted } from '../../fault-rules/rules.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Caller, Client } from '../caller.ts';
import { applyEffect, type FaultDependencies } from './fault-effects.ts';

/** The fault rules, as they apply to calls of the API. */
export interface Faults extends FaultRules {
  /** Applies the rules that do not depend on the caller. @throws ApiError */
  apply(exchange: Exchange): void | Promise<void>;
  /** Applies the rules that depend on the caller. @throws ApiError */
  applyToCaller(exchange: Exchange, caller: Caller | Client): void | Promise<void>;
}

export interface FaultOptions extends FaultDependencies {
  readonly faultRules: FaultRules;
}

export function createFaults({ faultRules, ...dependencies }: FaultOptions): Faults {
  async function applyAll(
    matching: readonly ActiveRule[],
    exchange: Exchange,
    caller?: Caller | Client,
  ): Promise<void> {
    for (const rule of matching) {
      // Other calls may have exhausted the rule during the delay of an earlier one.
      if (!(await faultRules.take(rule, exchange))) continue;
      await applyEffect(rule.fault.effect, dependencies, exchange, caller);
    }
  }

  return {
    ...faultRules,

    apply(exchange) {
      const rules = faultRules.ofCalls();
      if (rules.length === 0) return;
      return applyAll(
        rules.filter((rule) => !rule.matchesCaller && !isExhausted(rule) && rule.matchesCall(exchange)),
        exchange,
      );
    },

    applyToCaller(exchange, caller) {
      const rules = faultRules.ofCalls();
      if (rules.length === 0) return;
      const names = namesOf(caller);
      return applyAll(
        rules.filter(
          (rule) => rule.matchesCaller?.(names) && !isExhausted(rule) && rule.matchesCall(exchange),
        ),
        exchange,
        caller,
      );
    },
  };
}

function namesOf(caller: Caller | Client): CallerNames {
  return 'user' in caller
    ? { login: caller.user.login, clientId: caller.token?.application?.clientId }
    : { login: undefined, clientId: caller.application.clientId };
}
