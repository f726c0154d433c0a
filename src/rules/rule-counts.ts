import { hash } from 'node:crypto';
import type { Counters, SharedState } from '../cluster/shared-state.ts';
import type { Exchange } from '../http/message/exchange.ts';
import { type Callers, callerOf } from '../matching/callers.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import type { ActiveRule } from './active-rule.ts';

/** A use of a rule by a request. Numbers begin with 1. */
export interface RuleUse {
  /** Number of the use of the rule. */
  readonly n: number;
  /** Number of the use by the caller, in a list that distinguishes callers; otherwise, that of the rule. */
  readonly position: number;
  /** Key of the counter of the caller; undefined without one. */
  readonly caller: string | undefined;
}

/** Maximum number of callers that a list distinguishes. The one whose latest request is the oldest starts again. */
const MAX_CALLERS = 1000;

/** More than there are rules: a request in progress may start the counter of a deleted rule again. */
const MAX_COUNTERS = 10_000;

/** The counts of the rules, and of the callers of their lists, which all processes of the server share. */
export class RuleCounts {
  readonly #shared: Pick<SharedState, 'counters'>;
  readonly #counters: Counters;

  constructor(shared: Pick<SharedState, 'counters'>) {
    this.#shared = shared;
    this.#counters = shared.counters('rules', MAX_COUNTERS);
  }

  /** The key of the caller of a request; undefined if the rule does not distinguish callers. @throws HttpError 400 */
  callerOf({ callers }: ActiveRule, exchange: Exchange): string | undefined {
    return callers && toCallerKey(callers, exchange);
  }

  /**
   * Counts a request of a caller. While the counts are not available, only a rule whose count is 0 applies.
   * @returns undefined when the rule is exhausted.
   */
  async add(rule: ActiveRule, caller: string | undefined): Promise<RuleUse | undefined> {
    const n = await this.#addToRule(rule);
    if (n === undefined) return undefined;
    return { n, position: caller === undefined ? n : await this.#addToCaller(rule, caller), caller };
  }

  /** Returns the counts of a use. */
  async subtract(rule: ActiveRule, { caller }: RuleUse): Promise<void> {
    try {
      await this.#counters.subtract(rule.key, 0);
      rule.applied = Math.max(rule.stored.applied, rule.applied - 1);
      if (caller !== undefined) await this.#callersOf(rule).subtract(caller, 0);
    } catch (error) {
      ignoreOutage(error);
    }
  }

  /** Sets the counts of the rules to those of all processes. */
  async read(rules: readonly ActiveRule[]): Promise<void> {
    const values = await this.#counters.read(rules.map(({ key }) => key));
    for (const [index, rule] of rules.entries()) rule.applied = rule.stored.applied + (values[index] ?? 0);
  }

  async delete(rules: readonly ActiveRule[]): Promise<void> {
    await this.#counters.delete(rules.map(({ key }) => key));
    for (const rule of rules) if (rule.callers) await this.#callersOf(rule).clear();
  }

  async #addToRule(rule: ActiveRule): Promise<number | undefined> {
    const {
      rule: { count: maximum },
      applied: counted,
    } = rule.stored;
    const limit = maximum > 0 ? maximum - counted : undefined;
    try {
      const { isAdded, value } = await this.#counters.add(rule.key, { by: 1, limit });
      rule.applied = counted + value;
      return isAdded ? counted + value : undefined;
    } catch (error) {
      ignoreOutage(error);
      return limit === undefined ? 1 : undefined;
    }
  }

  async #addToCaller(rule: ActiveRule, caller: string): Promise<number> {
    try {
      return (await this.#callersOf(rule).add(caller, { by: 1 })).value;
    } catch (error) {
      ignoreOutage(error);
      return 1;
    }
  }

  #callersOf({ key }: ActiveRule): Counters {
    return this.#shared.counters(`callers of rule ${key}`, MAX_CALLERS);
  }
}

/** Callers are hashed, because they can be long, or credentials. */
function toCallerKey(callers: Callers, { rawFields, path, connectionInfo }: Exchange): string {
  const caller = callerOf(callers, { rawFields, path, connectionId: connectionInfo.id });
  return caller === null ? '' : hash('sha256', caller, 'base64url');
}

/** @throws the error, unless the shared counts are not available. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}
