import type { LabName } from '../../config/lab-names.ts';
import { readWholeBody } from '../../http/message/body.ts';
import { delayResponse } from '../../http/message/delay.ts';
import { HttpError } from '../../http/message/errors.ts';
import type { Exchange } from '../../http/message/exchange.ts';
import { Interception } from '../../http/message/interception.ts';
import { reasonPhrase } from '../../http/transport/node-http.ts';
import type { ComposedResponse } from '../composition/composed-response.ts';
import { parseFault, type TransportFault } from '../faults/fault.ts';
import { rejectServiceWorker } from '../headers/service-worker.ts';
import { faultSubject, problemOfFault } from '../plan/fault-problem.ts';
import { EMPTY_PLAN, maxBytes, type ResponsePlan, spread } from '../plan/response-plan.ts';
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
import { planOfEndpoint } from './endpoint-plan.ts';

/** What a rule does to a request or its response, in the syntax of the directives. */
export interface ResponseEffect {
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

/** The effect of a rule, with its parsed parts. */
export interface TransportEffect {
  /** The ID of the rule, which errors name. */
  readonly id: string;
  readonly effect: ResponseEffect;
  readonly fault: TransportFault | undefined;
  readonly dribble: Dribble | undefined;
  readonly delay: DelayDistribution;
}

/**
 * Continues a request to which rules apply.
 * @returns whether the response has been sent, so that the endpoint must not be called.
 */
export type Continue = () => Promise<boolean>;

export interface EffectContext extends SendContext {
  readonly enabledLabs: readonly LabName[];
  /** Maximum size in bytes of a body that is read before an error. */
  readonly maxUploadSize: number;
}

/** What the effects on a request need. */
export interface AppliedContext extends EffectContext {
  /** Called when the response cannot carry the effects, so that they do not count. */
  release(): Promise<void>;
}

/** The response of a rule in place of the endpoint. */
export interface Stub {
  /** The ID of the rule, which errors name. */
  readonly id: string;
  /** Undefined after the last response of a list. */
  readonly response: ComposedResponse | undefined;
}

/** @param effect one without a problem. */
export function compileEffect(id: string, effect: ResponseEffect): TransportEffect {
  return { id, effect, ...parse(effect) };
}

/** @throws HttpError 400 for a fault that the protocol or the method of the request cannot carry. */
export function checkEffect(
  { id, fault }: TransportEffect,
  exchange: Exchange,
  { maxDuration }: Pick<SendContext, 'maxDuration'>,
): void {
  const problem = fault && problemOfFault(fault, faultSubject(exchange), maxDuration);
  if (problem !== undefined) throw cannotApply(id, fault, problem);
}

/**
 * Begins the effects of rules: those of the directives `fault`, `delay` and `dribble`, errors, and responses.
 * @param stub the response in place of the endpoint; undefined for that of the endpoint.
 */
export function beginEffects(
  effects: readonly TransportEffect[],
  exchange: Exchange,
  context: AppliedContext,
  stub: Stub | undefined,
): Continue {
  const { runtime, maxDuration } = context;
  // The rule of the fault is the one that an error names.
  const { id, fault } = effects.find((each) => each.fault) ?? {};
  // A fault is recorded when it is sent: the response may be one that cannot carry it.
  const description = describe(effects);
  if (!fault && description !== '') exchange.recorder?.fault(description);
  if (fault) closeAfterFault(fault, exchange);
  const dribble = effects.find((each) => each.dribble)?.dribble;
  const delay = effects.reduce((sum, each) => sum + drawDelay(each.delay, maxDuration, runtime), 0);
  const base: ResponsePlan = { ...EMPTY_PLAN, expectation: { kind: 'handled' }, fault };
  return async () => {
    // Before the endpoint: a client that leaves during the delay must not cause a change.
    if (!(await delayResponse(exchange, runtime, Math.min(delay, maxDuration)))) return true;
    if (fault && isBeforeContent(fault)) {
      await sendPlan(base, exchange, context);
      return true;
    }
    if (stub) {
      await sendStub(stub, exchange, context, { id, fault, dribble, delay });
      return true;
    }
    if (fault || dribble)
      exchange.interception = new Interception(async (response) => {
        let plan: ResponsePlan;
        try {
          plan = planOfEndpoint(response, base, dribble);
          const unfit = fault && problemOfFault(fault, { plan }, maxDuration);
          if (unfit !== undefined) throw cannotApply(id, fault, unfit);
        } catch (error) {
          await context.release();
          throw error;
        }
        await sendPlan(plan, exchange, context);
      });
    await rejectWithError(effects, exchange, context);
    return false;
  };
}

type ParsedEffect = Pick<TransportEffect, 'fault' | 'dribble' | 'delay'>;

/** `drop` closes the connection before the endpoint is called. */
const DROP = 'close@request';

function parse({ fault, drop, dribble, delay }: ResponseEffect): ParsedEffect {
  const text = drop ? DROP : fault;
  return {
    fault: text === undefined ? undefined : parseFault(text),
    dribble: parseDribble(dribble),
    delay: typeof delay === 'number' ? fixedDelay(delay * 1000) : parseDelay(delay),
  };
}

/** What rules change of the response of another rule. */
interface StubChange {
  readonly id: string | undefined;
  readonly fault: TransportFault | undefined;
  readonly dribble: Dribble | undefined;
  /** The delay before the response, in milliseconds. */
  readonly delay: number;
}

/** Sends the response of a rule. Its fault and its dribble are those of another rule, if that has them. */
async function sendStub(
  { id, response }: Stub,
  exchange: Exchange,
  context: AppliedContext,
  change: StubChange,
): Promise<void> {
  const { runtime, maxDuration, maxUploadSize } = context;
  rejectServiceWorker(exchange);
  exchange.respondingRule = id;
  const isRead = response?.readsBody !== true && (await readWholeBody(exchange, maxUploadSize));
  if (exchange.signal.aborted) return;
  if (!response) throw new HttpError(410, `The rule ${id} has no further response.`);
  const composed = response.plan(exchange.base);
  const { fault = composed.fault, dribble } = change;
  const delay = drawDelay(composed.delay, maxDuration, runtime);
  const plan: ResponsePlan = {
    ...composed,
    fault,
    delay: fixedDelay(Math.max(0, Math.min(delay, maxDuration - change.delay))),
    ...(dribble && spread(maxBytes(composed.content), dribble)),
    // The body has been read, so the response needs no 100 (Continue).
    ...(isRead && { expectation: { kind: 'handled' } }),
  };
  const unfit = fault && problemOfFault(fault, { ...faultSubject(exchange), plan }, maxDuration);
  if (unfit !== undefined) {
    await context.release();
    throw cannotApply(change.fault ? change.id : id, fault, unfit);
  }
  await sendPlan(plan, exchange, context);
}

/** Reads the request to its end, as many clients need it. @throws HttpError the error of a rule. */
async function rejectWithError(
  effects: readonly TransportEffect[],
  exchange: Exchange,
  { maxUploadSize }: AppliedContext,
): Promise<void> {
  const { error } = effects.find(({ effect }) => effect.error)?.effect ?? {};
  if (!error) return;
  await readWholeBody(exchange, maxUploadSize);
  const { status, message = reasonPhrase(status), retry_after: seconds } = error;
  throw new HttpError(status, message, {
    fields: seconds === undefined ? [] : [['Retry-After', String(seconds)]],
  });
}

function cannotApply(id: string | undefined, fault: TransportFault | undefined, problem: string): HttpError {
  return new HttpError(400, `The rule ${id} does not fit this response: ${fault?.text} ${problem}.`);
}

/** The effects for the journal, such as `status=503 delay=0.2`. */
function describe(effects: readonly TransportEffect[]): string {
  return effects
    .flatMap(({ effect: { error, delay, dribble } }) =>
      Object.entries({ status: error?.status, delay, dribble }),
    )
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/**
 * The problems of an effect that no request could have: the member, and a clause that follows its name.
 * @param method that of the requests; undefined for any.
 */
export function problemsOfEffect(
  effect: ResponseEffect,
  method: string | undefined,
  { maxDuration, enabledLabs }: Pick<EffectContext, 'maxDuration' | 'enabledLabs'>,
): (readonly [member: string, problem: string])[] {
  if (effect.fault !== undefined && !enabledLabs.includes('faults'))
    return [['fault', 'is disabled by the setting labs of this server']];
  const parsed: { -readonly [Name in keyof ParsedEffect]?: ParsedEffect[Name] } = {};
  const problems: (readonly [string, string])[] = [];
  for (const name of ['fault', 'dribble', 'delay'] as const) {
    try {
      const { [name]: given } = effect;
      Object.assign(parsed, { [name]: parse({ [name]: given })[name] });
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
    fault &&
    problemOfFault(fault, { method: method?.toUpperCase(), isDribbled: dribble !== undefined }, maxDuration);
  if (unfit !== undefined) problems.push(['fault', `${fault?.text} ${unfit}`]);
  return problems;
}
