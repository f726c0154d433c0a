import { hasBody, isDeclaredTooLarge, sendContinue, toBodyError } from './body.ts';
import { bodyTooLarge } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** A body that is read while it comes, so that it may be larger than what is held in memory. */
export interface BodyStream {
  /**
   * The content in pieces, as they come; to be asked for once. No more is read than is taken.
   * @throws HttpError 413 when more than `limit` bytes are declared or have come; 400 when it breaks off.
   */
  pieces(limit: number): AsyncIterable<Buffer>;
}

export function createBodyStream(exchange: Exchange): BodyStream {
  return { pieces: (limit) => read(exchange, limit) };
}

async function* read({ request, reply }: Exchange, limit: number): AsyncGenerator<Buffer> {
  if (!hasBody(request)) return;
  if (isDeclaredTooLarge(request, limit)) throw bodyTooLarge(limit);
  sendContinue(request, reply);
  let length = 0;
  try {
    // Destroying the request would destroy the connection, on which a refusal still has to go out.
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      length += piece.length;
      if (length > limit) throw bodyTooLarge(limit);
      yield piece;
    }
  } catch (error) {
    throw toBodyError(error);
  }
}
