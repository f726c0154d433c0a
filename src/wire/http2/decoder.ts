import { CODE } from './error.ts';
import type { SendWindow } from './flow.ts';
import { FrameReader } from './frame-reader.ts';
import { FLAG, FRAME, formatFrame } from './frames.ts';
import { HeaderBlock } from './header-block.ts';
import { Http2Requests } from './requests.ts';
import { SETTING, SETTING_SIZE } from './settings.ts';
import type { Http2State } from './state.ts';
import type { Http2Writer } from './writer.ts';

/** DATA with less content, and without an end, counts as a glitch; WINDOW_UPDATE with less does, too. In bytes. */
const SMALL_DATA = 64;
const SMALL_UPDATE = 1024;

/** The receiving half of a connection: frames in, calls of the handler out. */
export class Http2Decoder {
  readonly #state: Http2State;
  readonly #writer: Http2Writer;
  readonly #sendWindow: SendWindow;
  readonly #reader: FrameReader;
  readonly #requests: Http2Requests;
  readonly #startedAt: number;
  #block: HeaderBlock | undefined = undefined;
  #hasSettings = false;
  #isAcknowledged = false;

  constructor(state: Http2State, writer: Http2Writer, sendWindow: SendWindow) {
    this.#state = state;
    this.#writer = writer;
    this.#sendWindow = sendWindow;
    this.#startedAt = state.now;
    this.#requests = new Http2Requests(state);
    this.#reader = new FrameReader({
      onFrame: (type, flags, streamId, bytes, start, end) => {
        state.isWithinFrame = true;
        this.#receiveFrame(type, flags, streamId, bytes, start, end);
        state.endFrame();
        return !state.isFailed;
      },
      onInvalid: (code, message) => state.fail('framing', code, message),
    });
  }

  receive(bytes: Buffer): void {
    if (this.#state.isFailed) return;
    let isComplete = false;
    try {
      this.#reader.receive(bytes);
      isComplete = true;
    } finally {
      // The handler has thrown. The bytes behind are lost, so what follows would be read from the middle of a frame.
      if (!isComplete) this.#state.fail('framing', CODE.INTERNAL_ERROR, 'The server has failed');
    }
  }

  /** Checks the times of a header block and of the ACK of SETTINGS. */
  tick(): void {
    const { now, limits } = this.#state;
    if (this.#block?.isLate(now) === true)
      this.#state.fail(
        'flood',
        CODE.ENHANCE_YOUR_CALM,
        `A header block takes more than ${limits.blockTime} ms`,
      );
    else if (!this.#isAcknowledged && now - this.#startedAt > limits.settingsAckTime)
      this.#state.fail(
        'timeout',
        CODE.SETTINGS_TIMEOUT,
        `SETTINGS without ACK for ${limits.settingsAckTime} ms`,
      );
  }

  #receiveFrame(
    type: number,
    flags: number,
    streamId: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): undefined {
    // RFC 9113 §3.4.
    if (!this.#hasSettings && (type !== FRAME.SETTINGS || (flags & FLAG.ACK) !== 0))
      return this.#protocolError('The first frame is not SETTINGS');
    const block = this.#block;
    // RFC 9113 §4.3: also unknown frames.
    if (block !== undefined && (type !== FRAME.CONTINUATION || streamId !== block.streamId))
      return this.#protocolError(
        `A frame of type ${type} within the header block of stream ${block.streamId}`,
      );
    switch (type) {
      case FRAME.DATA:
        return this.#receiveData(flags, streamId, bytes, start, end);
      case FRAME.HEADERS:
        return this.#receiveHeaders(flags, streamId, bytes, start, end);
      case FRAME.PRIORITY:
        return this.#receivePriority(streamId, bytes, start, end);
      case FRAME.RST_STREAM:
        return this.#receiveReset(streamId, bytes, start, end);
      case FRAME.SETTINGS:
        return this.#receiveSettings(flags, streamId, bytes, start, end);
      case FRAME.PUSH_PROMISE:
        return this.#protocolError('PUSH_PROMISE from a client');
      case FRAME.PING:
        return this.#receivePing(flags, streamId, bytes, start, end);
      case FRAME.GOAWAY:
        return this.#receiveGoAway(streamId, bytes, start, end);
      case FRAME.WINDOW_UPDATE:
        return this.#receiveWindowUpdate(streamId, bytes, start, end);
      case FRAME.CONTINUATION:
        return this.#receiveContinuation(flags, streamId, bytes, start, end);
      case FRAME.PRIORITY_UPDATE:
        return this.#receivePriorityUpdate(streamId, bytes, start, end);
      default:
        // RFC 9113 §5.5.
        return this.#state.countGlitch();
    }
  }

  /** RFC 9113 §6.1. */
  #receiveData(flags: number, streamId: number, bytes: Buffer, start: number, end: number): undefined {
    const state = this.#state;
    if (streamId === 0) return this.#protocolError('DATA on stream 0');
    const size = end - start;
    if (!state.receiveWindow.receive(size))
      return state.fail('framing', CODE.FLOW_CONTROL_ERROR, 'DATA exceeds the window of the connection');
    const padding = this.#readPadding(flags, bytes, start, size);
    if (padding < 0) return;
    const stream = state.streams.get(streamId);
    if (stream === undefined) {
      state.consumeConnection(size);
      return this.#requests.receiveLateFrame(streamId, 'DATA', size < SMALL_DATA);
    }
    if (stream.isRemoteEnded || !stream.receiveWindow.receive(size)) {
      state.consumeConnection(size);
      return this.#requests.resetStream(
        stream,
        stream.isRemoteEnded ? CODE.STREAM_CLOSED : CODE.FLOW_CONTROL_ERROR,
      );
    }
    const isEnd = (flags & FLAG.END_STREAM) !== 0;
    const length = size - padding;
    stream.received += length;
    if (stream.contentLength >= 0 && stream.received > stream.contentLength) {
      this.#requests.resetStream(stream, CODE.PROTOCOL_ERROR);
      // The handler does not get it.
      return state.consume(stream, size);
    }
    if (!isEnd && length < SMALL_DATA) {
      state.countGlitch();
      if (state.isFailed) return state.consume(stream, size);
    }
    // The end is known first, so that no window is returned for a stream without further content.
    if (isEnd && !this.#requests.endRemote(stream)) return state.consume(stream, size);
    state.consume(stream, padding);
    const contentStart = (flags & FLAG.PADDED) === 0 ? start : start + 1;
    if (stream.isDiscarding) state.consume(stream, length);
    else if (length > 0) state.handler.onContent(stream, bytes.subarray(contentStart, contentStart + length));
    if (isEnd) this.#requests.deliverEnd(stream, NO_FIELDS);
  }

  /**
   * Checks the padding of DATA or HEADERS (RFC 9113 §6.1).
   * @returns its bytes with the byte of its length; -1 after an error
   */
  #readPadding(flags: number, bytes: Buffer, start: number, size: number): number {
    if ((flags & FLAG.PADDED) === 0) return 0;
    if (size === 0) {
      this.#sizeError('A padded frame without the length of its padding');
      return -1;
    }
    const padding = 1 + bytes.readUInt8(start);
    if (padding <= size) return padding;
    this.#protocolError('The padding is as long as the frame');
    return -1;
  }

  /** RFC 9113 §6.2. */
  #receiveHeaders(flags: number, streamId: number, bytes: Buffer, start: number, end: number): undefined {
    if (streamId % 2 === 0) return this.#protocolError(`HEADERS on stream ${streamId}`);
    const padding = this.#readPadding(flags, bytes, start, end - start);
    if (padding < 0) return;
    let blockStart = padding > 0 ? start + 1 : start;
    const blockEnd = padding > 0 ? end - padding + 1 : end;
    let isSelfDependent = false;
    if ((flags & FLAG.PRIORITY) !== 0) {
      if (blockEnd - blockStart < 5) return this.#sizeError('HEADERS is too short for its priority');
      isSelfDependent = (bytes.readUInt32BE(blockStart) & 0x7fffffff) === streamId;
      blockStart += 5;
    }
    const isEnd = (flags & FLAG.END_STREAM) !== 0;
    if ((flags & FLAG.END_HEADERS) !== 0)
      return this.#requests.receiveBlock(streamId, isEnd, isSelfDependent, bytes, blockStart, blockEnd);
    this.#block = new HeaderBlock(streamId, isEnd, isSelfDependent, this.#state.now, this.#state.limits);
    this.#block.begin(bytes, blockStart, blockEnd);
  }

  /** RFC 9113 §6.10. */
  #receiveContinuation(
    flags: number,
    streamId: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): undefined {
    const block = this.#block;
    if (block === undefined) return this.#protocolError('CONTINUATION without a header block');
    const isLast = (flags & FLAG.END_HEADERS) !== 0;
    const problem = block.append(bytes, start, end, isLast);
    if (problem !== undefined) return this.#state.fail('flood', CODE.ENHANCE_YOUR_CALM, problem);
    if (!isLast) return;
    this.#block = undefined;
    const joined = block.join();
    this.#requests.receiveBlock(streamId, block.isEnd, block.isSelfDependent, joined, 0, joined.length);
  }

  /** RFC 9113 §6.3. Priorities are ignored, but for a dependency of a stream on itself (RFC 7540 §5.3.1). */
  #receivePriority(streamId: number, bytes: Buffer, start: number, end: number): undefined {
    if (streamId === 0) return this.#protocolError('PRIORITY on stream 0');
    this.#state.countGlitch();
    if (this.#state.isFailed) return;
    const isSized = end - start === 5;
    if (isSized && (bytes.readUInt32BE(start) & 0x7fffffff) !== streamId) return;
    const code = isSized ? CODE.PROTOCOL_ERROR : CODE.FRAME_SIZE_ERROR;
    const stream = this.#state.streams.get(streamId);
    if (stream !== undefined) this.#requests.resetStream(stream, code);
    // No RST_STREAM for an idle stream (RFC 9113 §6.4), nor for a closed one (§5.1), whose dependency is without effect.
    else if (!isSized || this.#state.streams.isIdle(streamId))
      this.#state.fail('framing', code, `PRIORITY on stream ${streamId} is invalid`);
  }

  /** RFC 9113 §6.4. */
  #receiveReset(streamId: number, bytes: Buffer, start: number, end: number): undefined {
    const state = this.#state;
    if (streamId === 0) return this.#protocolError('RST_STREAM on stream 0');
    if (end - start !== 4) return this.#sizeError('RST_STREAM has not 4 bytes');
    if (state.streams.isIdle(streamId))
      return this.#protocolError(`RST_STREAM on stream ${streamId}, which is idle`);
    const stream = state.streams.get(streamId);
    if (stream === undefined) return state.countGlitch();
    state.countReset();
    if (state.isFailed) return;
    const code = bytes.readUInt32BE(start);
    state.close(stream, 'client-reset');
    if (stream.isAnnounced) state.handler.onReset(stream, code, true);
  }

  /** RFC 9113 §6.5. */
  #receiveSettings(flags: number, streamId: number, bytes: Buffer, start: number, end: number): undefined {
    const state = this.#state;
    const size = end - start;
    if (streamId !== 0) return this.#protocolError(`SETTINGS on stream ${streamId}`);
    const isAck = (flags & FLAG.ACK) !== 0;
    if (isAck ? size !== 0 : size % SETTING_SIZE !== 0)
      return this.#sizeError(`SETTINGS ${isAck ? 'with ACK ' : ''}has ${size} bytes`);
    if (size / SETTING_SIZE > state.limits.settingsEntries)
      return state.fail(
        'flood',
        CODE.ENHANCE_YOUR_CALM,
        `SETTINGS has more than ${state.limits.settingsEntries} entries`,
      );
    this.#hasSettings = true;
    state.countGlitch();
    if (state.isFailed) return;
    if (isAck) {
      this.#isAcknowledged = true;
      return;
    }
    for (let at = start; at < end; at += SETTING_SIZE)
      if (!this.#applySetting(bytes.readUInt16BE(at), bytes.readUInt32BE(at + 2))) return;
    // Before DATA that the new window permits.
    this.#state.answer(formatFrame(FRAME.SETTINGS, FLAG.ACK, 0, ''));
    for (const stream of state.streams) this.#writer.resume(stream);
    this.#writer.pump();
  }

  #applySetting(id: number, value: number): boolean {
    const { peer, streams } = this.#state;
    const before = peer.initialWindow;
    let code = peer.apply(id, value);
    if (id === SETTING.HEADER_TABLE_SIZE) this.#writer.setTableSize(value);
    if (code === CODE.NO_ERROR && peer.initialWindow !== before)
      for (const stream of streams)
        if (!stream.sendWindow.add(peer.initialWindow - before)) code = CODE.FLOW_CONTROL_ERROR;
    if (code === CODE.NO_ERROR) return true;
    this.#state.fail('framing', code, `The setting ${id} has the value ${value}`);
    return false;
  }

  /** RFC 9113 §6.7. */
  #receivePing(flags: number, streamId: number, bytes: Buffer, start: number, end: number): undefined {
    if (streamId !== 0) return this.#protocolError(`PING on stream ${streamId}`);
    if (end - start !== 8) return this.#sizeError('PING has not 8 bytes');
    this.#state.countGlitch();
    if (this.#state.isFailed) return;
    const payload = bytes.toString('latin1', start, end);
    if ((flags & FLAG.ACK) !== 0) this.#state.acknowledgePing(payload);
    else this.#state.answer(formatFrame(FRAME.PING, FLAG.ACK, 0, payload));
  }

  /** RFC 9113 §6.8. */
  #receiveGoAway(streamId: number, bytes: Buffer, start: number, end: number): undefined {
    if (streamId !== 0) return this.#protocolError(`GOAWAY on stream ${streamId}`);
    if (end - start < 8) return this.#sizeError('GOAWAY has less than 8 bytes');
    this.#state.countGlitch();
    if (this.#state.isFailed) return;
    this.#state.clientGoesAway(bytes.readUInt32BE(start) & 0x7fffffff, bytes.readUInt32BE(start + 4));
  }

  /** RFC 9113 §6.9. */
  #receiveWindowUpdate(streamId: number, bytes: Buffer, start: number, end: number): undefined {
    const state = this.#state;
    if (end - start !== 4) return this.#sizeError('WINDOW_UPDATE has not 4 bytes');
    const increment = bytes.readUInt32BE(start) & 0x7fffffff;
    if (increment < SMALL_UPDATE) {
      state.countGlitch();
      if (state.isFailed) return;
    }
    if (streamId === 0) {
      if (increment === 0) return this.#protocolError('WINDOW_UPDATE of 0 for the connection');
      if (!this.#sendWindow.add(increment))
        return state.fail(
          'framing',
          CODE.FLOW_CONTROL_ERROR,
          'The window of the connection exceeds 2^31 - 1',
        );
    } else {
      if (state.streams.isIdle(streamId))
        return this.#protocolError(`WINDOW_UPDATE on stream ${streamId}, which is idle`);
      const stream = state.streams.get(streamId);
      if (stream === undefined) return;
      if (increment === 0) return this.#requests.resetStream(stream, CODE.PROTOCOL_ERROR);
      if (!stream.sendWindow.add(increment))
        return this.#requests.resetStream(stream, CODE.FLOW_CONTROL_ERROR);
      this.#writer.resume(stream);
    }
    this.#writer.pump();
  }

  /** RFC 9218 §7.1. The value is recorded, and has no effect. */
  #receivePriorityUpdate(streamId: number, bytes: Buffer, start: number, end: number): undefined {
    const { limits } = this.#state;
    if (streamId !== 0) return this.#protocolError(`PRIORITY_UPDATE on stream ${streamId}`);
    if (end - start < 4) return this.#sizeError('PRIORITY_UPDATE has less than 4 bytes');
    const prioritized = bytes.readUInt32BE(start) & 0x7fffffff;
    // The server pushes nothing, so even streams are idle.
    if (prioritized % 2 === 0) return this.#protocolError(`PRIORITY_UPDATE for stream ${prioritized}`);
    this.#state.countGlitch();
    if (this.#state.isFailed || end - start - 4 > limits.priorityUpdateSize) return;
    const value = bytes.toString('latin1', start + 4, end);
    this.#requests.prioritize(prioritized, value);
  }

  #protocolError(message: string): undefined {
    this.#state.fail('framing', CODE.PROTOCOL_ERROR, message);
  }

  #sizeError(message: string): undefined {
    this.#state.fail('framing', CODE.FRAME_SIZE_ERROR, message);
  }
}

const NO_FIELDS: readonly string[] = [];
