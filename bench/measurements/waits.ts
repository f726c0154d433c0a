import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../../test/support/wire/wire.ts';
import { load } from '../load.ts';
import { type Measurement, median } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { startCommand } from '../start-command.ts';

const ENTRIES = 10_000;
const CALLERS = 4;
/** Waits of each caller. */
const WAITS = 50;
const MAX_WAIT_MS = 10;

const HAR_ENTRIES = 1000;
const HAR_BODY = Buffer.alloc(20 * 1024, 'x');
const MAX_CONNECTION_MS = 100;

/** Readers of the journal, in one process and in several. */
export async function measureWaits(): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const workers of [1, 2, 4])
    measured.push(
      await withJournal(workers, async (server) => {
        await fill(server.port, ENTRIES);
        const value = median((await Promise.all(Array.from({ length: CALLERS }, callerOf(server)))).flat());
        return {
          what: `Response to answer of its wait, ${ENTRIES} entries, ${CALLERS} callers, workers: ${workers}`,
          unit: 'ms',
          value,
          target: `≤ ${MAX_WAIT_MS}`,
          isReached: value <= MAX_WAIT_MS,
        };
      }),
    );
  for (const workers of [1, 2]) measured.push(await withJournal(workers, measureArchive(workers)));
  return measured;
}

async function withJournal<Result>(
  workers: number,
  action: (server: MeasuredServer) => Promise<Result>,
): Promise<Result> {
  const server = await startCommand('--workers', String(workers), '--journal', String(ENTRIES));
  try {
    return await action(server);
  } finally {
    await server.stop();
  }
}

/** Sends at least so many requests. */
async function fill(port: number, count: number): Promise<void> {
  const line = Buffer.from(`GET /anything/first HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  for (let sent = 0; sent < count; ) sent += await load(port, line, 8, 500);
}

/** Opens a wait, sends its request, and measures the time from the response to the answer of the wait. */
function callerOf({ port }: MeasuredServer) {
  return async (_: unknown, caller: number): Promise<number[]> => {
    const times: number[] = [];
    for (let wait = 0; wait < WAITS; wait++) {
      const path = `/anything/${caller}/${wait}`;
      const answered = request(port, {
        method: 'POST',
        path: '/_sparring/requests/await',
        fields: [['Content-Type', 'application/json']],
        body: JSON.stringify({ match: { path }, within: '30s' }),
      }).then(({ status }) => ({ status, at: performance.now() }));
      // The wait has read all entries before its request arrives.
      await sleep(50);
      await request(port, { path });
      const respondedAt = performance.now();
      const { status, at } = await answered;
      if (status !== 200) throw new Error(`A wait was answered with ${status}`);
      times.push(Math.max(0, at - respondedAt));
    }
    return times;
  };
}

/** Exports the journal, and opens connections meanwhile. */
function measureArchive(workers: number) {
  return async ({ port }: MeasuredServer): Promise<Measurement> => {
    const fields = [['Content-Type', 'text/plain']] as const;
    for (let sent = 0; sent < HAR_ENTRIES; sent++)
      await request(port, { method: 'POST', path: '/status/200', fields, body: HAR_BODY });
    let isExported = false;
    const exported = request(port, { path: '/_sparring/requests.har' }).then((response) => {
      isExported = true;
      const { entries } = JSON.parse(response.text()).log;
      if (entries.length < HAR_ENTRIES) throw new Error(`The archive has ${entries.length} entries`);
    });
    let value = 0;
    while (!isExported) {
      const startedAt = performance.now();
      await request(port, { path: '/get' });
      value = Math.max(value, performance.now() - startedAt);
    }
    await exported;
    return {
      what: `Slowest new connection during an archive of ${HAR_ENTRIES} entries of 20 KB, workers: ${workers}`,
      unit: 'ms',
      value,
      target: `≤ ${MAX_CONNECTION_MS}`,
      isReached: value <= MAX_CONNECTION_MS,
    };
  };
}
