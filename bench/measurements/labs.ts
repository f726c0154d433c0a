import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultTranscript } from '../../test/support/faults/fault-transcript.ts';
import { request } from '../../test/support/wire/wire.ts';
import { faultRows } from '../../tools/reference/fault-rows.ts';
import { againstBare } from '../compare.ts';
import type { Measurement } from '../measurement.ts';
import { sendPipelined } from '../pipelined.ts';
import type { MeasuredServer } from '../process.ts';
import { compareAt, measureAgainstBase, ratioRow } from '../small-differences.ts';
import { withServer } from '../with-server.ts';

const GET = '/get?a=1&b=two';
const COMPOSE = '/compose?status=200&body=hello';

/** The costs of the labs, and of faults; memory is resident memory after a collection of garbage. `BENCH_BASE` is a commit whose build is compared with this one. */
export async function measureLabs(): Promise<Measurement[]> {
  return [
    ...(await withServer({}, measureCost)),
    ...(await measureAgainstBase([GET, COMPOSE], 0.98)),
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
      rows.push(
        ratioRow(`GET ${path}, ratio to a server without labs`, await compareAt(path, server, without), 0.98),
      );
  });
  await withServer({}, async (without) => {
    const body = JSON.stringify({ match: { path: '/ip' }, fault: 'reset', count: 0 });
    await request(server.port, { method: 'POST', path: '/_sparring/rules', body });
    const value = await compareAt(GET, server, without);
    rows.push(ratioRow(`GET ${GET} with a fault rule for another path, ratio to no rule`, value, 0.9));
  });
  return rows;
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
