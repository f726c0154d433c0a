import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Runtime } from '#runtime.ts';
import type { HttpError } from '../../errors/errors.ts';
import { BodyErrors } from '../body-errors.ts';
import { OpenStreams } from '../http2/open-streams.ts';
import { type ConnectionInfo, ConnectionInfos } from './connection-info.ts';
import { LINGER_MS, MAX_LINGER_MS, TcpSockets } from './tcp-sockets.ts';

export interface ConnectionOptions {
  /** Milliseconds without progress after which a response is aborted; longer than any delay of a response. */
  readonly idleTimeout: number;
  readonly runtime: Pick<Runtime, 'after'>;
  /** The next number of a connection; one source for all ports of a server. */
  readonly nextId: () => number;
}

/** The HTTP/1 connections, each with its exchanges in progress, and what is known of the others. */
export class Connections {
  /** The TCP sockets of connections with TLS or HTTP/2. */
  readonly tcpSockets = new TcpSockets();
  /** The open streams of HTTP/2 sessions. */
  readonly openStreams = new OpenStreams();
  readonly bodyErrors = new BodyErrors();
  /** What is known of connections of any protocol. */
  readonly infos: ConnectionInfos;
  readonly #bySocket = new WeakMap<Duplex, Connection>();
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.infos = new ConnectionInfos(this.tcpSockets, options.nextId);
  }

  of(socket: Duplex): Connection {
    const known = this.#bySocket.get(socket);
    if (known) return known;
    const connection = new Connection(socket, this, this.#options);
    this.#bySocket.set(socket, connection);
    return connection;
  }
}

/**
 * One HTTP/1 connection. Node sends responses in the order of the requests, so what is written to the socket directly must
 * wait for them.
 */
export class Connection {
  readonly info: ConnectionInfo;
  /** Resolves when the next request may be processed; undefined when it may be processed at once. */
  held: Promise<void> | undefined;
  /** The latest `Host` field that was valid. */
  validHost: string | undefined;
  readonly socket: Duplex;
  readonly #tcpSockets: TcpSockets;
  readonly #bodyErrors: BodyErrors;
  readonly #options: Pick<ConnectionOptions, 'idleTimeout' | 'runtime'>;
  /** In the order of the requests. Finished responses stay until the next request. */
  readonly #responses: ServerResponse[] = [];
  #isClosing = false;
  #isEnding = false;
  #isTakenOver = false;

