import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Runtime } from '../server.ts';

/** A listener whose queue of connections is full, so that the system ignores further ones. */
export interface FullBacklog {
  readonly port: number;
  /** Whether the system still ignores connections. */
  readonly isFull: boolean;
  close(): Promise<void>;
}

/** Listens in a thread of its own, which never accepts a connection. */
const LISTENER = `
const { createServer } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(workerData, 0, 0);
  server.close();
});`;

const MAX_CONNECTIONS = 16;
/** Connections that must stay open without an answer: one can be late on a busy machine. */
const UNANSWERED = 2;
const CONNECT_LIMIT_MS = 200;

/** Where the system cannot be made to ignore connections, `isFull` is false. */
export async function openFullBacklog(runtime: Runtime): Promise<FullBacklog> {
  const isStopped = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(LISTENER, { eval: true, workerData: isStopped });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  const sockets: Socket[] = [];
  const unanswered = () => sockets.filter(({ connecting }) => connecting).length;
  while (unanswered() < UNANSWERED && sockets.length < MAX_CONNECTIONS) {
    const socket = connect({ host: '127.0.0.1', port });
    sockets.push(socket);
    await new Promise<void>((resolve) => {
      const cancel = runtime.timeout(CONNECT_LIMIT_MS, resolve);
      socket.once('connect', resolve).once('connect', cancel);
      socket.once('error', resolve).once('error', cancel);
    });
  }
  return {
    port,
    get isFull() {
      return unanswered() >= UNANSWERED;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      Atomics.store(isStopped, 0, 1);
      Atomics.notify(isStopped, 0);
      await worker.terminate();
    },
  };
}
