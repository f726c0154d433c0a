import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../../test/support/wire/wire.ts';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { connectMixed } from '../mixed-clients.ts';
import type { MeasuredServer } from '../process.ts';
import { withServer } from '../with-server.ts';

const MINUTES = Number(process.env.MINUTES ?? 10);
/** Share of the time in which the memory may grow. */
const START = 0.2;
const CONNECTIONS = 16;
const SAMPLE_MS = 1000;
const ROUND_MS = 10_000;

/** Longer than the delays and stalls of the last requests. */
const MAX_END_SECONDS = 60;

/** Megabytes a minute that are not distinguished from a constant. */
const MAX_SLOPE = 1;

/**
 * Whether the memory of a server with the journal grows under load, after the first two of ten minutes, and whether it still holds
 * something at the end: connections that are kept, aborted, reset or faulty, uploads, and streams of HTTP/2.
 */
export function measureSoak(): Promise<Measurement[]> {
  return withServer({ journal: 1000, h2c: true }, async (server) => {
    const samples: [minute: number, megabytes: number][] = [];
    await send(server, 1000);
    const before = await holdingsOf(server);
    const begun = performance.now();
    const sampling = setInterval(() => {
      const minute = (performance.now() - begun) / 60_000;
      if (minute > MINUTES * START) samples.push([minute, server.residentMegabytes()]);
    }, SAMPLE_MS);
    let responses = 0;
    let connections = 0;
    try {
      while (performance.now() - begun < MINUTES * 60_000) {
        const both = [send(server, ROUND_MS), connectMixed(server.port, ROUND_MS)] as const;
        const [sent, mixed] = await Promise.all(both);
        responses += sent;
        connections += mixed;
      }
    } finally {
      clearInterval(sampling);
    }
    const slope = slopeOf(samples);
    const name = `${MINUTES} minutes with the journal, ${responses} requests, ${connections} mixed connections`;
    return [
      { what: `${name}: memory at the end`, unit: 'MB', value: samples.at(-1)?.[1] ?? Number.NaN },
      {
        what: `${name}: growth after the first ${MINUTES * START} minutes`,
        unit: 'MB a minute',
        value: slope,
        target: `≤ ${MAX_SLOPE}`,
        isReached: slope <= MAX_SLOPE,
      },
      ...(await compareHoldings(server, before)),
    ];
  });
}

/** What a server holds while it serves, by name. */
type Holdings = ReadonlyMap<string, number>;

async function holdingsOf(server: MeasuredServer): Promise<Holdings> {
  const metrics = (await request(server.port, { path: '/_sparring/metrics' })).text();
  const read = (series: string) => Number(metrics.split(`\n${series} `)[1]?.split('\n')[0]);
  return new Map([
    ['open files', server.openFiles()],
    ['connections', read('sparring_open_connections')],
    ['requests in progress', read('sparring_http_requests_in_flight')],
    ['bytes of bodies', read('sparring_body_memory_bytes{state="used"}')],
  ]);
}

/** The holdings at the end, when they are as at the start, or after some time. */
async function compareHoldings(server: MeasuredServer, before: Holdings): Promise<Measurement[]> {
  const isMore = (now: Holdings) => [...now].some(([name, value]) => value > (before.get(name) ?? 0));
  let after = await holdingsOf(server);
  for (let tries = 0; tries < MAX_END_SECONDS && isMore(after); tries++) {
    await sleep(1000);
    after = await holdingsOf(server);
  }
  return [...after].map(([name, value]) => {
    const target = before.get(name) ?? 0;
    return {
      what: `At the end: ${name}`,
      unit: '',
      value,
      target: `≤ ${target}`,
      isReached: value <= target,
    };
  });
}

const BODY = 'x'.repeat(1024);

/** Requests with and without a body, in the default bin and in many others. */
async function send({ port }: MeasuredServer, milliseconds: number): Promise<number> {
  let number = 0;
  const request = (connection: number) => {
    number++;
    const bin = connection % 4 === 0 ? `Sparring-Bin: b${number % 50}\r\n` : '';
    const head = (line: string) => `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${bin}`;
    return Buffer.from(
      connection % 2 === 0
        ? `${head(`GET /get?n=${number}`)}\r\n`
        : `${head('POST /post')}Content-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
      'latin1',
    );
  };
  return load(port, request, CONNECTIONS, milliseconds);
}

/** The slope of the regression line. */
function slopeOf(samples: readonly (readonly [x: number, y: number])[]): number {
  const mean = (index: 0 | 1) => samples.reduce((sum, each) => sum + each[index], 0) / samples.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = samples.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / samples.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
