import {
  afterBody,
  type Exchange,
  type Limits,
  parsePairs,
  planOf,
  type RawWire,
  type Runtime,
  readPart,
  readsBody,
  readWholeBody,
  sendPlan,
} from '../server.ts';
import type { ConnectionRecord } from '../wire/connection-record.ts';
import { MAX_DURATION_MS, MAX_UPLOAD_BYTES } from './case-kernel.ts';
import {
  type BytesBehind,
  type ComposedScript,
  type RawScript,
  type RawStep,
  type ScriptedResponse,
  stepsOf,
} from './scripted-response.ts';

export interface SendingContext {
  readonly runtime: Runtime;
  readonly limits: Limits;
  /** Replaces the names of ports in a text. */
  readonly fill: (text: string) => string;
  readonly record: ConnectionRecord;
}

/** Sends a response of a case: by the composition of all services, or as bytes of the case. */
export function sendScripted(
  response: ScriptedResponse,
  exchange: Exchange,
  context: SendingContext,
): Promise<void> {
  return 'compose' in response
    ? sendComposed(response, exchange, context)
    : sendRaw(response, exchange, context);
}

async function sendComposed(
  { compose, behind }: ComposedScript,
  exchange: Exchange,
  { runtime, limits, fill }: SendingContext,
): Promise<void> {
  const pairs = parsePairs(fill(compose));
  const composed = planOf(pairs, limits);
  const isRead = !readsBody(pairs) && (await readWholeBody(exchange, MAX_UPLOAD_BYTES));
  if (exchange.signal.aborted) return;
  const plan = isRead ? afterBody(composed) : composed;
  const context = { runtime, maxDuration: MAX_DURATION_MS, maxBodySize: MAX_UPLOAD_BYTES };
  if (!behind) return sendPlan(plan, exchange, context);
  await sendWithBytesBehind(() => sendPlan(plan, exchange, context), behind, exchange, runtime, fill);
}

async function sendWithBytesBehind(
  send: () => Promise<void>,
  { after, bytes, ends }: BytesBehind,
  exchange: Exchange,
  runtime: Runtime,
  fill: (text: string) => string,
): Promise<void> {
  const { connection } = exchange;
  const { tcp } = connection;
  // One write with the response.
  if (after === 0) tcp.cork();
  try {
    await send();
    if (after > 0) await runtime.wait(after);
    connection.writeRaw(fill(bytes));
    if (ends) connection.closeWhenIdle(0, 'close');
    // The connection passes its bytes to the socket first.
    await runtime.nextIteration();
  } finally {
    if (after === 0) tcp.uncork();
  }
}

async function sendRaw(
  response: RawScript,
  exchange: Exchange,
  { runtime, fill, record }: SendingContext,
): Promise<void> {
  const { end, readFirst, interim } = response;
  if (interim !== undefined) exchange.connection.writeRaw(interim);
  if (readFirst === undefined) await readWholeBody(exchange, MAX_UPLOAD_BYTES);
  else await readPart(exchange, readFirst);
  const wire = exchange.hijack();
  for (const step of stepsOf(response)) await sendStep(step, wire, runtime, fill);
  if (end === 'reset') return exchange.wire.abort({ type: 'reset' });
  if (end === 'stall') return untilClosed(record);
  if (end === 'rude') {
    record.ended();
    record.tcp.end();
    return untilClosed(record);
  }
  return exchange.wire.abort({ type: 'close' });
}

async function sendStep(
  step: RawStep,
  wire: RawWire,
  runtime: Runtime,
  fill: (text: string) => string,
): Promise<void> {
  if (typeof step === 'string') return wire.write(fill(step));
  if (step instanceof Uint8Array) return wire.write(step);
  if (!('repeat' in step)) return runtime.wait(step.wait);
  const bytes = fill(step.repeat);
  for (let index = 0; index < step.count && wire.isOpen; index++) {
    await wire.write(bytes);
    if (step.wait > 0) await runtime.wait(step.wait);
  }
}

/** Resolves when the connection is closed: by the client, or with the port. */
function untilClosed({ tcp }: ConnectionRecord): Promise<void> {
  if (tcp.destroyed) return Promise.resolve();
  return new Promise((resolve) => tcp.once('close', () => resolve()));
}
