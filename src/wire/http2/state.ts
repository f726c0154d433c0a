import { CODE, connectionError, type Http2Error } from './error.ts';
import { ReceiveWindow } from './flow.ts';
import { FRAME, formatFrame, formatGoAway, formatUint32, MAX_31_BITS } from './frames.ts';
import type { Http2Handler } from './handler.ts';
import type { Http2Limits } from './limits.ts';
import { Output } from './output.ts';
import { INITIAL_WINDOW, PeerSettings } from './settings.ts';
import { type CloseCause, type Http2Stream, Http2Streams } from './streams.ts';
import { TokenBucket } from './token-bucket.ts';

/** The payload of the PING between the two GOAWAY frames of a drain. */
const DRAIN_PING = '\0\0draini';

/**
 * - `open`: streams are accepted.
 * - `draining`: GOAWAY without a last stream was sent, and streams are accepted, because the client may not have seen it.
 * - `final`: GOAWAY with the last stream was sent; further streams are ignored.
 * - `failed`: nothing is received.
 */
export type Http2Phase = 'open' | 'draining' | 'final' | 'failed';

/** What the receiving and the sending half of a connection share. */
export class Http2State {
  readonly handler: Http2Handler;
  readonly limits: Http2Limits;
  readonly output = new Output();
  readonly streams = new Http2Streams();
  readonly peer = new PeerSettings();
  readonly receiveWindow: ReceiveWindow;
  /** Content of all streams that waits for windows or for the socket, in bytes. */
  queuedBytes = 0;
  /** The time of the last call, in milliseconds. */
  now: number;
  /** Whether a frame is received: `onIdle` follows its other calls. */
  isWithinFrame = false;
  #isIdleDue = false;
  #phase: Http2Phase = 'open';
  /** The highest identifier of a stream that was or will be processed. */
  #lastAccepted = 0;
  #drainDeadline = 0;
  #hasClientGoneAway = false;
  /** The lowest stream of the GOAWAY frames that were sent. */
  #lastAnnounced = MAX_31_BITS;
  readonly #resets: TokenBucket;
  readonly #glitches: TokenBucket;

  constructor(handler: Http2Handler, limits: Http2Limits, now: number) {
    this.handler = handler;
    this.limits = limits;
    this.now = now;
    this.receiveWindow = new ReceiveWindow(Math.max(limits.connectionWindow, INITIAL_WINDOW));
    this.#resets = new TokenBucket(limits.resets, now);
    this.#glitches = new TokenBucket(limits.glitches, now);
  }

  get phase(): Http2Phase {
    return this.#phase;
  }

  get isFailed(): boolean {
    return this.#phase === 'failed';
  }

  /** Records a new stream. @returns whether it is processed: not after the second GOAWAY */
  accept(id: number): boolean {
    this.streams.use(id);
    if (this.#phase === 'final') return false;
    this.#lastAccepted = id;
    return true;
  }

  /** Whether frames of a stream are ignored since GOAWAY (RFC 9113 §6.8). */
  isIgnored(id: number): boolean {
    return this.#phase === 'final' && id > this.#lastAccepted && id <= this.streams.lastId;
  }

  /** Ends the connection with an error (RFC 9113 §5.4.1). */
  fail(kind: Http2Error['kind'], code: number, message: string): undefined {
    if (this.isFailed) return;
    this.#phase = 'failed';
    this.#sendGoAway(this.#lastAccepted, code);
    this.#closeAll();
    this.handler.onError(connectionError(kind, code, message));
  }

  /**
   * Adds a frame that answers one of the client. Those that wait may not fill the memory: the connection of a client that does not read
   * fails without GOAWAY, which would wait, too.
   */
  answer(frame: string): undefined {
    if (this.isFailed) return;
    this.output.control(frame);
    if (this.output.waitingControl <= this.limits.controlBytes) return;
    this.#phase = 'failed';
    this.#closeAll();
    const message = 'The client does not read the answers to its frames';
    this.handler.onError(connectionError('flood', CODE.ENHANCE_YOUR_CALM, message));
  }

  /** What waits on the streams is not sent, and not retained. */
  #closeAll(): void {
    for (const stream of this.streams) this.queuedBytes -= this.streams.close(stream, 'own-reset');
  }

