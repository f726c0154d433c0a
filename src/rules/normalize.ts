import { InputError } from '../http/message/input-error.ts';
import { BIN_NAME } from '../http/message/target.ts';
import type { Service } from '../http/routing/service.ts';
import { isToken } from '../http/syntax/token.ts';
import { checkConditions } from '../matching/request-match.ts';
import type { TextCondition } from '../matching/text-condition.ts';
import { type EffectContext, problemOfEffect } from '../responses/effects/response-effects.ts';
import { problemOfEffectMembers } from './effect-problem.ts';
import { canMatch, toPathRange, withPrefix } from './path-range.ts';
import {
  isResponseEffect,
  type NormalizedRule,
  phaseOf,
  type RuleInput,
  type RuleMatch,
  type RuleService,
} from './rule.ts';

/**
 * Checks a rule that matches its schema, adds its defaults, and determines the service that it acts on.
 * @throws InputError for a rule that no request can match or that cannot have its effect.
 */
export type Normalize = (rule: RuleInput) => NormalizedRule;

/** @param services all services of the server. */
export function createNormalize(
  services: () => readonly Service[],
  context: Pick<EffectContext, 'maxDuration' | 'enabledLabs'>,
): Normalize {
  return ({ match: input = {}, effect, count = 1, probability = 1, toxicity = 1 }) => {
    checkMatch(input);
    const { service: named, ...match } = input;
    const service = named ?? serviceOf(input, isResponseEffect(effect ?? {}), services());
    if (named !== undefined) rejectOtherPath(input, named, services());
    const problem = problemOfEffectMembers(effect, match, service);
    if (problem || !effect) throw new InputError(...(problem ?? ['effect', 'is missing']));
    const phase = phaseOf(effect, service);
    if (phase !== 'caller') checkEffect(effect, match, context);
    const prefix = prefixOf(match, service, services());
    return { match, service, phase, prefix, effect, count, probability, toxicity };
  };
}

/** @throws InputError */
function checkMatch(match: RuleMatch): void {
  checkConditions(match, 'match');
  const { method, bin } = match;
  if (typeof method === 'string' && !isToken(method))
    throw new InputError('match.method', 'must be a method, such as POST');
  if (typeof bin === 'string' && !BIN_NAME.test(bin))
    throw new InputError(
      'match.bin',
      'must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens',
    );
}

/** @throws InputError */
function checkEffect(
  effect: NonNullable<RuleInput['effect']>,
  { method }: RuleMatch,
  context: Pick<EffectContext, 'maxDuration' | 'enabledLabs'>,
): void {
  const problem = problemOfEffect(effect, typeof method === 'string' ? method : undefined, context);
  if (problem) throw new InputError(`effect.${problem[0]}`, problem[1]);
}

const RESPONSE_ORDER = ['testing', 'accounts', 'api'] as const;
const CALL_ORDER = ['api', 'testing', 'accounts'] as const;

/** The service of the path; without a path, that of the effect. @throws InputError for a path of another service. */
function serviceOf(
  { path, bin, caller }: RuleMatch,
  isOfResponse: boolean,
  services: readonly Service[],
): RuleService {
  const isBeforeCall = isOfResponse || bin !== undefined;
  const byDefault = isBeforeCall && caller === undefined ? 'testing' : 'api';
  if (path === undefined) return byDefault;
  if (hasPrefix(path, 'api', services)) return 'api';
  // A path without the prefix of the API can be one of several services.
  const order = isBeforeCall ? RESPONSE_ORDER : CALL_ORDER;
  const found = order.find((name) => hasPath(path, name, services));
  if (found) return found;
  const other = services.find((service) => has(service, path, ''));
  if (!other) return byDefault;
  throw new InputError(
    'match.path',
    `must be a path of the testing service, the API or the pages; ${show(path)} belongs to the service ${other.name}`,
  );
}

/** @throws InputError for a path that only other services have. */
function rejectOtherPath({ path }: RuleMatch, service: RuleService, services: readonly Service[]): void {
  if (path === undefined || hasPath(path, service, services)) return;
  const other = services.find((each) => each.name !== service && has(each, path, ''));
  const isOfApi = service !== 'api' && hasPrefix(path, 'api', services);
  if (other || isOfApi)
    throw new InputError(
      'match.path',
      `must be a path of the service ${service}; ${show(path)} belongs to the service ${other?.name ?? 'api'}`,
    );
}

function show(path: TextCondition): string {
  return JSON.stringify(typeof path === 'string' ? path : (path.is ?? path.like ?? path.has));
}

function hasPath(path: TextCondition, name: RuleService, services: readonly Service[]): boolean {
  const service = services.find((each) => each.name === name);
  return service !== undefined && has(service, path, prefixOf({ path }, name, services));
}

/** @param prefix text that the path omits. */
function has({ endpoints }: Service, path: TextCondition, prefix: string): boolean {
  const range = toPathRange(withPrefix(path, prefix));
  return endpoints.some((endpoint) => canMatch(range, endpoint.path));
}

/** The prefix of the service, if the path omits it; otherwise empty. */
function prefixOf({ path }: RuleMatch, name: RuleService, services: readonly Service[]): string {
  if (path === undefined || hasPrefix(path, name, services)) return '';
  return services.find((service) => service.name === name)?.prefix ?? '';
}

/** Whether the path begins with a prefix of the service, which is not empty. */
function hasPrefix(path: TextCondition, name: RuleService, services: readonly Service[]): boolean {
  const service = services.find((each) => each.name === name);
  if (!service) return false;
  const { segments } = toPathRange(path);
  return [service.prefix, ...(service.otherPrefixes ?? [])]
    .filter((prefix) => prefix !== '')
    .some((prefix) => prefix.split('/').every((segment, index) => segment === segments[index]));
}
