import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import type { Http2Error } from '#wire/http2/error.ts';
import { CODE } from '#wire/http2/error.ts';
import type { Http2Handler } from '#wire/http2/handler.ts';
import { HTTP2_LIMITS } from '#wire/http2/limits.ts';
import { Http2Machine } from '#wire/http2/machine.ts';
import type { Http2Stream } from '#wire/http2/streams.ts';
import type { Http2RequestHead } from '#wire/http2/validate.ts';

export interface DriverResponse {
  readonly status: number;
  readonly fields: readonly string[];
  readonly content: string | Uint8Array;
  readonly trailers?: readonly string[];
}

interface Exchange {
  readonly head: Http2RequestHead;
  readonly chunks: Buffer[];
}

export type Respond = (
  head: Http2RequestHead,
  content: Buffer,
  trailers: readonly string[],
) => DriverResponse;

/** Serves a socket with a machine for HTTP/2: for tests of the machine, without limits of time. */
class Connection implements Http2Handler {
  readonly #socket: Socket;
  readonly #respond: Respond;
  readonly #machine: Http2Machine;
  readonly #exchanges = new Map<Http2Stream, Exchange>();

  constructor(socket: Socket, respond: Respond) {
    this.#socket = socket;
    this.#respond = respond;
    this.#machine = new Http2Machine(this, HTTP2_LIMITS, performance.now());
    socket.on('data', (bytes: Buffer) => {
      this.#machine.receive(bytes, performance.now());
      this.#flush();
      if (this.#machine.isCongested) socket.pause();
    });
    socket.on('drain', () => {
      this.#flush();
      if (!this.#machine.isCongested) socket.resume();
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => socket.destroy());
    this.#flush();
  }

  drain(): void {
    this.#machine.drain(performance.now());
    this.#flush();
  }

  #flush(): void {
    const { output } = this.#machine;
    while (output.hasBytes && this.#socket.writableLength < 65_536) {
      const parts = output.take();
      this.#socket.cork();
      for (const part of parts) this.#socket.write(part, 'latin1');
      this.#socket.uncork();
      // What the socket has taken counts as sent: its own buffer is limited above.
      this.#machine.sent(parts.reduce((total, { length }) => total + length, 0));
    }
  }

  onStream(stream: Http2Stream, head: Http2RequestHead): void {
    this.#exchanges.set(stream, { head, chunks: [] });
    if (head.framing === 'none') this.onEnd(stream, []);
  }

  onRejected(stream: Http2Stream, { status }: Http2Error): void {
    if (status === 0) return;
    this.#machine.respond(stream, status, [], true);
    this.#finish(stream);
  }

  onContent(stream: Http2Stream, chunk: Buffer): void {
    this.#exchanges.get(stream)?.chunks.push(Buffer.from(chunk));
    this.#machine.consume(stream, chunk.length);
  }

  onEnd(stream: Http2Stream, trailers: readonly string[]): void {
    const exchange = this.#exchanges.get(stream);
    if (exchange === undefined) return;
    const response = this.#respond(exchange.head, Buffer.concat(exchange.chunks), trailers);
    this.#machine.respond(stream, response.status, response.fields, false);
    this.#machine.data(stream, response.content, response.trailers === undefined);
    if (response.trailers !== undefined) this.#machine.end(stream, response.trailers);
    this.#finish(stream);
  }

  onReset(stream: Http2Stream): void {
    this.#finish(stream);
  }

  #finish(stream: Http2Stream): void {
    this.#exchanges.delete(stream);
    if (!stream.isRemoteEnded) this.#machine.reset(stream, CODE.NO_ERROR);
    this.#machine.release(stream);
  }

  onDrain(): void {}
  onLocalEnd(): void {}
  onGoAway(): void {}

  onIdle(): void {
    this.#end();
  }

  onError(): void {
    this.#end();
  }

  #end(): void {
    this.#flush();
    this.#socket.end();
  }
}

export interface Http2Driver extends AsyncDisposable {
  readonly port: number;
  /** Closes all connections after the streams in progress. */
  drain(): void;
}

/** Serves HTTP/2 on a port of its own: with prior knowledge, or over TLS with a key and a certificate. */
export async function serveHttp2(
  respond: Respond,
  identity?: { readonly key: string; readonly cert: string },
): Promise<Http2Driver> {
  const sockets = new Set<Socket>();
  const connections = new Set<Connection>();
  const accept = (socket: Socket) => {
    const connection = new Connection(socket, respond);
    sockets.add(socket);
    connections.add(connection);
    socket.on('close', () => {
      sockets.delete(socket);
      connections.delete(connection);
    });
  };
  const server: Server =
    identity === undefined
      ? createServer({ noDelay: true }, accept)
      : tls.createServer({ ...identity, ALPNProtocols: ['h2'], noDelay: true }, accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    drain: () => {
      for (const connection of connections) connection.drain();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
