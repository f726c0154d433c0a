import { toMilliseconds } from '../config/duration.ts';
import { longDuration } from '../config/value-types.ts';
import { type InputProblem, InvalidInputError, problemsOfSchema } from '../http/message/input-problem.ts';
import { BIN_NAME } from '../http/message/target.ts';
import type { Service } from '../http/routing/service.ts';
import { matches, type Path } from '../http/routing/validation.ts';
import { isToken } from '../http/syntax/token.ts';
import { findUnsafeInteger } from '../http/syntax/unsafe-integer.ts';
import { CALLER_RULES, parseCallers } from '../matching/callers.ts';
import { namedMethods } from '../matching/method-condition.ts';
import { compileTemplate, problemOfTemplate } from '../matching/path-template.ts';
import { problemsOfConditions, type RequestMatch, readsBody } from '../matching/request-match.ts';
import { parseRequestText } from '../matching/request-text.ts';
import type { RequestFacts } from '../responses/composition/composed-response.ts';
import { problemsOfSteps } from '../responses/composition/response-steps.ts';
import type { Limits } from '../responses/composition/to-plan.ts';
import type { EffectContext } from '../responses/effects/context.ts';
import { problemsOfEffect } from '../responses/effects/response-effects.ts';
import type { FaultRequests } from '../responses/plan/fault-problem.ts';
import { problemsOfMembers } from './effect-members.ts';
import { serviceAt } from './path-owner.ts';
import {
  type NormalizedRule,
  phaseOf,
  RuleInput,
  type RuleMatch,
  type RulePhase,
  type RuleService,
} from './rule.ts';

/**
 * Checks a rule, adds its defaults, and determines the service that it acts on.
 * @param at the path to the rule, for problems.
 * @throws InvalidInputError with every problem.
 */
export type Normalize = (rule: unknown, at?: Path) => NormalizedRule;

export interface RuleContext extends Pick<EffectContext, 'maxDuration' | 'enabledLabs'> {
  /** The limits of composed responses. */
  readonly limits: () => Limits;
}

/** @param services all services of the server. */
export function createNormalize(services: () => readonly Service[], context: RuleContext): Normalize {
  return (given, at = []) => {
    const input = withParsedMatch(given);
    if (!matches(RuleInput, input)) {
      const problems = problemsOfSchema(RuleInput, input);
      throw invalid([...problems, ...problemsOfOthers(input, problems, services(), context)], at);
    }
    const { match = {} } = input;
    const bin = binOf(input);
    const service = serviceOf(input, bin, services());
    const effects = effectsOf(input);
    const problems = [
      ...problemsOfSingleMembers(input, services(), context),
      ...problemsOfMembers(effects, match, service, bin),
      ...problemsOfRespond(input, context),
      ...problemsOfReading(input),
    ];
    const ttl = toTtl(input.ttl);
    if (problems.length > 0 || ttl === undefined) throw invalid(problems, at);
    const phase = phaseOf(effects, match);
    const defaults = defaultsOf(phase);
    return {
      chosenId: input.id ?? null,
      match,
      effects,
      after: Array.isArray(effects.respond) ? (input.after ?? 'last') : null,
      by: input.by === undefined || input.by === 'key' ? null : input.by,
      service,
      phase,
      bin,
      size: JSON.stringify(input).length,
      count: input.count ?? defaults.count,
      priority: input.priority ?? defaults.priority,
      enabled: input.enabled ?? defaults.enabled,
      probability: input.probability ?? defaults.probability,
      toxicity: input.toxicity ?? defaults.toxicity,
      required: input.required ?? defaults.required,
      ttl,
      note: input.note ?? null,
    };
  };
}

/** The members of a rule that does not have them. */
export function defaultsOf(phase: RulePhase) {
  return {
    count: phase === 'respond' ? 0 : 1,
    priority: 0,
    enabled: true,
    probability: 1,
    toxicity: 1,
    required: false,
  };
}

function invalid(problems: readonly InputProblem[], at: Path): InvalidInputError {
  return new InvalidInputError(problems.map(({ path, message }) => ({ path: [...at, ...path], message })));
}

function binOf({ match = {}, bin }: RuleInput): string | null {
  return bin ?? (typeof match.bin === 'string' ? match.bin : null);
}

/** The problems of members that do not depend on which others there are. */
function problemsOfSingleMembers(
  input: RuleInput,
  services: readonly Service[],
  context: RuleContext,
): InputProblem[] {
  const problems = [
    ...problemsOfMatch(input),
    ...problemsOfPath(input, binOf(input), services),
    ...problemsOfEffect(effectsOf(input), requestsOf(input.match), context).map(([member, message]) => ({
      path: [member],
      message,
    })),
    ...problemsOfId(input.id),
  ];
  if (toTtl(input.ttl) === undefined)
    problems.push({ path: ['ttl'], message: 'must be a duration such as 10m' });
  return problems;
}

