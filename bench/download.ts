import { connect } from 'node:net';

const LONGEST = 60_000;

/** Asks for a path and reads to the end. @returns how many bytes came, framing included. */
export function download(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let length = 0;
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(1024 * 1024),
        callback(count, bytes) {
          if (length === 0 && !Buffer.from(bytes).toString('latin1', 0, 15).startsWith('HTTP/1.1 200'))
            socket.destroy(new Error(`${path} was not answered by 200`));
          length += count;
          return true;
        },
      },
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n`);
    socket.on('end', () => resolve(length)).on('error', reject);
    socket.setTimeout(LONGEST, () => socket.destroy(new Error(`${path} stood still`)));
  });
}
