import type { LabName } from '../../config/lab-names.ts';
import { HttpError } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Interception } from '../../http/interception.ts';
import { reasonPhrase } from '../../http/node-http.ts';
import { type Fault, parseFault } from '../faults/fault.ts';
import { problemOfAfter, problemOfMethod, problemOfRequest, problemOfResponse } from '../send/check.ts';
import type { SendContext } from '../send/context.ts';
import { sendPlan } from '../send/send-plan.ts';
import { closeAfter, isBeforeContent } from '../send/send-with-fault.ts';
import { type DelayDistribution, drawDelay, longestDelay, parseDelay } from '../syntax/delay-distribution.ts';
import { DirectiveError } from '../syntax/directive-error.ts';
import { type Dribble, parseDribble } from '../syntax/dribble.ts';
import { type Changes, emptyPlan, toResponsePlan } from './response-plan.ts';

/** What a rule does to a request or its response, in the syntax of the directives. */
export interface ResponseEffect {
  readonly fault?: string;
  /** Seconds, or the text of the directive. */
  readonly delay?: number | string;
  readonly dribble?: string;
  /** Status of an error in place of the response. */
  readonly status?: number;
  readonly message?: string;
  /** Seconds. */
  readonly retry_after?: number;
  /** Closes the connection before the endpoint is called. */
  readonly drop?: boolean;
}

/** A rule that applies to a request. */
export interface RuleEffect {
  readonly id: number;
  readonly effect: ResponseEffect;
}

/**
 * Continues a request to which rules apply.
 * @returns whether the response has been sent, so that the endpoint must not be called.
 */
export type Continue = () => Promise<boolean>;

export interface EffectContext extends SendContext {
  readonly enabledLabs: readonly LabName[];
}

interface ParsedEffect {
  readonly fault: Fault | undefined;
  readonly dribble: Dribble | undefined;
  readonly delay: DelayDistribution;
}

/** @throws HttpError 400 for a fault that the protocol or the method of the request cannot carry. */
export function checkEffect({ id, effect }: RuleEffect, exchange: Exchange): void {
  const { fault } = parse(effect);
  const problem = fault && problemOfRequest(fault, exchange);
  if (problem !== undefined) throw cannotApply(id, fault, problem);
}

/** Begins the effects of rules: those of the directives `fault`, `delay` and `dribble`, and errors. */
export function beginEffects(
  rules: readonly RuleEffect[],
  exchange: Exchange,
  context: EffectContext,
): Continue {
  const { runtime, maxDuration } = context;
  const parsed = rules.map(({ id, effect }) => ({ id, ...parse(effect) }));
  const fault = parsed.find((each) => each.fault)?.fault;
  // The rule of the fault is the one that an error names.
  const id = parsed.find((each) => each.fault)?.id;
  // A fault is recorded when it is sent: the response may be one that cannot carry it.
  if (!fault) exchange.recorder?.fault(describe(rules));
  if (fault && endsConnection(fault)) closeAfter(exchange);
  const delay = parsed.reduce((sum, each) => sum + drawDelay(each.delay, maxDuration, runtime), 0);
  const changes: Changes = {
    fault,
    dribble: parsed.find((each) => each.dribble)?.dribble,
    delay: Math.min(delay, maxDuration),
    maxDuration,
  };
  return async () => {
    if (fault && isBeforeContent(fault)) {
      await sendPlan(emptyPlan(changes), exchange, context);
      return true;
    }
    exchange.interception = new Interception(async (response) => {
      const plan = toResponsePlan(response, changes);
      const unfit = fault && problemOfResponse(plan, fault, maxDuration);
      if (unfit !== undefined) throw cannotApply(id, fault, unfit);
      await sendPlan(plan, exchange, context);
    });
    rejectWithStatus(rules);
    return false;
  };
}

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

function fixedDelay(milliseconds: number): DelayDistribution {
  return { kind: 'fixed', minimum: milliseconds, maximum: milliseconds };
}

/** @throws HttpError the response of a rule with a status. */
function rejectWithStatus(rules: readonly RuleEffect[]): void {
  const { status, message, retry_after: seconds } = rules.find(({ effect }) => effect.status)?.effect ?? {};
  if (status === undefined) return;
  throw new HttpError(status, message ?? reasonPhrase(status), {
    fields: seconds === undefined ? [] : [['Retry-After', String(seconds)]],
  });
}

function cannotApply(id: number | undefined, fault: Fault | undefined, problem: string): HttpError {
  return new HttpError(400, `The fault rule ${id} does not fit this response: ${fault?.text} ${problem}.`);
}

/** The effects for the journal, such as `status=503 delay=0.2`. */
function describe(rules: readonly RuleEffect[]): string {
  return rules
    .flatMap(({ effect: { status, delay, dribble } }) => Object.entries({ status, delay, dribble }))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function endsConnection({ kind }: Fault): boolean {
  return kind.behaviour === 'cut' || kind.behaviour === 'message';
}

/**
 * The problem of an effect that no request could have, as a clause that begins with the member.
 * @param method that of the requests; undefined for any.
 */
export function problemOfEffect(
  effect: ResponseEffect,
  method: string | undefined,
  { maxDuration, enabledLabs }: Pick<EffectContext, 'maxDuration' | 'enabledLabs'>,
): string | undefined {
  if (effect.fault !== undefined && !enabledLabs.includes('faults'))
    return 'fault is disabled by the setting labs of this server';
  const parsed: { -readonly [Name in keyof ParsedEffect]?: ParsedEffect[Name] } = {};
  for (const name of ['fault', 'dribble', 'delay'] as const) {
    try {
      const { [name]: given } = effect;
      Object.assign(parsed, { [name]: parse({ [name]: given })[name] });
    } catch (error) {
      if (!(error instanceof DirectiveError)) throw error;
      return `${name} ${error.message}`;
    }
  }
  const { fault, dribble, delay } = parsed;
  const longest = (delay ? longestDelay(delay) : 0) + (dribble?.milliseconds ?? 0);
  if (longest > maxDuration)
    return `${dribble ? 'dribble' : 'delay'} takes ${longest / 1000} s; the maximum is ${maxDuration / 1000} s`;
  const problem =
    fault &&
    ((method === undefined ? undefined : problemOfMethod(fault, method.toUpperCase())) ??
      problemOfAfter(fault, maxDuration) ??
      problemOfOptions(fault) ??
      (dribble && problemOfDribble(fault)));
  return problem && `fault ${fault.text} ${problem}`;
}

/** Options that no protocol can carry together. */
function problemOfOptions({ options }: Fault): string | undefined {
  return options.has('code') && options.has('connection') ? 'must have either code or connection' : undefined;
}

/** A dribble has chunks, and no Content-Length. */
function problemOfDribble({ kind }: Fault): string | undefined {
  const isUnfit = kind.name === 'truncate' || kind.behaviour === 'extra';
  return isUnfit ? 'cannot be combined with dribble, whose response has no Content-Length' : undefined;
}
