import type { Socket } from 'node:net';
import { resetConnection } from '../server.ts';
import type { ConnectionRecord } from '../wire/connection-record.ts';
import { type RawScript, stepsOf } from './scripted-response.ts';

/** Sends the bytes of a raw response when the client has sent its first ones, and ends the connection. */
export function serveBytes(socket: Socket, record: ConnectionRecord, response: RawScript): void {
  record.observe(socket);
  socket.on('error', () => socket.destroy());
  socket.once('data', () => {
    for (const step of stepsOf(response))
      if (typeof step === 'string') socket.write(step, 'latin1');
      else if (step instanceof Uint8Array) socket.write(step);
    if (response.end === 'reset') resetConnection(socket);
    else socket.end();
  });
}