/** The problems of the members that match the schema of a rule that does not, so that one response names all of them. */
function problemsOfOthers(
  input: unknown,
  problems: readonly InputProblem[],
  services: readonly Service[],
  context: RuleContext,
): InputProblem[] {
  const isOf = (...start: Path) =>
    problems.some(({ path }) => start.every((step, index) => path[index] === step));
  const { match, ...members }: { readonly match?: unknown } = Object(input);
  const others = {
    ...omit(members, (name) => isOf(name)),
    ...(typeof match === 'object' && { match: omit(match, (name) => isOf('match', name)) }),
  };
  if (!matches(RuleInput, others)) return [];
  // A template names the captures of the path, and `after` is beside a list.
  const isComplete = !['match', 'respond', 'after', 'by'].some((name) => isOf(name));
  return [
    ...problemsOfSingleMembers(others, services, context),
    ...(isComplete ? problemsOfRespond(others, context) : []),
  ];
}

function omit(members: object | null, isOmitted: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([name]) => !isOmitted(name)));
}

function effectsOf({
  respond,
  pass,
  error,
  fault,
  delay,
  dribble,
  drop,
  rate_limit,
  suspended,
  lockout,
}: RuleInput) {
  return {
    ...(respond !== undefined && { respond }),
    ...(pass !== undefined && { pass }),
    ...(error !== undefined && { error }),
    ...(fault !== undefined && { fault }),
    ...(delay !== undefined && { delay }),
    ...(dribble !== undefined && { dribble }),
    ...(drop !== undefined && { drop }),
    ...(rate_limit !== undefined && { rate_limit }),
    ...(suspended !== undefined && { suspended }),
    ...(lockout !== undefined && { lockout }),
  };
}

/** A rule whose match was text, such as `GET /users/{id}`. */
function withParsedMatch(rule: unknown): unknown {
  const { match }: { match?: unknown } = Object(rule);
  return typeof match === 'string' ? { ...Object(rule), match: parseRequestText(match) } : rule;
}

function problemsOfMatch({ match = {}, bin }: RuleInput): InputProblem[] {
  const problems = problemsOfConditions(match, ['match']);
  if (namedMethods(match.method)?.every(isToken) === false)
    problems.push({ path: ['match', 'method'], message: 'must be a method, such as POST' });
  if (Buffer.byteLength(JSON.stringify(match)) > MAX_MATCH)
    problems.push({ path: ['match'], message: 'must not be longer than 64 KiB of JSON' });
  if (countNames(match) > MAX_NAMES)
    problems.push({
      path: ['match'],
      message: `must not have more than ${MAX_NAMES} names of parameters, headers, cookies and fields`,
    });
  if (typeof match.bin === 'string' && !BIN_NAME.test(match.bin))
    problems.push({
      path: ['match', 'bin'],
      message: 'must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens',
    });
  if (bin !== undefined && typeof match.bin === 'string' && match.bin !== bin)
    problems.push({ path: ['match', 'bin'], message: `must be ${bin}, the bin of the rule, or absent` });
  return problems;
}

/** Maximum size of a match as JSON, in bytes. */
const MAX_MATCH = 64 * 1024;

const MAX_NAMES = 100;

/** Number of the names in a match, also of the matches in it. */
function countNames({ query, headers, cookies, body, not, any_of: group = [] }: RequestMatch): number {
  const { form, parts = [] } = typeof body === 'object' ? body : {};
  const names = [query, headers, cookies, form, ...parts.map((part) => part.headers)];
  const inner = [...(not ? [not] : []), ...group].map(countNames);
  return [...names.map((named) => Object.keys(named ?? {}).length), ...inner].reduce(
    (sum, count) => sum + count,
    0,
  );
}

/** What is known of the requests that a match selects. */
function requestsOf({ method, protocol }: RuleMatch = {}): FaultRequests {
  return {
    methods: namedMethods(method),
    isOverHttp2: protocol === undefined ? undefined : protocol === 'HTTP/2',
  };
}

/**
 * The service of a rule: the named one, the API for effects on its callers, the service whose prefix the path begins with, or
 * the testing service, which has every path of a bin.
 */
function serviceOf(rule: RuleInput, bin: string | null, services: readonly Service[]): RuleService {
  const { match = {} } = rule;
  if (match.service !== undefined) return match.service;
  if (phaseOf(rule, match) === 'caller') return 'api';
  const owner = bin === null && match.path !== undefined ? serviceAt(match.path, services)?.name : undefined;
  return owner === 'api' || owner === 'accounts' ? owner : 'testing';
}

