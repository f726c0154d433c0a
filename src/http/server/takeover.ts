import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Runtime } from '#runtime.ts';
import type { Exchange } from '../message/exchange.ts';
import { resetConnection } from '#wire/driver/reset-connection.ts';
import { LINGER_MS } from '../transport/connections/tcp-sockets.ts';
import { untilAcknowledged } from '#wire/driver/unsent-bytes.ts';
import type { ServerEnding } from '../transport/exchange-recorder.ts';

type TakeoverRuntime = Pick<Runtime, 'after' | 'wait'>;

/**
 * Takes over the HTTP/1 connection of an exchange, when the earlier responses on it are complete. Node's response is
 * detached: the caller writes to the connection, and must end it. No further request is processed.
 * @returns undefined when the client has disconnected.
 */
export async function hijack(
  exchange: Exchange,
  runtime: TakeoverRuntime,
): Promise<HijackedConnection | undefined> {
  const { nodeResponse, connection } = exchange;
  if (!connection) throw new Error('A stream of HTTP/2 has no connection of its own');
  connection.takeOver();
  exchange.detach();
  const socket = await waitForTurn(nodeResponse);
  if (!socket || socket.destroyed) return undefined;
  nodeResponse.detachSocket(socket);
  return new HijackedConnection(exchange, socket, connection.tcpSocket, runtime);
}

/** The socket, when the earlier responses are complete; undefined when the connection is closed first. */
export function waitForTurn(nodeResponse: ServerResponse): Promise<Socket | undefined> {
  if (nodeResponse.destroyed || nodeResponse.socket) return Promise.resolve(nodeResponse.socket ?? undefined);
  return new Promise((resolve) => {
    const settle = () => resolve(nodeResponse.socket ?? undefined);
    nodeResponse.once('socket', settle).once('close', settle);
  });
}

/** An HTTP/1 connection without Node's response. */
export class HijackedConnection {
  readonly #exchange: Exchange;
  readonly #socket: Socket;
  /** The TCP socket, which is below the socket of TLS. */
  readonly #tcpSocket: Socket;
  readonly #runtime: TakeoverRuntime;
  #isFinished = false;

  constructor(exchange: Exchange, socket: Socket, tcpSocket: Socket, runtime: TakeoverRuntime) {
    this.#exchange = exchange;
    this.#socket = socket;
    this.#tcpSocket = tcpSocket;
    this.#runtime = runtime;
    socket.setNoDelay(true);
    socket.once('close', () => this.#finish());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Resolves when the system has the bytes, or the connection is closed. */
  write(bytes: Uint8Array): Promise<void> {
    if (!this.isOpen || bytes.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  /** Ends the server's side, with `close_notify` over TLS, and reads what the client still sends. */
  async end(reason: ServerEnding = 'server-fin', linger = LINGER_MS): Promise<void> {
    if (this.isOpen) {
      this.#lingerFor(linger);
      await new Promise<void>((resolve) => this.#socket.end(resolve));
    }
    this.#finish(reason);
  }

  /** Ends the server's side of the TCP connection, without the `close_notify` of TLS. */
  async endTcp(): Promise<void> {
    if (this.#tcpSocket === this.#socket) return this.end();
    if (!this.#tcpSocket.destroyed) {
      this.#lingerFor(LINGER_MS);
      await new Promise<void>((resolve) => this.#tcpSocket.end(resolve));
    }
    this.#finish('server-fin');
  }

  /** Resets the connection, after all bytes that were written on it, earlier responses included, have been sent. */
  async reset(): Promise<void> {
    // A handshake of TLS writes, too.
    if (this.#tcpSocket !== this.#socket || this.#socket.bytesWritten > 0) {
      // Earlier responses and informational ones may be in the buffer of the socket.
      if (this.isOpen) await new Promise<void>((resolve) => this.#socket.write('', () => resolve()));
      await untilAcknowledged(this.#tcpSocket, this.#runtime);
    }
    // First, because the socket of TLS emits `close` within the reset.
    if (!this.#tcpSocket.destroyed) this.#exchange.recorder?.destroyed('server-rst');
    resetConnection(this.#tcpSocket);
    this.#socket.destroy();
    this.#finish();
  }

  /** Unread bytes would make the system reset the connection. */
  #lingerFor(milliseconds: number): void {
    this.#exchange.request.resume();
    this.#socket.resume();
    const cancel = this.#runtime.after(milliseconds, () => this.#socket.destroy());
    this.#socket.once('close', cancel);
  }

  /** Ends the exchange. Node's response has no connection any more, so it must be closed by hand. */
  #finish(reason?: ServerEnding): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    const { nodeResponse, recorder } = this.#exchange;
    if (reason) recorder?.destroyed(reason);
    nodeResponse.destroy();
    nodeResponse.emit('close');
  }
}
