import { type Callers, parseCallers } from '#journal/matching/callers.ts';
import { type CompiledMatch, compile } from '#journal/matching/compiled-match.ts';
import { namedMethods } from '#journal/matching/method-condition.ts';
import { compileTemplate, type PathTemplate } from '#journal/matching/path-template.ts';
import { requestConditions } from '#journal/matching/request-conditions.ts';
import type { RequestMatch } from '#journal/matching/request-match.ts';
import type { RequestView } from '#journal/matching/request-view.ts';
import type { ComposedResponse } from '#testing/responses/composition/composed-response.ts';
import type { ResponseForm } from '#testing/responses/composition/json-form.ts';
import type { AfterSteps, ResponseSteps } from '#testing/responses/composition/response-steps.ts';
import { type CompiledEffects, compileEffects } from '#testing/responses/effects/effects.ts';
import type { LiveRequest } from './live-request.ts';
import type { ActiveRuleView, RuleEffects, RuleMatch, StoredRule } from './rule.ts';
import type { Handler } from './rule-code.ts';
import { createSampling, type Sampling } from './sampling.ts';

/** What is known of an authenticated caller. */
export interface CallerNames {
  /** Undefined for an application that calls for itself. */
  readonly login: string | undefined;
  readonly clientId: string | undefined;
}

/** Composes the responses of rules. */
export interface Compose {
  steps(respond: NonNullable<RuleEffects['respond']>, after: AfterSteps): ResponseSteps;
  /**
   * @param result what a handler has returned.
   * @param onError gets an error of its stream.
   * @throws HttpError, TypeError
   */
  fromHandler(result: unknown, onError: (error: unknown) => void): ComposedResponse;
}

/** A rule in this process, with its compiled conditions and effects. */
export interface ActiveRule {
  readonly stored: StoredRule;
  /** Key of its counter. */
  readonly key: string;
  /** Number of requests that this process knows of. */
  applied: number;
  readonly match: CompiledMatch<RequestView>;
  /** Whether the body of the request is read before the rule is counted. */
  readonly needsBody: boolean;
  /** The template of the path, if the match has one. */
  readonly path: PathTemplate | undefined;
  /** The first segment of the paths that it can match, decoded; undefined for a rule of any first segment. */
  readonly firstSegment: string | undefined;
  /** Whether it can apply to a preflight of CORS (Fetch §3.2.2), which its method names. */
  readonly takesPreflights: boolean;
  /** Undefined for a rule that does not depend on the caller. */
  readonly matchesCaller: ((caller: CallerNames) => boolean) | undefined;
  readonly isDrawn: Sampling;
  /** The effects on the connection and the response. */
  readonly effects: CompiledEffects;
  /** The response in place of the endpoint; undefined for a rule without one. */
  readonly responses: ResponseSteps | undefined;
  /** What distinguishes the callers of a list; undefined for one list of all callers. */
  readonly callers: Callers | undefined;
  /** The response of a handler; undefined if it declines the request. */
  readonly handle: Handle | undefined;
  /** Whether the rule only delays, so that the next rule applies too. */
  readonly onlyDelays: boolean;
  /** Whether the rule responds to a request, or ends it, in place of the endpoint. */
  readonly responds: boolean;
}

/** @param onError gets an error of the stream of the response. */
type Handle = (
  request: LiveRequest,
  use: number,
  onError: (error: unknown) => void,
) => Promise<ComposedResponse | undefined>;

/** @param previous the same rule before a change of its members. */
export function activate(
  stored: StoredRule,
  key: string,
  previous: ActiveRule | undefined,
  compose: Compose,
): ActiveRule {
  const { match, effects, after, by, code, phase } = stored.rule;
  const onlyDelays = Object.keys(effects).every((name) => name === 'delay');
  const compiled = compile<RequestView, RequestMatch>(code?.match ?? match, requestConditions);
  const path = typeof match.path === 'string' ? compileTemplate(match.path) : undefined;
  const responses =
    effects.respond && (previous?.responses ?? compose.steps(effects.respond, after ?? 'last'));
  return {
    stored,
    key,
    applied: previous?.applied ?? stored.applied,
    match: compiled,
    needsBody: compiled.needsBody || responses?.needsBody === true || code?.handler !== undefined,
    path,
    firstSegment: path?.segments[1]?.literal,
    takesPreflights: namedMethods(match.method)?.includes('OPTIONS') === true,
    matchesCaller: createCallerTest(match.caller, effects.suspended ?? false),
    isDrawn: previous?.isDrawn ?? createSampling(stored.rule),
    effects: compileEffects(stored.id, effects),
    responses,
    callers: by === null ? undefined : parseCallers(by),
    handle: code?.handler && createHandle(code.handler, path, compose),
    onlyDelays,
    responds: (phase === 'respond' && !effects.pass) || (phase === 'request' && !onlyDelays),
  };
}

