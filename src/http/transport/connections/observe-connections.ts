import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Recorder } from '../../message/recorder.ts';
import { isPlainRequest, tlsExpected } from '../parser-error.ts';
import type { Transport } from '../transport.ts';
import { type ConnectionInfos, toFailedTls, toTlsParameters } from './connection-info.ts';

/** Reports the connections of a transport to the recorder, and records their TLS handshakes. */
export function observeConnections(
  { listener }: Pick<Transport, 'listener'>,
  infos: ConnectionInfos,
  recorder: Recorder,
): void {
  listener.on('connection', (socket: Socket) => recorder.connected(socket, infos.of(socket, socket)));
  listener.on('secureConnection', (socket: TLSSocket) => {
    infos.of(socket, socket).tls = toTlsParameters(socket);
  });
  listener.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    const { info, isEmpty } = infos.ofFailedTls(socket);
    if (info) info.tls = isEmpty ? null : toFailedTls(socket);
    const status = isPlainRequest(error) ? tlsExpected().status : null;
    recorder.tlsFailed(info, { code: error.code, isEmpty, answer: { status } });
  });
}
