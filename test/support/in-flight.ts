import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireResponse } from './wire/wire.ts';

/** Less than the nine seconds of the requests that a test ends. */
const PATIENCE = 6000;

interface Server {
  send(request: { readonly path: string }): Promise<WireResponse>;
}

/** Waits until the server, or all of its processes, have this number of requests in progress. */
export async function untilInFlight(server: Server, count: number): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  let inFlight = await countInFlight(server);
  while (inFlight !== count && performance.now() < deadline) {
    await sleep(10);
    inFlight = await countInFlight(server);
  }
  assert.equal(inFlight, count, 'the number of requests in progress');
}

async function countInFlight(server: Server): Promise<number> {
  const metrics = (await server.send({ path: '/_sparring/metrics' })).text();
  const values = [...metrics.matchAll(/^sparring_http_requests_in_flight(?:\{.*\})? (\d+)$/gm)];
  // The request for the metrics is in progress, too.
  return values.reduce((total, [, value]) => total + Number(value), -1);
}
