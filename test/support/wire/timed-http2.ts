import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { WireExchange } from '#wire/port.ts';
import { until } from '../until.ts';
import { driveWire } from './driver.ts';
import { FrameClient } from './frame-client.ts';
import { headers } from './http2-recorder.ts';
import { createManualTime } from './manual-time.ts';

/** Limits that are multiples of the interval. */
export const TIMES = { head: 100, body: 200, keepAlive: 400, stall: 300 };

/** Milliseconds between two checks of these times. */
export const TICK = 25;

/** A server whose time a test controls, and a client of frames with as many requests. */
export async function openTimed(t: TestContext, count: number, window = 65_535, times = TIMES) {
  const { runtime, pass } = createManualTime();
  const exchanges: WireExchange[] = [];
  const driver = await driveWire(t, (exchange) => void exchanges.push(exchange), {
    h2c: true,
    times,
    runtime,
  });
  const client = FrameClient.open(t, driver.port, [[4, window]]);
  for (let index = 0; index < count; index++) client.send(headers(2 * index + 1));
  await until(() => exchanges.length === count);
  await client.ping();
  const [exchange, other] = exchanges;
  return { ...driver, client, exchanges, exchange, other, pass };
}

/** Opens a server as above, with one request. */
export async function openTimedOne(t: TestContext, window?: number) {
  const opened = await openTimed(t, 1, window);
  const { exchange } = opened;
  assert.ok(exchange);
  return { ...opened, exchange };
}

/** Time in which promises and events of the sockets go on. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Resolves when the systems take no more for a client that does not read. */
export async function blocked({ connection: { tcp } }: WireExchange): Promise<void> {
  for (let before = -1; before !== tcp.bytesWritten || tcp.writableLength === 0; ) {
    before = tcp.bytesWritten;
    await settle();
    await settle();
  }
}
