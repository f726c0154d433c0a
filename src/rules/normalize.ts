import { parseMilliseconds } from '#config/values/duration.ts';
import { longDuration } from '#config/values/value-types.ts';
import { type InputProblem, InvalidInputError, problemsOfSchema } from '#http/message/input-problem.ts';
import { matches, type Path } from '#http/message/validation.ts';
import type { Service } from '#http/routing/service.ts';
import { readsBody } from '#journal/matching/request-match.ts';
import { parseRequestText } from '#journal/matching/request-text.ts';
import type { Limits } from '#testing/responses/composition/compose-plan.ts';
import type { EffectContext } from '#testing/responses/effects/context.ts';
import { problemsOfEffects } from '#testing/responses/effects/effects.ts';
import { problemsOfCombination } from './effect-problems.ts';
import { problemsOfMatch, problemsOfPath } from './match-problems.ts';
import { serviceAt } from './path-owner.ts';
import { problemsOfRespond, requestsOf } from './respond-problems.ts';
import { type NormalizedRule, phaseOf, RuleInput, type RulePhase, type RuleService } from './rule.ts';

/**
 * Checks a rule, adds its defaults, and determines the service that it acts on.
 * @param at the path to the rule, for problems.
 * @throws InvalidInputError with every problem.
 */
export type Normalize = (rule: unknown, at?: Path) => NormalizedRule;

export interface RuleContext extends Pick<EffectContext, 'maxDuration' | 'enabledLabs'> {
  /** The limits of composed responses. */
  readonly limits: Limits;
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
      ...problemsOfCombination(effects, match, service, bin),
      ...problemsOfRespond(input, context.limits),
      ...problemsOfReading(input),
    ];
    const ttl = parseTtl(input.ttl);
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
    ...problemsOfEffects(effectsOf(input), requestsOf(input.match), context).map(([member, message]) => ({
      path: [member],
      message,
    })),
    ...problemsOfId(input.id),
  ];
  if (parseTtl(input.ttl) === undefined)
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
    ...(isComplete ? problemsOfRespond(others, context.limits) : []),
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
function parseTtl(ttl: RuleInput['ttl']): number | null | undefined {
  if (ttl === undefined) return null;
  return parseMilliseconds(ttl, longDuration, MAX_TTL) || undefined;
}
