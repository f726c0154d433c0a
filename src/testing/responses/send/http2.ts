import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { type Field, hasField } from '#http/syntax/fields.ts';
import { CODE } from '#wire/http2/error.ts';
import type { TransportFault } from '../faults/fault.ts';
import { contentLengthOf, isWithoutContent, type ResponsePlan } from '../plan/response-plan.ts';
import { chooseStatus } from '../syntax/status-choice.ts';
import { throttledContent } from './content-stream.ts';
import type { SendContext } from './context.ts';
import { buildVariantContext } from './message.ts';

/** Sends a response with a fault over HTTP/2. Other streams of the connection are not affected. */
export async function sendHttp2(
  plan: ResponsePlan,
  fault: TransportFault,
  exchange: Exchange,
  context: SendContext,
): Promise<void> {
  const { wire } = exchange;
  try {
    await write(plan, fault, exchange, context);
    if (fault.kind.behaviour === 'cut') await end(fault, exchange, context);
    else wire.end();
  } catch (error) {
    await wire.abort({ type: 'stream', code: CODE.INTERNAL_ERROR });
    throw error;
  }
}

async function write(
  plan: ResponsePlan,
  fault: TransportFault,
  exchange: Exchange,
  { runtime }: SendContext,
): Promise<void> {
  const { wire } = exchange;
  const place = fault.place?.name;
  if (place === 'start' || place === 'request' || place === 'request:N' || wire.ended) return;
  const status = fault.variant?.status ?? chooseStatus(plan.statuses, runtime.fraction);
  const isForced = fault.variant?.forcesContent === true;
  const hasContent = isForced || (exchange.method !== 'HEAD' && !isWithoutContent(status));
  wire.forcesContent = isForced;
  const fields = buildFields(plan, fault, status, exchange, runtime);
  if (!hasContent && fault.kind.behaviour !== 'cut') return exchange.sendHead(status, fields);
  exchange.startStream(status, fields);
  if (place === 'headers' || !hasContent) return;
  const limit = place === 'N' ? (fault.place?.bytes ?? 0) : Number.POSITIVE_INFINITY;
  let sent = 0;
  if (limit === 0) return;
  for await (const chunk of throttledContent(plan, exchange, runtime)) {
    const part = chunk.subarray(0, limit - sent);
    sent += part.length;
    exchange.recordContent(part);
    if (!wire.write(part)) await wire.drained();
    if (wire.ended || sent >= limit) return;
  }
}

function buildFields(
  plan: ResponsePlan,
  fault: TransportFault,
  status: number,
  exchange: Exchange,
  runtime: SendContext['runtime'],
): Field[] {
  const changed = fault.variant?.http2Fields?.(buildVariantContext(plan, fault, runtime)) ?? [];
  const hasBody = fault.variant?.forcesContent === true || !isWithoutContent(status);
  const length = contentLengthOf(plan.content);
  const fields: Field[] = [...(hasBody ? plan.contentFields : []), ...plan.fields];
  if (hasBody && !plan.isChunked && length !== undefined) fields.push(['Content-Length', String(length)]);
  const others = fields.filter(([name]) => !hasField(changed, name));
  return [...others, ...changed, ...exchange.format.commonFields(exchange, status)];
}

async function end(
  { kind, options }: TransportFault,
  exchange: Exchange,
  { runtime, maxDuration }: SendContext,
): Promise<void> {
  const { wire } = exchange;
  switch (kind.name) {
    case 'reset':
      if (options.has('connection')) return wire.abort({ type: 'reset' });
      return wire.abort({ type: 'stream', code: options.get('code') ?? CODE.INTERNAL_ERROR });
    case 'truncate':
      return wire.abort({ type: 'stream', code: CODE.INTERNAL_ERROR });
    case 'stall':
      if (await delayResponse(exchange, runtime, maxDuration))
        await wire.abort({ type: 'stream', code: CODE.CANCEL }, 'timeout');
      return;
    case 'rude':
      return wire.abort({ type: 'fin' });
    default:
      return wire.abort({ type: 'close' });
  }
}
