import { UsageError } from '../config/usage-error.ts';
import { isApiPath, splitHeader, toFaultPath } from '../fault-rules/match.ts';
import {
  effectOf,
  type FaultMatch,
  type FaultRule,
  type FaultService,
  isResponseEffect,
  isResponseRule,
} from '../fault-rules/rule.ts';
import { problemOfRule } from '../fault-rules/rule-problem.ts';
import type { Service } from '../http/service.ts';
import { BIN_NAME } from '../http/target.ts';
import { type EffectContext, problemOfEffect } from '../responses/effects/response-effects.ts';

/**
 * Checks a rule that matches its schema, and adds the service that it acts on.
 * @throws UsageError that begins with the member, for a rule that no call can match or that cannot have its effect.
 */
export type FaultCheck = (rule: FaultRule) => FaultRule;

/** @param services all services of the server. */
export function createFaultCheck(
  services: () => readonly Service[],
  context: Pick<EffectContext, 'maxDuration' | 'enabledLabs'>,
): FaultCheck {
  return (given) => {
    reject(problemOfMatch(given));
    const rule = withService(given, services());
    reject(problemOfRule(rule));
    if (isResponseRule(rule)) {
      const problem = problemOfEffect(effectOf(rule), rule.match?.method, context);
      reject(problem && `${rule.effect ? 'effect' : 'do'}.${problem}`);
    }
    return rule;
  };
}

function reject(problem: string | undefined): void {
  if (problem !== undefined) throw new UsageError(`${problem}.`);
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

function problemOfMatch({ match: { method, path, header, bin } = {} }: FaultRule): string | undefined {
  if (method !== undefined && !TOKEN.test(method)) return 'match.method must be a method, such as POST';
  if (header !== undefined && !TOKEN.test(splitHeader(header).name))
    return 'match.header must be a header name, alone or with a value, such as X-Client: one';
  if (bin !== undefined && !BIN_NAME.test(bin))
    return 'match.bin must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens';
  if (path !== undefined && /[?#]|:\/\//.test(path))
    return 'match.path must be a path without a query and without a host';
  return undefined;
}

/** The rule with the service that it acts on, which is left out for the API. @throws UsageError */
function withService(rule: FaultRule, services: readonly Service[]): FaultRule {
  const match: FaultMatch = rule.match ?? {};
  const service = match.service ?? serviceOfPath(rule, services);
  if (match.path !== undefined && match.service !== undefined) rejectOtherPath(match.path, service, services);
  const { service: _, ...others } = match;
  return { ...rule, match: service === 'authorizations' ? others : { ...others, service } };
}

const RESPONSE_ORDER = ['testing', 'pages', 'authorizations'] as const;
const CALL_ORDER = ['authorizations', 'testing', 'pages'] as const;

/** The service of the path; without a path, that of the effect. @throws UsageError for a path of another service. */
function serviceOfPath(rule: FaultRule, services: readonly Service[]): FaultService {
  const { path, bin, login, client_id: clientId } = rule.match ?? {};
  const isOfResponse = isResponseEffect(effectOf(rule)) || bin !== undefined;
  const byDefault =
    isOfResponse && login === undefined && clientId === undefined ? 'testing' : 'authorizations';
  if (path === undefined) return byDefault;
  if (isApiPath(path)) return 'authorizations';
  // A path without the prefix of the API can be one of several services.
  const order = isOfResponse ? RESPONSE_ORDER : CALL_ORDER;
  const own = order.find((name) => hasPath(services, name, path));
  if (own) return own;
  const other = services.find((service) => has(service, toPattern(path)));
  if (!other) return byDefault;
  throw new UsageError(
    `match.path must be a path of the testing service, the API or the pages; ${JSON.stringify(path)} belongs to the service ${other.name}.`,
  );
}

/** @throws UsageError for a path that only other services have. */
function rejectOtherPath(path: string, service: FaultService, services: readonly Service[]): void {
  if (hasPath(services, service, path)) return;
  const other = services.find(
    ({ name, endpoints }) =>
      name !== service && endpoints.some((endpoint) => isPossible(toPattern(path), endpoint.path)),
  );
  if (other || (service !== 'authorizations' && isApiPath(path)))
    throw new UsageError(
      `match.path must be a path of the service ${service}; ${JSON.stringify(path)} belongs to the service ${other?.name ?? 'authorizations'}.`,
    );
}

function hasPath(services: readonly Service[], name: FaultService, path: string): boolean {
  const service = services.find((each) => each.name === name);
  return (
    service !== undefined && has(service, name === 'authorizations' ? toFaultPath(path) : toPattern(path))
  );
}

function toPattern(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

function has({ endpoints }: Service, pattern: string): boolean {
  return endpoints.some((endpoint) => isPossible(pattern, endpoint.path));
}

/** Whether a path of the template can match the pattern: a path, a template, or a prefix followed by `*`. */
function isPossible(pattern: string, template: string): boolean {
  const isBeginning = pattern.endsWith('*');
  const wanted = (isBeginning ? pattern.slice(0, -1) : pattern).split('/');
  const segments = template.split('/');
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index];
    if (segment === undefined) return false;
    if (segment.endsWith('+}')) return part !== '' || isBeginning;
    const isLast = isBeginning && index === wanted.length - 1;
    const isPlaceholder = segment.startsWith('{') && (part !== '' || isLast);
    if (!isPlaceholder && !(isLast ? segment.startsWith(part) : segment === part)) return false;
  }
  return isBeginning || wanted.length === segments.length;
}
