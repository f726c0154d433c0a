import { HttpError } from '#http/errors/errors.ts';
import { readWholeBody } from '#http/message/body/body.ts';
import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { Interception } from '#http/message/interception.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { parseFault, type TransportFault } from '../faults/fault.ts';
import {
  checkFaultOfRule,
  type FaultRequests,
  faultSubject,
  problemOfRequests,
} from '../plan/fault-problem.ts';
import { afterBody, EMPTY_PLAN, isWithoutContent, type ResponsePlan } from '../plan/response-plan.ts';
import type { SendContext } from '../send/context.ts';
import { closeAfterFault, isBeforeContent, sendPlan } from '../send/send.ts';
import {
  type DelayDistribution,
  drawDelay,
  fixedDelay,
  longestDelay,
  parseDelay,
} from '../syntax/delay-distribution.ts';
import { DirectiveError } from '../syntax/directive-error.ts';
import { type Dribble, parseDribble } from '../syntax/dribble.ts';
import type { AppliedContext, EffectContext } from './context.ts';
import { planOfEndpoint } from './endpoint-plan.ts';
import { type RuleResponse, sendRuleResponse } from './rule-response.ts';

/** What a rule does to a request or its response, in the syntax of the directives. */
export interface Effects {
  readonly fault?: string;
  /** Seconds, or the text of the directive. */
  readonly delay?: number | string;
  readonly dribble?: string;
  /** An error in place of the response. */
  readonly error?: {
    readonly status: number;
    readonly message?: string;
    /** Seconds. */
    readonly retry_after?: number;
  };
  /** Closes the connection before the endpoint is called. */
  readonly drop?: boolean;
}

/** The effects of a rule, with their parsed parts. */
export interface CompiledEffects {
  /** The ID of the rule, which errors name. */
  readonly id: string;
  readonly input: Effects;
  readonly fault: TransportFault | undefined;
  readonly dribble: Dribble | undefined;
  readonly delay: DelayDistribution;
}

/**
 * Continues a request to which rules apply.
 * @returns whether the response has been sent, so that the endpoint must not be called.
 */
export type Continue = () => Promise<boolean>;

/** @param input effects without a problem. */
export function compileEffects(id: string, input: Effects): CompiledEffects {
  return { id, input, ...parse(input) };
}

/** @throws HttpError 400 for a fault that the protocol or the method of the request cannot carry. */
export function checkEffects(
  { id, fault }: CompiledEffects,
  exchange: Exchange,
  { maxDuration }: Pick<SendContext, 'maxDuration'>,
): void {
  checkFaultOfRule(id, fault, faultSubject(exchange), maxDuration);
}

/**
 * Begins the effects of rules: those of the directives `fault`, `delay` and `dribble`, errors, and responses.
 * @param ruleResponse the response in place of the endpoint; undefined for that of the endpoint.
 */
export function beginEffects(
  effects: readonly CompiledEffects[],
  exchange: Exchange,
  context: AppliedContext,
  ruleResponse: RuleResponse | undefined,
): Continue {
  const { runtime, maxDuration } = context;
  // The rule of the fault is the one that an error names.
  const { id, fault } = effects.find((each) => each.fault) ?? {};
  // A fault is recorded when it is sent, and a dribble with its response: that may be one that cannot carry it.
  const description = describe(effects.map(({ input: { dribble: _, ...input } }) => input));
  if (!fault && description !== '') exchange.recorder?.fault(description);
  if (fault) closeAfterFault(fault, exchange);
  const dribble = effects.find((each) => each.dribble)?.dribble;
  const recordDribble = ({ statuses }: ResponsePlan) => {
    const hasContent =
      exchange.method !== 'HEAD' && !statuses.every(({ status }) => isWithoutContent(status));
    if (!fault && dribble && hasContent)
      exchange.recorder?.fault(describe(effects.map(({ input }) => input)));
  };
  const delay = effects.reduce((sum, each) => sum + drawDelay(each.delay, maxDuration, runtime), 0);
  const base: ResponsePlan = { ...afterBody(EMPTY_PLAN), fault };
  return async () => {
    // Before the endpoint: a client that leaves during the delay must not cause a change.
    if (!(await delayResponse(exchange, runtime, Math.min(delay, maxDuration)))) return true;
    if (fault && isBeforeContent(fault)) {
      await sendPlan(base, exchange, context);
      return true;
    }
    if (ruleResponse) {
      await sendRuleResponse(ruleResponse, exchange, context, {
        id,
        fault,
        dribble,
        delay,
        onPlan: recordDribble,
      });
      return true;
    }
    if (fault || dribble)
      exchange.interception = new Interception(async (response) => {
        let plan: ResponsePlan;
        try {
          plan = planOfEndpoint(response, base, dribble);
          checkFaultOfRule(id, fault, { plan }, maxDuration);
        } catch (error) {
          await context.release();
          throw error;
        }
        recordDribble(plan);
        await sendPlan(plan, exchange, context);
      });
    await rejectWithError(effects, exchange, context);
    return false;
  };
}

