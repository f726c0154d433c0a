import { keyOfHost } from '#bins/request-bin.ts';
import { HttpError } from '#http/errors/errors.ts';
import { readWholeBody } from '#http/message/body/body.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { ComposedResponse } from '../composition/composed-response.ts';
import type { TransportFault } from '../faults/fault.ts';
import { rejectServiceWorker } from '../headers/service-worker.ts';
import { withoutSandbox } from '../headers/untrusted-content.ts';
import { checkFaultOfRule, faultSubject } from '../plan/fault-problem.ts';
import { afterBody, maxBytes, type ResponsePlan, spread } from '../plan/response-plan.ts';
import { planOfConditions } from '../plan/validators.ts';
import { sendPlan } from '../send/send.ts';
import { drawDelay, fixedDelay } from '../syntax/delay-distribution.ts';
import type { Dribble } from '../syntax/dribble.ts';
import type { TemplateValues } from '../templates/template-values.ts';
import type { AppliedContext } from './context.ts';

/** The response of a rule in place of the endpoint. */
export interface RuleResponse {
  /** The ID of the rule, which errors name. */
  readonly id: string;
  /** Undefined after the last response of a list. */
  readonly response: ComposedResponse | undefined;
  /** What the expressions of the response name. */
  readonly values: TemplateValues;
}

/** What rules change of the response of another rule. */
interface ResponseChange {
  readonly id: string | undefined;
  readonly fault: TransportFault | undefined;
  readonly dribble: Dribble | undefined;
  /** The delay before the response, in milliseconds. */
  readonly delay: number;
  /** Called when the response can be sent. */
  onPlan(plan: ResponsePlan): void;
}

/** Sends the response of a rule. Its fault and its dribble are those of another rule, if that has them. */
export async function sendRuleResponse(
  { id, response, values }: RuleResponse,
  exchange: Exchange,
  context: AppliedContext,
  change: ResponseChange,
): Promise<void> {
  const { runtime, maxDuration, maxUploadSize } = context;
  rejectServiceWorker(exchange);
  exchange.respondingRule = id;
  const isRead = response?.readsBody !== true && (await readWholeBody(exchange, maxUploadSize));
  if (exchange.signal.aborted) return;
  if (!response) throw new HttpError(410, `The rule ${id} has no further response.`);
  const composed = planOfRule(id, () => {
    const plan = response.plan(exchange.base, values);
    return response.hasValidators ? planOfConditions(plan, exchange) : plan;
  });
  const { fault = composed.fault, dribble } = change;
  const delay = drawDelay(composed.delay, maxDuration, runtime);
  const plan: ResponsePlan = {
    ...(isRead ? afterBody(composed) : composed),
    // A page at another host would have the origin of the account pages and of the control API.
    ...(!response.isSandboxed &&
      keyOfHost(exchange.authority) !== undefined && {
        contentFields: withoutSandbox(composed.contentFields),
      }),
    fault,
    delay: fixedDelay(Math.max(0, Math.min(delay, maxDuration - change.delay))),
    ...(dribble && spread(maxBytes(composed.content), dribble)),
  };
  try {
    checkFaultOfRule(change.fault ? change.id : id, fault, { ...faultSubject(exchange), plan }, maxDuration);
  } catch (error) {
    await context.release();
    throw error;
  }
  change.onPlan(plan);
  await sendPlan(plan, exchange, context);
}

/** @throws HttpError 500 for a response that depends on the request, and that this server must not send. */
function planOfRule(id: string, compose: () => ResponsePlan): ResponsePlan {
  try {
    return compose();
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    throw new HttpError(500, `The response of the rule ${id} is not possible: ${cause.message}`, { cause });
  }
}
