import type { ActiveRuleView, RuleInput } from '#rules/rule.ts';
import type { RuleSet } from '#rules/rule-set.ts';

/** Adds a rule to a server in this process; it applies before the call returns. */
export function addRule({ rules }: { readonly rules: RuleSet }, rule: RuleInput): ActiveRuleView {
  const [added] = rules.addNow([rules.normalize(rule)], 'test');
  if (!added) throw new Error('The rule was not added');
  return added;
}