type ParsedEffects = Pick<CompiledEffects, 'fault' | 'dribble' | 'delay'>;

/** `drop` closes the connection before the endpoint is called. */
const DROP = 'close@request';

function parse({ fault, drop, dribble, delay }: Effects): ParsedEffects {
  const text = drop ? DROP : fault;
  return {
    fault: text === undefined ? undefined : parseFault(text),
    dribble: parseDribble(dribble),
    delay: typeof delay === 'number' ? fixedDelay(delay * 1000) : parseDelay(delay),
  };
}

/** Reads the request to its end, as many clients need it. @throws HttpError the error of a rule. */
async function rejectWithError(
  effects: readonly CompiledEffects[],
  exchange: Exchange,
  { maxUploadSize }: AppliedContext,
): Promise<void> {
  const { error } = effects.find(({ input }) => input.error)?.input ?? {};
  if (!error) return;
  await readWholeBody(exchange, maxUploadSize);
  const { status, message = reasonPhrase(status), retry_after: seconds } = error;
  throw new HttpError(status, message, {
    fields: seconds === undefined ? [] : [['Retry-After', String(seconds)]],
  });
}

/** The effects for the journal, such as `status=503 delay=0.2`. */
function describe(effects: readonly Pick<Effects, 'error' | 'delay' | 'dribble'>[]): string {
  return effects
    .flatMap(({ error, delay, dribble }) => Object.entries({ status: error?.status, delay, dribble }))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/**
 * The problems of effects that no request could have: the member, and a clause that follows its name.
 * @param requests what is known of the requests.
 */
export function problemsOfEffects(
  effects: Effects,
  requests: FaultRequests,
  { maxDuration, enabledLabs }: Pick<EffectContext, 'maxDuration' | 'enabledLabs'>,
): (readonly [member: string, problem: string])[] {
  if (effects.fault !== undefined && !enabledLabs.includes('faults'))
    return [['fault', 'is disabled by the setting labs of this server']];
  const parsed: { -readonly [Name in keyof ParsedEffects]?: ParsedEffects[Name] } = {};
  const problems: (readonly [string, string])[] = [];
  for (const name of ['fault', 'dribble', 'delay'] as const) {
    try {
      const { [name]: input } = effects;
      Object.assign(parsed, { [name]: parse({ [name]: input })[name] });
    } catch (error) {
      if (!(error instanceof DirectiveError)) throw error;
      problems.push([name, error.message]);
    }
  }
  const { fault, dribble, delay } = parsed;
  const longest = (delay ? longestDelay(delay) : 0) + (dribble?.milliseconds ?? 0);
  if (longest > maxDuration)
    problems.push([
      dribble ? 'dribble' : 'delay',
      `takes ${longest / 1000} s; the maximum is ${maxDuration / 1000} s`,
    ]);
  const unfit =
    fault && problemOfRequests(fault, requests, { isDribbled: dribble !== undefined }, maxDuration);
  if (unfit !== undefined) problems.push(['fault', `${fault?.text} ${unfit}`]);
  return problems;
}
