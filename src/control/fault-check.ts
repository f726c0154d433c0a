import { toFaultPath } from '../authorizations/faults/fault-match.ts';
import { type FaultRule, problemOfRule } from '../authorizations/faults/fault-rule.ts';
import type { Service } from '../http/service.ts';

/** The problem of a rule that matches its schema, as a clause that begins with the member; undefined for a valid rule. */
export type FaultCheck = (rule: FaultRule) => string | undefined;

/** @param services all services of the server; rules apply to the service of this name. */
export function createFaultCheck(services: () => readonly Service[], name: string): FaultCheck {
  return (rule) => {
    const problem = problemOfRule(rule);
    if (problem !== undefined) return problem;
    const { method, path } = rule.match ?? {};
    if (method !== undefined && !METHOD.test(method)) return 'match.method must be a method, such as POST';
    if (path === undefined) return undefined;
    if (/[?#]|:\/\//.test(path)) return 'match.path must be a path without a query and without a host';
    const other = otherServiceOf(path, services(), name);
    if (other === undefined) return undefined;
    const own = 'match.path must be a path of the authorization API, below /api/v3';
    return `${own}; ${JSON.stringify(path)} belongs to the service ${other}`;
  };
}

const METHOD = /^[\w!#$%&'*+.^`|~-]+$/;

/** The service that has the path, if the one that faults act on does not have it. */
function otherServiceOf(path: string, services: readonly Service[], name: string): string | undefined {
  const has = (service: Service, pattern: string) =>
    service.endpoints.some((endpoint) => isPossible(pattern, endpoint.path));
  const own = services.find((service) => service.name === name);
  if (own && has(own, toFaultPath(path))) return undefined;
  const pattern = path.startsWith('/') ? path : `/${path}`;
  return services.find((service) => service !== own && has(service, pattern))?.name;
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
