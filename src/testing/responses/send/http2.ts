import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { writeHead } from '#http/message/node-response.ts';
import { FaultyStream } from '#http/server/stream-fault.ts';
import { type Field, hasField, withDate } from '#http/syntax/fields.ts';
import type { TransportFault } from '../faults/fault.ts';
import { contentLengthOf, isWithoutContent, type ResponsePlan } from '../plan/response-plan.ts';
import { chooseStatus } from '../syntax/status-choice.ts';
import { throttledContent } from './content-stream.ts';
import type { SendContext } from './context.ts';
import { buildVariantContext } from './http1.ts';

/** Error codes of RFC 9113 §7. */
const [INTERNAL_ERROR, CANCEL] = [0x02, 0x08];

/** Sends a response with a fault over HTTP/2. Other streams of the connection are not affected. */
export async function sendHttp2(
  plan: ResponsePlan,
  fault: TransportFault,
  exchange: Exchange,
  context: SendContext,
): Promise<void> {
  const stream = new FaultyStream(exchange, exchange.server.connections, context.runtime);
  try {
    await write(plan, fault, exchange, stream, context);
    if (fault.kind.behaviour === 'cut') await end(fault, exchange, stream, context);
    else stream.end();
  } catch (error) {
    await stream.reset(INTERNAL_ERROR);
    throw error;
  }
}

async function write(
  plan: ResponsePlan,
  fault: TransportFault,
  exchange: Exchange,
  stream: FaultyStream,
  { runtime }: SendContext,
): Promise<void> {
  const place = fault.place?.name;
  if (place === 'start' || place === 'request' || place === 'request:N' || !stream.isOpen) return;
  const status = chooseStatus(plan.statuses, runtime.fraction);
  const fields = buildFields(plan, fault, status, exchange, runtime);
  const hasContent = exchange.method !== 'HEAD' && !isWithoutContent(status);
  if (fault.kind.behaviour === 'cut' && !hasContent) {
    stream.writeHeadOnly(status, withDate(fields, runtime));
  } else {
    const sent = writeHead(exchange.nodeResponse, status, '', fields);
    exchange.recorder?.head(sent);
  }
  exchange.format.onResponse?.(exchange, status);
  if (place === 'headers' || !hasContent) return;
  const limit = place === 'N' ? (fault.place?.bytes ?? 0) : Number.POSITIVE_INFINITY;
  let sent = 0;
  if (limit === 0) return;
  for await (const chunk of throttledContent(plan, exchange, runtime)) {
    const part = chunk.subarray(0, limit - sent);
    sent += part.length;
    exchange.recordContent(part);
    await stream.write(part);
    if (!stream.isOpen || sent >= limit) return;
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
  const hasBody = !isWithoutContent(status);
  const length = contentLengthOf(plan.content);
  const fields: Field[] = [...(hasBody ? plan.contentFields : []), ...plan.fields];
  if (hasBody && !plan.isChunked && length !== undefined) fields.push(['Content-Length', String(length)]);
  const others = fields.filter(([name]) => !hasField(changed, name));
  return [...others, ...changed, ...exchange.format.commonFields(exchange, status)];
}

async function end(
  { kind, options }: TransportFault,
  exchange: Exchange,
  stream: FaultyStream,
  { runtime, maxDuration }: SendContext,
): Promise<void> {
  switch (kind.name) {
    case 'reset':
      if (options.has('connection')) return stream.resetConnection();
      return stream.reset(options.get('code') ?? INTERNAL_ERROR);
    case 'truncate':
      return stream.reset(INTERNAL_ERROR);
    case 'stall':
      if (await delayResponse(exchange, runtime, maxDuration)) await stream.reset(CANCEL, 'timeout');
      return;
    default: {
      const { signal } = exchange;
      stream.goAway();
      await stream.untilOtherStreamsEnd(1, signal);
      return stream.closeConnection({ isRude: kind.name === 'rude' });
    }
  }
}
