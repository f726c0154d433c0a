import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { listenOnAll, portOf } from '../server.ts';
import { ConnectionRecord } from '../wire/connection-record.ts';
import type { TlsMode } from './tls-modes.ts';

export interface ListenerOptions {
  readonly tls: TlsMode | undefined;
  /** Whether it also listens at `::1`, because the client gets the name `localhost` or this address. */
  readonly usesIpv6: boolean;
  /** Milliseconds since the ports of the case were opened, by which events of several ports are compared. */
  readonly elapsed: () => number;
  /** Serves a connection of TCP, or of TLS after its handshake. */
  readonly serve: (socket: Socket, record: ConnectionRecord) => void;
}

export interface CaseListener {
  readonly port: number;
  readonly hasIpv6: boolean;
  readonly connections: readonly ConnectionRecord[];
  close(): Promise<void>;
}

/** Listens at a port of loopback, and records each connection. */
export async function openCaseListener(options: ListenerOptions): Promise<CaseListener> {
  const { tls, usesIpv6, elapsed, serve } = options;
  const connections: ConnectionRecord[] = [];
  const accept = (tcp: Socket) => {
    tcp.setNoDelay(true);
    const record = new ConnectionRecord(connections.length + 1, tcp, elapsed);
    connections.push(record);
    if (tls) secure(tcp, tls, record, serve);
    else serve(tcp, record);
  };
  const servers = await listenOnAll([usesIpv6 ? 'localhost' : '127.0.0.1'], 0, () =>
    createServer({ allowHalfOpen: true }, accept),
  );
  return {
    port: portOf(servers),
    hasIpv6: servers.length > 1,
    connections,
    async close() {
      const closed = servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
      for (const { tcp } of connections) tcp.destroy();
      await Promise.all(closed);
    },
  };
}

function secure(
  tcp: Socket,
  { secureContext, protocols }: TlsMode,
  record: ConnectionRecord,
  serve: ListenerOptions['serve'],
): void {
  const socket = new TLSSocket(tcp, {
    isServer: true,
    secureContext,
    ...(protocols && { ALPNProtocols: [...protocols] }),
  });
  socket.on('error', () => tcp.destroy());
  socket.once('secure', () => {
    record.secured(socket.servername || undefined);
    serve(socket, record);
  });
}
