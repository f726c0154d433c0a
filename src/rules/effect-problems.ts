import type { InputProblem } from '#http/message/input-problem.ts';
import {
  CALLER_EFFECTS,
  EFFECT_NAMES,
  phaseOf,
  type RuleEffects,
  type RuleMatch,
  type RuleService,
} from './rule.ts';

/** The effects that one rule can combine. */
const COMBINED: readonly string[] = ['fault', 'delay', 'dribble', 'error'];

/** The effects that a rule with a condition for the caller can have. */
const CALLER_RULE_EFFECTS: readonly string[] = [...CALLER_EFFECTS, 'delay', 'error', 'drop'];

/** The problems of a combination of effects, and of effects and conditions that the service of the rule does not have. */
export function problemsOfCombination(
  effects: RuleEffects,
  { caller }: RuleMatch,
  service: RuleService,
  bin: string | null,
): InputProblem[] {
  const names = Object.keys(effects);
  const problems: InputProblem[] = [];
  if (names.length === 0) problems.push({ path: [], message: `must have one of ${EFFECT_NAMES.join(', ')}` });
  const isCombination = caller === undefined && names.every((name) => COMBINED.includes(name));
  if (names.length > 1 && !isCombination)
    problems.push({ path: [], message: `must have one of ${names.join(' and ')}, not ${names.length}` });
  if (phaseOf(effects, { ...(caller && { caller }) }) === 'respond' && service !== 'testing')
    problems.push({
      path: ['match', 'path'],
      message: `is of the service ${service}, whose requests no rule responds to; a rule of a bin can have the path`,
    });
  if (bin !== null && service !== 'testing')
    problems.push({
      path: ['bin'],
      message: `must be beside a path of the testing service, because the service ${service} has no bins`,
    });
  if (service !== 'api') {
    const name = CALLER_EFFECTS.find((each) => effects[each] !== undefined);
    if (name !== undefined)
      problems.push({ path: [name], message: `acts on calls of the API, and not on the service ${service}` });
    if (caller !== undefined)
      problems.push({
        path: ['match', 'caller'],
        message: `selects calls of the API, and not of the service ${service}`,
      });
  } else if (caller !== undefined && names.some((name) => !CALLER_RULE_EFFECTS.includes(name)))
    problems.push({
      path: ['match', 'caller'],
      message: 'is known after authentication, and the effect acts before it; leave out one of them',
    });
  return problems;
}
