import type { Exchange } from '../../http/exchange.ts';
import type { FaultContext } from '../faults/context.ts';
import { sendWithFault } from '../faults/send.ts';
import type { Plan } from './plan.ts';
import { run } from './run.ts';

/** Sends a composed response, with its fault. @throws HttpError 400 for a fault that the protocol cannot carry. */
export function sendPlan(plan: Plan, exchange: Exchange, context: FaultContext): Promise<void> {
  return plan.fault
    ? sendWithFault(plan, plan.fault, exchange, context)
    : run(plan, exchange, context.runtime);
}
