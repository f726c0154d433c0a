import { endWhenIdle } from '../../http/end-when-idle.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Plan } from '../compose/plan.ts';
import { respond } from '../compose/run.ts';
import type { FaultContext } from './context.ts';
import type { Fault } from './fault.ts';

/**
 * Sends a complete response, and ends the connection some time later, when it is idle. Requests that arrive in between
 * are served.
 */
export function sendAndEndWhenIdle(
  plan: Plan,
  { kind, options }: Fault,
  exchange: Exchange,
  { runtime }: FaultContext,
): Promise<void> {
  const delay = (options.get('after') ?? 0) * 1000;
  endWhenIdle(exchange, { delay, isReset: kind.name === 'idle-reset' }, runtime);
  return respond(plan, exchange, runtime);
}
