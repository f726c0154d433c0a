import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Runtime } from '#runtime.ts';
import {
  type ConnectionSource,
  openPort,
  type PortOptions,
  receiveConnections,
} from '#wire/driver/connection-port.ts';
import { tunnelNotServed } from '../errors/errors.ts';
import { hasBody } from '../message/body/body.ts';
import type { Recorder, Rejection } from '../message/recorder.ts';
import type { Dispatcher } from '../routing/dispatcher.ts';
import type { RequestMetrics } from '../routing/request-metrics.ts';
import type { Routes } from '../routing/routes.ts';
import type { Connections } from '../transport/connections/connection.ts';
import { keepOpenAfterExpectation } from '../transport/informational.ts';
import type { TimeLimits } from './http2-limits.ts';
import { observeConnections } from './observe-connections.ts';
import {
  buildUnparsedRequest,
  isParserError,
  isPlainRequest,
  type ParserError,
  tlsExpected,
  type UnparsedRequest,
  writeErrorResponse,
} from './parser-error.ts';
import { recordablePacket } from './recordable-packet.ts';
import { createTransport, type Identity } from './transport.ts';
import type { Upgrades } from './upgrade.ts';

export interface ListenOptions extends TimeLimits, PortOptions {
  /** Replaces the port by that of another process. */
  readonly source?: ConnectionSource | undefined;
  readonly tls?: Identity | undefined;
  readonly h2c?: boolean | undefined;
  /** Maximum size of a request's head, in bytes. */
  readonly maxHeaderSize: number;
  readonly runtime: Runtime;
  readonly recorder?: Recorder | undefined;
  readonly requestMetrics?: RequestMetrics | undefined;
}

export interface Listener {
  readonly port: number;
  /** The address that the system reports; undefined for a port of another process. */
  readonly address: string | undefined;
  /** Resolves with the number of open connections. */
  countConnections(): Promise<number>;
  /**
   * Stops accepting connections, and closes idle ones. Destroys the others when `deadline` settles. Resolves when all
   * connections are closed.
   */
  close(deadline: Promise<void>): Promise<void>;
}

/** @throws the system's error, for instance EADDRINUSE, when the address is not available. */
export async function listen(
  options: ListenOptions,
  dispatch: Dispatcher,
  routes: Routes,
  connections: Connections,
  upgrades: Upgrades,
): Promise<Listener> {
  const transport = await createTransport({
    tls: options.tls,
    h2c: options.h2c,
    limits: options,
    runtime: options.runtime,
    tcpSockets: connections.tcpSockets,
    openStreams: connections.openStreams,
    bodyErrors: connections.bodyErrors,
    http: {
      maxHeaderSize: options.maxHeaderSize,
      headersTimeout: options.headerTimeout,
      requestTimeout: options.requestTimeout,
      connectionsCheckingInterval: Math.min(options.headerTimeout, 5000),
      // The dispatcher rejects a missing Host, in the error format of the service.
      requireHostHeader: false,
      shouldUpgradeCallback: upgrades.isUpgrade,
      // Node makes no stream of a body that the head excludes: a tenth of the processor time of a `GET`.
      optimizeEmptyRequests: true,
    },
  });
  const { recorder, requestMetrics, runtime } = options;
  if (recorder) observeConnections(transport, connections.infos, recorder);
  const reject = (socket: Duplex, failed: UnparsedRequest, rejection: Pick<Rejection, 'code' | 'packet'>) => {
    const connection = connections.of(socket);
    const answer: Rejection['answer'] = { status: null };
    const isEmpty = socket instanceof Socket && socket.bytesRead === 0;
    connection.end(failed.error, () => {
      requestMetrics?.addUnparsed(failed.error.status);
      writeErrorResponse(failed, socket, runtime);
      answer.status = failed.error.status;
    });
    recorder?.rejected(connection.info, { ...rejection, isEmpty, answer });
  };
  for (const server of transport.servers) {
    // Without this, Node rejects or drops fields beyond a limit of its own. `checkRequestHead` counts them.
    server.maxHeadersCount = 0;
    server.keepAliveTimeout = options.keepAliveTimeout;
    server
      .on('request', dispatch)
      // 100 (Continue) is sent when the body is read.
      .on('checkContinue', (request: IncomingMessage, nodeResponse: ServerResponse) => {
        // A request without content gets none (RFC 9110 §10.1.1).
        if (!hasBody(request)) keepOpenAfterExpectation(nodeResponse);
        dispatch(request, nodeResponse);
      })
      // Unknown expectations are ignored (RFC 9110 §10.1.1), as the reference server does.
      .on('checkExpectation', dispatch)
      .on('clientError', (error: ParserError, socket: Duplex) => {
        if (!isParserError(error)) {
          socket.destroy();
          return;
        }
        const packet = recordablePacket(routes.unrecorded, error, socket);
        reject(socket, buildUnparsedRequest(routes, error), { code: error.code, packet });
      })
      .on('connect', (request: IncomingMessage, peer: Duplex | ServerResponse) => {
        // On HTTP/2, CONNECT is an ordinary stream, with a response in place of the socket.
        if (peer instanceof Duplex) {
          const service = routes.serviceOf('/');
          reject(peer, { error: tunnelNotServed(), service }, { code: 'CONNECT' });
        } else dispatch(request, peer);
      });
    server.on('upgrade', upgrades.upgrade);
  }
  transport.listener.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    // Node has destroyed the TLS socket only.
    const tcp = isPlainRequest(error) ? connections.tcpSockets.of(socket)?.tcp : undefined;
    if (!tcp) return;
    requestMetrics?.addUnparsed(400);
    writeErrorResponse({ error: tlsExpected(), service: routes.serviceOf('/') }, tcp, runtime);
  });
  const allowHalfOpen = options.tls === undefined;
  const accept = (socket: Socket) => {
    socket.allowHalfOpen = allowHalfOpen;
    transport.listener.emit('connection', socket);
  };
  const opened = options.source
    ? receiveConnections(options.source, accept)
    : await openPort(accept, options);
  // Node limits the times of HTTP/1 connections from this event on.
  transport.listener.emit('listening');
  return {
    port: opened.port,
    address: opened.address,
    countConnections: opened.count,
    close(deadline) {
      const closed = opened.close();
      // It is an error for a server that does not listen, and ends the time limits all the same.
      transport.listener.close(() => {});
      transport.closeIdle((socket) => connections.of(socket).isIdle);
      upgrades.destroy();
      deadline.then(transport.destroy);
      return closed;
    },
  };
}
