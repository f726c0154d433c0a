import { createHash } from 'node:crypto';
import { defaultServerSettings } from '#config/settings/settings.ts';
import { request } from '../../test/support/wire/wire.ts';
import { compare, ratesInTurn } from '../compare.ts';
import { load } from '../load.ts';
import { type Measurement, median } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { withFile, withServer } from '../with-server.ts';
import { upload } from './upload.ts';

const ENTRIES = 1000;
const REQUESTS = 1_000_000;
const MEBIBYTE = 1024 ** 2;
const UPLOAD = 1024 * MEBIBYTE;

/** The processor time and the memory of the journal. */
export async function measureJournal(): Promise<Measurement[]> {
  return [
    await measureThroughput(),
    ...(await withFile((file) => measureStore('SQLite', `sqlite:${file}`, MAX_SQLITE_MICROSECONDS))),
    ...(process.env.DATABASE_URL ? await measureStore('PostgreSQL', process.env.DATABASE_URL) : []),
    ...(await withServer({ journal: ENTRIES }, measureMemory)),
    ...(await withServer({ journal: ENTRIES }, measureUpload)),
  ];
}

/** `GET /get` with the journal, compared with a server without it. */
function measureThroughput(): Promise<Measurement> {
  return withServer({ journal: ENTRIES }, (server) =>
    withServer({}, async (without) => {
      const path = '/get?a=1&b=two';
      const value = await compare({ server, path }, { server: without, path });
      return {
        what: 'GET /get?a=1&b=two, ratio to a server without the journal',
        unit: '×',
        value,
        target: '≥ 0.80',
        isReached: value >= 0.8,
      };
    }),
  );
}

/** The processor time of the server for an entry in a database, beside that of an entry in memory. */
function measureStore(name: string, database: string, target?: number): Promise<Measurement[]> {
  return withServer({ journal: ENTRIES }, (memory) =>
    withServer({ journal: ENTRIES, journalStore: 'database', database }, async (stored) => {
      const measurements: Measurement[] = [];
      for (const [what, request] of ENTRY_REQUESTS) {
        const rates = await ratesInTurn(
          new Map([
            ['memory', { ...request, server: memory }],
            ['stored', { ...request, server: stored }],
          ]),
          { rounds: 9, milliseconds: 700 },
        );
        const of = (server: 'memory' | 'stored') => rates.get(server)?.map((rate) => 1e6 / rate) ?? [];
        const value = median(of('stored').map((time, round) => time - (of('memory')[round] ?? Number.NaN)));
        measurements.push({
          what: `${what}, processor time of its entry on ${name} besides that in memory`,
          unit: 'µs',
          value,
          ...(target !== undefined && { target: `≤ ${target}`, isReached: value <= target }),
        });
      }
      return measurements;
    }),
  );
}

const ENTRY_REQUESTS = [
  ['GET /get', { path: '/get' }],
  [
    'POST /post of 1 KiB',
    {
      path: '/post',
      method: 'POST',
      fields: [['Content-Type', 'application/octet-stream']],
      body: Buffer.alloc(1024, 'sparring'),
    },
  ],
] as const;

const MAX_SQLITE_MICROSECONDS = 40;

/** The memory after a tenth of the requests, compared with that after all of them. */
async function measureMemory(server: MeasuredServer): Promise<Measurement[]> {
  const bytes = Buffer.from(`GET /get?a=1 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  let sent = 0;
  const send = async (count: number) => {
    while (sent < count) sent += await load(server.port, bytes, 32, 500);
  };
  await send(REQUESTS / 10);
  const before = server.residentMegabytes();
  await send(REQUESTS);
  const grown = server.residentMegabytes() - before;
  const { dropped, requests } = Object(await read(server, '/_sparring/requests?limit=1'));
  const [{ id = 0 } = {}] = requests;
  return [
    {
      what: `Growth of memory from ${REQUESTS / 10} to ${sent} requests, with ${ENTRIES} entries`,
      unit: 'MB',
      value: grown,
      target: '≤ 20',
      isReached: grown <= 20,
    },
    {
      what: 'Requests that the journal neither has nor counts as dropped',
      unit: '',
      value: id - ENTRIES - dropped,
      target: '0',
      isReached: id === sent && id - ENTRIES === dropped,
    },
  ];
}

/** The kept bytes and the digest of an upload of 1 GiB. */
async function measureUpload(server: MeasuredServer): Promise<Measurement[]> {
  const before = server.residentMegabytes();
  const chunk = Buffer.alloc(MEBIBYTE, 'sparring');
  const digest = createHash('sha256');
  for (let sent = 0; sent < UPLOAD; sent += chunk.length) digest.update(chunk);
  await upload(server.port, UPLOAD, chunk);
  const { request: recorded } = Object(await read(server, '/_sparring/requests/1'));
  const { body } = Object(recorded);
  const { journalBodySize: expected } = defaultServerSettings();
  const isRight = body.length === UPLOAD && body.sha256 === digest.digest('hex');
  return [
    {
      what: 'Kept bytes of an upload of 1 GiB, if its length and its digest are right',
      unit: 'bytes',
      value: isRight ? body.kept : Number.NaN,
      target: String(expected),
      isReached: isRight && body.kept === expected,
    },
    {
      what: 'Growth of memory during an upload of 1 GiB',
      unit: 'MB',
      value: server.residentMegabytes() - before,
    },
  ];
}

async function read(server: MeasuredServer, path: string): Promise<unknown> {
  return (await request(server.port, { path })).json();
}
