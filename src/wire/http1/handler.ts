import type { WireError } from '../error.ts';
import type { RequestHead } from '../request-head.ts';

/** Receives what the decoder finds. Calls happen within `receive`, `resume` and `end`, in the order of the bytes. */
export interface Http1Handler {
  /** Each returns false to stop: the rest is retained until `resume()`. */
  onHead(head: RequestHead): boolean;
  /** @param chunk a part of the received bytes: who keeps it, copies it */
  onContent(chunk: Buffer): boolean;
  /** @param trailers name, value, alternating */
  onEnd(trailers: readonly string[]): boolean;
  /**
   * The start of a chunk; the last one has size 0.
   * @param size bytes
   * @param extension as received, from the byte behind the size
   */
  onChunk?(size: number, extension: string): void;
  /** Nothing is decoded after it. */
  onError(error: WireError): void;
}

/** What the decoder waits for, for deadlines: `start` is the first byte of a message. */
export type Http1Phase = 'start' | 'head' | 'content' | 'stopped' | 'failed';
