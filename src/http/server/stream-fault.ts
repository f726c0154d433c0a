import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2';
import type { Runtime } from '#runtime.ts';
import type { Exchange } from '../message/exchange.ts';
import { checkFields } from '../message/node-response.ts';
import type { Fields } from '../syntax/fields.ts';
import type { Connections } from '../transport/connections/connection.ts';
import { resetConnection } from '#wire/driver/reset-connection.ts';
import {
  type ConnectionSockets,
  endTcpSocket,
  FLUSH,
  LINGER_MS,
} from '../transport/connections/tcp-sockets.ts';
import { untilAcknowledged } from '#wire/driver/unsent-bytes.ts';
import { isHttp2, resetStream, toHttp2Fields } from '../transport/http2/http2.ts';

/** Milliseconds after which the frames of a session are counted again. */
const SEND_INTERVAL = 2;

/** The stream of an exchange, and its connection, for endings that a complete response does not have. */
export class FaultyStream {
  readonly #exchange: Exchange;
  readonly #nodeResponse: Http2ServerResponse;
  readonly #connections: Connections;
  readonly #runtime: Pick<Runtime, 'after' | 'wait'>;

  constructor(exchange: Exchange, connections: Connections, runtime: Pick<Runtime, 'after' | 'wait'>) {
    const { nodeResponse } = exchange;
    if (!isHttp2(nodeResponse)) throw new Error('The exchange has no stream');
    this.#exchange = exchange;
    this.#nodeResponse = nodeResponse;
    this.#connections = connections;
    this.#runtime = runtime;
    exchange.detach();
  }

  get stream(): ServerHttp2Stream {
    return this.#nodeResponse.stream;
  }

  get isOpen(): boolean {
    return !this.stream.destroyed && !this.stream.closed;
  }

  /**
   * Writes the head of a response without content. Node would end the stream with such a head, after which nothing can
   * be sent on it.
   */
  writeHeadOnly(status: number, fields: Fields): void {
    if (!this.isOpen) return;
    checkFields(fields);
    // Node sends names in lower case. It rejects a final status by this name in lower case only.
    this.stream.additionalHeaders({ ':Status': status, ...toHttp2Fields(fields) });
    const lines = fields.map(([name, value]) => `${name.toLowerCase()}: ${value}\r\n`);
    this.#exchange.recordHead(`HTTP/2 ${status}\r\n${lines.join('')}\r\n`);
  }

  /** Resolves when the bytes are sent, as far as the window of the client permits, or the stream is closed. */
  write(bytes: Uint8Array): Promise<void> {
    if (!this.isOpen || bytes.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.stream.once('close', resolve);
      this.stream.write(bytes, () => {
        this.stream.off('close', resolve);
        resolve();
      });
    });
  }

  end(): void {
    if (this.isOpen) this.#nodeResponse.end();
  }

  /** Sends RST_STREAM after the frames that were written, and never END_STREAM. */
  async reset(code: number, reason: 'server-rst' | 'timeout' = 'server-rst'): Promise<void> {
    await this.#untilSent();
    if (!this.isOpen) return;
    this.#exchange.recorder?.destroyed(reason);
    resetStream(this.stream, code);
  }

  /** Announces that no stream after the latest one is processed (RFC 9113 §6.8). */
  goAway(): void {
    const { session } = this.stream;
    if (session && !session.destroyed) session.goaway(0);
  }

  /** Resolves when at most so many streams of the connection are open, or the signal is aborted. */
  async untilOtherStreamsEnd(own: 0 | 1, signal: AbortSignal): Promise<void> {
    const { session } = this.stream;
    if (session) await this.#connections.openStreams.of(session).untilAtMost(own, signal);
  }

  /** Ends the connection: with `close_notify` over TLS unless `isRude`. Streams that are open never end. */
  async closeConnection({ isRude }: { readonly isRude: boolean }): Promise<void> {
    await this.#untilSent();
    await this.#runtime.wait(FLUSH);
    this.#exchange.recorder?.destroyed('server-fin');
    const sockets = this.#sockets();
    if (sockets) endTcpSocket(sockets, { isRude }, this.#runtime);
  }

  /** Resets the TCP connection, with all its streams. */
  async resetConnection(): Promise<void> {
    const tcp = this.#sockets()?.tcp;
    await this.#untilSent();
    if (!tcp) return;
    await untilAcknowledged(tcp, this.#runtime);
    if (tcp.destroyed) return;
    this.#exchange.recorder?.destroyed('server-rst');
    resetConnection(tcp);
  }

  /** Resolves when the session has sent its frames: RST_STREAM would discard a head that waits for its turn. */
  async #untilSent(): Promise<void> {
    for (let waited = 0; waited < LINGER_MS && this.#isSending(); waited += SEND_INTERVAL)
      await this.#runtime.wait(SEND_INTERVAL);
  }

  #isSending(): boolean {
    const { session } = this.stream;
    return session !== undefined && !session.destroyed && (session.state.outboundQueueSize ?? 0) > 0;
  }

  #sockets(): ConnectionSockets | undefined {
    const { session } = this.stream;
    return session && !session.destroyed ? this.#connections.tcpSockets.of(session.socket) : undefined;
  }
}
