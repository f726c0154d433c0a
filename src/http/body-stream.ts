import { hasBody, isDeclaredTooLarge } from './body.ts';
import { bodyTooLarge, HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** A body that is read while it comes, so that it may be larger than what is held in memory. */
export interface BodyStream {
  /**
   * The content in pieces, as they come; to be asked for once. No more is read than is taken.
   * @throws HttpError 413 when more than `limit` bytes are declared or have come; 400 when it breaks off.
   */
  pieces(limit: number): AsyncIterable<Buffer>;
}

/** @param continuedUpTo the largest declared length for which the listener has itself said 100 (Continue). */
export function createBodyStream(exchange: Exchange, continuedUpTo: number): BodyStream {
  return { pieces: (limit) => read(exchange, limit, continuedUpTo) };
}

async function* read(exchange: Exchange, limit: number, continuedUpTo: number): AsyncGenerator<Buffer> {
  const { request, reply } = exchange;
  if (!hasBody(request)) return;
  if (isDeclaredTooLarge(request, limit)) throw bodyTooLarge(limit);
  const isExpecting = exchange.field('Expect')?.toLowerCase() === '100-continue';
  if (isExpecting && isDeclaredTooLarge(request, continuedUpTo)) reply.writeContinue();
  let length = 0;
  try {
    // Destroying the request would destroy the connection, on which a refusal still has to go out.
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      length += piece.length;
      if (length > limit) throw bodyTooLarge(limit);
      yield piece;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The body broke off before its end.', { cause: error });
  }
}
