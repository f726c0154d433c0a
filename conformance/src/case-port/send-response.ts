import {
  afterBody,
  type Exchange,
  endSocket,
  type HijackedConnection,
  hijack,
  holdWrites,
  type Limits,
  listenToBody,
  parsePairs,
  planOf,
  type Runtime,
  readsBody,
  readWholeBody,
  sendContinue,
  sendPlan,
  waitForTurn,
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
  const socket = await waitForTurn(exchange.nodeResponse);
  if (!socket) return;
  const release = after === 0 ? holdWrites(socket) : () => {};
  await send();
  if (after > 0) await runtime.wait(after);
  if (!socket.destroyed && socket.writable) socket.write(fill(bytes), 'latin1');
  release();
  if (ends) endSocket(socket, runtime);
}

async function sendRaw(
  response: RawScript,
  exchange: Exchange,
  { runtime, fill, record }: SendingContext,
): Promise<void> {
  const { end, readFirst, interim } = response;
  if (interim !== undefined) (await waitForTurn(exchange.nodeResponse))?.write(interim, 'latin1');
  if (readFirst === undefined) await readWholeBody(exchange, MAX_UPLOAD_BYTES);
  else await readPart(exchange, readFirst);
  const connection = await hijack(exchange, runtime);
  if (!connection) return;
  for (const step of stepsOf(response)) await sendStep(step, connection, runtime, fill);
  if (end === 'reset') return connection.reset();
  if (end === 'stall') return untilClosed(exchange, record);
  if (end === 'rude') {
    record.ended();
    record.tcp.end();
    return untilClosed(exchange, record);
  }
  return connection.end();
}

async function sendStep(
  step: RawStep,
  connection: HijackedConnection,
  runtime: Runtime,
  fill: (text: string) => string,
): Promise<void> {
  if (typeof step === 'string') return connection.write(Buffer.from(fill(step), 'latin1'));
  if (step instanceof Uint8Array) return connection.write(step);
  if (!('repeat' in step)) return runtime.wait(step.wait);
  const bytes = Buffer.from(fill(step.repeat), 'latin1');
  for (let index = 0; index < step.count && connection.isOpen; index++) {
    await connection.write(bytes);
    if (step.wait > 0) await runtime.wait(step.wait);
  }
}

/** Reads so many bytes of the content of a request, and then no more. */
function readPart(exchange: Exchange, count: number): Promise<void> {
  if (count === 0 || exchange.request.complete) return Promise.resolve();
  sendContinue(exchange);
  return new Promise((resolve) => {
    let received = 0;
    const settle = () => {
      stop();
      exchange.request.pause();
      resolve();
    };
    const stop = listenToBody(exchange, {
      data(chunk) {
        received += chunk.length;
        if (received >= count) settle();
      },
      end: settle,
      fail: settle,
    });
  });
}

/** Resolves when the connection is closed: by the client, or with the port. */
function untilClosed(exchange: Exchange, { tcp }: ConnectionRecord): Promise<void> {
  exchange.request.resume();
  if (tcp.destroyed) return Promise.resolve();
  return new Promise((resolve) => tcp.once('close', () => resolve()));
}
