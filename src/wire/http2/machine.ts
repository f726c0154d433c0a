import { Http2Decoder } from './decoder.ts';
import { SendWindow } from './flow.ts';
import { FRAME, formatFrame } from './frames.ts';
import type { Http2Handler } from './handler.ts';
import type { Http2Limits } from './limits.ts';
import type { Output } from './output.ts';
import { formatFirstFrames, INITIAL_WINDOW } from './settings.ts';
import { type Http2Phase, Http2State } from './state.ts';
import type { Http2Stream } from './streams.ts';
import { Http2Writer } from './writer.ts';

/**
 * A server's connection of HTTP/2 (RFC 9113) without IO: bytes in, calls of the handler and bytes out. It has no timers: every time is
 * a parameter in milliseconds of a clock that does not go back. The same bytes, in any division, give the same calls.
 */
export class Http2Machine {
  readonly #limits: Http2Limits;
  readonly #state: Http2State;
  readonly #writer: Http2Writer;
  readonly #decoder: Http2Decoder;

  /** SETTINGS and the window of the connection are in the output at once. */
  constructor(handler: Http2Handler, limits: Http2Limits, now: number) {
    this.#limits = limits;
    const window = new SendWindow(INITIAL_WINDOW);
    this.#state = new Http2State(handler, limits, now);
    this.#writer = new Http2Writer(this.#state, window);
    this.#decoder = new Http2Decoder(this.#state, this.#writer, window);
    this.#state.output.text(formatFirstFrames(limits));
  }

  get phase(): Http2Phase {
    return this.#state.phase;
  }

  /** @see PeerSettings.received */
  get peerSettings(): readonly number[] {
    return this.#state.peer.received;
  }

  get openStreams(): number {
    return this.#state.streams.openCount;
  }

  /** Content of responses that waits for windows or for the socket, in bytes. */
  get queuedBytes(): number {
    return this.#state.queuedBytes;
  }

  /** Whether the driver pauses the socket, because the client does not read what is sent. */
  get isCongested(): boolean {
    return this.#state.output.waiting > this.#limits.pauseAt;
  }

  /** The bytes for the socket. */
  get output(): Output {
    return this.#state.output;
  }

  receive(bytes: Buffer, now: number): void {
    this.#state.now = now;
    this.#decoder.receive(bytes);
  }

  /** Checks limits of time. */
  tick(now: number): void {
    this.#state.now = now;
    if (this.#state.isFailed) return;
    this.#decoder.tick();
    this.#state.tick();
  }

  /** The socket has sent bytes of the output: content follows that had no room. */
  sent(bytes: number): void {
    this.#state.output.sent(bytes);
    this.#writer.pump();
  }

  /** @see Http2Writer.respond */
  respond(
    stream: Http2Stream,
    status: number,
    fields: readonly string[],
    isEnd: boolean,
  ): string | undefined {
    return this.#writer.respond(stream, status, fields, isEnd);
  }

  /** @see Http2Writer.inform */
  inform(stream: Http2Stream, status: number, fields: readonly string[]): string | undefined {
    return this.#writer.inform(stream, status, fields);
  }

  /** @see Http2Writer.data */
  data(stream: Http2Stream, content: string | Uint8Array, isEnd: boolean): boolean {
    return this.#writer.data(stream, content, isEnd);
  }

  /** @see Http2Writer.end */
  end(stream: Http2Stream, trailers: readonly string[]): string | undefined {
    return this.#writer.end(stream, trailers);
  }

  /** @see Http2Writer.canSend */
  canSend(stream: Http2Stream): boolean {
    return this.#writer.canSend(stream);
  }

  /** Sends RST_STREAM. The handler is not called. */
  reset(stream: Http2Stream, code: number): void {
    this.#state.reset(stream, code);
  }

  /** The reader has consumed content. @param bytes those of the chunks; above what is held, they are ignored */
  consume(stream: Http2Stream, bytes: number): void {
    this.#state.consume(stream, bytes);
  }

  /** Content from now on, and what was not consumed, is discarded; neither `onContent` nor `onEnd` is called. */
  discard(stream: Http2Stream): void {
    stream.isDiscarding = true;
    this.#state.consume(stream, stream.held);
  }

  /**
   * The handler of an announced stream has ended, and holds none of its content. Until then the stream counts to the limit of
   * concurrent streams, even if it is closed. Further content is discarded, as by `discard`; `onReset` can still be called.
   */
  release(stream: Http2Stream): void {
    stream.isDiscarding = true;
    this.#state.consume(stream, stream.held);
    this.#state.streams.release(stream);
  }

  /** Closes the connection after the streams in progress: GOAWAY, PING, and GOAWAY with the last stream. */
  drain(now: number): void {
    this.#state.now = now;
    this.#state.drain();
  }

  /** Sends GOAWAY and ignores further streams. @param lastStreamId by default the last one that was accepted */
  goAway(code: number, lastStreamId?: number): void {
    this.#state.goAway(code, lastStreamId);
  }

  /** Appends a PING. @param payload eight bytes, one unit per byte */
  ping(payload: string): void {
    if (!this.#state.isFailed) this.rawFrame(FRAME.PING, 0, 0, payload);
  }

  /** Appends a frame as it is, which changes no state. @param payload one unit per byte */
  rawFrame(type: number, flags: number, streamId: number, payload: string): void {
    this.#state.output.text(formatFrame(type, flags, streamId, payload));
  }
}
