import type { ConfiguredServer } from './configured-server.ts';
import { until } from './workers.ts';

/** Waits until the server has this number of requests in progress. */
export async function untilInFlight(server: ConfiguredServer, count: number): Promise<void> {
  await until(async () => {
    const metrics = (await server.send({ path: '/_sparring/metrics' })).text();
    const values = [...metrics.matchAll(/^sparring_http_requests_in_flight(?:\{.*\})? (\d+)$/gm)];
    const sum = values.reduce((total, [, value]) => total + Number(value), 0);
    // The request for the metrics is in progress, too.
    return sum === count + 1;
  });
}
