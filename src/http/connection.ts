import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { failBody } from './body.ts';
import type { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** Milliseconds in which a client may still read an answer and send what it has begun (RFC 9112 §9.6). */
const LINGER = 2000;

/** The connections of HTTP/1, each with the exchanges in progress on it. */
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
 * One connection of HTTP/1. Answers leave in the order of their requests, so whatever is written past Node's own queue of
 * answers has to wait for it.
 */
export class Connection {
  /** How many requests have come on it. */
  requestCount = 0;
  readonly #socket: Duplex;
  /** In the order of their requests. Those that are finished stay until the next request. */
  #exchanges: Exchange[] = [];
  #isClosing = false;
  #isEnding = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.once('close', () => this.#closeWaitingReplies());
  }

  /**
   * Counts a request.
   * @returns false when an answer has announced that the connection closes. The request must not be processed
   * (RFC 9112 §9.6).
   */
  begin(exchange: Exchange): boolean {
    if (this.#isClosing) return false;
    this.requestCount++;
    if (this.isIdle) this.#exchanges.length = 0;
    this.#exchanges.push(exchange);
    return true;
  }

  /** Whether every request has its whole answer. */
  get isIdle(): boolean {
    // Answers are finished in order, so the last one stands for all.
    const last = this.#exchanges.at(-1);
    return last === undefined || isFinished(last.reply);
  }

  /**
   * Node 24 closes only the reply that is being sent when a connection is lost, Node 26 also those that wait behind it.
   * What a request holds is released when its reply closes.
   */
  #closeWaitingReplies(): void {
    for (const { reply } of this.#exchanges) {
      if (isFinished(reply) || reply.socket) continue;
      reply.destroy();
      reply.emit('close');
    }
  }

  /** Called when the head of an answer says that the connection closes behind it. */
  close(): void {
    this.#isClosing = true;
  }

  /**
   * Ends a connection on which no further request can be read. Requests that came before the error get their answers.
   * Where the error lies in the body of a request, that request fails and has no second answer; otherwise `writeError`
   * is called when the connection is free. An answer of which a part has been sent is broken off. Idempotent.
   * @param writeError writes the last answer and ends the socket.
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

/** Ends the writing side, and reads on for a while: what is left unread would cost the client the answer. */
export function endSocket(socket: Duplex, content?: string): void {
  socket.end(content);
  socket.resume();
  if (socket instanceof Socket) socket.setTimeout(LINGER, () => socket.destroy());
}

function isFinished(reply: ServerResponse): boolean {
  return reply.writableFinished || reply.destroyed;
}
