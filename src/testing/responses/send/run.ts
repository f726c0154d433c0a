import { expectsContinue } from '#http/message/body/body.ts';
import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { canSendTrailers } from '../headers/client-headers.ts';
import { type EncodedContent, isWithoutContent, maxBytes, type ResponsePlan } from '../plan/response-plan.ts';
import { drawDelay } from '../syntax/delay-distribution.ts';
import { chooseStatus } from '../syntax/status-choice.ts';
import { throttledContent } from './content-stream.ts';
import type { SendContext } from './context.ts';
import { applyExpectation } from './expectation.ts';

/** Sends the informational responses, and then the response. */
export async function sendWithoutFault(
  plan: ResponsePlan,
  exchange: Exchange,
  context: SendContext,
): Promise<void> {
  const response = await prepare(plan, exchange, context);
  if (response) await respond(response, exchange, context);
}

/**
 * Applies the behaviour towards `Expect: 100-continue`, and sends the informational responses.
 * @returns the plan of the response; undefined when the client has a response, or has disconnected.
 */
export async function prepare(
  plan: ResponsePlan,
  exchange: Exchange,
  context: SendContext,
): Promise<ResponsePlan | undefined> {
  const isExpected = !exchange.bufferedBody && expectsContinue(exchange.head);
  const response = isExpected ? await applyExpectation(plan, exchange, context) : plan;
  if (!response) return undefined;
  for (const { status, fields, wait } of response.interims) {
    if (!(await delayResponse(exchange, context.runtime, wait))) return undefined;
    exchange.inform(status, fields);
  }
  return response;
}

/** Sends the response: delays, writes the headers, pauses, and writes the content at the rate of the plan. */
export async function respond(
  plan: ResponsePlan,
  exchange: Exchange,
  { runtime, maxDuration }: SendContext,
): Promise<void> {
  const status = chooseStatus(plan.statuses, runtime.fraction);
  if (!(await delayResponse(exchange, runtime, drawDelay(plan.delay, maxDuration, runtime)))) return;
  if (isWithoutContent(status)) return exchange.send(status, plan.fields, '', plan.reason);
  const fields: Field[] = [...plan.contentFields, ...plan.fields];
  const { content, pause, duration, isChunked } = plan;
  if (content.kind === 'bytes' && pause === 0 && duration === 0 && !isChunked) {
    return exchange.send(status, fields, content.bytes, plan.reason);
  }
  if (!isChunked) fields.push(contentLength(content));
  const chunks = throttledContent(plan, exchange, runtime);
  if (plan.trailers.length === 0 || !canSendTrailers(exchange))
    return exchange.stream(status, fields, chunks);
  await exchange.stream(status, [...fields, announcement(plan.trailers)], chunks, () => plan.trailers);
}

/** The field that announces trailers. */
export function announcement(trailers: Fields): Field {
  return ['Trailer', trailers.map(([name]) => name).join(', ')];
}

function contentLength(content: EncodedContent): Field {
  return ['Content-Length', String(maxBytes(content))];
}
