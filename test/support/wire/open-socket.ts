import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createIdentity } from '#http/server/certificate.ts';
import { createRuntime } from '#runtime.ts';
import { ConnectionInfo } from '#wire/connection-info.ts';
import { portOf } from '#wire/driver/connection-port.ts';
import { Clock } from '#wire/driver/socket/clock.ts';
import type { WireRuntime, WireTimes } from '#wire/driver/socket/options.ts';
import { type SocketUser, WireSocket } from '#wire/driver/socket/socket.ts';
import { createTlsContext, TlsHandshake } from '#wire/driver/tls.ts';
import type { EndReason, WireServer } from '#wire/port.ts';
import { WIRE_TIMES } from './driver.ts';
import { openRawConnection, type RawConnection } from './raw-connection.ts';

/** Records what a socket calls. A test replaces the methods that it needs. */
export class RecordingUser implements SocketUser {
  text = '';
  hasClientEnded = false;
  readonly sentBytes: number[] = [];
  reason: EndReason | undefined = undefined;
  ticks = 0;
  stalled?: () => void;

  received(bytes: Buffer): void {
    this.text += bytes.toString('latin1');
  }

  clientEnded(): void {
    this.hasClientEnded = true;
  }

  sent(bytes: number): void {
    this.sentBytes.push(bytes);
  }

  closed(reason: EndReason): void {
    this.reason = reason;
  }

  tick(): void {
    this.ticks++;
  }
}

export interface OpenSocket {
  readonly socket: WireSocket;
  /** The socket of TLS, or of TCP. */
  readonly stream: Socket;
  readonly user: RecordingUser;
  readonly client: RawConnection;
  /** What the user has thrown. */
  readonly defects: readonly unknown[];
}

export interface OpenSocketOptions {
  readonly times?: Partial<WireTimes>;
  readonly runtime?: WireRuntime;
  /** Milliseconds. */
  readonly interval?: number;
}

/** Opens both ends of a connection, until the end of the test. */
export async function openSocket(
  t: TestContext,
  isSecure: boolean,
  { times, runtime = createRuntime(), interval = 10 }: OpenSocketOptions = {},
): Promise<OpenSocket> {
  const identity = isSecure ? await createIdentity([], createRuntime()) : undefined;
  const defects: unknown[] = [];
  const server: WireServer = {
    serve() {},
    opened() {},
    closed() {},
    failed: () => '',
    handshakeFailed: () => '',
    defect: (_, error) => void defects.push(error),
  };
  const options = { server, runtime, times: { ...WIRE_TIMES, ...times } };
  const clock = new Clock(runtime, interval);
  const user = new RecordingUser();
  const listener = createServer({ allowHalfOpen: true, noDelay: true }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const opened = new Promise<{ socket: WireSocket; stream: Socket }>((resolve) => {
    const open = (stream: Socket, tcp: Socket, info: ConnectionInfo) =>
      resolve({ socket: new WireSocket(stream, tcp, info, clock, options, user), stream });
    listener.once('connection', (tcp: Socket) => {
      tcp.on('error', () => {});
      const info = new ConnectionInfo('', () => 1);
      if (identity === undefined) open(tcp, tcp, info);
      else {
        const secureContext = createTlsContext(identity);
        new TlsHandshake(tcp, info, { ...options, clock, secureContext, secured: open, answerPlain() {} });
      }
    });
  });
  const port = portOf([listener]);
  const client = openRawConnection(port, { ca: identity?.ca });
  t.after(() => client.destroy());
  t.after(() => listener.close());
  // A reset that is sent before the last message of the handshake is received looks like an ordinary end.
  if (isSecure) await once(client.socket, 'secureConnect');
  const { socket, stream } = await opened;
  t.after(() => socket.destroy('server-fin'));
  return { socket, stream, user, client, defects };
}

/** All that a client receives until the end of its connection. */
export async function readAll({ socket, ended }: RawConnection): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  await ended;
  return Buffer.concat(chunks).toString('latin1');
}
