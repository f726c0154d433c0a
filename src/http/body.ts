import type { IncomingMessage } from 'node:http';
import { bodyTooLarge, HttpError } from './errors.ts';
import { isHttp2Request } from './http2.ts';

/** How much of a refused body is let pass before the connection is cut. */
const MOST_DISCARDED = 64 * 1024 * 1024;

const NOTHING = Buffer.alloc(0);

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
  return Number(request.headers['content-length'] ?? 0) > limit;
}

/**
 * Reads the whole content, as it came: codings are not undone.
 * @throws HttpError 413 as soon as more than `limit` bytes are declared or have come; 400 when it breaks off.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (isDeclaredTooLarge(request, limit)) return Promise.reject(bodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) settle(() => reject(bodyTooLarge(limit)));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(chunks.length === 0 ? NOTHING : Buffer.concat(chunks, length)));
    const onBreak = (cause?: unknown) =>
      settle(() => reject(new HttpError(400, 'The body broke off before its end.', { cause })));
    const settle = (action: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onBreak);
      action();
    };
    // The error listener stays: a connection that breaks after this must not be an unhandled event.
    request.on('data', onData).on('end', onEnd).on('close', onBreak).on('error', onBreak);
  });
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
