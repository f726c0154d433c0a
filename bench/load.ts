import { connect, type Socket } from 'node:net';

/**
 * Keeps `connections` keep-alive connections busy with one request each at a time, for the given time. Requests that differ
 * are made by a function of the number of the connection.
 * Plain sockets: a client library would cost more than the servers that are measured.
 * @returns the number of responses.
 * @throws Error for a response with a status of 500 or more.
 */
export async function load(
  port: number,
  request: Buffer | ((connection: number) => Buffer),
  connections: number,
  milliseconds: number,
): Promise<number> {
  let responses = 0;
  let isRunning = true;

  const drive = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      const next = () => socket.write(Buffer.isBuffer(request) ? request : request(connection));
      const socket: Socket = connect(port, '127.0.0.1', next);
      let received = 0;
      let expected: number | 'chunked' = 0;
      socket.setNoDelay(true);
      socket.on('data', (chunk: Buffer) => {
        if (received === 0) expected = lengthOf(chunk);
        received += chunk.length;
        if (expected === 'chunked' ? !endsChunked(chunk) : received < expected) return;
        received = 0;
        responses++;
        if (isRunning) next();
        else socket.end();
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });

  const drivers = Array.from({ length: connections }, (_, connection) => drive(connection));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  isRunning = false;
  await Promise.all(drivers);
  return responses;
}

/** Length of head and content. The head comes in one packet from a server on this machine. */
function lengthOf(chunk: Buffer): number | 'chunked' {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, end);
  if (head.startsWith('5', 9)) throw new Error(`The server responded ${head.slice(0, 200)}`);
  if (/^transfer-encoding: chunked/im.test(head)) return 'chunked';
  return end + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}

/** The content of the measured responses contains no empty line. */
function endsChunked(chunk: Buffer): boolean {
  return chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');
