import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends a body of a multiple of the size of the chunk, as fast as the server reads it. */
export async function upload(port: number, length: number, chunk: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const closed = once(socket.resume(), 'close');
  for (let sent = 0; sent < length; sent += chunk.length)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed]);
  await closed;
}
