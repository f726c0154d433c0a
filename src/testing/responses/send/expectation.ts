import { bodyTooLarge, HttpError } from '#http/errors/errors.ts';
import { skipBody } from '#http/message/body/body.ts';
import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Field } from '#http/syntax/fields.ts';
import type { ResponsePlan } from '../plan/response-plan.ts';
import type { SendContext } from './context.ts';

const CLOSE: Field = ['Connection', 'close'];

/**
 * Applies the directive `expect` to a request that waits for 100 (Continue), and reads its body.
 * @returns the response to send; undefined when the client has disconnected.
 * @throws HttpError 417 for `expect=refuse`; 413 or 400 for the body.
 */
export async function applyExpectation(
  plan: ResponsePlan,
  exchange: Exchange,
  { runtime, maxBodySize }: SendContext,
): Promise<ResponsePlan | undefined> {
  const { expectation } = plan;
  switch (expectation.kind) {
    case 'handled':
      return plan;
    case 'refuse':
      throw new HttpError(417, 'The directive expect=refuse rejects the expectation.', { fields: [CLOSE] });
    case 'never':
      return { ...plan, fields: [...plan.fields, CLOSE] };
    case 'final':
      exchange.wire.keepsExpectation = true;
      return { ...plan, statuses: [{ status: expectation.status, weight: 1 }] };
  }
  if (exchange.head.length > maxBodySize) throw bodyTooLarge(maxBodySize);
  const body = skipBody(exchange, maxBodySize);
  // Awaited below, after the delay.
  body.catch(() => {});
  // Reads the bytes that arrived with the head, so that the journal counts them as sent without 100.
  await runtime.nextIteration();
  switch (expectation.kind) {
    case 'late':
      if (!(await delayResponse(exchange, runtime, expectation.wait))) return undefined;
      exchange.inform(100);
      break;
    case 'after-body':
      await body;
      exchange.inform(100);
      break;
    case 'twice':
      exchange.inform(100);
      exchange.inform(100);
      break;
    case 'with-length':
      exchange.inform(100, [['Content-Length', '0']]);
      break;
    default:
      exchange.inform(100);
  }
  await body;
  return exchange.signal.aborted ? undefined : plan;
}
