import { stat } from 'node:fs/promises';
import { request as send } from '../../test/support/wire/wire.ts';
import { accounts, basic } from '../accounts.ts';
import { rate } from '../compare.ts';
import { fill } from '../fill.ts';
import { awake, load } from '../load.ts';
import { type BenchOptions, median, type Table } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { withFile, withServer } from '../with-server.ts';
import { upload } from './upload.ts';

const MEBIBYTE = 1024 ** 2;
const CONNECTIONS = [1, 32, 512, 5000];
/** Bytes. The last body is one stream. */
const BODIES = [0, 1024, MEBIBYTE, 1024 * MEBIBYTE];
const JOURNALS = [0, 100, 1000, 10_000, 100_000];
const RECORDS = [1000, 10_000, 100_000, 1_000_000];

const PATH = '/get?a=1&b=two';

/** How the cost of a request grows with connections, sizes and records, in the default configuration. */
export async function measureScaling(options: BenchOptions): Promise<Table[]> {
  return [
    await measureConnections(options),
    await measureBodies(options),
    await measureJournals(options),
    await measureRecords(options),
  ];
}

async function measureConnections({ milliseconds, rounds }: BenchOptions): Promise<Table> {
  const rows: [string, ...number[]][] = [];
  for (const connections of CONNECTIONS) {
    // A new server, because memory that was used once remains resident.
    const row = await withServer({ journal: 1000, maxConcurrency: 0 }, async (server) => {
      for (let round = 0; round < rounds; round++) await repeat(server, 32, milliseconds);
      const idle = server.residentMegabytes();
      server.peakMegabytes();
      const found: Load[] = [];
      for (let round = 0; round < rounds; round++)
        found.push(await repeat(server, connections, milliseconds));
      return [
        median(found.map(({ efficiency }) => efficiency)),
        median(found.map(({ perSecond }) => perSecond)),
        server.peakMegabytes() - idle,
      ];
    });
    rows.push([String(connections), ...row]);
  }
  return {
    title: `GET ${PATH}, HTTP/1.1, by connections`,
    columns: [
      'Connections',
      'requests per CPU-second',
      'requests per second',
      'peak of memory over idle, MB',
    ],
    rows,
  };
}

interface Load {
  /** Requests per second of processor time. */
  readonly efficiency: number;
  readonly perSecond: number;
}

/** The time in which the connections are opened does not count. */
async function repeat(server: MeasuredServer, connections: number, milliseconds: number): Promise<Load> {
  const request = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  let [cpu, start] = [Number.NaN, Number.NaN];
  const opened = () => {
    [cpu, start] = [server.cpuSeconds(), performance.now()];
  };
  const responses = await awake(() => load(server.port, request, connections, milliseconds, { opened }));
  return {
    efficiency: responses / (server.cpuSeconds() - cpu),
    perSecond: responses / ((performance.now() - start) / 1000),
  };
}

async function measureBodies({ milliseconds, rounds }: BenchOptions): Promise<Table> {
  const rows: [string, ...number[]][] = [];
  for (const size of BODIES) {
    const row: number[] = [];
    for (const journal of [1000, 0])
      row.push(
        ...(await withServer({ journal }, async (server) => {
          const rates: number[] = [];
          await rateOfUpload(server, Math.min(size, MEBIBYTE), milliseconds);
          server.peakMegabytes();
          const idle = server.residentMegabytes();
          for (let round = 0; round < rounds; round++)
            rates.push(await rateOfUpload(server, size, milliseconds));
          return [1000 / median(rates), server.peakMegabytes() - idle];
        })),
      );
    rows.push([bytes(size), ...row]);
  }
  return {
    title: 'POST /upload, HTTP/1.1, by the size of the body',
    columns: [
      'Body',
      'CPU ms for each request',
      'peak of memory over idle, MB',
      'CPU ms, journal off',
      'peak of memory, MB, journal off',
    ],
    rows,
  };
}

/** Requests per second of processor time: on 32 connections, or one stream for more than a mebibyte. */
async function rateOfUpload(server: MeasuredServer, size: number, milliseconds: number): Promise<number> {
  if (size <= MEBIBYTE) {
    const body = Buffer.alloc(size, 'sparring');
    return rate({ server, path: '/upload', method: 'POST', body }, milliseconds);
  }
  const before = server.cpuSeconds();
  await upload(server.port, size, Buffer.alloc(MEBIBYTE, 'sparring'));
  return 1 / (server.cpuSeconds() - before);
}

