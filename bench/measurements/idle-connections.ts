import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { startBare } from '../compare.ts';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import type { MeasuredServer } from '../process.ts';
import { withCertificate, withServer } from '../with-server.ts';

/** Connections, and the kibibytes of memory that each of them may take at most. */
const PLAIN = { isSecure: false, count: 10_000, target: 16 };
const TLS = { isSecure: true, count: 2_000, target: 70 };

/** Files that the servers and this process open besides. */
const OTHER_FILES = 200;

/** Connections that are opened at a time. */
const BATCH = 200;

const PATH = '/get';
const REQUEST = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\n\r\n`);

/** The memory of an idle connection after one request, of this server and of a bare server of Node, without and with TLS. */
export function measureIdleConnections(): Promise<Measurement[]> {
  return withCertificate((certificate) =>
    withServer({ journal: 1000 }, async (plain) => {
      const model = { server: plain, path: PATH };
      const results: Measurement[] = [];
      const bare = await startBare(model);
      results.push(...(await measure(plain, bare, PLAIN)));
      await bare.stop();
      const secureBare = await startBare(model, { transport: 'tls', certificate });
      await withServer({ journal: 1000, ...certificate }, async (secure) => {
        results.push(...(await measure(secure, secureBare, TLS)));
      });
      await secureBare.stop();
      return results;
    }),
  );
}

async function measure(
  server: MeasuredServer,
  bare: MeasuredServer,
  { isSecure, count: wanted, target }: typeof PLAIN,
): Promise<Measurement[]> {
  const count = Math.min(wanted, maxFiles() - OTHER_FILES);
  const what = `Memory of each of ${count} idle connections${isSecure ? ' with TLS' : ''}`;
  const value = await kibibytesOf(server, isSecure, count);
  const reference = await kibibytesOf(bare, isSecure, count);
  return [
    { what, unit: 'KiB', value, target: `≤ ${target}`, isReached: value <= target },
    { what: `${what}, of a bare server`, unit: 'KiB', value: reference },
  ];
}

/** Resident memory that one connection adds. */
async function kibibytesOf(server: MeasuredServer, isSecure: boolean, count: number): Promise<number> {
  // The code is compiled, and the journal is full.
  await load(server.port, REQUEST, 16, 2000, { isSecure });
  await server.collectGarbage();
  const before = server.residentMegabytes();
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(BATCH, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => open(server.port, isSecure)))));
  }
  await server.collectGarbage();
  const after = server.residentMegabytes();
  const closed = sockets.filter((socket) => !socket.writable).length;
  for (const socket of sockets) socket.destroy();
  if (closed > 0) throw new Error(`The server has closed ${closed} connections`);
  return ((after - before) * 1e6) / 1024 / count;
}

/** A connection that has had a response. */
function open(port: number, isSecure: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const begin = () => socket.write(REQUEST);
    const address = { port, host: '127.0.0.1' };
    const socket: Socket = isSecure
      ? connectSecure({ ...address, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, begin)
      : connect(address, begin);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => chunk.subarray(-2).toString() === '}\n' && resolve(socket));
  });
}

/** The number of files that a process may open. Node has no call that raises it. */
function maxFiles(): number {
  return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
}
