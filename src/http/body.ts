import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reservation } from './body-budget.ts';
import { ByteCollector } from './byte-collector.ts';
import { bodyMemoryExhausted, bodyTooLarge, HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { isHttp2Request } from './http2.ts';

/** How much of a refused body is let pass before the connection is cut. */
const MOST_DISCARDED = 64 * 1024 * 1024;

/** Whether the message says that content follows its head (RFC 9112 §6). */
export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request;
  if (isHttp2Request(request)) return !endsWithHead(request);
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** On HTTP/2 the frame that carries the head says whether anything follows (RFC 9113 §8.1). */
function endsWithHead(request: IncomingMessage): boolean {
  const stream: unknown = Reflect.get(request, 'stream');
  return typeof stream === 'object' && stream !== null && Reflect.get(stream, 'endAfterHeaders') === true;
}

/** Whether the length that the message declares is over the limit. */
export function isDeclaredTooLarge(request: IncomingMessage, limit: number): boolean {
  return declaredLength(request) > limit;
}

function declaredLength(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

/**
 * Reads the whole content, as it came: codings are not undone.
 * @throws HttpError 413 as soon as more than `limit` bytes are declared or have come; 503 when the server holds too much
 * of other bodies to take this one; 400 when it breaks off.
 */
export async function readBody(
  { request, reply }: Exchange,
  limit: number,
  reservation: Reservation,
): Promise<Buffer> {
  if (isDeclaredTooLarge(request, limit)) throw bodyTooLarge(limit);
  if (!reservation.fits(declaredLength(request))) throw bodyMemoryExhausted();
  sendContinue(request, reply);
  const collector = new ByteCollector();
  try {
    await collect(request, (chunk) => {
      if (collector.length + chunk.length > limit) throw bodyTooLarge(limit);
      if (!reservation.acquire(chunk.length)) throw bodyMemoryExhausted();
      collector.add(chunk);
    });
    return collector.concat();
  } catch (error) {
    reservation.close();
    throw error;
  }
}

/** Gives each chunk of the content to `take`, until the end or until it throws. */
function collect(request: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const onEnd = () => settle(resolve);
    const onBreak = (cause?: unknown) => settle(() => reject(toBodyError(cause)));
    const settle = (action: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onBreak);
      action();
    };
    if (request.destroyed) return reject(toBodyError(undefined));
    // The error listener stays: a connection that breaks after this must not be an unhandled event.
    request.on('data', onData).on('end', onEnd).on('close', onBreak).on('error', onBreak);
  });
}

/**
 * Asks a client that waits for it to send the body (RFC 9110 §10.1.1). Called by whatever is about to read it, so that a
 * request which is answered without its body is never asked for it.
 */
export function sendContinue(request: IncomingMessage, reply: ServerResponse): void {
  if (
    request.httpVersion !== '1.0' &&
    EXPECTS_CONTINUE.test(request.headers.expect ?? '') &&
    hasBody(request)
  )
    reply.writeContinue();
}

const EXPECTS_CONTINUE = /^100-continue$/i;

/**
 * Fails the body of a request of which no more can be read, for whatever reads it.
 * @param error the answer to the request, unless it has one.
 */
export function failBody(request: IncomingMessage, error: HttpError): void {
  // Not `destroy`, which would destroy the socket, on which the answer has to go out.
  if (request.listenerCount('error') > 0) request.emit('error', error);
}

/** The error of a body that ended before its end. */
export function toBodyError(cause: unknown): HttpError {
  if (cause instanceof HttpError) return cause;
  return new HttpError(400, 'The body broke off before its end.', { cause });
}

/** Reads on and throws away, until the body ends or too much of it has come. The server's own timeout bounds the time. */
export function discardBody(request: IncomingMessage, done: () => void): void {
  if (request.complete || request.destroyed) {
    done();
    return;
  }
  let length = 0;
  const settle = () => {
    request.off('data', onData).off('end', settle).off('close', settle);
    done();
  };
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_DISCARDED) settle();
  };
  request.on('data', onData).on('end', settle).on('close', settle).on('error', settle);
}
