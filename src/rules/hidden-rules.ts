import { namedMethods } from '#journal/matching/method-condition.ts';
import type { PathTemplate } from '#journal/matching/path-template.ts';
import type { ActiveRule } from './active-rule.ts';

/**
 * The later rules of the same scope and phase that can no longer act, because the rule takes each of their requests. Only those
 * that can be proved: the rule has no condition but path and method, which contain those of the other.
 * @param inOrder rules of its service, in the order of their use.
 */
export function hiddenBy(rule: ActiveRule, inOrder: readonly ActiveRule[]): readonly ActiveRule[] {
  if (!takesAll(rule)) return [];
  const { bin, phase } = rule.stored.rule;
  const later = inOrder.slice(inOrder.indexOf(rule) + 1);
  return later.filter(
    (other) =>
      other.stored.rule.bin === bin &&
      other.stored.rule.phase === phase &&
      other.stored.rule.enabled &&
      containsMethods(rule, other) &&
      containsPath(rule.path, other),
  );
}

/**
 * The template of the endpoint with a path of the server, or of a bin, and one of these methods; null without one.
 * @param methods undefined for any.
 */
export type EndpointAt = (
  path: string,
  methods: readonly string[] | undefined,
  bin: string | null,
) => string | null;

/** The endpoint that the rule responds in place of, to all or to some of its requests; an empty list without one. */
export function hiddenEndpoints(
  { path, stored: { rule } }: ActiveRule,
  endpointAt: EndpointAt,
): readonly string[] {
  const { match, effects, service } = rule;
  const isLiteral = path?.names.length === 0;
  if (!effects.respond || service !== 'testing' || !isLiteral || typeof match.path !== 'string') return [];
  const endpoint = endpointAt(match.path, namedMethods(match.method), rule.bin);
  return endpoint === null ? [] : [endpoint];
}

/** Whether the rule applies to all requests with its paths and methods, so that no later rule does. */
function takesAll({ stored: { rule }, onlyDelays }: ActiveRule): boolean {
  const { match, phase, enabled, count, probability, toxicity, ttl, code } = rule;
  const { path, method, service: _, bin, ...others } = match;
  return (
    phase !== 'caller' &&
    enabled &&
    count === 0 &&
    probability === 1 &&
    toxicity === 1 &&
    ttl === null &&
    code === undefined &&
    !onlyDelays &&
    typeof path !== 'object' &&
    typeof bin !== 'object' &&
    (method === undefined || namedMethods(method) !== undefined) &&
    Object.keys(others).length === 0
  );
}

function containsMethods(rule: ActiveRule, other: ActiveRule): boolean {
  // Only rules that name OPTIONS take preflights.
  if (other.takesPreflights && !rule.takesPreflights) return false;
  const own = namedMethods(rule.stored.rule.match.method);
  if (own === undefined) return true;
  const others = namedMethods(other.stored.rule.match.method);
  const isOwn = (method: string) => own.includes(method) || (method === 'HEAD' && own.includes('GET'));
  return others?.every(isOwn) === true;
}

function containsPath(path: PathTemplate | undefined, other: ActiveRule): boolean {
  if (path === undefined) return true;
  return other.path !== undefined && contains(path, other.path);
}

/** Whether each path of the inner template is one of the outer template. */
function contains(outer: PathTemplate, inner: PathTemplate): boolean {
  const [length, innerLength] = [outer.segments.length, inner.segments.length];
  const fits = outer.isOpen
    ? innerLength > length || (inner.isOpen && innerLength === length)
    : !inner.isOpen && innerLength === length;
  return (
    fits &&
    outer.segments.every((segment, index) => {
      const other = inner.segments[index];
      return other !== undefined && containsSegment(segment, other);
    })
  );
}

function containsSegment(outer: Segment, { literal, type, before, after }: Segment): boolean {
  if (literal !== undefined) return outer.test(literal);
  if (outer.literal !== undefined) return false;
  if (outer.type === undefined) return before.startsWith(outer.before) && after.endsWith(outer.after);
  return type === outer.type && before === outer.before && after === outer.after;
}

type Segment = PathTemplate['segments'][number];
