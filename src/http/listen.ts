import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isDeclaredTooLarge } from './body.ts';
import type { Dispatcher } from './dispatcher.ts';
import { HttpError } from './errors.ts';
import type { Fields } from './fields.ts';
import type { Mounts } from './mounts.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly maxBodySize: number;
  /** Most bytes of a request's head. */
  readonly maxHeaderSize: number;
  /** Milliseconds within which the head of a request must have come. */
  readonly headerTimeout: number;
  /** Milliseconds within which the whole request must have come. */
  readonly requestTimeout: number;
}

export interface Listener {
  readonly port: number;
  /** The address as the system gives it. */
  readonly address: string;
  /** Stops accepting, lets what is under way end, and cuts what is left when the promise `patience` settles. */
  close(patience: Promise<void>): Promise<void>;
}

/** @throws the system's error, for instance EADDRINUSE, when the address cannot be taken. */
export async function listen(
  options: ListenOptions,
  dispatch: Dispatcher,
  mounts: Mounts,
): Promise<Listener> {
  const server = createServer(
    {
      maxHeaderSize: options.maxHeaderSize,
      headersTimeout: options.headerTimeout,
      requestTimeout: options.requestTimeout,
      connectionsCheckingInterval: Math.min(options.headerTimeout, 5000),
      // A missing Host is refused by the dispatcher, in the service's own form.
      requireHostHeader: false,
    },
    dispatch,
  );
  const withContinue = (request: IncomingMessage, reply: ServerResponse) => {
    if (!isDeclaredTooLarge(request, options.maxBodySize)) reply.writeContinue();
    dispatch(request, reply);
  };
  server
    .on('checkContinue', withContinue)
    // An expectation that is not known is passed over, as the reference server does (RFC 9110 §10.1.1 lets us).
    .on('checkExpectation', dispatch)
    .on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) =>
      refuse(mounts, error, socket),
    )
    .on('connect', (request, socket) =>
      writeError(mounts, request.url ?? '/', new HttpError(501, 'CONNECT is not served here.'), socket),
    );

  await begin(server, options);
  const { port, address } = addressOf(server);
  return { port, address, close: (patience) => end(server, patience) };
}

function begin(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address');
  return address;
}

function end(server: Server, patience: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    // A connection that falls idle from now on would otherwise be kept for the next request, which cannot come.
    server.keepAliveTimeout = 1;
    server.keepAliveTimeoutBuffer = 0;
    server.close(() => resolve());
    server.closeIdleConnections();
    patience.then(() => server.closeAllConnections());
  });
}

/** Answers what Node's parser refused. The request exists only as the bytes that were read last. */
function refuse(mounts: Mounts, error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [, target = '/'] = error.rawPacket?.toString('latin1', 0, 512).split(' ') ?? [];
  writeError(mounts, target, toHttpError(error), socket);
}

function toHttpError(error: NodeJS.ErrnoException): HttpError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'The head of the request is larger than this server reads.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'The request took too long to come.');
    case 'HPE_INVALID_METHOD':
      return new HttpError(501, 'This method is not known here.');
    default:
      return new HttpError(400, 'This is not a request of HTTP/1.1.', { cause: error });
  }
}

function writeError(mounts: Mounts, target: string, error: HttpError, socket: Duplex): void {
  const { service } = mounts.find(target);
  const { fields, content } = service.renderError(error, undefined);
  const head: Fields = [
    ...fields,
    ['Content-Length', String(Buffer.byteLength(content))],
    ...service.commonFields(undefined, error.status),
    ['Connection', 'close'],
  ];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${error.status} ${service.reasonPhrase(error.status)}\r\n${lines}\r\n${content}`);
  // What is still coming must be read, or the answer is lost with the connection (RFC 9112 §9.6).
  socket.resume();
  cutWhenIdle(socket);
}

function cutWhenIdle(socket: Duplex & Partial<Pick<Socket, 'setTimeout'>>): void {
  socket.setTimeout?.(2000, () => socket.destroy());
}
