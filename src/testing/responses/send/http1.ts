import { HttpError } from '#http/errors/errors.ts';
import { delayResponse } from '#http/message/delay.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { RawWire } from '#wire/port.ts';
import type { TransportFault } from '../faults/fault.ts';
import { type Ending, encodeContent, headOf, type WireMessage } from '../faults/wire-message.ts';
import { canSendTrailers } from '../headers/client-headers.ts';
import { contentLengthOf, isWithoutContent, type ResponsePlan } from '../plan/response-plan.ts';
import { chooseStatus } from '../syntax/status-choice.ts';
import { throttledContent } from './content-stream.ts';
import type { SendContext } from './context.ts';
import { buildMessage } from './message.ts';

/** Sends a response with a fault over HTTP/1, and ends the connection. */
export async function sendHttp1(
  plan: ResponsePlan,
  fault: TransportFault,
  exchange: Exchange,
  context: SendContext,
): Promise<void> {
  const { runtime } = context;
  const status = chooseStatus(plan.statuses, runtime.fraction);
  const { format } = exchange;
  const message = buildMessage(
    plan,
    {
      statusLine: `HTTP/1.1 ${status} ${plan.reason ?? format.reasonPhrase(status)}`,
      status,
      commonFields: format.commonFields(exchange, status),
      sendsTrailers: canSendTrailers(exchange),
    },
    runtime,
  );
  const raw = exchange.hijack();
  try {
    await write(plan, fault, message, { exchange, raw, runtime, status });
    if (raw.isOpen) await end(endingOf(fault, message), exchange, context);
  } catch (error) {
    // A closing server ends pauses and stalls.
    await exchange.wire.abort({ type: 'close', linger: 0 });
    if (!(error instanceof HttpError)) throw error;
  }
}

interface Writing {
  readonly exchange: Exchange;
  readonly raw: RawWire;
  readonly runtime: Runtime;
  readonly status: number;
}

/** Writes the message up to the place of the fault. */
async function write(
  plan: ResponsePlan,
  fault: TransportFault,
  message: WireMessage,
  { exchange, raw, runtime, status }: Writing,
): Promise<void> {
  const isCut = fault.kind.behaviour === 'cut';
  const place = isCut ? fault.place?.name : undefined;
  if (place === 'start' || place === 'request' || place === 'request:N') return;
  const put = (bytes: string | Uint8Array) =>
    message.isSplit ? writeEachByte(raw, bytes) : raw.write(bytes);
  const head = headOf(message);
  exchange.recordHead(Buffer.from(head).toString('latin1'));
  exchange.format.onResponse?.(exchange, status);
  await put(head);
  const hasContent = exchange.method !== 'HEAD' && !isWithoutContent(status);
  if (isCut && !hasContent) exchange.contentPassed();
  if (place === 'headers' || message.isHeadOnly || !(hasContent || message.hasForcedContent)) return;
  const limit = place === 'N' ? (fault.place?.bytes ?? 0) : Number.POSITIVE_INFINITY;
  let sent = 0;
  if (limit > 0) {
    for await (const chunk of throttledContent(plan, exchange, runtime)) {
      const part = chunk.subarray(0, limit - sent);
      sent += part.length;
      exchange.recordContent(part);
      await put(encodeContent(message, part));
      if (!raw.isOpen) return;
      if (sent >= limit) break;
    }
  }
  if (!isCut) await put(message.tail);
  else if (!message.chunkFormat && sent === contentLengthOf(plan.content)) exchange.contentPassed();
}

async function writeEachByte(raw: RawWire, bytes: string | Uint8Array): Promise<void> {
  for (let index = 0; index < bytes.length && raw.isOpen; index++)
    await raw.write(bytes.slice(index, index + 1));
}

function endingOf({ kind }: TransportFault, message: WireMessage): Ending {
  const { name } = kind;
  if (kind.behaviour !== 'cut') return message.ending;
  return name === 'reset' || name === 'rude' || name === 'stall' ? name : 'close';
}

/** Milliseconds for which a half-closed connection is read. */
const HALF_CLOSE = 1000;

async function end(ending: Ending, exchange: Exchange, { runtime, maxDuration }: SendContext): Promise<void> {
  const { wire } = exchange;
  switch (ending) {
    case 'reset':
      return wire.abort({ type: 'reset' });
    case 'rude':
      return wire.abort({ type: 'fin' });
    case 'half-close':
      return wire.abort({ type: 'close', linger: HALF_CLOSE });
    case 'stall':
      if (await delayResponse(exchange, runtime, maxDuration)) await wire.abort({ type: 'close' }, 'timeout');
      return;
    case 'close':
      return wire.abort({ type: 'close' });
  }
}
