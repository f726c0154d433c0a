import { connect } from 'node:net';
import type { MeasuredServer } from './process.ts';

/** Sends so many GET requests, pipelined on one connection, and reads their responses. */
export function sendPipelined(
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
