import type { Duplex } from 'node:stream';
import type { RawData, WebSocketServer as Server, WebSocket } from 'ws';
import { bodyMemoryExhausted, HttpError } from '#http/errors/errors.ts';
import type { Reservation } from '#http/message/body/body-budget.ts';
import { formatClosing } from '#http/message/closing-response.ts';
import type { WebSocketRecorder } from '#http/message/exchange-recorder.ts';
import type { UpgradeCall, UpgradeRequest } from '#http/routing/endpoint.ts';
import { parsePairs } from '#http/syntax/query.ts';
import type { Runtime } from '#runtime.ts';
import { LINGER_MS } from '#wire/driver/socket/options.ts';
import { corsFields, renderError, upperCaseReasonPhrase } from '../generation/format.ts';
import type { TestingContext } from '../request/context.ts';
import { FragmentMerger } from './fragment-merger.ts';
import { MergedSocket } from './merged-socket.ts';

/** Accepts a WebSocket connection, and echoes each message. */
export async function echoMessages({
  request,
  socket,
  service,
  recorder,
}: UpgradeCall<TestingContext>): Promise<void> {
  const limit = messageSize(request.url, service.maxBodySize);
  const reject = (error: HttpError) => rejectUpgrade(socket, recorder, request, error, service.runtime);
  if (limit === undefined) return reject(new HttpError(400, 'max_message_size must be a positive integer.'));
  if (socket.destroyed) return;
  const offers = acceptableOffers(request.headers['sec-websocket-extensions'] ?? '');
  if (offers === undefined) delete request.headers['sec-websocket-extensions'];
  else request.headers['sec-websocket-extensions'] = offers;

  const { bodyBudget } = service;
  const memory = offers === undefined ? PLAIN_MEMORY : COMPRESSION_MEMORY;
  const reservation = bodyBudget.open();
  // Connections use at most half of the budget; the rest is for request bodies.
  if (!reservation.fits(bodyBudget.limit / 2 + memory)) return reject(bodyMemoryExhausted());
  reservation.acquire(memory);
  socket.on('close', () => reservation.close());

  // Loaded on first use, because most servers have no WebSocket clients.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer(buildOptions(limit));
  server.on('headers', (lines) => recorder.head(lines));
  server.on('wsClientError', ({ message }) => reject(new HttpError(400, `${message}.`, VERSIONS)));
  const echo = createEcho(reservation);
  const merger = new FragmentMerger({ limit, ...echo });
  server.handleUpgrade(
    toMessage(request),
    new MergedSocket(socket, merger),
    Buffer.alloc(0),
    (connection) => {
      const cancel = service.runtime.after(service.maxDuration, () => echo.reject(1001));
      connection.on('close', cancel);
      echo.open(connection, recorder);
    },
  );
}

/** The versions of the library (RFC 6455 §4.2.2). */
const VERSIONS = { fields: [['Sec-WebSocket-Version', '13, 8']] } as const;

/** Memory of a connection besides its messages; with compression, mostly the windows of zlib. */
const [PLAIN_MEMORY, COMPRESSION_MEMORY] = [64 * 1024, 256 * 1024];

/** Sends an error as the service sends its other errors. */
function rejectUpgrade(
  socket: Duplex,
  recorder: WebSocketRecorder,
  request: UpgradeRequest,
  error: HttpError,
  runtime: Pick<Runtime, 'after' | 'machineNow'>,
): void {
  const { status } = error;
  const response = renderError(error, undefined);
  const common = corsFields(request.headers.origin);
  const { head, content } = formatClosing(status, upperCaseReasonPhrase(status), response, common, runtime);
  recorder.head(head.trimEnd().split('\r\n'));
  recorder.content(content);
  endSocket(socket, Buffer.concat([Buffer.from(head, 'latin1'), content]), runtime);
}

/** Ends the server's side, and reads for a while: unread bytes would make the system reset the connection. */
function endSocket(socket: Duplex, content: Buffer, runtime: Pick<Runtime, 'after'>): void {
  socket.end(content);
  socket.resume();
  const cancel = runtime.after(LINGER_MS, () => socket.destroy());
  socket.once('close', cancel);
}

