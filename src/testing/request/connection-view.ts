import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { unmapAddress } from '#http/syntax/address.ts';

const End = Type.Object({ address: Type.String(), port: Type.Integer() });

/** The schema of the connection of a request. */
export const ConnectionView = Type.Object({
  peer: End,
  local: End,
  reused: Type.Boolean({ description: 'Whether an earlier request used the connection.' }),
});

/** The schema of the TLS parameters (RFC 8446). */
export const TlsView = Type.Object({
  protocol: Type.Union([Type.String(), Type.Null()]),
  cipher: Type.String(),
  alpn: Type.Union([Type.String(), Type.Null()]),
  server_name: Type.Union([Type.String(), Type.Null()]),
  session_reused: Type.Boolean(),
  client_certificate: Type.Union([
    Type.Object({ subject: Type.Record(Type.String(), Type.Unknown()) }),
    Type.Null(),
  ]),
});

export function connectionView(exchange: Exchange) {
  const { socket } = exchange.request;
  return {
    peer: { address: exchange.peerAddress, port: socket.remotePort ?? 0 },
    local: { address: unmapAddress(socket.localAddress ?? ''), port: socket.localPort ?? 0 },
    reused: exchange.requestNumber > 1,
  };
}

/** The TLS parameters; null for an unencrypted connection. */
export function tlsView(exchange: Exchange) {
  const { socket } = exchange.request;
  if (!isEncrypted(socket)) return null;
  return {
    protocol: socket.getProtocol(),
    cipher: socket.getCipher().standardName,
    alpn: socket.alpnProtocol || null,
    server_name: serverName(socket),
    session_reused: socket.isSessionReused(),
    client_certificate: clientCertificate(socket),
  };
}

function isEncrypted(socket: Duplex): socket is TLSSocket {
  return 'encrypted' in socket && 'getCipher' in socket;
}

/** The server name of SNI (RFC 6066 §3), which Node's types omit. */
function serverName(socket: TLSSocket): string | null {
  const name: unknown = Reflect.get(socket, 'servername');
  return typeof name === 'string' ? name : null;
}

function clientCertificate(socket: TLSSocket) {
  // Empty without a certificate, although the types disagree.
  const { subject }: { subject?: object } = socket.getPeerCertificate();
  return subject ? { subject: { ...subject } } : null;
}
