import type { Server as HttpServer, ServerOptions } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import type { Socket, Server as SocketServer } from 'node:net';
import type { Runtime } from '#runtime.ts';
import { MAX_HEAD_SIZE } from '../message/request-head.ts';
import type { BodyErrors } from '../transport/body-errors.ts';
import { trackSecureSockets, trackSockets } from '../transport/connections/open-sockets.ts';
import type { TcpSockets } from '../transport/connections/tcp-sockets.ts';
import { closeHeadResponses } from '../transport/http2/http2-head.ts';
import type { OpenStreams } from '../transport/http2/open-streams.ts';
import { createServer as createPlainServer } from '../syntax/reason-phrases.ts';
import { createObservableHttp2Request, ObservableRequest } from '../transport/observable-request.ts';
import { detectProtocol } from '../transport/protocol-detection.ts';
import { limitTimes, type TimeLimits } from './http2-limits.ts';

/** Key and certificate chain in PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface TransportOptions {
  /** Enables TLS, with HTTP/2 or HTTP/1.1 by ALPN (RFC 7301). */
  readonly tls?: Identity | undefined;
  /** Without TLS, accepts HTTP/2 with prior knowledge beside HTTP/1.1 (RFC 9113 §3.3). */
  readonly h2c?: boolean | undefined;
  readonly http: ServerOptions;
  readonly limits: TimeLimits;
  readonly runtime: Runtime;
  readonly tcpSockets: TcpSockets;
  readonly openStreams: OpenStreams;
  readonly bodyErrors: BodyErrors;
}

/** The listening socket and the HTTP servers behind it. */
export interface Transport {
  readonly listener: SocketServer;
  /** Emit the requests, all with the message API of HTTP/1. */
  readonly servers: readonly HttpServer[];
  /** Closes idle connections, and from now on each connection that becomes idle. */
  closeIdle(isIdle: (socket: Socket) => boolean): void;
  /** Destroys all connections. */
  destroy(): void;
}

/** HTTP/1.1 only, unless TLS or h2c is enabled: protocol detection costs time on each connection. */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  if (options.tls) return createSecureTransport(options, options.tls);
  const plain = createPlainServer({ ...options.http, IncomingMessage: ObservableRequest });
  if (options.h2c) return createDetectingTransport(plain, options);
  const sockets = trackSockets(plain);
  return {
    listener: plain,
    servers: [plain],
    closeIdle(isIdle) {
      disableKeepAlive(plain);
      sockets.closeIdle(isIdle);
    },
    destroy: () => sockets.destroy(),
  };
}

/**
 * The size of a head from which Node resets its stream, where each field counts 32 bytes more (RFC 9113 §6.5.2). A head of
 * the maximum size with the maximum number of fields is half of it, so that larger ones get 431.
 */
const MAX_HEADER_LIST_SIZE = 4 * MAX_HEAD_SIZE;

/** Makes Node as lenient on HTTP/2 as it is on HTTP/1. */
const HTTP2_OPTIONS = {
  settings: { maxHeaderListSize: MAX_HEADER_LIST_SIZE },
  maxHeaderListPairs: MAX_HEADER_LIST_SIZE / 32,
  /** Clients are tested with responses that repeat a single-value field. */
  strictSingleValueFields: false,
  /** Without this, Node drops a field whose value has white space around it. GitHub CLI sends such a User-Agent. */
  strictFieldWhitespaceValidation: false,
  /** Without this, a head of more than 64 KiB would end the connection; HTTP/1 has no limit. */
  maxSendHeaderBlockLength: 2 ** 21,
};

async function createSecureTransport(
  { http, limits, runtime, tcpSockets, ...connections }: TransportOptions,
  { key, cert }: Identity,
): Promise<Transport> {
  const { createSecureServer, Http2ServerRequest } = await import('node:http2');
  const server = createSecureServer({
    ...http,
    ...HTTP2_OPTIONS,
    key,
    cert,
    allowHTTP1: true,
    Http1IncomingMessage: ObservableRequest,
    Http2ServerRequest: createObservableHttp2Request(Http2ServerRequest),
    handshakeTimeout: limits.headerTimeout,
  });
  // The HTTP/2 server sets its own callback, which accepts every `Upgrade` field.
  Object.assign(server, { shouldUpgradeCallback: http.shouldUpgradeCallback });
  closeHeadResponses(server);
  limitTimes(server, limits, runtime, connections);
  const sessions = trackSessions(server);
  const sockets = trackSecureSockets(server, tcpSockets);
  server.prependListener('secureConnection', (socket) => {
    // As without TLS, a client that half-closes a connection within a request gets the response. A session would not
    // notice that its client has disconnected.
    socket.allowHalfOpen = socket.alpnProtocol !== 'h2';
  });
  return {
    listener: server,
    servers: [asHttp(server)],
    closeIdle(isIdle) {
      disableKeepAlive(asHttp(server));
      sockets.closeIdle(isIdle);
      sessions.close();
    },
    destroy() {
      sessions.destroy();
      sockets.destroy();
    },
  };
}

/** The HTTP/1 server listens, with its own limits, and passes HTTP/2 connections to the other server. */
async function createDetectingTransport(
  plain: HttpServer,
  { limits, runtime, tcpSockets, ...connections }: TransportOptions,
): Promise<Transport> {
  const { createServer, Http2ServerRequest } = await import('node:http2');
  const cleartext = createServer({
    ...HTTP2_OPTIONS,
    Http2ServerRequest: createObservableHttp2Request(Http2ServerRequest),
  });
  closeHeadResponses(cleartext);
  limitTimes(cleartext, limits, runtime, connections);
  const sessions = trackSessions(cleartext);
  const serveHttp1 = plain.listeners('connection').at(0);
  if (!serveHttp1) throw new Error('The HTTP/1 server has no connection listener');
  plain.removeAllListeners('connection');
  const sockets = trackSockets(plain);
  plain.on('connection', (socket) => {
    detectProtocol(socket, {
      runtime,
      timeout: limits.headerTimeout,
      onTimeout: () => plain.emit('clientError', new HeaderTimeout(), socket),
      onProtocol(protocol) {
        // The HTTP/2 session reads the received bytes from the buffer itself.
        if (protocol === 'HTTP/2') {
          // The HTTP/1 server allows half-open sockets. A session would not notice that its client has disconnected.
          socket.allowHalfOpen = false;
          sockets.excludeSession(socket);
          tcpSockets.add(socket);
          cleartext.emit('connection', socket);
        } else {
          serveHttp1.call(plain, socket);
          socket.resume();
        }
      },
    });
  });
  return {
    listener: plain,
    servers: [plain, asHttp(cleartext)],
    closeIdle(isIdle) {
      disableKeepAlive(plain);
      sockets.closeIdle(isIdle);
      sessions.close();
    },
    destroy() {
      sessions.destroy();
      sockets.destroy();
    },
  };
}

/** The error that Node emits, for a connection that the HTTP/1 server does not have yet. */
class HeaderTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Closes each connection as soon as it becomes idle. */
function disableKeepAlive(server: HttpServer): void {
  server.keepAliveTimeout = 1;
  server.keepAliveTimeoutBuffer = 0;
}

function trackSessions(server: Http2Server | Http2SecureServer) {
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  return {
    close: () => sessions.forEach((session) => void session.close()),
    destroy: () => sessions.forEach((session) => void session.destroy()),
  };
}

/** In Node's compatibility API, HTTP/2 messages have the API of HTTP/1, but not its types. */
function asHttp(server: Http2Server | Http2SecureServer): HttpServer {
  return server as unknown as HttpServer;
}