async function measureJournals({ milliseconds, rounds }: BenchOptions): Promise<Table> {
  const rows: [string, ...number[]][] = [];
  for (const journal of JOURNALS) {
    const row = await withServer({ journal, journalSize: '256m' }, async (server) => {
      await rate({ server, path: PATH }, milliseconds);
      await server.collectGarbage();
      const idle = server.residentMegabytes();
      const bytes = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
      for (let sent = 0; sent < journal; ) sent += await load(server.port, bytes, 32, milliseconds);
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++)
        rates.push(await rate({ server, path: PATH }, milliseconds));
      await server.collectGarbage();
      const grown = server.residentMegabytes() - idle;
      if (journal === 0) return [median(rates), grown];
      return [
        median(rates),
        grown,
        await millisecondsOf(server, '/_sparring/requests?limit=100', rounds),
        await millisecondsOf(server, '/_sparring/requests?path=/none', rounds),
      ];
    });
    rows.push([String(journal), ...row]);
  }
  return {
    title: `GET ${PATH}, HTTP/1.1, 32 connections, by the entries of a full journal`,
    columns: [
      'Entries',
      'requests per CPU-second',
      'memory of the entries, MB',
      'list of 100, ms',
      'search without a match, ms',
    ],
    rows,
  };
}

async function measureRecords({ milliseconds, rounds, records }: BenchOptions): Promise<Table> {
  const rows: [string, ...number[]][] = [];
  for (const count of RECORDS.filter((each) => each <= records))
    rows.push([
      String(count),
      ...(await withFile((file) => measureStore(file, count, milliseconds, rounds))),
    ]);
  return {
    title: 'The authorization API on SQLite, HTTP/1.1, by the tokens of one user',
    columns: [
      'Tokens',
      'GET /user with a token, requests per CPU-second',
      'page of 30 tokens, requests per CPU-second',
      'POST /authorizations, requests per CPU-second',
      'file, MB',
    ],
    rows,
  };
}

async function measureStore(
  file: string,
  count: number,
  milliseconds: number,
  rounds: number,
): Promise<number[]> {
  const options = { database: `sqlite:${file}`, seed: accounts.seed };
  await withServer(options, async () => {});
  fill(file, 'many', accounts.clientId, count - 1);
  const size = (await stat(file)).size / 1e6;
  return withServer(options, async (server) => {
    const token = ['Authorization', `token ${'1'.repeat(40)}`] as const;
    const user = { server, path: '/api/v3/user', fields: [token] };
    const page = { server, path: '/api/v3/authorizations', fields: [basic('many')] };
    const rates: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= rounds; round++) {
      const found = [
        await rate(user, milliseconds),
        await rate(page, milliseconds),
        await rateOfCreates(server, milliseconds, round),
      ];
      // The first round is a warm-up.
      if (round > 0) for (const [index, each] of rates.entries()) each.push(found[index] ?? Number.NaN);
    }
    return [...rates.map(median), size];
  });
}

/** Tokens with different notes, on one connection, because the changes of one user run one after the other. */
async function rateOfCreates(server: MeasuredServer, milliseconds: number, round: number): Promise<number> {
  let created = 0;
  const buildRequest = () => {
    const body = JSON.stringify({ note: `note ${round} ${created++}` });
    const head = [
      'POST /api/v3/authorizations HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      'User-Agent: bench',
      basic('many').join(': '),
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  };
  const before = server.cpuSeconds();
  const responses = await load(server.port, buildRequest, 1, milliseconds);
  return responses / (server.cpuSeconds() - before);
}

async function millisecondsOf({ port }: MeasuredServer, path: string, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const { status } = await send(port, { path });
    if (status !== 200) throw new Error(`${path} responded ${status}`);
    times.push(performance.now() - start);
  }
  return median(times);
}

function bytes(size: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const power = size === 0 ? 0 : Math.floor(Math.log2(size) / 10);
  return `${size / 1024 ** power} ${units[power]}`;
}
