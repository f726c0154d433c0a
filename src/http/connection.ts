import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { failBody } from './body.ts';
import type { HttpError } from './errors.ts';

/** Milliseconds for which a client can still read a response and send the rest of its request (RFC 9112 §9.6). */
const LINGER = 2000;

/** The messages of an exchange. */
interface ConnectionExchange {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
}

/** The HTTP/1 connections, each with its exchanges in progress. */
export class Connections {
  readonly #bySocket = new WeakMap<Duplex, Connection>();

  of(socket: Duplex): Connection {
    const known = this.#bySocket.get(socket);
    if (known) return known;
    const connection = new Connection(socket);
    this.#bySocket.set(socket, connection);
    return connection;
  }
}

/**
 * One HTTP/1 connection. Node sends responses in the order of the requests, so what is written to the socket directly must
 * wait for them.
 */
export class Connection {
  /** Number of requests received on the connection. */
  requestCount = 0;
  readonly #socket: Duplex;
  /** In the order of the requests. Finished exchanges stay until the next request. */
  #exchanges: ConnectionExchange[] = [];
  #isClosing = false;
  #isEnding = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.once('close', () => this.#closeWaitingReplies());
  }

  /**
   * Counts a request.
   * @returns false after a response with `Connection: close`. The request must not be processed (RFC 9112 §9.6).
   */
  begin(exchange: ConnectionExchange): boolean {
    if (this.#isClosing) return false;
    this.requestCount++;
    if (this.isIdle) this.#exchanges.length = 0;
    this.#exchanges.push(exchange);
    return true;
  }

  /** Whether all responses are complete. */
  get isIdle(): boolean {
    // Responses finish in order, so the last one decides.
    const last = this.#exchanges.at(-1);
    return last === undefined || isFinished(last.reply);
  }

  /**
   * Node 24 closes only the reply that is being sent when a connection is lost, Node 26 also those that wait behind it.
   * The resources of a request are released when its reply closes.
   */
  #closeWaitingReplies(): void {
    for (const { reply } of this.#exchanges) {
      if (isFinished(reply) || reply.socket) continue;
      reply.destroy();
      reply.emit('close');
    }
  }

  /** Called when a response with `Connection: close` starts. */
  close(): void {
    this.#isClosing = true;
  }

  /**
   * After the response, ends the writable side and reads for a while, instead of closing the connection at once: unread
   * bytes of a body would reset it. Must be called before a response with `Connection: close`.
   */
  linger(): void {
    const socket = this.#socket;
    // Node calls it after the last response.
    if (socket instanceof Socket) socket.destroySoon = () => endSocket(socket);
  }

  /**
   * Ends a connection on which no further request can be read. Requests before the error get their responses. An error
   * in the body of a request fails that request; for any other error, `writeError` is called after the last response. A
   * partly sent response is aborted. Idempotent.
   * @param writeError writes the error response and ends the socket.
   */
  end(error: HttpError, writeError: () => void): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const last = this.#exchanges.at(-1);
    const isInBody = last !== undefined && !last.request.complete;
    if (isInBody) {
      if (!last.reply.headersSent) last.reply.shouldKeepAlive = false;
      failBody(last.request, error);
    }
    const current = this.#exchanges.find(({ reply }) => !isFinished(reply))?.reply;
    if (current?.headersSent && !current.writableEnded) {
      this.#socket.destroy();
      return;
    }
    const finish = () => {
      if (isInBody || this.#isClosing || !this.#socket.writable) endSocket(this.#socket);
      else writeError();
    };
    if (last && !isFinished(last.reply)) last.reply.once('close', finish);
    else finish();
  }
}

/** Ends the writable side, and reads for a while: unread bytes would make the system reset the connection. */
export function endSocket(socket: Duplex, content?: string): void {
  socket.end(content);
  socket.resume();
  if (socket instanceof Socket) socket.setTimeout(LINGER, () => socket.destroy());
}

function isFinished(reply: ServerResponse): boolean {
  return reply.writableFinished || reply.destroyed;
}