  /** An identifier is not above an earlier one: the client may have sent the request to another server (RFC 9113 §6.8). */
  #sendGoAway(lastStreamId: number, code: number): void {
    this.#lastAnnounced = Math.min(this.#lastAnnounced, lastStreamId);
    this.output.text(formatGoAway(this.#lastAnnounced, code));
  }

  /** Counts a frame that serves no exchange. */
  countGlitch(): undefined {
    if (!this.#glitches.take(this.now))
      this.fail('flood', CODE.ENHANCE_YOUR_CALM, 'Too many frames serve no exchange');
  }

  /** Counts a RST_STREAM of either side. */
  countReset(): undefined {
    if (!this.#resets.take(this.now))
      this.fail('flood', CODE.ENHANCE_YOUR_CALM, 'Too many streams are reset');
  }

  /** Sends RST_STREAM for a stream that is not open. */
  resetId(id: number, code: number): undefined {
    this.answer(formatFrame(FRAME.RST_STREAM, 0, id, formatUint32(code)));
    this.countReset();
  }

  /** Sends RST_STREAM and closes the stream. The handler is not called. */
  reset(stream: Http2Stream, code: number): undefined {
    if (stream.isClosed || this.isFailed) return;
    this.resetId(stream.id, code);
    this.close(stream, 'own-reset');
  }

  /** Idempotent. */
  close(stream: Http2Stream, cause: CloseCause): void {
    if (stream.isClosed) return;
    this.queuedBytes -= this.streams.close(stream, cause);
    if (!stream.isAnnounced) this.consume(stream, stream.held);
    this.checkIdle();
  }

  /**
   * The reader of a stream has consumed content, or it is discarded. The windows of the stream and of the connection are returned.
   * @param bytes above those held are ignored
   */
  consume(stream: Http2Stream, bytes: number): undefined {
    const count = Math.min(bytes, stream.held);
    if (!(count > 0)) return;
    const increment = stream.receiveWindow.consume(count);
    if (increment > 0 && !stream.isRemoteEnded && !stream.isClosed && !this.isFailed)
      this.output.text(formatFrame(FRAME.WINDOW_UPDATE, 0, stream.id, formatUint32(increment)));
    this.consumeConnection(count);
  }

  /** Content of no stream is consumed. */
  consumeConnection(bytes: number): void {
    const increment = this.receiveWindow.consume(bytes);
    if (increment > 0 && !this.isFailed)
      this.output.text(formatFrame(FRAME.WINDOW_UPDATE, 0, 0, formatUint32(increment)));
  }

  /** Sends the first GOAWAY and PING: the client opens no stream after it, and answers the PING (RFC 9113 §6.8). */
  drain(): void {
    if (this.#phase !== 'open') return;
    this.#phase = 'draining';
    this.#drainDeadline = this.now + this.limits.drainTime;
    this.output.text(formatGoAway(MAX_31_BITS, CODE.NO_ERROR) + formatFrame(FRAME.PING, 0, 0, DRAIN_PING));
  }

  /** Sends a GOAWAY; further streams are ignored. @param lastStreamId by default the last one that was accepted */
  goAway(code: number, lastStreamId = this.#lastAccepted): void {
    if (this.isFailed) return;
    this.#phase = 'final';
    this.#sendGoAway(lastStreamId, code);
    this.checkIdle();
  }

  /** @param payload of a PING with ACK, one unit per byte */
  acknowledgePing(payload: string): void {
    if (this.#phase === 'draining' && payload === DRAIN_PING) this.goAway(CODE.NO_ERROR);
  }

  clientGoesAway(lastStreamId: number, code: number): void {
    this.#hasClientGoneAway = true;
    this.handler.onGoAway(lastStreamId, code);
    this.checkIdle();
  }

  tick(): void {
    if (this.#phase === 'draining' && this.now >= this.#drainDeadline) this.goAway(CODE.NO_ERROR);
  }

  checkIdle(): void {
    if (this.isFailed || this.streams.openCount > 0) return;
    if (this.#phase !== 'final' && !this.#hasClientGoneAway) return;
    if (this.isWithinFrame) this.#isIdleDue = true;
    else this.handler.onIdle();
  }

  /** All calls for a frame were made. */
  endFrame(): void {
    this.isWithinFrame = false;
    if (!this.#isIdleDue) return;
    this.#isIdleDue = false;
    this.checkIdle();
  }
}