/** The request for `ws`, whose types require a message of Node. It reads method, URL and header fields only. */
function toMessage(request: UpgradeRequest): Parameters<Server['handleUpgrade']>[0] {
  return request as Parameters<Server['handleUpgrade']>[0];
}

function buildOptions(limit: number) {
  return {
    noServer: true,
    // `ws` treats 0 as unlimited. It checks the decompressed size.
    maxPayload: Math.max(limit, 1),
    // Does not wait for the close frame of a rejected client.
    closeTimeout: 2000,
    perMessageDeflate: {
      // Compresses every message, so that clients always decompress.
      threshold: 0,
      zlibDeflateOptions: { memLevel: 4 },
    },
  };
}

/** Echoes each message, and accounts for its memory from the first byte until it is sent. */
function createEcho(reservation: Reservation) {
  const reserved: number[] = [];
  let connection: WebSocket | undefined;
  let recording: WebSocketRecorder | undefined;
  let sending = 0;
  return {
    isCompressible: () => connection?.extensions.includes('permessage-deflate') ?? false,
    acquire: (bytes: number) => reservation.acquire(bytes),
    completed: (bytes: number) => void reserved.push(bytes),
    reject(code: number) {
      connection?.close(code);
      recording?.sent('close', new Uint8Array(), code);
    },
    open(opened: WebSocket, recorder: WebSocketRecorder) {
      connection = opened;
      recording = recorder;
      opened.on('message', (data, isBinary) => {
        const bytes = reserved.shift() ?? 0;
        sending++;
        const content = toBytes(data);
        const type = isBinary ? 'binary' : 'text';
        recorder.received(type, content);
        // Applies backpressure to a client that does not read.
        opened.pause();
        opened.send(data, { binary: isBinary }, () => {
          reservation.release(bytes);
          recorder.sent(type, content);
          if (--sending === 0) opened.resume();
        });
      });
      opened.on('ping', (data) => {
        recorder.received('ping', data);
        // The library responds to it.
        recorder.sent('pong', data);
      });
      opened.on('pong', (data) => recorder.received('pong', data));
      opened.on('close', (code, reason) => {
        if (code !== NO_CLOSE_FRAME) recorder.received('close', reason, code);
      });
      // `ws` reports protocol errors to the client by the close code.
      opened.on('error', () => {});
    },
  };
}

/** The bytes of a message, which are one buffer by default. */
function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/** The limit in the query, at most that of the server; undefined for a value that is not a positive integer. */
function messageSize(target: string, maximum: number): number | undefined {
  const [, query = ''] = target.split('?');
  const requested = parsePairs(query).find(([name]) => name === 'max_message_size')?.[1];
  if (requested === undefined) return maximum;
  return /^[1-9]\d{0,14}$/.test(requested) ? Math.min(Number(requested), maximum) : undefined;
}

/** The code of a connection that ends without a close frame (RFC 6455 §7.4.1). */
const NO_CLOSE_FRAME = 1006;

const NAME = 'permessage-deflate';

/**
 * The acceptable offers of `permessage-deflate` in a `Sec-WebSocket-Extensions` header, or undefined without any. An
 * offer with an unknown, repeated or invalid parameter is declined, so the next one applies (RFC 7692 §7). A server
 * window of 8 bits is declined, because zlib does not support it.
 */
function acceptableOffers(header: string): string | undefined {
  const offers = header.split(',').map((offer) => offer.trim());
  const acceptable = offers.filter(isAcceptable);
  return acceptable.length === 0 ? undefined : acceptable.join(', ');
}

function isAcceptable(offer: string): boolean {
  const [name, ...parameters] = offer.split(';').map((part) => part.trim());
  const names = parameters.map((parameter) => parameter.split('=', 1)[0]?.trim());
  return name === NAME && new Set(names).size === names.length && parameters.every(isValid);
}

function isValid(parameter: string): boolean {
  return VALID.test(parameter);
}

const VALID =
  /^(?:(?:server|client)_no_context_takeover|server_max_window_bits ?= ?(?:9|1[0-5]|"(?:9|1[0-5])")|client_max_window_bits(?: ?= ?(?:[89]|1[0-5]|"(?:[89]|1[0-5])"))?)$/;
