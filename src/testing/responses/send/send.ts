import { readPart } from '#http/message/body/body.ts';
import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { TransportFault } from '../faults/fault.ts';
import { checkFault, faultSubject } from '../plan/fault-problem.ts';
import type { ResponsePlan } from '../plan/response-plan.ts';
import { drawDelay, NO_DELAY } from '../syntax/delay-distribution.ts';
import type { SendContext } from './context.ts';
import { sendExtra } from './extra.ts';
import { sendHttp1 } from './http1.ts';
import { sendHttp2 } from './http2.ts';
import { prepare, respond, sendWithoutFault } from './run.ts';

/**
 * Sends the response of a plan, with its fault.
 * @param added header fields besides those of the plan, which a client has composed.
 * @throws HttpError 400 before anything is sent, when the fault does not fit the response or the protocol.
 */
export function sendPlan(
  plan: ResponsePlan,
  exchange: Exchange,
  context: SendContext,
  added: Fields = [],
): Promise<void> {
  exchange.setsCors = setsCors(plan);
  const sent = added.length > 0 ? { ...plan, fields: [...plan.fields, ...added] } : plan;
  return sent.fault
    ? sendWithFault(sent, sent.fault, exchange, context)
    : sendWithoutFault(sent, exchange, context);
}

async function sendWithFault(
  plan: ResponsePlan,
  fault: TransportFault,
  exchange: Exchange,
  context: SendContext,
): Promise<void> {
  const { runtime, maxDuration } = context;
  checkFault(plan, faultSubject(exchange), maxDuration);
  closeAfterFault(fault, exchange);
  const prepared = isBeforeContent(fault) ? plan : await prepare(plan, exchange, context);
  if (!prepared) return;
  if (!(await delayResponse(exchange, runtime, drawDelay(prepared.delay, maxDuration, runtime)))) return;
  if (fault.place?.name === 'request:N') await readPart(exchange, fault.place.bytes);
  if (exchange.signal.aborted) return;
  // Not before: the request can be rejected, or end, until here.
  exchange.recorder?.fault(fault.text);
  const undelayed = { ...prepared, delay: NO_DELAY };
  if (fault.kind.behaviour === 'after-response')
    return sendAndEndWhenIdle(undelayed, fault, exchange, context);
  if (fault.kind.behaviour === 'extra') return sendExtra(undelayed, fault, exchange, runtime);
  if (exchange.isHttp2) return sendHttp2(undelayed, fault, exchange, context);
  return sendHttp1(undelayed, fault, exchange, context);
}

/** The server adds no CORS headers to those that a client has composed: two values would permit nothing. */
export function setsCors({ fields }: Pick<ResponsePlan, 'fields'>): boolean {
  return fields.some(([name]) => /^access-control-/i.test(name));
}

/**
 * No later request on the HTTP/1 connection of a fault that ends it is processed, also if the response becomes an error
 * before the fault.
 */
export function closeAfterFault({ kind }: TransportFault, { isHttp2, wire }: Exchange): void {
  if (!isHttp2 && (kind.behaviour === 'cut' || kind.behaviour === 'message')) wire.isClosing = true;
}

/** Whether the fault is applied before the content of the request is read. */
export function isBeforeContent({ place }: TransportFault): boolean {
  return place?.name === 'request' || place?.name === 'request:N';
}

/**
 * Sends a complete response, and ends the connection some time later, when it is idle. Requests that arrive in between
 * are served.
 */
function sendAndEndWhenIdle(
  plan: ResponsePlan,
  { kind, options }: TransportFault,
  exchange: Exchange,
  context: SendContext,
): Promise<void> {
  const delay = (options.get('after') ?? 0) * 1000;
  exchange.connection.closeWhenIdle(delay, kind.name === 'idle-reset' ? 'reset' : 'close');
  return respond(plan, exchange, context);
}
