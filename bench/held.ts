import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from './measurement.ts';
import { withServer } from './with-server.ts';

const CALLS = 5000;
const SECONDS = 10;
const LATEST = 13;

/** So many are opened before the next are: more than the system lets wait for `accept` would be turned away. */
const BATCH = 250;

/** Thousands of calls that all wait at once. */
export function measureHeld(): Promise<Measurement[]> {
  const what = `${CALLS} open calls of /delay/${SECONDS}`;
  const files = openFilesLimit();
  if (files < CALLS + 200) {
    const skipped = `${files} open files are too few; \`ulimit -n ${2 * CALLS}\` allows more`;
    return Promise.resolve([{ what, skipped }]);
  }
  return withServer({ maxConcurrency: 0 }, async (server) => {
    await sleep(1000);
    const idle = server.residentMegabytes();
    server.peakMegabytes();
    const calls: Promise<number>[] = [];
    while (calls.length < CALLS) {
      const batch = Array.from({ length: BATCH }, () => openCall(server.port));
      calls.push(...batch.map(({ answered }) => answered));
      await Promise.all(batch.map(({ opened }) => opened));
    }
    const all = Promise.all(calls);
    await Promise.race(calls);
    const over = server.peakMegabytes() - idle;
    const waits = (await all).sort((a, b) => a - b);
    const atMost = Math.max(over, server.peakMegabytes() - idle);
    const [first = 0, last = Number.NaN] = [waits[0], waits.at(-1)];
    return [
      {
        what: `${what}, memory over idle (while they are answered ${atMost.toFixed()} MB)`,
        unit: 'MB',
        value: over,
        target: '< 150',
        isReached: over < 150,
      },
      {
        what: `The latest of their answers, the first being at ${first.toFixed(2)} s`,
        unit: 's',
        value: last,
        target: `${SECONDS} to ${LATEST}`,
        isReached: first >= SECONDS && last <= LATEST,
      },
    ];
  });
}

interface Call {
  readonly opened: Promise<void>;
  /** Seconds from the request to its answer. Rejects when that is not a 200. */
  readonly answered: Promise<number>;
}

function openCall(port: number): Call {
  const opened = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<number>();
  let begun = Number.NaN;
  const fail = (error: Error) => {
    opened.reject(error);
    answered.reject(error);
  };
  const socket = connect(port, '127.0.0.1', () => {
    begun = performance.now();
    socket.write(`GET /delay/${SECONDS} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n`);
    opened.resolve();
  });
  socket.once('data', (chunk: Buffer) => {
    const seconds = (performance.now() - begun) / 1000;
    if (chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200') answered.resolve(seconds);
    else fail(new Error(`A call was answered by ${chunk.toString('latin1', 0, 100)}`));
    socket.destroy();
  });
  socket.on('error', fail).on('close', () => fail(new Error('A call was cut off')));
  socket.setTimeout(2 * LATEST * 1000, () => socket.destroy(new Error('A call was never answered')));
  return { opened: opened.promise, answered: answered.promise };
}

/** Node raises its own limit as far as it may, and the server inherits it. */
function openFilesLimit(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
