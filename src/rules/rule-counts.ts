import { hash } from 'node:crypto';
import { ignoreOutage } from '#database/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { type Callers, callerOf } from '#journal/matching/callers.ts';
import type { Counters, SharedState } from '#shared/shared-state.ts';
import type { StepGroup } from '#testing/responses/composition/response-steps.ts';
import type { ActiveRule } from './active-rule.ts';

/** A use of a rule by a request. Numbers begin with 1. */
export interface RuleUse {
  /** Number of the use of the rule. */
  readonly n: number;
  /** Number of the use by the caller, in a list that distinguishes callers; otherwise, that of the rule. */
  readonly position: number;
  /** Key of the counter of the caller; undefined without one. */
  readonly caller: string | undefined;
  /** Keys of the counters of the groups of steps that the use has entered, after the first one. */
  readonly groups: readonly string[];
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
    return callers && computeCallerKey(callers, exchange);
  }

  /**
   * Counts a request of a caller. While the counts are not available, only a rule whose count is 0 applies.
   * @param now by the clock of the server.
   * @returns undefined when the rule is exhausted.
   */
  async add(rule: ActiveRule, caller: string | undefined, now: number): Promise<RuleUse | undefined> {
    const n = await this.#addToRule(rule);
    if (n === undefined) return undefined;
    const use = caller === undefined ? n : await this.#addToCaller(rule, caller);
    const { groups } = rule.responses ?? {};
    if (!groups) return { n, position: use, caller, groups: NO_GROUPS };
    return { n, caller, ...(await this.#findPosition(rule, groups, { use, caller: caller ?? '', now })) };
  }

  /**
   * The position of a use in a list with steps that are open for a time. A step opens with the first use that reaches it. The
   * uses after its end have a counter of their own, so that parallel ones get different steps.
   */
  async #findPosition(
    rule: ActiveRule,
    groups: readonly StepGroup[],
    { use, caller, now }: { readonly use: number; readonly caller: string; readonly now: number },
  ): Promise<Pick<RuleUse, 'position' | 'groups'>> {
    const counters = this.#groupsOf(rule);
    const entered: string[] = [];
    let before = 0;
    let own = use;
    try {
      for (const [index, { uses, open }] of groups.entries()) {
        const key = `${caller} ${index}`;
        if (index > 0) {
          own = (await counters.add(key, { by: 1 })).value;
          entered.push(key);
        }
        if (own <= uses || open === undefined) return { position: before + own, groups: entered };
        const { endsAt } = await counters.add(`${key} open`, { by: 1, interval: { now, length: EVER } });
        if (now < endsAt - EVER + open) return { position: before + uses + 1, groups: entered };
        before += uses + 1;
      }
    } catch (error) {
      ignoreOutage(error);
    }
    return { position: before + 1, groups: entered };
  }

  /** Returns the counts of a use. */
  async subtract(rule: ActiveRule, { caller, groups }: RuleUse): Promise<void> {
    try {
      await this.#counters.subtract(rule.key, 0);
      rule.applied = Math.max(rule.stored.applied, rule.applied - 1);
      if (caller !== undefined) await this.#callersOf(rule).subtract(caller, 0);
      for (const key of groups) await this.#groupsOf(rule).subtract(key, 0);
    } catch (error) {
      ignoreOutage(error);
    }
  }

  /** The counts of all processes since the start of each counter, by key of its rule. */
  async read(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const values = await this.#counters.read(keys);
    return new Map(keys.map((key, index) => [key, values[index] ?? 0]));
  }

  async delete(rules: readonly ActiveRule[]): Promise<void> {
    await this.#counters.delete(rules.map(({ key }) => key));
    for (const rule of rules) {
      if (rule.callers) await this.#callersOf(rule).clear();
      if (rule.responses?.groups) await this.#groupsOf(rule).clear();
    }
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

  #groupsOf({ key }: ActiveRule): Counters {
    return this.#shared.counters(`steps of rule ${key}`, MAX_GROUP_COUNTERS);
  }

  #callersOf({ key }: ActiveRule): Counters {
    return this.#shared.counters(`callers of rule ${key}`, MAX_CALLERS);
  }
}

const NO_GROUPS: readonly string[] = [];

/** Length of an interval that does not end, in milliseconds. */
const EVER = 100 * 365 * 86_400_000;

/** Maximum number of counters of the groups of steps of a rule: those of all of its callers. */
const MAX_GROUP_COUNTERS = 10_000;

/** Callers are hashed, because they can be long, or credentials. */
function computeCallerKey(callers: Callers, { rawFields, path, connectionInfo }: Exchange): string {
  const caller = callerOf(callers, { rawFields, path, connectionId: connectionInfo.id });
  return caller === null ? '' : hash('sha256', caller, 'base64url');
}
