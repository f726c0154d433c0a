import { isFieldValue, isToken } from '../bytes.ts';
import { HpackEncoder } from '../hpack/encoder.ts';
import type { SendWindow } from './flow.ts';
import { FLAG, FRAME, formatFrame, formatFrameHead, formatHeaders, MAX_FRAME_SIZE } from './frames.ts';
import type { Http2State } from './state.ts';
import type { Http2Stream } from './streams.ts';
import { isConnectionField } from './validate.ts';

/** Above it, `data` returns false. In bytes of a stream. */
const HIGH_WATER = 65_536;

/** Writes responses. Content waits in a queue for each stream; the streams that can send take turns, a frame each. */
export class Http2Writer {
  readonly #state: Http2State;
  readonly #encoder = new HpackEncoder();
  /** What the client permits on the connection. */
  readonly #window: SendWindow;
  /** The streams whose windows permit the next frame, in their turn. */
  #ready: Http2Stream[] = [];
  #isPumping = false;

  constructor(state: Http2State, window: SendWindow) {
    this.#state = state;
    this.#window = window;
  }

  setTableSize(size: number): void {
    this.#encoder.setTableSize(size);
  }

  /**
   * Writes the head of a final response.
   * @param status 200 to 999, or 100 to 199 as a fault
   * @param fields names and values, alternating; those of connections are omitted (RFC 9113 §8.2.2)
   * @param isEnd no content follows
   * @returns why nothing was written, as a sentence, or undefined. Nothing is written to a stream that has ended, either
   */
  respond(
    stream: Http2Stream,
    status: number,
    fields: readonly string[],
    isEnd: boolean,
  ): string | undefined {
    const problem = checkStatus(status) ?? checkFields(fields);
    if (problem !== undefined || !this.#canWrite(stream)) return problem;
    if (stream.hasResponse) return 'The stream has a final response';
    stream.hasResponse = true;
    this.#writeHeaders(stream, status, fields, isEnd);
    return undefined;
  }

  /** Writes an informational response (RFC 9110 §15.2). Parameters and result as for `respond`. */
  inform(stream: Http2Stream, status: number, fields: readonly string[]): string | undefined {
    const problem =
      (status > 199 ? `The status ${status} is final` : checkStatus(status)) ?? checkFields(fields);
    if (problem !== undefined || stream.hasResponse || !this.#canWrite(stream)) return problem;
    this.#writeHeaders(stream, status, fields, false);
    return undefined;
  }

  /**
   * Adds content after the head.
   * @param content text has one unit per byte; bytes are not copied
   * @param isEnd no content follows
   * @returns false if more than 64 KiB of the stream wait: `onDrain` is called below that
   */
  data(stream: Http2Stream, content: string | Uint8Array, isEnd: boolean): boolean {
    if (!this.#canWrite(stream)) return true;
    if (content.length > 0) {
      stream.queue.push(content);
      stream.queuedBytes += content.length;
      this.#state.queuedBytes += content.length;
    }
    stream.isEnding = isEnd;
    this.#makeReady(stream);
    this.pump();
    stream.isFull = stream.queuedBytes > HIGH_WATER;
    return !stream.isFull;
  }

  /** Adds the end, with trailers. @returns why nothing was written, as a sentence, or undefined */
  end(stream: Http2Stream, trailers: readonly string[]): string | undefined {
    const problem = checkFields(trailers);
    if (problem !== undefined || !this.#canWrite(stream)) return problem;
    if (trailers.length > 0) stream.trailers = trailers;
    this.data(stream, '', true);
    return undefined;
  }

  /** Whether the windows permit content of a stream. */
  canSend(stream: Http2Stream): boolean {
    return this.#window.available > 0 && stream.sendWindow.available > 0;
  }

  /** The window of a stream has grown. */
  resume(stream: Http2Stream): void {
    if (!stream.isLocalEnded && (stream.queuedBytes > 0 || stream.isEnding)) this.#makeReady(stream);
  }

  /** Writes content while windows permit, and less than the limit waits for the socket. */
  pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      this.#pumpAll();
    } finally {
      // Also if the handler throws: the other streams continue.
      this.#isPumping = false;
    }
  }

  #pumpAll(): void {
    const { output, limits } = this.#state;
    while (!this.#state.isFailed && output.waiting < limits.sendBuffer) {
      const stream = this.#ready.shift();
      if (stream === undefined) break;
      stream.isReady = false;
      if (stream.isClosed || stream.isLocalEnded) continue;
      if (stream.queuedBytes === 0) {
        if (stream.isEnding) this.#writeEnd(stream);
        continue;
      }
      if (this.#window.available <= 0) {
        // The connection is blocked: the stream keeps its turn. Ends without content behind it need no window.
        stream.isReady = true;
        this.#ready.unshift(stream);
        if (!this.#writeEnds()) break;
        continue;
      }
      if (stream.sendWindow.available <= 0) continue;
      this.#writeData(stream);
    }
  }

  /** Writes the ends of ready streams without content. @returns whether there were any */
  #writeEnds(): boolean {
    const ending = this.#ready.filter((stream) => stream.queuedBytes === 0);
    if (ending.length === 0) return false;
    this.#ready = this.#ready.filter((stream) => stream.queuedBytes > 0);
    for (const stream of ending) {
      stream.isReady = false;
      if (!stream.isClosed && !stream.isLocalEnded && stream.isEnding && !this.#state.isFailed)
        this.#writeEnd(stream);
    }
    return true;
  }

  /** Writes one frame. */
  #writeData(stream: Http2Stream): void {
    const content = stream.firstQueued;
    const size = Math.min(
      content.length,
      MAX_FRAME_SIZE,
      this.#window.available,
      stream.sendWindow.available,
    );
    const isWhole = size === content.length;
    const rest = isWhole ? '' : typeof content === 'string' ? content.slice(size) : content.subarray(size);
    stream.replaceFirst(rest, size);
    const isEnd = stream.queuedBytes === 0 && stream.isEnding && stream.trailers === undefined;
    const { output } = this.#state;
    output.text(formatFrameHead(size, FRAME.DATA, isEnd ? FLAG.END_STREAM : 0, stream.id));
    if (typeof content === 'string') output.text(isWhole ? content : content.slice(0, size));
    else output.bytes(isWhole ? content : content.subarray(0, size));
    this.#window.take(size);
    stream.sendWindow.take(size);
    this.#state.queuedBytes -= size;
    if (isEnd) this.#endLocal(stream);
    else if (stream.queuedBytes > 0 || stream.isEnding) this.#makeReady(stream);
    if (stream.isFull && stream.queuedBytes <= HIGH_WATER && !stream.isClosed) {
      stream.isFull = false;
      this.#state.handler.onDrain(stream);
    }
  }

  /** Writes the end of a stream whose content was written: trailers, or an empty DATA frame, which no window limits. */
  #writeEnd(stream: Http2Stream): void {
    const { trailers } = stream;
    stream.trailers = undefined;
    if (trailers !== undefined) this.#writeHeaders(stream, 0, trailers, true);
    else {
      this.#state.output.text(formatFrame(FRAME.DATA, FLAG.END_STREAM, stream.id, ''));
      this.#endLocal(stream);
    }
  }

