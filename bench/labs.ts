import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultTranscript } from '../test/support/fault-transcript.ts';
import { request } from '../test/support/wire.ts';
import { faultRows } from '../tools/fault-rows.ts';
import { withBuildOf } from './base-build.ts';
import { againstBare, compare } from './compare.ts';
import type { Measurement } from './measurement.ts';
import type { MeasuredServer } from './process.ts';
import { withServer } from './with-server.ts';

const GET = '/get?a=1&b=two';
const COMPOSE = '/compose?status=200&body=hello';

/** Twice as many as for other figures: the target is a difference of 2 %. */
const ROUNDS = { rounds: 21, milliseconds: 700 };

/** The costs of the labs, and of faults; memory is resident memory after a collection of garbage. `BENCH_BASE` is a commit whose build is compared with this one. */
export async function measureLabs(): Promise<Measurement[]> {
  return [
    ...(await withServer({}, measureCost)),
    ...(await measureAgainstBase(process.env.BENCH_BASE)),
    ...(await withServer({}, measureStubs)),
    ...(await withServer({}, measureKeys)),
    ...(await withServer({ maxConcurrency: 0, maxDuration: '10m' }, measureStalls)),
    ...(await withServer({ maxDuration: '20ms' }, measureFaults)),
  ];
}

/** The cost of the labs, of the support for rules and of a rule for another path, each within one run. */
async function measureCost(server: MeasuredServer): Promise<Measurement[]> {
  const bare = await againstBare({ server, path: GET });
  const rows: Measurement[] = [
    {
      what: `GET ${GET} without fault rules, ratio to a bare server`,
      unit: '×',
      value: bare,
      target: '≥ 0.75 (aim 0.9)',
      isReached: bare >= 0.75,
    },
  ];
  await withServer({ enabledLabs: [] }, async (without) => {
    for (const path of [GET, COMPOSE])
      rows.push(atLeast98(`GET ${path}, ratio to a server without labs`, await both(server, without, path)));
  });
  await withServer({}, async (without) => {
    const body = JSON.stringify({ match: { path: '/ip' }, fault: 'reset', count: 0 });
    await request(server.port, { method: 'POST', path: '/_sparring/rules', body });
    const value = await both(server, without, GET);
    rows.push({
      what: `GET ${GET} with a fault rule for another path, ratio to no rule`,
      unit: '×',
      value,
      target: '≥ 0.9',
      isReached: value >= 0.9,
    });
  });
  return rows;
}

function both(one: MeasuredServer, other: MeasuredServer, path: string): Promise<number> {
  return compare({ server: one, path }, { server: other, path }, ROUNDS);
}

function atLeast98(what: string, value: number): Measurement {
  return { what, unit: '×', value, target: '≥ 0.98', isReached: value >= 0.98 };
}

/** The same requests to this build and to that of another commit. */
async function measureAgainstBase(commit: string | undefined): Promise<Measurement[]> {
  const what = `GET ${GET} and ${COMPOSE}, ratio to the build of BENCH_BASE`;
  if (commit === undefined) return [{ what, skipped: 'the variable BENCH_BASE names no commit' }];
  return withBuildOf(commit, (folder) =>
    withServer(
      {},
      (base) =>
        withServer({}, async (server) => {
          const rows: Measurement[] = [];
          for (const path of [GET, COMPOSE])
            rows.push(
              atLeast98(`GET ${path}, ratio to the build of ${commit}`, await both(server, base, path)),
            );
          return rows;
        }),
      folder,
    ),
  );
}

/** The cost of 1,000 rules with responses of other paths, and the memory after a million requests that are compared with them. */
async function measureStubs(server: MeasuredServer): Promise<Measurement[]> {
  const rules = Array.from({ length: 1000 }, (_, index) => ({
    match: { method: 'GET', path: `/v${index}/users/{id:int}` },
    respond: { json: { id: '{{path.id:int}}' }, template: true },
  }));
  await request(server.port, { method: 'POST', path: '/_sparring/rules', body: JSON.stringify(rules) });
  const value = await withServer({}, (without) => both(server, without, GET));
  await sendMany(server, 100_000);
  await server.collectGarbage();
  const before = server.residentMegabytes();
  await sendMany(server, 1_000_000);
  await server.collectGarbage();
  const grown = server.residentMegabytes() - before;
  return [
    {
      what: `GET ${GET} with 1000 responses of rules for other first segments, ratio to no rule`,
      unit: '×',
      value,
      target: '≥ 0.95',
      isReached: value >= 0.95,
    },
    {
      what: 'Growth of memory after 1,000,000 requests to 1000 rules',
      unit: 'MB',
      value: grown,
      target: '≤ 20',
      isReached: grown <= 20,
    },
  ];
}

