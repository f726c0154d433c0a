import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyMemoryExhausted, bodyTooLarge, HttpError } from '../../errors/errors.ts';
import type { Reservation } from '../../transport/body-budget.ts';
import type { BodyErrors } from '../../transport/body-errors.ts';
import type { ExchangeRecorder } from '../../transport/exchange-recorder.ts';
import { isHttp2Request } from '../../transport/http2/http2.ts';
import { acceptsInformational, writeInformational } from '../../transport/informational.ts';
import { ByteCollector } from './byte-collector.ts';

/**
 * Maximum size of a body that a response contains as JSON, in bytes: JSON is up to nine times as long, and the maximum string
 * length is half a gigabyte.
 */
export const MAX_JSON_BODY_SIZE = 32 * 1024 * 1024;

/** Whether the request has a body (RFC 9112 §6). */
export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request;
  if (isHttp2Request(request)) return !endsWithHead(request);
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** On HTTP/2, the frame with the head indicates whether a body follows (RFC 9113 §8.1). */
export function endsWithHead(request: IncomingMessage): boolean {
  const stream: unknown = Reflect.get(request, 'stream');
  return typeof stream === 'object' && stream !== null && Reflect.get(stream, 'endAfterHeaders') === true;
}

/** Whether `Content-Length` exceeds the limit. */
export function isDeclaredTooLarge(request: IncomingMessage, limit: number): boolean {
  return declaredLength(request) > limit;
}

function declaredLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

/** A request, and the errors of bodies. */
interface BodySource {
  readonly request: IncomingMessage;
  /** The whole body, if it has been read before its reader is known. */
  readonly bufferedBody?: Buffer | undefined;
  readonly server: { readonly connections: { readonly bodyErrors: BodyErrors } };
}

/** Why the rest of the body cannot be read. */
export function bodyErrorOf({ request, server }: BodySource): HttpError | undefined {
  return server.connections.bodyErrors.of(request);
}

/** The messages of an exchange, and the number of bytes of the body that were read. */
export interface BodyExchange extends BodySource {
  readonly nodeResponse: ServerResponse;
  bytesReceived: number;
  bufferedBody?: Buffer | undefined;
  readonly recorder?: ExchangeRecorder | undefined;
}

/**
 * Reads the whole body without decoding it.
 * @throws HttpError 413 as soon as more than `limit` bytes are declared or received; 503 when the body
 * budget is exhausted; 400 when it is incomplete.
 */
export function readBody(exchange: BodyExchange, limit: number, reservation: Reservation): Promise<Buffer> {
  // One promise for all steps, because most bodies arrive with the head.
  return new Promise((resolve, reject) => {
    const { request, bufferedBody } = exchange;
    if (isDeclaredTooLarge(request, limit)) throw bodyTooLarge(limit);
    if (bufferedBody) {
      if (bufferedBody.length > limit) throw bodyTooLarge(limit);
      exchange.bytesReceived += bufferedBody.length;
      resolve(bufferedBody);
      return;
    }
    if (!reservation.fits(declaredLength(request))) throw bodyMemoryExhausted();
    sendContinue(exchange);
    const collector = new ByteCollector();
    const add = (chunk: Buffer) => {
      exchange.bytesReceived += chunk.length;
      if (collector.length + chunk.length > limit) throw bodyTooLarge(limit);
      if (!reservation.acquire(chunk.length)) throw bodyMemoryExhausted();
      collector.add(chunk);
    };
    const fail = (error: unknown) => {
      reservation.close();
      reject(error);
    };
    collect(exchange, add, () => resolve(collector.concat()), fail);
  });
}

/**
 * Reads the whole body before the endpoint is called, whose readers then get the same bytes.
 * @throws HttpError as `readBody`.
 */
export async function bufferBody(
  exchange: BodyExchange,
  limit: number,
  reserve: () => Reservation,
): Promise<Buffer> {
  if (exchange.bufferedBody) return exchange.bufferedBody;
  const bytes = hasBody(exchange.request) ? await readBody(exchange, limit, reserve()) : EMPTY;
  exchange.bufferedBody = bytes;
  // Counted when the body gets a reader.
  exchange.bytesReceived = 0;
  return bytes;
}

const EMPTY = Buffer.alloc(0);

