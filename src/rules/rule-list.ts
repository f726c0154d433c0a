import type { Runtime } from '#runtime.ts';
import {
  type ActiveRule,
  activate,
  type Compose,
  compareRules,
  isExhausted,
  isExpired,
} from './active-rule.ts';
import type { RulePhase, RuleService, StoredRule } from './rule.ts';
import { RuleIndex } from './rule-index.ts';
import { EMPTY_STATE, type RuleState } from './rule-state.ts';

/** The rules of a state as this process applies them: compiled, in the order of the list, and indexed by service and phase. */
export class RuleList {
  readonly #runtime: Pick<Runtime, 'machineNow'>;
  readonly #compose: Compose;
  #state: RuleState = EMPTY_STATE;
  #active: readonly ActiveRule[] = [];
  #indexes: ReadonlyMap<string, RuleIndex> = new Map();

  constructor(runtime: Pick<Runtime, 'machineNow'>, compose: Compose) {
    this.#runtime = runtime;
    this.#compose = compose;
  }

  get state(): RuleState {
    return this.#state;
  }

  /** All rules, also those that have expired. */
  get active(): readonly ActiveRule[] {
    return this.#active;
  }

  /** The rules of a service and a phase; null without any. */
  of(service: RuleService, phase: RulePhase): RuleIndex | null {
    return this.#indexes.get(formatListName(service, phase)) ?? null;
  }

  apply(state: RuleState): void {
    this.#active = this.activate(state);
    this.#state = state;
    const enabled = this.#active.filter(({ stored }) => stored.rule.enabled);
    const groups = Map.groupBy(enabled, ({ stored: { rule } }) => formatListName(rule.service, rule.phase));
    this.#indexes = new Map([...groups].map(([name, rules]) => [name, new RuleIndex(rules)]));
  }

  /** The rules of a state, in the order of the list. Those that this process knows are the same objects. */
  activate(state: RuleState): readonly ActiveRule[] {
    if (state === this.#state) return this.#active;
    const known = new Map(this.#active.map((rule) => [rule.key, rule]));
    return state.rules.toSorted(compareInList).map((stored) => {
      const key = formatRuleKey(state, stored);
      const previous = known.get(key);
      return previous?.stored.revision === stored.revision
        ? previous
        : activate(stored, key, previous, this.#compose);
    });
  }

  /** The rules that have not expired. */
  present(): readonly ActiveRule[] {
    return this.#active.filter((rule) => this.#isPresent(rule));
  }

  /** Those of some rules that are for a service, and for a bin or the server. The list has the rules of bins first. */
  inScope(rules: readonly ActiveRule[], service: RuleService, bin: string | null): readonly ActiveRule[] {
    return rules.filter(
      (rule) =>
        this.#isPresent(rule) &&
        rule.stored.rule.service === service &&
        (rule.stored.rule.bin === null || rule.stored.rule.bin === bin),
    );
  }

  /** Whether the rule can apply to a further request, as far as this process knows. */
  isUsable(rule: ActiveRule): boolean {
    return !isExhausted(rule) && this.#isPresent(rule);
  }

  #isPresent({ stored }: ActiveRule): boolean {
    return !isExpired(stored, this.#runtime.machineNow);
  }
}

/** The order of the list: rules of bins first, each scope in the order of use. */
function compareInList(one: StoredRule, other: StoredRule): number {
  const [bin, otherBin] = [one.rule.bin, other.rule.bin];
  if (bin === otherBin) return compareRules(one, other);
  if (bin === null) return 1;
  return otherBin === null || bin < otherBin ? -1 : 1;
}

function formatListName(service: RuleService, phase: RulePhase): string {
  return `${service} ${phase}`;
}

/** The key of the counter of a rule. */
export function formatRuleKey({ generation }: RuleState, { serial }: StoredRule): string {
  return `${generation}.${serial}`;
}
