import { connect, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';

/** Connections that are opened at a time. The backlog of the system limits it. */
const BATCH = 250;

interface LoadOptions {
  /** Whether connections use TLS, with any certificate. */
  readonly isSecure?: boolean;
  /** Whether each request has a connection of its own. */
  readonly isOneShot?: boolean;
  /** Is called when all connections are open, before the first request. */
  readonly opened?: () => void;
}

/**
 * Keeps `connections` keep-alive connections of HTTP/1.1 busy with one request each at a time, for the given time.
 * Requests that differ are made by a function of the number of the connection.
 * Plain sockets: a client library would cost more than the servers that are measured.
 * @returns the number of responses.
 * @throws Error for a response with a status of 400 or more.
 */
export async function load(
  port: number,
  request: Buffer | ((connection: number) => Buffer),
  connections: number,
  milliseconds: number,
  { isSecure = false, isOneShot = false, opened }: LoadOptions = {},
): Promise<number> {
  let responses = 0;
  let isRunning = true;

  const exchange = (socket: Socket, connection: number) =>
    new Promise<void>((resolve, reject) => {
      const next = () => socket.write(Buffer.isBuffer(request) ? request : request(connection));
      let received = 0;
      let expected: number | 'chunked' = 0;
      socket.on('data', (chunk: Buffer) => {
        if (received === 0) {
          const length = lengthOf(chunk);
          if (length instanceof Error) return void socket.destroy(length);
          expected = length;
        }
        received += chunk.length;
        if (expected === 'chunked' ? !endsChunked(chunk) : received < expected) return;
        received = 0;
        responses++;
        if (isRunning && !isOneShot) next();
        else socket.end();
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
      next();
    });
  const drive = async (socket: Socket, connection: number) => {
    await exchange(socket, connection);
    while (isRunning && isOneShot) await exchange(await open(port, isSecure), connection);
  };

  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    const batch = Math.min(BATCH, connections - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => open(port, isSecure)))));
  }
  opened?.();
  const drivers = Promise.all(sockets.map(drive));
  try {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), drivers]);
    isRunning = false;
    await drivers;
    return responses;
  } finally {
    isRunning = false;
    for (const socket of sockets) socket.destroy();
  }
}

/**
 * Keeps this process awake during an action. A response to a process that sleeps wakes it, which takes up to seven
 * microseconds of the processor time of the server: a server that is slower than the load generator would pay them for each
 * response, and a faster one never.
 */
export async function awake<Result>(action: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const poll = () => {
    if (!isOver) setImmediate(poll);
  };
  poll();
  try {
    return await action();
  } finally {
    isOver = true;
  }
}

function open(port: number, isSecure: boolean): Promise<Socket> {
  const address = { port, host: '127.0.0.1', noDelay: true };
  return new Promise((resolve, reject) => {
    const opened = () => resolve(socket.off('error', reject));
    const socket: Socket = isSecure
      ? connectSecure({ ...address, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, opened)
      : connect(address, opened);
    socket.on('error', reject);
  });
}

/** Length of head and content. The head comes in one packet from a server on this machine. */
function lengthOf(chunk: Buffer): number | 'chunked' | Error {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, end);
  if (!/^HTTP\/1\.1 [23]/.test(head)) return new Error(`The server responded ${head.slice(0, 200)}`);
  if (/^transfer-encoding: chunked/im.test(head)) return 'chunked';
  return end + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}

/** The content of the measured responses contains no empty line. */
function endsChunked(chunk: Buffer): boolean {
  return chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');
