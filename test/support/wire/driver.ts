import { once } from 'node:events';
import { createServer } from 'node:net';
import { createBodyBudget } from '#http/message/body/body-budget.ts';
import { createIdentity } from '#http/server/certificate.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import type { ConnectionInfo } from '#wire/connection-info.ts';
import { portOf } from '#wire/driver/connection-port.ts';
import { WireListener } from '#wire/driver/listener.ts';
import type { ContentMemory, WireTimes } from '#wire/driver/socket/options.ts';
import type { WireError } from '#wire/error.ts';
import type { HandshakeFailure, WireServer } from '#wire/port.ts';
import type { Cleanup } from '../commands/command.ts';

export interface WireDriverOptions {
  /** Milliseconds; by default, those of the server. */
  readonly times?: Partial<WireTimes>;
  readonly tls?: boolean;
  readonly h2c?: boolean;
  readonly runtime?: Runtime;
  /** The response to what cannot be decoded. By default, it has the status of the error and no content. */
  readonly failed?: WireServer['failed'];
  readonly memory?: ContentMemory;
  /** Further methods, and replacements. */
  readonly server?: Partial<WireServer>;
}

/** A port that is served by the wire alone, and what it has reported. */
export interface WireDriver {
  readonly port: number;
  /** The certificate authority to trust; undefined without TLS. */
  readonly ca: string | undefined;
  readonly listener: WireListener;
  readonly opened: readonly ConnectionInfo[];
  readonly closed: readonly ConnectionInfo[];
  readonly failures: readonly { readonly error: WireError; readonly isAnswered: boolean }[];
  /** What methods that must not throw have thrown. */
  readonly defects: readonly unknown[];
  readonly handshakes: readonly { readonly connection: ConnectionInfo; readonly failure: HandshakeFailure }[];
  /** Accepts no more connections, destroys those that are open, and resolves when they are closed. */
  close(): Promise<void>;
}

/** Those of a server, without delays. */
export const WIRE_TIMES: WireTimes = { head: 10_000, body: 60_000, keepAlive: 60_000, stall: 60_000 };

/** Opens a port until the end of the test. */
export async function driveWire(
  t: Cleanup,
  serve: WireServer['serve'],
  {
    times,
    tls = false,
    h2c = false,
    runtime = createRuntime(),
    failed = answer,
    memory = createBodyBudget(100 * 1024 * 1024).open(),
    server: methods,
  }: WireDriverOptions = {},
): Promise<WireDriver> {
  const opened: ConnectionInfo[] = [];
  const closed: ConnectionInfo[] = [];
  const failures: { error: WireError; isAnswered: boolean }[] = [];
  const defects: unknown[] = [];
  const handshakes: { connection: ConnectionInfo; failure: HandshakeFailure }[] = [];
  const identity = tls ? await createIdentity([], runtime) : undefined;
  let lastId = 0;
  const listener = new WireListener({
    server: {
      serve,
      opened: (connection) => void opened.push(connection),
      closed: (connection) => void closed.push(connection),
      defect: (_, error) => void defects.push(error),
      failed(connection, error, isAnswered) {
        failures.push({ error, isAnswered });
        return failed(connection, error, isAnswered);
      },
      handshakeFailed(connection, failure) {
        handshakes.push({ connection, failure });
        return 'HTTP/1.1 400 TLS expected\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
      },
      ...methods,
    },
    times: { ...WIRE_TIMES, ...times },
    memory,
    runtime,
    nextConnectionId: () => ++lastId,
    tls: identity,
    h2c,
  });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => listener.accept(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    listener.destroy();
    await listener.closed();
  };
  t.after(close);
  const port = portOf([server]);
  return { port, ca: identity?.ca, listener, opened, closed, failures, defects, handshakes, close };
}

function answer(_: ConnectionInfo, { status }: WireError): string {
  return `HTTP/1.1 ${status} Failed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}
