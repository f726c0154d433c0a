import type { Exchange } from '../../http/exchange.ts';
import type { Plan } from '../composition/plan.ts';
import type { SendContext } from './context.ts';
import { run } from './run.ts';
import { sendWithFault } from './send-with-fault.ts';

/** Sends a composed response, with its fault. @throws HttpError 400 for a fault that the protocol cannot carry. */
export function sendPlan(plan: Plan, exchange: Exchange, context: SendContext): Promise<void> {
  return plan.fault
    ? sendWithFault(plan, plan.fault, exchange, context)
    : run(plan, exchange, context.runtime);
}
