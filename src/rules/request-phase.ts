import type { Exchange } from '#http/message/exchange.ts';
import type { ServiceRules } from '#http/routing/service.ts';
import { recordingOf } from '#journal/recording/exchange-recording.ts';
import type { ComposedResponse } from '#testing/responses/composition/composed-response.ts';
import type { EffectContext as ResponseContext } from '#testing/responses/effects/context.ts';
import { beginEffects, type Continue, checkEffect } from '#testing/responses/effects/response-effects.ts';
import type { ActiveRule } from './active-rule.ts';
import { LiveRequest, type RequestContext } from './live-request.ts';
import { RequestValues } from './request-values.ts';
import type { RuleService } from './rule.ts';
import type { RuleUse } from './rule-counts.ts';
import type { RuleIndex } from './rule-index.ts';
import type { RuleSet } from './rule-set.ts';
import { outcomeOf, rejectUnmatched, type ToUnmatchedError } from './unmatched-phase.ts';

/** What the rules before an endpoint need. */
interface EffectContext extends ResponseContext, RequestContext {}

/**
 * Applies the rules of the phases `request`, `respond` and `response`, which are decided before the endpoint is called.
 * @param toError creates the 404 for an unmatched request; undefined for a service without such requests.
 */
export function createRequestPhase(
  rules: RuleSet,
  context: EffectContext,
  service: RuleService,
  toError?: ToUnmatchedError,
): ServiceRules {
  const phases: { request: ServiceRules['request'] } = { request: null };
  rules.onChange(() => {
    const [first, second, third] = PHASES.map((phase) => rules.of(service, phase));
    const isStrict = toError !== undefined && rules.unmatched.isStrict;
    const reject: Reject | undefined =
      toError &&
      ((request, exchange, isKnown) => {
        const outcome = outcomeOf(request, isKnown, second ?? null, rules);
        return outcome === 'endpoint'
          ? undefined
          : rejectUnmatched(outcome, request, exchange, rules.unmatched, { ...context, toError });
      });
    phases.request =
      !first && !second && !third && !isStrict
        ? null
        : (exchange, isKnown) => {
            // The control API has none of the paths of a bin.
            if (exchange.route.owner.name === 'control') return undefined;
            const request = new LiveRequest(exchange, context);
            const candidates = {
              request: findMatching(first ?? null, request, rules),
              respond: findMatching(second ?? null, request, rules),
              response: findMatching(third ?? null, request, rules),
            };
            const rejectOther = isKnown && !isStrict ? undefined : reject;
            if (candidates.request.length + candidates.respond.length + candidates.response.length === 0)
              return rejectOther?.(request, exchange, isKnown);
            return intercept(candidates, request, exchange, rules, context, isKnown, rejectOther);
          };
  });
  return phases;
}

/** Rejects a request that no rule took; undefined for one that the endpoint responds to. */
type Reject = (request: LiveRequest, exchange: Exchange, isKnown: boolean) => Promise<never> | undefined;

const PHASES = ['request', 'respond', 'response'] as const;

/** The rules of each phase whose conditions hold, in the order of their use. */
type Candidates = Readonly<Record<(typeof PHASES)[number], readonly ActiveRule[]>>;

const NONE: readonly ActiveRule[] = [];

/** The usable rules whose conditions for the head of the request hold. */
export function findMatching(
  index: RuleIndex | null,
  request: LiveRequest,
  rules: Pick<RuleSet, 'isUsable' | 'report'>,
): readonly ActiveRule[] {
  if (index === null) return NONE;
  const candidates = index.candidates(index.hasBins ? request.bin : null, request.path);
  if (candidates.length === 0) return NONE;
  return candidates.filter(
    (rule) =>
      rules.isUsable(rule) &&
      testCode(rule, rules, () => rule.match.testHead(request)) &&
      (rule.takesPreflights || !request.isPreflight),
  );
}

async function intercept(
  candidates: Candidates,
  request: LiveRequest,
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
  isKnown: boolean,
  reject: Reject | undefined,
): Promise<boolean> {
  const decision = decide(candidates, request, exchange, rules, context);
  // No request behind a fault is processed, so the next ones wait for the decision.
  exchange.connection?.holdUntil(decision);
  const { proceed, isTaken } = await decision;
  if (await proceed?.()) return true;
  if (!isTaken) await reject?.(request, exchange, isKnown);
  return false;
}

interface Decision {
  /** Undefined when no rule applies. */
  readonly proceed: Continue | undefined;
  /** Whether a rule ends the request, responds to it, or leaves it to the endpoint. */
  readonly isTaken: boolean;
}

