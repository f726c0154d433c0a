import type { Server as HttpServer, ServerOptions } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import type { Socket, Server as SocketServer } from 'node:net';
import type { Runtime } from '../runtime.ts';
import { limitTimes, type TimeLimits } from './http2-limits.ts';
import { createServer as createPlainServer } from './node-http.ts';
import { trackSecureSockets, trackSockets } from './open-sockets.ts';
import { detectProtocol } from './protocol-detection.ts';

/** Key and certificate chain in PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface TransportOptions {
  /** Speaks TLS, and HTTP/2 or HTTP/1.1 as the client chooses (RFC 7301). */
  readonly tls?: Identity | undefined;
  /** Without TLS, takes HTTP/2 from clients that begin with its preface, beside HTTP/1.1 (RFC 9113 §3.3). */
  readonly h2c?: boolean | undefined;
  readonly http: ServerOptions;
  readonly limits: TimeLimits;
  readonly runtime: Runtime;
}

/** What listens, and what speaks HTTP over the connections that come. */
export interface Transport {
  readonly listener: SocketServer;
  /** Requests arrive here; all of them with the surface of HTTP/1's messages. */
  readonly servers: readonly HttpServer[];
  /** Closes what is idle and, from now on, whatever becomes idle. */
  closeIdle(isIdle: (socket: Socket) => boolean): void;
  /** Cuts everything. */
  cut(): void;
}

/** Plain HTTP/1.1, unless more is asked for: telling protocols apart costs every connection. */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  if (options.tls) return createSecureTransport(options, options.tls);
  const plain = createPlainServer(options.http);
  if (options.h2c) return createDetectingTransport(plain, options);
  const sockets = trackSockets(plain);
  return {
    listener: plain,
    servers: [plain],
    closeIdle(isIdle) {
      keepNoneAlive(plain);
      sockets.closeIdle(isIdle);
    },
    cut: () => sockets.destroy(),
  };
}

/** What Node takes and sends on HTTP/2 as it does on HTTP/1. */
const HTTP2_OPTIONS = {
  /** Clients must be tested with answers that repeat a single-value field. */
  strictSingleValueFields: false,
  /** Without this, Node drops a field whose value has white space around it. GitHub CLI sends such a User-Agent. */
  strictFieldWhitespaceValidation: false,
};

async function createSecureTransport(
  { http, limits, runtime }: TransportOptions,
  { key, cert }: Identity,
): Promise<Transport> {
  const { createSecureServer } = await import('node:http2');
  const server = createSecureServer({
    ...http,
    ...HTTP2_OPTIONS,
    key,
    cert,
    allowHTTP1: true,
    handshakeTimeout: limits.headerTimeout,
  });
  // This server sets a callback of its own, by which every `Upgrade` field would be one that is accepted.
  Object.assign(server, { shouldUpgradeCallback: http.shouldUpgradeCallback });
  limitTimes(server, limits, runtime);
  const sessions = trackSessions(server);
  const sockets = trackSecureSockets(server);
  return {
    listener: server,
    servers: [asHttp(server)],
    closeIdle(isIdle) {
      keepNoneAlive(asHttp(server));
      sockets.closeIdle(isIdle);
      sessions.close();
    },
    cut() {
      sessions.destroy();
      sockets.destroy();
    },
  };
}

/** The server of HTTP/1 listens, with its own limits, and gives connections of HTTP/2 away. */
async function createDetectingTransport(
  plain: HttpServer,
  { limits, runtime }: TransportOptions,
): Promise<Transport> {
  const { createServer } = await import('node:http2');
  const cleartext = createServer(HTTP2_OPTIONS);
  limitTimes(cleartext, limits, runtime);
  const sessions = trackSessions(cleartext);
  const serveHttp1 = plain.listeners('connection').at(0);
  if (!serveHttp1) throw new Error('The server of HTTP/1 takes no connections');
  plain.removeAllListeners('connection');
  const sockets = trackSockets(plain);
  plain.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    detectProtocol(socket, {
      runtime,
      timeout: limits.headerTimeout,
      onTimeout: () => plain.emit('clientError', new HeaderTimeout(), socket),
      onProtocol(protocol) {
        // HTTP/2 takes what has been read out of the buffer by itself, and must find it there.
        if (protocol === 'HTTP/2') {
          // A server of HTTP/1 accepts sockets that stay half open. A session would not notice that its client has left.
          socket.allowHalfOpen = false;
          sockets.leaveToSession(socket);
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
      keepNoneAlive(plain);
      sockets.closeIdle(isIdle);
      sessions.close();
    },
    cut() {
      sessions.destroy();
      sockets.destroy();
    },
  };
}

/** As Node's own, for a connection that it has not seen yet. */
class HeaderTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** A connection that becomes idle from now on would otherwise be kept for a further request, which cannot come. */
function keepNoneAlive(server: HttpServer): void {
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

/** Node's compatibility API gives the messages of HTTP/2 the surface of HTTP/1's; its types do not say so. */
function asHttp(server: Http2Server | Http2SecureServer): HttpServer {
  return server as unknown as HttpServer;
}
