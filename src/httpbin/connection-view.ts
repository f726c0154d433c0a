import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { Type } from 'typebox';
import { unmapAddress } from '../http/address.ts';
import type { Exchange } from '../http/exchange.ts';

const End = Type.Object({ address: Type.String(), port: Type.Integer() });

/** JSON of what is known of the connection that a request came on. */
export const ConnectionView = Type.Object({
  peer: End,
  local: End,
  reused: Type.Boolean({ description: 'Whether a request came over the connection before this one.' }),
});

/** JSON of what was agreed on when the connection was encrypted (RFC 8446). */
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

/** @param stream its number, where the request came by HTTP/2. */
export function connectionView(exchange: Exchange, stream: number | undefined) {
  const { socket } = exchange.request;
  return {
    peer: { address: exchange.peerAddress, port: socket.remotePort ?? 0 },
    local: { address: unmapAddress(socket.localAddress ?? ''), port: socket.localPort ?? 0 },
    reused: (stream ?? exchange.connection?.requestCount ?? 1) > 1,
  };
}

/** What is known of the encryption; null when there is none. */
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

/** The name of the SNI extension (RFC 6066 §3), which Node's types do not know. */
function serverName(socket: TLSSocket): string | null {
  const name: unknown = Reflect.get(socket, 'servername');
  return typeof name === 'string' ? name : null;
}

function clientCertificate(socket: TLSSocket) {
  // Empty when none was sent, whatever the types say.
  const { subject }: { subject?: object } = socket.getPeerCertificate();
  return subject ? { subject: { ...subject } } : null;
}
