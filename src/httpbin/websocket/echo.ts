import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Reservation } from '../../http/body-budget.ts';
import type { UpgradeCall } from '../../http/endpoint.ts';
import { parsePairs } from '../../http/query.ts';
import type { TestingContext } from '../context.ts';
import { acceptableOffers } from './deflate-offers.ts';
import { FragmentMerger } from './fragment-merger.ts';
import { MergedSocket } from './merged-socket.ts';

/** Speaks WebSocket on the connection and sends each message back as it came. */
export async function echoMessages({
  request,
  socket,
  head,
  service,
}: UpgradeCall<TestingContext>): Promise<void> {
  const limit = messageSize(request.url ?? '', service.maxBodySize);
  if (limit === undefined) return rejectUpgrade(socket, '400 BAD REQUEST');
  if (socket.destroyed) return;
  const offers = acceptableOffers(request.headers['sec-websocket-extensions'] ?? '');
  if (offers === undefined) delete request.headers['sec-websocket-extensions'];
  else request.headers['sec-websocket-extensions'] = offers;

  const { bodyBudget } = service;
  const memory = offers === undefined ? PLAIN_MEMORY : COMPRESSION_MEMORY;
  const reservation = bodyBudget.open();
  // Connections leave half of the budget to the bodies of requests.
  if (!reservation.fits(bodyBudget.limit / 2 + memory))
    return rejectUpgrade(socket, '503 SERVICE UNAVAILABLE\r\nRetry-After: 1');
  reservation.acquire(memory);
  socket.on('close', reservation.close);

  // Loaded here: most servers never see a WebSocket.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer(toOptions(limit));
  if (head.length > 0) socket.unshift(head);
  const echo = createEcho(reservation);
  const merger = new FragmentMerger({ limit, ...echo });
  server.handleUpgrade(request, new MergedSocket(socket, merger), Buffer.alloc(0), (connection) => {
    const cancel = service.runtime.after(service.maxDuration, () => connection.close(1001));
    connection.on('close', cancel);
    echo.begin(connection);
  });
}

/** What a connection takes up beside its messages; with compression, mostly the windows of zlib. */
const [PLAIN_MEMORY, COMPRESSION_MEMORY] = [64 * 1024, 256 * 1024];

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

function toOptions(limit: number) {
  return {
    noServer: true,
    // `ws` takes 0 for no bound. It checks what a compressed message becomes.
    maxPayload: Math.max(limit, 1),
    // A client that was rejected need not answer the close frame.
    closeTimeout: 2000,
    perMessageDeflate: {
      // Every message is compressed, so that clients have something to inflate.
      threshold: 0,
      zlibDeflateOptions: { memLevel: 4 },
    },
  };
}

/** Sends back each message, and counts what it takes up from its first byte until it is sent. */
function createEcho(reservation: Reservation) {
  const held: number[] = [];
  let connection: WebSocket | undefined;
  let sending = 0;
  return {
    isCompressible: () => connection?.extensions.includes('permessage-deflate') ?? false,
    acquire: reservation.acquire,
    completed: (bytes: number) => void held.push(bytes),
    reject: (code: number) => connection?.close(code),
    begin(opened: WebSocket) {
      connection = opened;
      opened.on('message', (data, isBinary) => {
        const bytes = held.shift() ?? 0;
        sending++;
        // Nothing more is read from a client that does not take what it is sent.
        opened.pause();
        opened.send(data, { binary: isBinary }, () => {
          reservation.release(bytes);
          if (--sending === 0) opened.resume();
        });
      });
      // A client that breaks the protocol is told so by its close code; there is nothing else to do about it.
      opened.on('error', () => {});
    },
  };
}

/** The bound that the query asks for, never above the server's own; undefined when it is no whole number above zero. */
function messageSize(target: string, most: number): number | undefined {
  const [, query = ''] = target.split('?');
  const asked = parsePairs(query).find(([name]) => name === 'max_message_size')?.[1];
  if (asked === undefined) return most;
  return /^[1-9]\d{0,14}$/.test(asked) ? Math.min(Number(asked), most) : undefined;
}
