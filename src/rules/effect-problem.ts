import { CALLER_EFFECTS, isResponseEffect, RuleEffect, type RuleMatch, type RuleService } from './rule.ts';

/** The members that describe an effect further. */
const DETAILS = /^(?:message|retry_after)$/;

/** The effects that one rule can combine. */
const COMBINED = ['fault', 'delay', 'dribble', 'status'];

/** A problem of a rule: the member, and a clause that follows its name. */
export type MemberProblem = readonly [member: string, problem: string];

/** The problem of an effect that matches its schema, for requests to a service. */
export function problemOfEffectMembers(
  effect: RuleEffect | undefined,
  match: RuleMatch,
  service: RuleService,
): MemberProblem | undefined {
  if (!effect) return ['effect', 'is missing'];
  const { message, retry_after: retryAfter, ...kinds } = effect;
  const names = Object.keys(kinds);
  if (names.length === 0) {
    const all = Object.keys(RuleEffect.properties).filter((name) => !DETAILS.test(name));
    return ['effect', `must have one of ${all.join(', ')}`];
  }
  const isOfResponse = service !== 'api' || isResponseEffect(effect);
  if (names.length > 1 && !(isOfResponse && names.every((name) => COMBINED.includes(name))))
    return ['effect', `must have one of ${names.join(' and ')}, not ${names.length}`];
  if ((message !== undefined || retryAfter !== undefined) && kinds.status === undefined)
    return ['effect', 'message and retry_after belong beside status'];
  return problemOfService(effect, match, service);
}

/** Members that the service of the rule does not have. */
function problemOfService(
  effect: RuleEffect,
  { bin, caller }: RuleMatch,
  service: RuleService,
): MemberProblem | undefined {
  if (bin !== undefined && service !== 'testing')
    return ['match.bin', 'must be beside a path of the testing service, because other services have no bins'];
  if (service === 'api') {
    if (caller === undefined || !isResponseEffect(effect)) return undefined;
    return [
      'match.caller',
      'is known after authentication, and effect applies before it; leave out one of them',
    ];
  }
  const name = CALLER_EFFECTS.find((name) => effect[name] !== undefined);
  if (name !== undefined)
    return [`effect.${name}`, `acts on calls of the API, and not on the service ${service}`];
  return caller && ['match.caller', `selects calls of the API, and not of the service ${service}`];
}
