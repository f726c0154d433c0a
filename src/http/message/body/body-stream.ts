import { bodyTooLarge } from '../../errors/errors.ts';
import {
  type BodyExchange,
  bodyErrorOf,
  hasBody,
  isDeclaredTooLarge,
  sendContinue,
  toBodyError,
} from './body.ts';

/** A body that is read as a stream, so that it can be larger than the memory for bodies. */
export interface BodyStream {
  /**
   * The chunks of the body; may be called once. Reads no faster than the chunks are consumed.
   * @throws HttpError 413 when more than `limit` bytes are declared or received; 400 when it is incomplete.
   */
  chunks(limit: number): AsyncIterable<Buffer>;
}

export function createBodyStream(exchange: BodyExchange): BodyStream {
  return { chunks: (limit) => readChunks(exchange, limit) };
}

async function* readChunks(exchange: BodyExchange, limit: number): AsyncGenerator<Buffer> {
  const { request } = exchange;
  if (!hasBody(request)) return;
  if (isDeclaredTooLarge(request, limit)) throw bodyTooLarge(limit);
  const { bufferedBody } = exchange;
  if (bufferedBody) {
    if (bufferedBody.length > limit) throw bodyTooLarge(limit);
    exchange.bytesReceived += bufferedBody.length;
    yield bufferedBody;
    return;
  }
  sendContinue(exchange);
  let length = 0;
  const error = bodyErrorOf(exchange);
  if (error) throw error;
  try {
    // Destroying the request would destroy the connection before an error response is sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      exchange.bytesReceived += chunk.length;
      if (length > limit) throw bodyTooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw toBodyError(error);
  }
}
