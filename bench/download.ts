import { connect } from 'node:net';

const TIMEOUT_MS = 60_000;

/** Requests a path and reads to the end. @returns the number of bytes, framing included */
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
            socket.destroy(new Error(`${path} did not return 200`));
          length += count;
          return true;
        },
      },
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n`);
    socket.on('end', () => resolve(length)).on('error', reject);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`${path}: no data`)));
  });
}
