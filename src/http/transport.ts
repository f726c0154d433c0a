import type { Server as HttpServer, ServerOptions } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import { createServer as createSocketServer, type Socket, type Server as SocketServer } from 'node:net';
import { createServer as createPlainServer } from './node-http.ts';

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
}

/** What listens, and what speaks HTTP over the connections that come. */
export interface Transport {
  readonly listener: SocketServer;
  /** Requests arrive here; all of them with the surface of HTTP/1's messages. */
  readonly servers: readonly HttpServer[];
  /** Ends what is idle and, from now on, whatever becomes idle. */
  closeIdle(): void;
  /** Cuts everything. */
  cut(): void;
}

/** Plain HTTP/1.1, unless more is asked for: telling protocols apart costs every connection. */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  if (options.tls) return createSecureTransport(options, options.tls);
  const plain = createPlainServer(options.http);
  if (options.h2c) return createSniffingTransport(plain);
  return {
    listener: plain,
    servers: [plain],
    closeIdle: () => closeIdle(plain),
    cut: () => plain.closeAllConnections(),
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
  { http }: TransportOptions,
  { key, cert }: Identity,
): Promise<Transport> {
  const { createSecureServer } = await import('node:http2');
  const server = createSecureServer({ ...http, ...HTTP2_OPTIONS, key, cert, allowHTTP1: true });
  const sessions = trackSessions(server);
  const sockets = trackSockets(server);
  return {
    listener: server,
    servers: [asHttp(server)],
    closeIdle: sessions.close,
    cut() {
      sessions.destroy();
      sockets.destroy();
    },
  };
}

async function createSniffingTransport(plain: HttpServer): Promise<Transport> {
  const { createServer } = await import('node:http2');
  const cleartext = createServer(HTTP2_OPTIONS);
  const sessions = trackSessions(cleartext);
  const listener = createSocketServer((socket) => {
    socket.once('data', (chunk: Buffer) => {
      const server =
        chunk.toString('latin1', 0, PREFACE.length) === PREFACE.slice(0, chunk.length) ? cleartext : plain;
      socket.pause();
      socket.unshift(chunk);
      server.emit('connection', socket);
      // HTTP/2 takes what has been read out of the buffer by itself, and must find it there.
      if (server === plain) socket.resume();
    });
    socket.on('error', () => socket.destroy());
  });
  const sockets = trackSockets(listener);
  return {
    listener,
    servers: [plain, asHttp(cleartext)],
    closeIdle() {
      closeIdle(plain);
      sessions.close();
    },
    cut() {
      sessions.destroy();
      sockets.destroy();
    },
  };
}

/** RFC 9113 §3.4. */
const PREFACE = 'PRI * HTTP/2.0';

function closeIdle(server: HttpServer): void {
  // A connection that falls idle from now on would otherwise be kept for the next request, which cannot come.
  server.keepAliveTimeout = 1;
  server.keepAliveTimeoutBuffer = 0;
  server.closeIdleConnections();
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

function trackSockets(server: SocketServer) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return { destroy: () => sockets.forEach((socket) => void socket.destroy()) };
}

/** Node's compatibility API gives the messages of HTTP/2 the surface of HTTP/1's; its types do not say so. */
function asHttp(server: Http2Server | Http2SecureServer): HttpServer {
  return server as unknown as HttpServer;
}
