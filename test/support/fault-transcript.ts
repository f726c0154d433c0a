import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/** What a client received, and how the connection ended. */
export interface FaultTranscript {
  /** Latin-1. */
  readonly text: string;
  /**
   * `fin` after `close_notify` of TLS or without TLS, `rude` without `close_notify`, `rst`, or `open` when the time was
   * over.
   */
  readonly end: 'fin' | 'rude' | 'rst' | 'open';
  readonly milliseconds: number;
}

export interface FaultClient {
  readonly ca?: string | undefined;
  /** Milliseconds to wait for the end of the connection. */
  readonly patience?: number;
}

/** Records the bytes of a connection, to which it writes the requests. */
export async function faultTranscript(
  port: number,
  requests: string,
  { ca, patience = 3000 }: FaultClient = {},
): Promise<FaultTranscript> {
  const startedAt = performance.now();
  const tcp = connect({ port, host: '127.0.0.1' });
  const records: Buffer[] = [];
  const isEncrypted = ca !== undefined;
  const socket = isEncrypted ? encrypt(tcp, ca, records) : tcp;
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  // Over TLS, both sockets must have a listener.
  socket.on('error', () => {});
  const end = await new Promise<FaultTranscript['end']>((resolve) => {
    const timer = setTimeout(() => resolve('open'), patience);
    const settle = (how: FaultTranscript['end']) => {
      clearTimeout(timer);
      // The decrypted data follows in the same iteration.
      setImmediate(() => resolve(how));
    };
    tcp.on('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNRESET' ? 'rst' : 'rude'));
    tcp.on('end', () => settle(isEncrypted && !endsWithAlert(records) ? 'rude' : 'fin'));
    socket.write(Buffer.from(requests, 'latin1'));
  });
  socket.destroy();
  tcp.destroy();
  return { text, end, milliseconds: performance.now() - startedAt };
}

/** A TLS client whose records are kept. In TLS 1.2, their types are not encrypted. */
function encrypt(tcp: Socket, ca: string, records: Buffer[]): Duplex {
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
  return connectTls({ socket: below, ca, servername: 'localhost', maxVersion: 'TLSv1.2' });
}

/** Whether the last record is an alert (RFC 5246 §7.2), as `close_notify` is. */
function endsWithAlert(chunks: readonly Buffer[]): boolean {
  const bytes = Buffer.concat(chunks);
  let type = 0;
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) type = bytes.readUInt8(at);
  return type === 21;
}