/** @param shows what is shown of a response with the content of a file: the name of the file, or the content in `base64`. */
export function toView(
  { stored, applied, responses }: ActiveRule,
  shows: 'names' | 'contents' = 'names',
): ActiveRuleView {
  const { id, source, rule } = stored;
  const { match, effects, phase, code, bin, count, priority, enabled, probability, toxicity, required } =
    rule;
  return {
    id,
    match,
    ...(code?.handler ? {} : viewEffects(effects, shows === 'names' ? 'base64' : 'file')),
    ...(code && { computed: [...code.members] }),
    ...(rule.after !== null && { after: rule.after }),
    ...(rule.by !== null && { by: rule.by }),
    count,
    priority,
    enabled,
    probability,
    toxicity,
    required,
    ...(bin !== null && { bin }),
    ...(rule.ttl !== null && { ttl: rule.ttl / 1000 }),
    ...(rule.note !== null && { note: rule.note }),
    phase,
    source,
    ...(Array.isArray(effects.respond) &&
      rule.by === null &&
      !responses?.groups && { position: responses?.at(applied + 1)?.step ?? null }),
    applied,
    remaining: count > 0 ? Math.max(0, count - applied) : null,
  };
}

/** The effects, without this member of the responses that have a file. */
function viewEffects({ respond, ...effects }: RuleEffects, omitted: 'base64' | 'file'): RuleEffects {
  const view = <Form extends ResponseForm>(form: Form): Form => {
    if (form.file === undefined) return form;
    const shown = { ...form };
    delete shown[omitted];
    return shown;
  };
  return {
    ...effects,
    ...(respond && { respond: Array.isArray(respond) ? respond.map(view) : view(respond) }),
  };
}

export function isExhausted({ stored: { rule }, applied }: Pick<ActiveRule, 'stored' | 'applied'>): boolean {
  return rule.count > 0 && applied >= rule.count;
}

export function isExpired({ expiresAt }: StoredRule, now: () => number): boolean {
  return expiresAt !== null && now() >= expiresAt;
}

/** The order of use in a scope: by priority; then those with a count, the oldest first; then the others, the newest first. */
export function compareRules(one: StoredRule, other: StoredRule): number {
  const [hasCount, otherHasCount] = [one.rule.count > 0, other.rule.count > 0];
  if (one.rule.priority !== other.rule.priority) return other.rule.priority - one.rule.priority;
  if (hasCount !== otherHasCount) return hasCount ? -1 : 1;
  const ages = hasCount ? one.age - other.age : other.age - one.age;
  return ages === 0 ? one.place - other.place : ages;
}

function createHandle(handler: Handler, path: PathTemplate | undefined, compose: Compose): Handle {
  return async (request, use, onError) => {
    const params = path?.parameters(request.path) ?? {};
    const result = await handler(request, { params, n: use });
    return result === undefined ? undefined : compose.fromHandler(result, onError);
  };
}

/** A rule with a suspension applies to users only, so it needs the caller even without a name. */
function createCallerTest(
  caller: RuleMatch['caller'],
  isForUsers: boolean,
): ((names: CallerNames) => boolean) | undefined {
  if (caller === undefined && !isForUsers) return undefined;
  const { login, client_id: clientId } = caller ?? {};
  const lowerCase = login?.toLowerCase();
  return (names) =>
    (!isForUsers || names.login !== undefined) &&
    (lowerCase === undefined || names.login?.toLowerCase() === lowerCase) &&
    (clientId === undefined || names.clientId === clientId);
}
