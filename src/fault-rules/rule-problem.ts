import { effectOf, FaultEffect, type FaultRule, isResponseRule, serviceOf } from './rule.ts';

/** The problem of the effect of a rule that matches its schema, as a clause that begins with the member. */
export function problemOfRule(rule: FaultRule): string | undefined {
  if (rule.effect && rule.do) return 'do is an alias of effect; give one of them';
  if (!rule.effect && !rule.do) return 'effect is missing';
  const member = rule.effect ? 'effect' : 'do';
  const problem = problemOfEffect(effectOf(rule), isResponseRule(rule));
  return problem === undefined ? problemOfService(rule, member) : `${member} ${problem}`;
}

/** The members that describe an effect further. */
const DETAILS = /^(?:message|retry_after)$/;

/** The effects that one rule can combine. */
const COMBINED = ['fault', 'delay', 'dribble', 'status'];

/** Effects of calls of the API. */
const OF_CALLS = ['rate_limit', 'suspended', 'lockout'] as const;

function problemOfEffect(effect: FaultEffect, isOfResponse: boolean): string | undefined {
  const { message, retry_after: retryAfter, ...kinds } = effect;
  const names = Object.keys(kinds);
  if (names.length === 0) {
    const all = Object.keys(FaultEffect.properties).filter((name) => !DETAILS.test(name));
    return `must have one of ${all.join(', ')}`;
  }
  if (names.length > 1 && !(isOfResponse && names.every((name) => COMBINED.includes(name))))
    return `must have one of ${names.join(' and ')}, not ${names.length}`;
  const isBesides = message !== undefined || retryAfter !== undefined;
  return isBesides && kinds.status === undefined ? 'message and retry_after belong beside status' : undefined;
}

/** Members that the service of the rule does not have. */
function problemOfService(rule: FaultRule, member: string): string | undefined {
  const { match = {} } = rule;
  const effect = effectOf(rule);
  const service = serviceOf(rule);
  const caller = (['login', 'client_id'] as const).find((name) => match[name] !== undefined);
  if (match.bin !== undefined && service !== 'testing')
    return 'match.bin must be beside a path of the testing service, because other services have no bins';
  if (service !== 'authorizations') {
    const call = OF_CALLS.find((name) => effect[name] !== undefined);
    if (call !== undefined)
      return `${member}.${call} acts on calls of the API, and not on the service ${service}`;
    return caller && `match.${caller} selects calls of the API, and not of the service ${service}`;
  }
  if (caller === undefined || !isResponseRule(rule)) return undefined;
  return `match.${caller} is known after authentication, and ${member} applies before it; leave out one of them`;
}
