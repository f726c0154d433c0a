import { HpackDecoder } from '../hpack/decoder.ts';
import { CODE, type Http2Error } from './error.ts';
import { INITIAL_TABLE_SIZE } from './settings.ts';
import type { Http2State } from './state.ts';
import { Http2Stream } from './streams.ts';
import { Http2RequestHead, readRequestHead, readTrailers } from './validate.ts';

/** Opens streams for header blocks, and ends their requests. */
export class Http2Requests {
  readonly #state: Http2State;
  readonly #hpack: HpackDecoder;
  /** Values of PRIORITY_UPDATE by stream, before it is opened. */
  readonly #priorities = new Map<number, string>();

  constructor(state: Http2State) {
    this.#state = state;
    const { storedHead, decodedHead } = state.limits;
    this.#hpack = new HpackDecoder({
      tableSize: INITIAL_TABLE_SIZE,
      storedSize: storedHead,
      decodedSize: decodedHead,
    });
  }

  /** A complete header block. It is decoded in every case, because the dynamic table depends on it. */
  receiveBlock(
    streamId: number,
    isEnd: boolean,
    isSelfDependent: boolean,
    bytes: Buffer,
    start: number,
    end: number,
  ): undefined {
    const state = this.#state;
    const fields: string[] = [];
    const outcome = this.#hpack.decode(bytes, start, end, fields);
    if (outcome === 'invalid') return state.fail('framing', CODE.COMPRESSION_ERROR, this.#hpack.message);
    if (outcome === 'flood')
      return state.fail(
        'flood',
        CODE.ENHANCE_YOUR_CALM,
        `A head has more than ${state.limits.decodedHead} bytes`,
      );
    const stream = state.streams.get(streamId);
    if (stream !== undefined) {
      if (stream.isRemoteEnded) return this.resetStream(stream, CODE.STREAM_CLOSED);
      if (isSelfDependent || !isEnd) return this.resetStream(stream, CODE.PROTOCOL_ERROR);
      return this.#receiveTrailers(stream, fields, outcome === 'oversized');
    }
    if (streamId <= state.streams.lastId) return this.receiveLateFrame(streamId, 'HEADERS', true);
    if (!state.accept(streamId)) return state.countGlitch();
    this.#openStream(streamId, isEnd, isSelfDependent, fields, outcome === 'oversized');
  }

  #openStream(
    streamId: number,
    isEnd: boolean,
    isSelfDependent: boolean,
    fields: readonly string[],
    isOversized: boolean,
  ): undefined {
    const state = this.#state;
    const { handler, limits, streams } = state;
    const isRefused = streams.count >= limits.maxStreams;
    const stream = new Http2Stream(streamId, state.peer.initialWindow, limits.streamWindow);
    streams.add(stream);
    stream.isRemoteEnded = isEnd;
    this.#setPriority(stream);
    if (isRefused) return state.reset(stream, CODE.REFUSED_STREAM);
    const head = new Http2RequestHead();
    const problem = readRequestHead(fields, isEnd, head);
    const { method, target } = head;
    if (isSelfDependent || (problem?.status === 0 && !isOversized)) {
      const message = isSelfDependent ? 'A stream depends on itself' : (problem?.message ?? '');
      return this.#rejectMalformed(stream, message, method, target);
    }
    stream.contentLength = head.length;
    if (isEnd && head.length > 0)
      return this.#rejectMalformed(stream, 'A content-length without content', method, target);
    stream.isAnnounced = true;
    if (isOversized || problem !== undefined) {
      stream.isDiscarding = true;
      const status = isOversized ? 431 : (problem?.status ?? 0);
      const message = isOversized
        ? `The head has more than ${limits.storedHead} bytes`
        : (problem?.message ?? '');
      const error = requestError(stream, status, CODE.NO_ERROR, message, method, target);
      handler.onRejected(stream, error, head);
    } else handler.onStream(stream, head);
  }

  /** Resets a malformed request (RFC 9113 §8.1.1), which the handler may record. */
  #rejectMalformed(stream: Http2Stream, message: string, method: string, target: string): undefined {
    this.#state.reset(stream, CODE.PROTOCOL_ERROR);
    const error = requestError(stream, 0, CODE.PROTOCOL_ERROR, message, method, target);
    if (!this.#state.isFailed) this.#state.handler.onRejected(stream, error);
  }

  #receiveTrailers(stream: Http2Stream, fields: readonly string[], isOversized: boolean): undefined {
    const trailers: string[] = [];
    if (!isOversized && !readTrailers(fields, trailers)) return this.resetStream(stream, CODE.PROTOCOL_ERROR);
    if (!this.endRemote(stream)) return;
    if (isOversized && !stream.isDiscarding) {
      stream.isDiscarding = true;
      const message = `The trailers have more than ${this.#state.limits.storedHead} bytes`;
      this.#state.handler.onRejected(stream, requestError(stream, 431, CODE.NO_ERROR, message, '', ''));
    }
    this.deliverEnd(stream, trailers);
  }

  /** The content is complete. @returns false after a stream error: it is shorter than declared (RFC 9113 §8.1.1) */
  endRemote(stream: Http2Stream): boolean {
    if (stream.contentLength >= 0 && stream.received !== stream.contentLength) {
      this.resetStream(stream, CODE.PROTOCOL_ERROR);
      return false;
    }
    stream.isRemoteEnded = true;
    return true;
  }

  deliverEnd(stream: Http2Stream, trailers: readonly string[]): undefined {
    if (stream.isReset || this.#state.isFailed) return;
    if (!stream.isDiscarding) this.#state.handler.onEnd(stream, trailers);
    if (stream.isLocalEnded) this.#state.close(stream, 'ended');
  }

  /** A stream error (RFC 9113 §5.4.2). */
  resetStream(stream: Http2Stream, code: number): undefined {
    this.#state.reset(stream, code);
    if (stream.isAnnounced && !this.#state.isFailed) this.#state.handler.onReset(stream, code, false);
  }

  /**
   * DATA or HEADERS of a stream that is not open (RFC 9113 §5.1).
   * @param isSmall it is counted, also if it was in transit: content of a stream that was just reset is no flood
   */
  receiveLateFrame(streamId: number, name: string, isSmall: boolean): undefined {
    const state = this.#state;
    if (state.streams.isIdle(streamId) || state.streams.wasSkipped(streamId))
      return state.fail('framing', CODE.PROTOCOL_ERROR, `${name} on stream ${streamId}, which is idle`);
    if (state.isIgnored(streamId)) return state.countGlitch();
    switch (state.streams.lateFrame(streamId)) {
      case 'unanswered':
        return state.resetId(streamId, CODE.STREAM_CLOSED);
      case 'answered':
        return isSmall ? state.countGlitch() : undefined;
      default:
        return state.fail('framing', CODE.STREAM_CLOSED, `${name} on stream ${streamId}, which is closed`);
    }
  }

  /** Records a PRIORITY_UPDATE, also of a stream to come (RFC 9218 §7.1). @param streamId odd */
  prioritize(streamId: number, value: string): void {
    const { limits, streams } = this.#state;
    const stream = streams.get(streamId);
    if (stream !== undefined) stream.priorityUpdate = value;
    else if (streamId > streams.lastId) {
      if (this.#priorities.size < limits.priorityUpdates || this.#priorities.has(streamId))
        this.#priorities.set(streamId, value);
    }
  }

  #setPriority(stream: Http2Stream): void {
    if (this.#priorities.size === 0) return;
    stream.priorityUpdate = this.#priorities.get(stream.id) ?? '';
    for (const id of this.#priorities.keys()) if (id <= stream.id) this.#priorities.delete(id);
  }
}

function requestError(
  stream: Http2Stream,
  status: number,
  code: number,
  message: string,
  method: string,
  target: string,
): Http2Error {
  const kind = status === 431 ? 'head-size' : status === 413 ? 'content-size' : 'syntax';
  return { kind, status, code, streamId: stream.id, message, method, target, bytes: Buffer.alloc(0) };
}
