import { defaultsOf } from './normalize.ts';
import type { ActiveRuleView, RuleInput } from './rule.ts';

/** The rule as it is added again: without its counts, its defaults, and an ID that the server assigned. */
export function toRuleInput({
  phase,
  source,
  computed,
  position,
  hides,
  applied,
  remaining,
  id,
  ...rule
}: ActiveRuleView): RuleInput {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultsOf(phase), after: 'last' };
  const input = Object.entries(rule).filter(([name, value]) => value !== defaults[name]);
  return { ...(!/^\d+$/.test(id) && { id }), ...Object.fromEntries(input) };
}
