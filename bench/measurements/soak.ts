import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { withServer } from '../with-server.ts';

const MINUTES = Number(process.env.MINUTES ?? 10);
/** Share of the time in which the memory may grow. */
const START = 0.2;
const CONNECTIONS = 16;
const SAMPLE_MS = 1000;

/** Megabytes a minute that are not distinguished from a constant. */
const MAX_SLOPE = 1;

/** Whether the memory of a server with the journal grows under load, after the first two of ten minutes. */
export function measureSoak(): Promise<Measurement[]> {
  return withServer({ journal: 1000 }, async (server) => {
    const samples: [minute: number, megabytes: number][] = [];
    const begun = performance.now();
    const sampling = setInterval(() => {
      const minute = (performance.now() - begun) / 60_000;
      if (minute > MINUTES * START) samples.push([minute, server.residentMegabytes()]);
    }, SAMPLE_MS);
    let responses = 0;
    try {
      while (performance.now() - begun < MINUTES * 60_000) responses += await send(server);
    } finally {
      clearInterval(sampling);
    }
    const slope = slopeOf(samples);
    const name = `${MINUTES} minutes with the journal, ${responses} requests`;
    return [
      { what: `${name}: memory at the end`, unit: 'MB', value: samples.at(-1)?.[1] ?? Number.NaN },
      {
        what: `${name}: growth after the first ${MINUTES * START} minutes`,
        unit: 'MB a minute',
        value: slope,
        target: `≤ ${MAX_SLOPE}`,
        isReached: slope <= MAX_SLOPE,
      },
    ];
  });
}

const BODY = 'x'.repeat(1024);

/** Requests with and without a body, in the default bin and in many others. */
async function send({ port }: MeasuredServer): Promise<number> {
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
  return load(port, request, CONNECTIONS, 10_000);
}

/** The slope of the regression line. */
function slopeOf(samples: readonly (readonly [x: number, y: number])[]): number {
  const mean = (index: 0 | 1) => samples.reduce((sum, each) => sum + each[index], 0) / samples.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = samples.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / samples.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