/** A path that no request to the service of the rule has. */
function problemsOfPath(
  { match: { path, service } = {} }: RuleInput,
  bin: string | null,
  services: readonly Service[],
): InputProblem[] {
  const owner = path === undefined ? undefined : serviceAt(path, services);
  if (!owner) return [];
  if (owner.name === 'control')
    return [
      { path: ['match', 'path'], message: `must not begin with ${owner.prefix}, which no rule acts on` },
    ];
  if (service === undefined || service === owner.name || bin !== null) return [];
  return [
    {
      path: ['match', 'path'],
      message: `must be a path of the service ${service}, and not of the service ${owner.name}`,
    },
  ];
}

/** Maximum size of the content of a response that is no file, in bytes. */
const MAX_CONTENT = 1024 * 1024;

function problemsOfRespond(
  { match, respond, after, by }: RuleInput,
  { limits }: RuleContext,
): InputProblem[] {
  for (const [name, value] of Object.entries({ after, by }))
    if (value !== undefined && !Array.isArray(respond))
      return [{ path: [name], message: 'must be beside a list in respond' }];
  if (after === 'first' && Array.isArray(respond) && respond.some(({ open }) => open !== undefined))
    return [{ path: ['after'], message: 'must be last or gone beside a step with open' }];
  if (by !== undefined && !parseCallers(by))
    return [{ path: ['by'], message: `must be one of ${CALLER_RULES.join(', ')}` }];
  if (respond === undefined) return [];
  const path = ['respond'];
  const tooLarge = problemsOfContent(respond, limits().maxBodySize);
  if (tooLarge.length > 0)
    return tooLarge.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
  const number = Array.isArray(respond)
    ? respond.map(({ json }, index) => findUnsafeInteger(json, [...path, index, 'json'])).find(Boolean)
    : findUnsafeInteger(respond.json, [...path, 'json']);
  if (number)
    return [{ path: number, message: 'is an integer that JSON readers do not keep; use body with type' }];
  return problemsOfSteps(respond, limits(), factsOf(match)).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path],
  }));
}

/** Contents that are too large, before any content coding. */
function problemsOfContent(respond: NonNullable<RuleInput['respond']>, maxBodySize: number): InputProblem[] {
  const isList = Array.isArray(respond);
  return (isList ? respond : [respond]).flatMap(({ body, json, base64 = '', file }, index) => {
    const at = isList ? [index] : [];
    if (file !== undefined)
      return Buffer.byteLength(base64, 'base64') > maxBodySize
        ? [{ path: [...at, 'file'], message: `must not be larger than ${maxBodySize} bytes, as bodies` }]
        : [];
    const sizes = {
      body: Buffer.byteLength(body ?? ''),
      json: json === undefined ? 0 : Buffer.byteLength(JSON.stringify(json)),
      base64: Buffer.byteLength(base64, 'base64'),
    };
    return Object.entries(sizes)
      .filter(([, size]) => size > MAX_CONTENT)
      .map(([name]) => ({ path: [...at, name], message: 'must not be longer than 1 MiB' }));
  });
}

/** What is known of the requests that a rule responds to. */
function factsOf(match: RuleMatch = {}): RequestFacts {
  const { path } = match;
  const hasTemplate = typeof path === 'string' && problemOfTemplate(path) === undefined;
  return {
    captures: hasTemplate ? compileTemplate(path).names : [],
    hasBody: readsBody(match),
    requests: requestsOf(match),
  };
}

/** A fault before the end of the body, beside a condition for the body. */
function problemsOfReading({ match = {}, fault }: RuleInput): InputProblem[] {
  return fault?.includes('@request') && readsBody(match)
    ? [
        {
          path: ['fault'],
          message: 'must not be at request beside a condition for the body, which is read first',
        },
      ]
    : [];
}

/** IDs that are parts of the paths of the control API. */
const RESERVED_IDS: ReadonlySet<string> = new Set([
  '.',
  '..',
  'check',
  'explain',
  'import',
  'export',
  'verify',
  'unmatched',
]);

function problemsOfId(id: string | undefined): InputProblem[] {
  if (id === undefined) return [];
  if (/^\d+$/.test(id))
    return [{ path: ['id'], message: 'must not consist of digits, as the numbers of the server do' }];
  return RESERVED_IDS.has(id) ? [{ path: ['id'], message: 'is reserved' }] : [];
}

/** A year. */
const MAX_TTL = 365 * 86_400_000;

/** In milliseconds; null without a limit, and undefined for an invalid text. */
function toTtl(ttl: RuleInput['ttl']): number | null | undefined {
  if (ttl === undefined) return null;
  return toMilliseconds(ttl, longDuration, MAX_TTL) || undefined;
}
