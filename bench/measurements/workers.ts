import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { startCommand } from '../start-command.ts';

const PATH = '/get?a=1&b=two';
/** So many that all workers are busy, as under a load that needs several workers. */
const CONNECTIONS = 128;
const ROUNDS = 5;
const MILLISECONDS = 2000;

/** The cores that two workers and the load generator need. */
const FREE_CORES = 4;

/** `GET /get` of two workers, of one. With fewer than four cores, the load generator takes time from the workers. */
export async function measureWorkers(): Promise<Measurement[]> {
  const servers = [await startCommand('--workers', '1'), await startCommand('--workers', '2')] as const;
  try {
    const [one, two] = servers;
    const { requests, efficiency } = await compareRates(two, one);
    // Two cores give twice the processor time.
    const capacity = 2 * efficiency;
    const isTarget = availableParallelism() >= FREE_CORES;
    const generator = isTarget ? '' : ', load generator on the same cores';
    return [
      {
        what: 'GET /get of two workers, of one, requests per CPU-second of two cores',
        unit: '×',
        value: capacity,
        target: '≥ 1.7',
        isReached: capacity >= 1.7,
      },
      {
        what: `GET /get of two workers, of one, requests per second${generator}`,
        unit: '×',
        value: requests,
        ...(isTarget && { target: '≥ 1.7', isReached: requests >= 1.7 }),
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

interface Rates {
  /** In the time of the load. */
  readonly requests: number;
  /** Requests per second of processor time. */
  readonly efficiency: number;
}

/** The medians of the ratios of several rounds. Each round loads both servers in turn. */
async function compareRates(one: MeasuredServer, other: MeasuredServer): Promise<Rates> {
  const ratios: Rates[] = [];
  await ratesOf(one);
  await ratesOf(other);
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [await ratesOf(one), await ratesOf(other)];
    ratios.push({
      requests: first.requests / second.requests,
      efficiency: first.efficiency / second.efficiency,
    });
  }
  const median = (name: keyof Rates) => ratios.map((each) => each[name]).sort((a, b) => a - b)[ROUNDS >> 1];
  return { requests: median('requests') ?? 0, efficiency: median('efficiency') ?? 0 };
}

async function ratesOf(server: MeasuredServer): Promise<Rates> {
  const before = server.cpuSeconds();
  const requests = await countOf(server);
  return { requests, efficiency: requests / (server.cpuSeconds() - before) };
}

/** Responses within the time, by `wrk` where it is installed, because it needs less processor time. */
async function countOf({ port }: MeasuredServer): Promise<number> {
  const seconds = MILLISECONDS / 1000;
  const words = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, `http://127.0.0.1:${port}${PATH}`];
  const { stdout } = spawnSync('wrk', words, { encoding: 'utf8' });
  const [, count] = /(\d+) requests in/.exec(stdout ?? '') ?? [];
  if (count !== undefined) return Number(count);
  const request = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, 'latin1');
  return load(port, request, CONNECTIONS, MILLISECONDS);
}