/** Sends so many requests, each to another rule or path, pipelined on several connections. */
async function sendMany(server: MeasuredServer, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 4 * ATTEMPTS)
    await Promise.all(
      [0, 1, 2, 3].map((part) =>
        sendPipelined(
          server,
          ATTEMPTS,
          (index) => `/v${(sent + part * ATTEMPTS + index) % 1100}/users/${sent}`,
        ),
      ),
    );
}

const KEYS = 1000;
const ATTEMPTS = 200;

/** The memory of the attempts, after as many requests to one key. */
async function measureKeys(server: MeasuredServer): Promise<Measurement[]> {
  for (let index = 0; index < KEYS; index++) await sendAttempts(server, 'warm-up');
  await server.collectGarbage();
  const before = server.residentMegabytes();
  for (let index = 0; index < KEYS; index++) await sendAttempts(server, `key${index}`);
  await server.collectGarbage();
  const value = server.residentMegabytes() - before;
  return [
    {
      what: `Growth of memory with ${KEYS} keys of ${ATTEMPTS} attempts each`,
      unit: 'MB',
      value,
      target: '< 64',
      isReached: value < 64,
    },
  ];
}

/** Sends the attempts at a key. */
function sendAttempts(server: MeasuredServer, key: string): Promise<void> {
  return sendPipelined(server, ATTEMPTS, () => `/sequence/${key}/status=200/end/users`);
}

/** Sends so many requests, pipelined on one connection. */
function sendPipelined(
  { port }: MeasuredServer,
  count: number,
  target: (index: number) => string,
): Promise<void> {
  const heads = Array.from(
    { length: count },
    (_, index) => `GET ${target(index)} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\n`,
  );
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${heads.join('\r\n')}Connection: close\r\n\r\n`);
    });
    socket.resume().once('close', resolve).once('error', reject);
  });
}

const STALLED = 2000;

/** The memory of connections that wait for the rest of a response. */
async function measureStalls(server: MeasuredServer): Promise<Measurement[]> {
  // Loads what stalls need.
  for (const socket of await Promise.all(Array.from({ length: 100 }, () => stall(server)))) socket.destroy();
  await server.collectGarbage();
  const before = server.residentMegabytes();
  const sockets = await Promise.all(Array.from({ length: STALLED }, () => stall(server)));
  await server.collectGarbage();
  const value = server.residentMegabytes() - before;
  for (const socket of sockets) socket.destroy();
  return [
    {
      what: `Memory of ${STALLED} stalled connections, over idle`,
      unit: 'MB',
      value,
      target: '< 60',
      isReached: value < 60,
    },
  ];
}

/** Resolves when the head of the response has arrived. */
function stall({ port }: MeasuredServer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /compose?body=hello&fault=stall@headers HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
    );
    socket.once('data', () => resolve(socket)).on('error', reject);
  });
}

const FAULTS = 10_000;

/** The descriptors and the memory after faults of all kinds and places. */
async function measureFaults(server: MeasuredServer): Promise<Measurement[]> {
  const rows = faultRows();
  let sent = 0;
  const send = async (count: number) => {
    for (const end = sent + count; sent < end; sent += rows.length)
      await Promise.all(rows.map(({ fault, method }) => sendFault(server, fault, method)));
  };
  await send(2000);
  await sleep(2500);
  await server.collectGarbage();
  const [files, memory] = [server.openFiles(), server.residentMegabytes()];
  sent = 0;
  await send(FAULTS);
  await sleep(2500);
  await server.collectGarbage();
  const opened = server.openFiles() - files;
  const grown = server.residentMegabytes() - memory;
  const { status } = await request(server.port, { path: '/get' });
  const isServing = status === 200;
  return [
    {
      what: `Open descriptors after ${sent} faults of ${rows.length} kinds and places, more than before`,
      unit: '',
      value: opened,
      target: '≤ 0',
      isReached: isServing && opened <= 0,
    },
    {
      what: `Growth of memory after ${sent} faults`,
      unit: 'MB',
      value: grown,
      target: '≤ 16',
      isReached: grown <= 16,
    },
  ];
}

async function sendFault({ port }: MeasuredServer, fault: string, method: string): Promise<void> {
  const length = method === 'POST' ? 'Content-Length: 2000\r\n' : '';
  const body = method === 'POST' ? 'x'.repeat(2000) : '';
  const head = `${method} /compose?body=hello&fault=${fault} HTTP/1.1\r\nHost: 127.0.0.1\r\n${length}\r\n`;
  await faultTranscript(port, head + body, { patience: fault.startsWith('extra') ? 100 : 5000 });
}
