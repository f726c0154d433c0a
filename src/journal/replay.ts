import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { toAuthority } from '../http/authority.ts';
import type { Runtime } from '../runtime.ts';
import type { Journal } from './journal.ts';
import type { RecordedExchange } from './record.ts';
import { toHttpMessage } from './snippets/http.ts';

export interface ReplayOptions {
  /** A connection to the port that the request is sent to. */
  readonly socket: Pick<Socket, 'localAddress' | 'localPort'>;
  readonly isTls: boolean;
  readonly runtime: Pick<Runtime, 'after'>;
  /** Ends the replay. */
  readonly signal: AbortSignal;
}

/** Milliseconds. */
const MAX_TIME = 60_000;

/** Milliseconds from the end of the connection to that of the exchange. */
const GRACE = 1000;

/**
 * Sends a request to this server again, and returns its exchange; undefined when it does not end in time. Rejects with the
 * reason of the signal, or the error of the connection.
 */
export async function replay(
  recorded: RecordedExchange,
  journal: Pick<Journal, 'expectReplay' | 'subscribe'>,
  { socket: { localAddress = '', localPort = 0 }, isTls, runtime, signal }: ReplayOptions,
): Promise<RecordedExchange | undefined> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<RecordedExchange | undefined>();
  const address = { host: localAddress, port: localPort };
  let remote = '';
  const socket: Socket = isTls
    ? // The server is this process, so its certificate proves nothing.
      connectTls({ ...address, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
    : connect(address);
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    remote = toAuthority(socket.localAddress ?? '', socket.localPort ?? 0);
    journal.expectReplay(remote, recorded.id);
    socket.write(toHttpMessage(recorded));
  });
  const unsubscribe = journal.subscribe(({ type, entry }) => {
    if (
      type === 'done' &&
      entry.kind === 'exchange' &&
      entry.replayOf === recorded.id &&
      entry.connection.remote === remote
    )
      resolve(entry);
  });
  const giveUp = () => resolve(undefined);
  const cancel = runtime.after(MAX_TIME, giveUp);
  // The server has closed the connection, and records the end of the exchange soon, unless it rejected the request.
  socket.once('close', () => runtime.after(GRACE, giveUp));
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  socket.on('error', reject).resume();
  try {
    return await promise;
  } finally {
    cancel();
    unsubscribe();
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}
