import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody, isDeclaredTooLarge, sendContinue, toBodyError } from './body.ts';
import { bodyTooLarge } from './errors.ts';

/** A body that is read as a stream, so that it can be larger than the memory for bodies. */
export interface BodyStream {
  /**
   * The chunks of the body; may be called once. Reads no faster than the chunks are consumed.
   * @throws HttpError 413 when more than `limit` bytes are declared or received; 400 when it is incomplete.
   */
  chunks(limit: number): AsyncIterable<Buffer>;
}

/** @param reply the reply that 100 (Continue) is written to. */
export function createBodyStream(request: IncomingMessage, reply: ServerResponse): BodyStream {
  return { chunks: (limit) => readChunks(request, reply, limit) };
}

async function* readChunks(
  request: IncomingMessage,
  reply: ServerResponse,
  limit: number,
): AsyncGenerator<Buffer> {
  if (!hasBody(request)) return;
  if (isDeclaredTooLarge(request, limit)) throw bodyTooLarge(limit);
  sendContinue(request, reply);
  let length = 0;
  try {
    // Destroying the request would destroy the connection before an error response is sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > limit) throw bodyTooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw toBodyError(error);
  }
}