/** Counts the request for the rules of all phases that apply to it. */
async function decide(
  candidates: Candidates,
  request: LiveRequest,
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
): Promise<Decision> {
  const taken: Taken[] = [];
  let isTaken: boolean;
  const release = async () => {
    for (const { rule, use } of taken) await rules.release(rule, use);
  };
  try {
    isTaken = await choose(candidates.request, taken, request, exchange, rules, context);
    // A rule of the first phase that does more than delay is the only one of its request.
    if (!isTaken) {
      isTaken = await choose(candidates.respond, taken, request, exchange, rules, context);
      await choose(candidates.response, taken, request, exchange, rules, context);
    }
  } catch (error) {
    await release();
    throw error;
  }
  if (taken.length === 0 || exchange.signal.aborted) return { proceed: undefined, isTaken };
  const responding = taken.find(({ rule }) => rule.responses);
  const numbered = responding?.rule.responses?.at(responding.use.position);
  const record = () =>
    recordingOf(exchange)?.rules(
      taken.map((each) => ({
        id: each.rule.stored.id,
        bin: each.rule.stored.rule.bin,
        phase: each.rule.stored.rule.phase,
        step: each === responding ? (numbered?.step ?? null) : null,
        ...(each.hasFailed && { failed: true as const }),
      })),
      taken.some(({ rule }) => rule.responds),
    );
  record();
  for (const each of taken) each.onFailure = record;
  const proceed = beginEffects(
    taken.map(({ rule }) => rule.effect),
    exchange,
    { ...context, release },
    responding && {
      id: responding.rule.stored.id,
      response: responding.response ?? numbered?.response,
      values: new RequestValues(request, responding.rule.path, responding.use.n, context.runtime),
    },
  );
  return { proceed, isTaken };
}

/** A rule that applies to a request. */
interface Taken {
  readonly rule: ActiveRule;
  readonly use: RuleUse;
  /** The response of its handler. */
  response: ComposedResponse | undefined;
  /** Whether the stream of this response has failed. */
  hasFailed: boolean;
  onFailure: () => void;
}

/**
 * Counts the request for the first rule that applies; after one that only delays, for the next ones too.
 * @returns whether a rule applies that does more.
 */
async function choose(
  candidates: readonly ActiveRule[],
  taken: Taken[],
  request: LiveRequest,
  exchange: Exchange,
  rules: RuleSet,
  context: EffectContext,
): Promise<boolean> {
  for (const rule of candidates) {
    if (rule.needsBody && !(await matchesBody(rule, request, rules))) continue;
    const use = await rules.take(rule, exchange, () => checkEffect(rule.effect, exchange, context));
    if (use === undefined) continue;
    const one: Taken = { rule, use, response: undefined, hasFailed: false, onFailure() {} };
    taken.push(one);
    if (rule.handle) {
      one.response = await callHandler(rule.handle, one, request, rules, context);
      const { response } = one;
      if (response?.discard) exchange.onClose(() => response.discard?.());
      if (!one.response) {
        taken.pop();
        await rules.release(rule, use);
        continue;
      }
    }
    if (!rule.onlyDelays) return true;
  }
  return false;
}

/** Reads the body for a rule that needs it. @throws HttpError */
export async function matchesBody(
  rule: ActiveRule,
  request: LiveRequest,
  rules: Pick<RuleSet, 'report'>,
): Promise<boolean> {
  await request.readBody(rule.stored.id);
  return testCode(rule, rules, () => rule.match.testBody(request));
}

/** Runs a test of a match. @throws HttpError 500 for an error of its code. */
function testCode(rule: ActiveRule, rules: Pick<RuleSet, 'report'>, test: () => boolean): boolean {
  if (!rule.stored.rule.code) return test();
  try {
    return test();
  } catch (error) {
    throw rules.report(rule, error);
  }
}

/** @throws HttpError 500 for an error of the handler, and for one that takes too long. */
async function callHandler(
  handle: NonNullable<ActiveRule['handle']>,
  taken: Taken,
  request: LiveRequest,
  rules: RuleSet,
  { runtime, maxDuration }: EffectContext,
): Promise<ComposedResponse | undefined> {
  const { rule, use } = taken;
  const late = Promise.withResolvers<never>();
  const onError = (error: unknown) => {
    rules.report(rule, error);
    taken.hasFailed = true;
    taken.onFailure();
  };
  const cancel = runtime.timeout(maxDuration, () =>
    late.reject(new Error(`The handler has not ended in ${maxDuration / 1000} s.`)),
  );
  try {
    return await Promise.race([handle(request, use.n, onError), late.promise]);
  } catch (error) {
    throw rules.report(rule, error);
  } finally {
    cancel();
  }
}
