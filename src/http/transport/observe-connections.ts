import type { Server } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Recorder } from '../message/recorder.ts';
import type { Transport } from './transport.ts';

/** Reports the connections of a transport to the recorder. */
export function observeConnections(
  { listener, servers }: Pick<Transport, 'listener' | 'servers'>,
  recorder: Recorder,
): void {
  listener.on('connection', (socket: Socket) => recorder.connected(socket));
  listener.on('secureConnection', (socket: TLSSocket) => recorder.identified(socket, socket));
  listener.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) =>
    recorder.tlsFailed(socket, error),
  );
  for (const server of servers) observeSessions(server, recorder);
}

function observeSessions(server: Server, recorder: Recorder): void {
  // Only HTTP/2 servers emit it.
  server.on('session', (session: ServerHttp2Session) => recorder.identified(session, session.socket));
}
