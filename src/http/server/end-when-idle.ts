import type { Http2Session } from 'node:http2';
import type { Runtime } from '#runtime.ts';
import type { Exchange } from '../message/exchange.ts';
import { type Connection, endSocket } from '../transport/connections/connection.ts';
import { resetConnection } from '#wire/driver/reset-connection.ts';
import { endTcpSocket } from '../transport/connections/tcp-sockets.ts';
import { untilAcknowledged } from '#wire/driver/unsent-bytes.ts';
import { isHttp2 } from '../transport/http2/http2.ts';

export interface IdleEnding {
  /** Milliseconds after the response. */
  readonly delay: number;
  /** Whether the connection is reset instead of closed. */
  readonly isReset: boolean;
}

/**
 * Ends the connection of an exchange some time after its response, as soon as no other request is in progress. Must be
 * called before the response is complete.
 */
export function endWhenIdle(
  exchange: Exchange,
  ending: IdleEnding,
  runtime: Pick<Runtime, 'after' | 'sleep' | 'wait'>,
): void {
  const { nodeResponse, connection } = exchange;
  const closed = new AbortController();
  const whenComplete = (event: 'finish' | 'close', action: () => Promise<void>) =>
    nodeResponse.once(event, () => {
      // Waiting ends when the connection closes.
      wait(ending.delay, closed.signal, runtime).then(action, () => {});
    });
  if (isHttp2(nodeResponse)) {
    const { session } = nodeResponse.stream;
    if (!session) return;
    session.once('close', () => closed.abort());
    whenComplete('close', () => endIdleSession(session, ending, exchange, closed.signal, runtime));
    return;
  }
  if (!connection) return;
  exchange.request.socket.once('close', () => closed.abort());
  whenComplete('finish', () => endIdleConnection(connection, ending, closed.signal, runtime));
}

function wait(milliseconds: number, signal: AbortSignal, runtime: Pick<Runtime, 'sleep'>): Promise<void> {
  return milliseconds > 0 ? runtime.sleep(milliseconds, signal) : Promise.resolve();
}

async function endIdleConnection(
  connection: Connection,
  { isReset }: IdleEnding,
  signal: AbortSignal,
  runtime: Pick<Runtime, 'after' | 'wait'>,
): Promise<void> {
  await connection.untilIdle();
  if (signal.aborted) return;
  connection.takeOver();
  if (!isReset) {
    endSocket(connection.socket, runtime);
    return;
  }
  const { tcpSocket } = connection;
  await untilAcknowledged(tcpSocket, runtime);
  resetConnection(tcpSocket);
}

async function endIdleSession(
  session: Http2Session,
  { isReset }: IdleEnding,
  { server: { connections } }: Exchange,
  signal: AbortSignal,
  runtime: Pick<Runtime, 'after' | 'wait'>,
): Promise<void> {
  if (session.destroyed) return;
  const sockets = connections.tcpSockets.of(session.socket);
  session.goaway(0);
  await connections.openStreams.of(session).untilAtMost(0, signal);
  if (!sockets) return;
  await untilAcknowledged(sockets.tcp, runtime);
  if (isReset) resetConnection(sockets.tcp);
  else endTcpSocket(sockets, { isRude: false }, runtime);
}
