import type { Exchange } from '../../http/exchange.ts';
import type { FaultContext } from '../faults/context.ts';
import { sendWithFault } from '../faults/send.ts';
import type { Plan } from './plan.ts';
import { run } from './run.ts';

/** Sends the response of a plan, with its fault if it has one. */
export function sendPlan(plan: Plan, exchange: Exchange, context: FaultContext): Promise<void> {
  return plan.fault
    ? sendWithFault(plan, plan.fault, exchange, context)
    : run(plan, exchange, context.runtime);
}