/** Passes each chunk of the body to `onChunk`. Then calls `end`, or `fail` with the error that it throws, or of the body. */
function collect(
  exchange: BodyExchange,
  onChunk: (chunk: Buffer) => void,
  end: () => void,
  fail: (error: unknown) => void,
): void {
  const stop = listenToBody(exchange, {
    data(chunk) {
      try {
        onChunk(chunk);
      } catch (error) {
        stop();
        fail(error);
      }
    },
    end,
    fail: (error) => fail(toBodyError(error)),
  });
}

/** Receives a body: its chunks, then either its end or its error. */
export interface BodyListener {
  data(chunk: Buffer): void;
  end(): void;
  /** The rest of the body cannot be read. Without an error, the connection is closed. */
  fail(error: unknown): void;
}

/**
 * Reads the body of a request. Every reader of chunks uses this, so that none waits for a body that has failed. The
 * listener is called after this function returns.
 * @returns a function that stops the reading.
 */
export function listenToBody(source: BodySource, listener: BodyListener): () => void {
  const { request, bufferedBody } = source;
  const bodyError = bodyErrorOf(source);
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    request.off('data', onData).off('end', onEnd).off('close', onBreak);
  };
  const onData = (chunk: Buffer) => listener.data(chunk);
  const onEnd = () => {
    if (isStopped) return;
    // The listeners stay: nothing follows the end but `close`.
    isStopped = true;
    listener.end();
  };
  const onBreak = (error?: unknown) => {
    if (isStopped) return;
    stop();
    listener.fail(error);
  };
  if (bufferedBody)
    queueMicrotask(() => {
      if (!isStopped && bufferedBody.length > 0) onData(bufferedBody);
      onEnd();
    });
  else if (bodyError || request.destroyed) queueMicrotask(() => onBreak(bodyError));
  // The error listener stays: a later error of the connection must not be unhandled.
  else request.on('data', onData).on('end', onEnd).on('close', onBreak).on('error', onBreak);
  return stop;
}

/**
 * Reads and discards the whole body. Does not send 100 (Continue).
 * @throws HttpError as `readBody`.
 */
export function skipBody(exchange: BodyExchange, limit: number): Promise<void> {
  const count = (chunk: Buffer) => {
    exchange.bytesReceived += chunk.length;
    if (exchange.bytesReceived > limit) throw bodyTooLarge(limit);
  };
  return new Promise((resolve, reject) => collect(exchange, count, resolve, reject));
}

/**
 * Reads and discards the body before a response, as servers of APIs do. @returns whether there was one.
 * @throws HttpError as `readBody`.
 */
export async function readWholeBody(exchange: BodyExchange, limit: number): Promise<boolean> {
  if (!hasBody(exchange.request)) return false;
  sendContinue(exchange);
  await skipBody(exchange, limit);
  return true;
}

/**
 * Sends 100 (Continue) to a client that expects it (RFC 9110 §10.1.1). Called right before the body is read, so that
 * a request that needs no body gets none. Nor does one whose body has failed already.
 */
export function sendContinue(exchange: BodyExchange): void {
  const { request, nodeResponse, recorder } = exchange;
  if (exchange.bufferedBody || !expectsContinue(request) || bodyErrorOf(exchange)) return;
  writeInformational(nodeResponse, 100, []);
  recorder?.informational(100, []);
}

/** Whether the client waits for 100 (Continue) before it sends the body (RFC 9110 §10.1.1). */
export function expectsContinue(request: IncomingMessage): boolean {
  const { expect } = request.headers;
  return (
    expect !== undefined && EXPECTS_CONTINUE.test(expect) && acceptsInformational(request) && hasBody(request)
  );
}

const EXPECTS_CONTINUE = /^100-continue$/i;

/** The error of an incomplete body. */
export function toBodyError(cause: unknown): HttpError {
  if (cause instanceof HttpError) return cause;
  return new HttpError(400, 'The body is incomplete.', { cause });
}

/** Reads and discards the body, up to a maximum size. The request timeout of the server limits the time. */
export function discardBody(source: BodySource, done: () => void, maximum: number): void {
  if (source.request.complete) {
    done();
    return;
  }
  let length = 0;
  const stop = listenToBody(source, {
    data(chunk) {
      length += chunk.length;
      if (length <= maximum) return;
      stop();
      done();
    },
    end: done,
    fail: done,
  });
}
