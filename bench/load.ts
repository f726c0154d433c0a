import { connect, type Socket } from 'node:net';

/**
 * Keeps `connections` keep-alive connections busy with one request each at a time, for a number of milliseconds. Plain
 * sockets: a client library would cost more than the measured servers.
 * @returns the number of responses.
 */
export async function load(
  port: number,
  request: string,
  connections: number,
  milliseconds: number,
): Promise<number> {
  let answers = 0;
  let running = true;
  const bytes = Buffer.from(request, 'latin1');

  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let length = 0;
      let wanted = 0;
      socket.setNoDelay(true);
      socket.on('data', (chunk: Buffer) => {
        if (wanted === 0) wanted = answerLength(chunk);
        length += chunk.length;
        if (length < wanted) return;
        length = 0;
        wanted = 0;
        answers++;
        if (running) socket.write(bytes);
        else socket.end();
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });

  const drivers = Array.from({ length: connections }, drive);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  running = false;
  await Promise.all(drivers);
  return answers;
}

/** The length of head and content. On loopback, the head arrives in one chunk. */
function answerLength(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const length = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, end))?.[1];
  if (!chunk.toString('latin1', 9, 12).startsWith('2'))
    throw new Error(`Unexpected response: ${chunk.toString('latin1', 0, 200)}`);
  return end + Number(length);
}
