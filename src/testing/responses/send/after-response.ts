import type { Exchange } from '#http/message/exchange.ts';
import { endWhenIdle } from '#http/server/end-when-idle.ts';
import type { TransportFault } from '../faults/fault.ts';
import type { ResponsePlan } from '../plan/response-plan.ts';
import type { SendContext } from './context.ts';
import { respond } from './run.ts';

/**
 * Sends a complete response, and ends the connection some time later, when it is idle. Requests that arrive in between
 * are served.
 */
export function sendAndEndWhenIdle(
  plan: ResponsePlan,
  { kind, options }: TransportFault,
  exchange: Exchange,
  context: SendContext,
): Promise<void> {
  const delay = (options.get('after') ?? 0) * 1000;
  endWhenIdle(exchange, { delay, isReset: kind.name === 'idle-reset' }, context.runtime);
  return respond(plan, exchange, context);
}