  constructor(
    socket: Duplex,
    { infos, tcpSockets, bodyErrors }: Pick<Connections, 'infos' | 'tcpSockets' | 'bodyErrors'>,
    options: Pick<ConnectionOptions, 'idleTimeout' | 'runtime'>,
  ) {
    this.socket = socket;
    this.info = infos.of(socket, socket instanceof Socket ? socket : {});
    this.#tcpSockets = tcpSockets;
    this.#bodyErrors = bodyErrors;
    this.#options = options;
    socket.once('close', () => this.#closeWaitingResponses());
  }

  /**
   * Counts a request.
   * @returns its number, from 1; 0 after a response with `Connection: close`. The request must not be processed (RFC 9112
   * §9.6).
   */
  begin(nodeResponse: ServerResponse): number {
    if (this.#isClosing) return 0;
    const responses = this.#responses;
    const last = responses.at(-1);
    if (last === undefined || isFinished(last)) {
      // Not emptied first: V8 would allocate the list for each request again.
      responses[0] = nodeResponse;
      if (responses.length > 1) responses.length = 1;
    } else responses.push(nodeResponse);
    return ++this.info.requestCount;
  }

  /** Delays further requests until a decision about this one, which can close the connection to them. */
  holdUntil(decision: Promise<unknown>): void {
    const release = () => {
      if (this.held === held) this.held = undefined;
    };
    const held: Promise<void> = decision.then(release, release);
    this.held = held;
  }

  /** Whether no further request is processed. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** The TCP socket; over TLS, it is not the one of the messages. */
  get tcpSocket(): Socket {
    const { socket } = this;
    if (!(socket instanceof Socket)) throw new Error('The connection has no socket');
    return this.#tcpSockets.of(socket)?.tcp ?? socket;
  }

  /** Whether all responses are complete. */
  get isIdle(): boolean {
    // Responses finish in order, so the last one decides.
    const last = this.#responses.at(-1);
    return last === undefined || isFinished(last);
  }

  /** Resolves when all responses are complete. */
  async untilIdle(): Promise<void> {
    for (let last = this.#responses.at(-1); last && !isFinished(last); last = this.#responses.at(-1)) {
      const nodeResponse = last;
      await new Promise((resolve) => nodeResponse.once('close', resolve));
    }
  }

  /**
   * Node 24 closes only the response that is being sent when a connection is lost, Node 26 also those that wait behind it.
   * The resources of a request are released when its response closes.
   */
  #closeWaitingResponses(): void {
    for (const nodeResponse of this.#responses) {
      if (isFinished(nodeResponse) || nodeResponse.socket) continue;
      nodeResponse.destroy();
      nodeResponse.emit('close');
    }
  }

  /** Called when a response with `Connection: close` starts. */
  close(): void {
    this.#isClosing = true;
  }

  /** Called when an exchange writes to the socket itself: no further request is processed, and no error is sent. */
  takeOver(): void {
    this.#isClosing = true;
    this.#isTakenOver = true;
  }

  /**
   * After the response, ends the writable side and reads for a while, instead of closing the connection at once: unread
   * bytes of the body would reset it, and the client would lose the response (RFC 9112 §9.6). Must be called before a
   * response with `Connection: close`.
   */
  linger(request: IncomingMessage): void {
    const socket = this.socket;
    if (!(socket instanceof Socket)) return;
    // Node calls it after the last response.
    socket.destroySoon = () => {
      request.resume();
      endSocket(socket, this.#options.runtime);
    };
  }

  /**
   * Ends a connection on which no further request can be read. Requests before the error get their responses. An error
   * in the body of a request fails that request if it reads its body; for any other error, `writeError` is called after
   * the last response. Idempotent.
   * @param writeError writes the error response and ends the socket.
   */
  end(error: HttpError, writeError: () => void): void {
    if (this.#isEnding || this.#isTakenOver) return;
    this.#isEnding = true;
    this.#destroyWithoutProgress();
    const last = this.#responses.at(-1);
    const isInBody = last !== undefined && !last.req.complete;
    if (isInBody) {
      last.shouldKeepAlive = false;
      this.#bodyErrors.add(last.req, error);
    }
    const finish = () => {
      if (isInBody || this.#isClosing || !this.socket.writable) endSocket(this.socket, this.#options.runtime);
      else writeError();
    };
    if (last && !isFinished(last)) last.once('close', finish);
    else finish();
  }

  /**
   * Nothing else limits the time of a connection that ends: Node reports its request timeout once. A response that makes
   * no progress must not hold the connection.
   */
  #destroyWithoutProgress(): void {
    const { socket } = this;
    if (!(socket instanceof Socket)) return;
    const { idleTimeout, runtime } = this.#options;
    let { bytesWritten } = socket;
    const check = () => {
      if (socket.bytesWritten === bytesWritten) {
        socket.destroy();
        return;
      }
      bytesWritten = socket.bytesWritten;
      cancel = runtime.after(idleTimeout, check);
    };
    let cancel = runtime.after(idleTimeout, check);
    socket.once('close', () => cancel());
  }
}

/** Ends the writable side, and reads for a while: unread bytes would make the system reset the connection. */
export function endSocket(socket: Duplex, runtime: Pick<Runtime, 'after'>, content?: string): void {
  socket.end(content);
  socket.resume();
  if (socket instanceof Socket) socket.setTimeout(LINGER_MS, () => socket.destroy());
  const cancel = runtime.after(MAX_LINGER_MS, () => socket.destroy());
  socket.once('close', cancel);
}

function isFinished(nodeResponse: ServerResponse): boolean {
  return nodeResponse.writableFinished || nodeResponse.destroyed;
}
