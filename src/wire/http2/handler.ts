import type { Http2Error } from './error.ts';
import type { Http2Stream } from './streams.ts';
import type { Http2RequestHead } from './validate.ts';

/**
 * Receives what the machine finds, within its calls and in the order of the bytes. The methods may call the machine. They must not
 * throw: an exception leaves `receive` and loses the bytes behind.
 */
export interface Http2Handler {
  /** A valid request. Without content (`framing` is `none`), no `onEnd` follows. The handler calls `release` once at its end. */
  onStream(stream: Http2Stream, head: Http2RequestHead): void;
  /**
   * A request, or trailers, that the machine rejects. With a status, the handler answers and releases the stream, whose content is
   * discarded. With status 0, the stream was reset.
   */
  onRejected(stream: Http2Stream, error: Http2Error, head?: Http2RequestHead): void;
  /** @param chunk a view of the received bytes: a handler that retains it copies it, and calls `consume` for all of its bytes */
  onContent(stream: Http2Stream, chunk: Buffer): void;
  /** The content is complete. @param trailers names and values, alternating */
  onEnd(stream: Http2Stream, trailers: readonly string[]): void;
  /**
   * The stream was reset by the client, or by the machine because of a frame of the client.
   * @param code of RST_STREAM
   */
  onReset(stream: Http2Stream, code: number, isByClient: boolean): void;
  /** Less than the limit is queued again, after `data` has returned false. */
  onDrain(stream: Http2Stream): void;
  /** END_STREAM of the response is in the output, after all of its content. */
  onLocalEnd(stream: Http2Stream): void;
  /** The client closes the connection after the streams in progress. */
  onGoAway(lastStreamId: number, code: number): void;
  /** One side has sent GOAWAY, and no stream is open: the driver closes the connection. */
  onIdle(): void;
  /** The connection has failed, and GOAWAY is in the output. Nothing is received after it. */
  onError(error: Http2Error): void;
}
