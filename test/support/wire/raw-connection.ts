import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/**
 * How the server ended a connection: `fin` after `close_notify` of TLS or without TLS, `rude` without `close_notify`, or
 * `rst`.
 */
export type ConnectionEnd = 'fin' | 'rude' | 'rst';

/** A client connection of which every byte and the end are observed. */
export interface RawConnection {
  readonly socket: Duplex;
  /** The socket before decryption. A client that pauses it is slow. */
  readonly tcp: Socket;
  /** Resolves after the last byte has been emitted. */
  readonly ended: Promise<ConnectionEnd>;
  destroy(): void;
}

export interface RawConnectionOptions {
  /** The certificate authority to trust; the connection is encrypted if there is one. */
  readonly ca?: string | undefined;
  /** For ALPN (RFC 7301). */
  readonly protocol?: 'http/1.1' | 'h2';
}

export function openRawConnection(
  port: number,
  { ca, protocol = 'http/1.1' }: RawConnectionOptions = {},
): RawConnection {
  const tcp = connect({ port, host: '127.0.0.1' });
  const records: Buffer[] = [];
  const isEncrypted = ca !== undefined;
  const socket = isEncrypted ? encrypt(tcp, { ca, protocol }, records) : tcp;
  // Over TLS, both sockets must have a listener.
  socket.on('error', () => {});
  const ended = new Promise<ConnectionEnd>((resolve) => {
    // The decrypted data follows in the same iteration.
    const settle = (end: ConnectionEnd) => setImmediate(() => resolve(end));
    tcp.on('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNRESET' ? 'rst' : 'rude'));
    tcp.on('end', () => settle(isEncrypted && !endsWithAlert(records) ? 'rude' : 'fin'));
  });
  return {
    socket,
    tcp,
    ended,
    destroy() {
      socket.destroy();
      tcp.destroy();
    },
  };
}

/** A TLS client whose records are kept. In TLS 1.2, their types are not encrypted. */
function encrypt(
  tcp: Socket,
  { ca, protocol }: { readonly ca: string; readonly protocol: string },
  records: Buffer[],
): Duplex {
  const below = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      tcp.write(chunk, () => done());
    },
    final: (done) => void tcp.end(done),
  });
  tcp.on('data', (chunk: Buffer) => {
    records.push(chunk);
    below.push(chunk);
  });
  tcp.on('end', () => below.push(null)).on('error', () => below.destroy());
  return connectTls({
    socket: below,
    ca,
    servername: 'localhost',
    maxVersion: 'TLSv1.2',
    ALPNProtocols: [protocol],
  });
}

/** Whether the last record is an alert (RFC 5246 §7.2), as `close_notify` is. */
function endsWithAlert(chunks: readonly Buffer[]): boolean {
  const bytes = Buffer.concat(chunks);
  let type = 0;
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) type = bytes.readUInt8(at);
  return type === 21;
}
