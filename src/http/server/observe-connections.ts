import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Recorder } from '../message/recorder.ts';
import {
  type ConnectionInfos,
  readFailedTls,
  readTlsParameters,
} from '../transport/connections/connection-info.ts';
import { isPlainRequest, tlsExpected } from './parser-error.ts';
import { recordRejectedStreams } from './rejected-streams.ts';
import type { Transport } from './transport.ts';

/** Reports the connections of a transport to the recorder, and records what they reject: TLS handshakes and streams. */
export function observeConnections(
  { listener, servers }: Pick<Transport, 'listener' | 'servers'>,
  infos: ConnectionInfos,
  recorder: Recorder,
): void {
  listener.on('connection', (socket: Socket) => recorder.connected(socket, infos.of(socket, socket)));
  for (const server of servers) recordRejectedStreams(server, infos, recorder);
  listener.on('secureConnection', (socket: TLSSocket) => {
    infos.of(socket, socket).tls = readTlsParameters(socket);
  });
  listener.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    const { info, isEmpty } = infos.ofFailedTls(socket);
    if (info) info.tls = isEmpty ? null : readFailedTls(socket);
    const status = isPlainRequest(error) ? tlsExpected().status : null;
    recorder.tlsFailed(info, { code: error.code, isEmpty, answer: { status } });
  });
}
