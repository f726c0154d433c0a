import { HpackEncoder } from '#wire/hpack/encoder.ts';
import type { Http2Error } from '#wire/http2/error.ts';
import { FLAG, FRAME, formatFrame, formatUint32, PREFACE } from '#wire/http2/frames.ts';
import type { Http2Handler } from '#wire/http2/handler.ts';
import { HTTP2_LIMITS, type Http2Limits } from '#wire/http2/limits.ts';
import { Http2Machine } from '#wire/http2/machine.ts';
import type { Http2Stream } from '#wire/http2/streams.ts';
import type { Http2RequestHead } from '#wire/http2/validate.ts';
import { codeAt, codeName, readFrames } from './read-frames.ts';

const TYPES = new Map(Object.entries(FRAME).map(([name, type]): [number, string] => [type, name]));

export interface SentFrame {
  readonly type: string;
  readonly flags: number;
  readonly streamId: number;
  /** One unit per byte. */
  readonly payload: string;
}

/** A machine whose calls are recorded as lines of text, and whose output is parsed. */
export class Http2Recorder implements Http2Handler {
  readonly calls: string[] = [];
  readonly streams = new Map<number, Http2Stream>();
  readonly heads: Http2RequestHead[] = [];
  readonly errors: Http2Error[] = [];
  readonly machine: Http2Machine;
  now = 0;
  /** Whether content is consumed on arrival, and streams are released at their reset. */
  isEager = true;
  /** Called with each request. */
  onRequest: (stream: Http2Stream) => void = () => {};
  #unparsed = '';

  constructor(limits: Partial<Http2Limits> = {}) {
    this.machine = new Http2Machine(this, { ...HTTP2_LIMITS, ...limits }, 0);
  }

  /** A machine that has received the preface and SETTINGS, and whose output so far was taken. */
  static connect(limits: Partial<Http2Limits> = {}): Http2Recorder {
    const recorder = new Http2Recorder(limits);
    recorder.send(PREFACE, settings(), settingsAck());
    recorder.sent();
    return recorder;
  }

  send(...frames: readonly string[]): void {
    this.machine.receive(Buffer.from(frames.join(''), 'latin1'), this.now);
  }

  /** The output since the last call, which counts as sent. */
  sent(): readonly SentFrame[] {
    const frames: SentFrame[] = [];
    while (this.machine.output.hasBytes) {
      const text = this.machine.output
        .take()
        .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('latin1')))
        .join('');
      this.#unparsed += text;
      this.machine.sent(text.length);
    }
    const rest = readFrames(Buffer.from(this.#unparsed, 'latin1'), (type, flags, streamId, payload) =>
      frames.push({
        type: TYPES.get(type) ?? String(type),
        flags,
        streamId,
        payload: payload.toString('latin1'),
      }),
    );
    this.#unparsed = rest.toString('latin1');
    return frames;
  }

  /** RST_STREAM and GOAWAY of the output: `S 1 CANCEL` or `C PROTOCOL_ERROR`. */
  sentErrors(): readonly string[] {
    return this.sent().flatMap(({ type, streamId, payload }) => {
      const bytes = Buffer.from(payload, 'latin1');
      if (type === 'RST_STREAM') return [`S ${streamId} ${codeAt(bytes, 0)}`];
      if (type === 'GOAWAY') return [`C ${codeAt(bytes, 4)}`];
      return [];
    });
  }

  stream(id: number): Http2Stream {
    const stream = this.streams.get(id);
    if (stream === undefined) throw new Error(`No stream ${id}`);
    return stream;
  }

  onStream(stream: Http2Stream, head: Http2RequestHead): void {
    this.streams.set(stream.id, stream);
    this.heads.push(head);
    this.calls.push(
      `stream ${stream.id} ${head.method} ${head.target} ${head.fields.join('|')} ${head.flags}`,
    );
    this.onRequest(stream);
  }

  onRejected(stream: Http2Stream, error: Http2Error): void {
    this.streams.set(stream.id, stream);
    this.errors.push(error);
    this.calls.push(`rejected ${stream.id} ${error.status} ${error.message}`);
  }

  onContent(stream: Http2Stream, chunk: Buffer): void {
    const last = this.calls.at(-1) ?? '';
    // Content is merged: a frame is delivered as a whole or in parts.
    if (last.startsWith(`content ${stream.id} `)) this.calls.pop();
    const before = last.startsWith(`content ${stream.id} `) ? last : `content ${stream.id} `;
    this.calls.push(before + chunk.toString('latin1'));
    if (this.isEager) this.machine.consume(stream, chunk.length);
  }

  onEnd(stream: Http2Stream, trailers: readonly string[]): void {
    this.calls.push(`end ${stream.id} ${trailers.join('|')}`);
  }

  onReset(stream: Http2Stream, code: number, isByClient: boolean): void {
    this.calls.push(`reset ${stream.id} ${codeName(code)} by ${isByClient ? 'client' : 'server'}`);
    if (this.isEager) this.machine.release(stream);
  }

  onDrain(stream: Http2Stream): void {
    this.calls.push(`drain ${stream.id}`);
  }

  onLocalEnd(_stream: Http2Stream): void {}

  onGoAway(lastStreamId: number, code: number): void {
    this.calls.push(`goaway ${lastStreamId} ${codeName(code)}`);
  }

  onIdle(): void {
    this.calls.push('idle');
  }

  onError(error: Http2Error): void {
    this.errors.push(error);
    this.calls.push(`error ${error.kind} ${codeName(error.code)} ${error.message}`);
  }
}

/** The smallest valid request, and fields after it. */
export function request(fields: readonly string[] = [], method = 'GET', path = '/'): string {
  const pseudo = [':method', method, ':scheme', 'http', ':path', path, ':authority', 'a'];
  return encodeBlock([...pseudo, ...fields]);
}

/** A header block; names and values, alternating, which may be invalid. */
export function encodeBlock(fields: readonly string[]): string {
  return fields.reduce(
    (block, _, index) =>
      index % 2 === 1 ? block : block + literal(fields[index] ?? '', fields[index + 1] ?? ''),
    '',
  );
}

/** A literal with a name as it is. */
function literal(name: string, value: string): string {
  return `\0${new HpackEncoder().encode(0, ['x', name]).slice(3)}${new HpackEncoder().encode(0, ['x', value]).slice(3)}`;
}

export function headers(
  streamId: number,
  block = request(),
  flags: number = FLAG.END_STREAM | FLAG.END_HEADERS,
): string {
  return formatFrame(FRAME.HEADERS, flags, streamId, block);
}

export function data(streamId: number, content: string, flags = 0): string {
  return formatFrame(FRAME.DATA, flags, streamId, content);
}

export function settings(...entries: readonly (readonly [id: number, value: number])[]): string {
  const payload = entries.map(
    ([id, value]) => String.fromCharCode(id >>> 8, id & 0xff) + formatUint32(value),
  );
  return formatFrame(FRAME.SETTINGS, 0, 0, payload.join(''));
}

export function settingsAck(): string {
  return formatFrame(FRAME.SETTINGS, FLAG.ACK, 0, '');
}

export function windowUpdate(streamId: number, increment: number): string {
  return formatFrame(FRAME.WINDOW_UPDATE, 0, streamId, formatUint32(increment));
}

export function reset(streamId: number, code: number): string {
  return formatFrame(FRAME.RST_STREAM, 0, streamId, formatUint32(code));
}
