import { bodyTooLarge } from '../../errors/errors.ts';
import { toBodyError } from '../../errors/wire-error.ts';
import { type BodyExchange, hasBody, listenToBody, sendContinue } from './body.ts';

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
  const { head } = exchange.wire;
  if (!hasBody(head)) return;
  if (head.length > limit) throw bodyTooLarge(limit);
  const { bufferedBody } = exchange;
  if (bufferedBody) {
    if (bufferedBody.length > limit) throw bodyTooLarge(limit);
    exchange.bytesReceived += bufferedBody.length;
    yield bufferedBody;
    return;
  }
  sendContinue(exchange);
  const reader = new PausingReader(exchange);
  try {
    let length = 0;
    for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
      length += chunk.length;
      exchange.bytesReceived += chunk.length;
      if (length > limit) throw bodyTooLarge(limit);
      yield chunk;
    }
  } finally {
    reader.stop();
  }
}

/** Takes one chunk at a time. The body is paused between them. */
class PausingReader {
  readonly #exchange: BodyExchange;
  readonly stop: () => void;
  #chunk: Buffer | undefined;
  #hasEnded = false;
  #error: unknown;
  #notify: () => void = () => {};

  constructor(exchange: BodyExchange) {
    this.#exchange = exchange;
    this.stop = listenToBody(exchange, {
      data: (chunk) => {
        exchange.wire.body.pause();
        this.#chunk = chunk;
        this.#notify();
      },
      end: () => {
        this.#hasEnded = true;
        this.#notify();
      },
      fail: (error) => {
        this.#error = toBodyError(error);
        this.#notify();
      },
    });
  }

  /** The next chunk; undefined at the end. @throws HttpError 400 when the body is incomplete */
  async next(): Promise<Buffer | undefined> {
    if (!this.#hasEnded && this.#error === undefined) {
      const arrived = new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
      this.#exchange.wire.body.resume();
      await arrived;
    }
    const chunk = this.#chunk;
    this.#chunk = undefined;
    if (chunk === undefined && this.#error !== undefined) throw this.#error;
    return chunk;
  }
}
