import type { ActiveRuleView, Rule, RuleChange as RuleChangeData, Rules } from '../../types/index.ts';
import { checkAgainst, toMemberName } from '../config/check.ts';
import { UsageError } from '../config/usage-error.ts';
import { normalizeRules } from '../operations/normalize-rules.ts';
import { RuleChange } from '../rules/rule.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { RuleConflictError } from '../rules/rule-state.ts';
import type { OperationCaller } from './caller.ts';
import { placeOfCall } from './place-of-call.ts';

/**
 * The rules of a server in this process. Every change is made before its call returns: a rule whose promise were not
 * awaited would miss requests.
 */
export function createLibraryRules(rules: RuleSet, caller: OperationCaller): Rules {
  function add(rule: Rule): ActiveRuleView;
  function add(given: readonly Rule[]): ActiveRuleView[];
  function add(given: Rule | readonly Rule[]): ActiveRuleView | ActiveRuleView[] {
    const source = placeOfCall(add);
    const added = caller.use(() => toUsage(() => rules.addNow(normalizeRules(rules, given), source)));
    const [first] = added;
    return Array.isArray(given) || !first ? added : first;
  }

  const exists = (id: string, bin: string | undefined) =>
    caller.use(rules.list).some((rule) => rule.id === id && rule.bin === bin);

  return {
    add,
    list: () => caller.use(rules.list),
    change(id, change: RuleChangeData, bin) {
      const checked = checkAgainst(RuleChange, change, (path) => toMemberName(path) || 'The change');
      if (!exists(id, bin))
        throw new UsageError(`There is no rule ${id}${bin === undefined ? '' : ` of the bin ${bin}`}.`);
      void rules.change(bin ?? null, id, checked);
      const changed = rules.list().find((rule) => rule.id === id && rule.bin === bin);
      if (!changed) throw new Error('A rule was removed while it was changed');
      return changed;
    },
    remove(id, bin) {
      const isKnown = exists(id, bin);
      if (isKnown) void rules.remove(bin ?? null, id);
      return isKnown;
    },
    clear: (bin) => void caller.use(() => rules.clear(bin)),
  };
}

function toUsage<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof RuleConflictError ? new UsageError(error.message, { cause: error }) : error;
  }
}
