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
  const { tcp, localAddress, localPort } = exchange.connection;
  return {
    peer: { address: exchange.peerAddress, port: tcp.remotePort ?? 0 },
    local: { address: unmapAddress(localAddress), port: localPort },
    reused: exchange.requestNumber > 1,
  };
}

/** The TLS parameters; null for an unencrypted connection. */
export function tlsView({ connectionInfo: { tls, session } }: Exchange) {
  if (tls === null || session === null) return null;
  return {
    protocol: tls.version,
    cipher: session.cipher,
    alpn: tls.alpn,
    server_name: tls.sni,
    session_reused: session.isResumed,
    // The server asks for none.
    client_certificate: null,
  };
}