  #writeHeaders(stream: Http2Stream, status: number, fields: readonly string[], isEnd: boolean): void {
    const block = this.#encoder.encode(status, withoutConnectionFields(fields));
    this.#state.output.text(formatHeaders(stream.id, block, isEnd, MAX_FRAME_SIZE));
    if (isEnd) this.#endLocal(stream);
  }

  #endLocal(stream: Http2Stream): void {
    stream.isLocalEnded = true;
    this.#state.handler.onLocalEnd(stream);
    if (stream.isRemoteEnded) this.#state.close(stream, 'ended');
  }

  #makeReady(stream: Http2Stream): void {
    if (stream.isReady) return;
    stream.isReady = true;
    this.#ready.push(stream);
  }

  #canWrite(stream: Http2Stream): boolean {
    return !stream.isClosed && !stream.isLocalEnded && !stream.isEnding && !this.#state.isFailed;
  }
}

function checkStatus(status: number): string | undefined {
  return Number.isInteger(status) && status >= 100 && status <= 999
    ? undefined
    : `The status ${status} has not three digits`;
}

function checkFields(fields: readonly string[]): string | undefined {
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    if (!isToken(name)) return `The name ${JSON.stringify(name)} is not a token`;
    if (!isFieldValue(fields[index + 1] ?? ''))
      return `The value of ${name} has a character that is not permitted`;
  }
  return undefined;
}

function withoutConnectionFields(fields: readonly string[]): readonly string[] {
  let isClean = true;
  for (let index = 0; index < fields.length; index += 2)
    if (isConnectionField(fields[index] ?? '')) isClean = false;
  if (isClean) return fields;
  const retained: string[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    if (!isConnectionField(name)) retained.push(name, fields[index + 1] ?? '');
  }
  return retained;
}
