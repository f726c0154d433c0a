import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from '../measurement.ts';
import { withServer } from '../with-server.ts';

const CALLS = 5000;
const SECONDS = 10;
const LATEST = 13;

/** Number of connections that are opened at a time. The backlog of the system limits it. */
const BATCH = 250;

/** Thousands of concurrent delayed requests. */
export function measureDelayed(): Promise<Measurement[]> {
  const what = `${CALLS} concurrent requests to /delay/${SECONDS}`;
  const files = openFilesLimit();
  if (files < CALLS + 200) {
    const skipped = `${files} open files are not enough; \`ulimit -n ${2 * CALLS}\` allows more`;
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
        what: `${what}, memory over idle (${atMost.toFixed()} MB while the responses are sent)`,
        unit: 'MB',
        value: over,
        target: '< 150',
        isReached: over < 150,
      },
      {
        what: `The last response (the first after ${first.toFixed(2)} s)`,
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
  /** Seconds from the request to its response. Rejects for another status than 200. */
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
    else fail(new Error(`A response began with ${chunk.toString('latin1', 0, 100)}`));
    socket.destroy();
  });
  socket.on('error', fail).on('close', () => fail(new Error('A connection was closed early')));
  socket.setTimeout(2 * LATEST * 1000, () => socket.destroy(new Error('A request got no response')));
  return { opened: opened.promise, answered: answered.promise };
}

/** Node raises its own limit to the maximum, and the server inherits it. */
function openFilesLimit(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
