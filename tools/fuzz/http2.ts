import assert from 'node:assert/strict';
import type { Draw } from '#test/support/wire/draw.ts';
import { Http2Recorder, type SentFrame } from '#test/support/wire/http2-recorder.ts';
import type { Http2Error } from '#wire/http2/error.ts';
import { MAX_FRAME_SIZE } from '#wire/http2/frames.ts';
import type { Http2Handler } from '#wire/http2/handler.ts';
import { HTTP2_LIMITS, type Http2Limits } from '#wire/http2/limits.ts';
import { Http2Machine } from '#wire/http2/machine.ts';
import type { Http2Stream } from '#wire/http2/streams.ts';
import type { Http2RequestHead } from '#wire/http2/validate.ts';
import type { LiveMachines } from './fuzzer.ts';
import { drawConnection, drawLargeConnection } from './http2-frames.ts';
import { divide } from './noise.ts';

const FIELD_OVERHEAD = 32;

/** Whether the handler neither answers a stream nor consumes its content. */
function isHolding({ id }: Http2Stream): boolean {
  return id % 4 === 1;
}

/** Checks each call of a machine against its limits and the calls before it. What it answers depends on the stream only. */
class CheckedRecorder extends Http2Recorder {
  readonly #limits: Http2Limits;
  readonly #ended = new Set<number>();
  #isFailed = false;

  constructor(limits: Http2Limits) {
    super(limits);
    this.#limits = limits;
  }

  override onStream(stream: Http2Stream, head: Http2RequestHead): void {
    this.#assertNotFailed();
    const size = head.fields.reduce((sum, text) => sum + text.length, 0);
    assert.ok(
      size + (head.fields.length / 2) * FIELD_OVERHEAD <=
        this.#limits.storedHead + FIELD_OVERHEAD + head.target.length,
      'the size of the head',
    );
    assert.ok(this.machine.openStreams <= this.#limits.maxStreams, 'the number of streams');
    super.onStream(stream, head);
    if (isHolding(stream)) return;
    if (stream.id % 3 === 0) this.machine.reset(stream, 8);
    else {
      this.machine.respond(stream, 200, ['a', 'b'], false);
      this.machine.data(stream, 'x'.repeat(Math.min(stream.id, 100) * 100), stream.id % 5 !== 0);
    }
    this.machine.release(stream);
  }

  override onRejected(stream: Http2Stream, error: Http2Error): void {
    this.#assertNotFailed();
    super.onRejected(stream, error);
    if (error.status === 0) return;
    this.machine.respond(stream, error.status, [], true);
    this.machine.release(stream);
  }

  override onContent(stream: Http2Stream, chunk: Buffer): void {
    this.#assertNotFailed();
    assert.ok(!this.#ended.has(stream.id), 'content behind the end');
    assert.ok(stream.held <= this.#limits.streamWindow, 'content that exceeds the window');
    this.isEager = !isHolding(stream);
    super.onContent(stream, chunk);
    this.isEager = true;
  }

  override onEnd(stream: Http2Stream, trailers: readonly string[]): void {
    this.#assertNotFailed();
    assert.ok(!this.#ended.has(stream.id), 'a second end');
    this.#ended.add(stream.id);
    super.onEnd(stream, trailers);
  }

  override onReset(stream: Http2Stream, code: number, isByClient: boolean): void {
    this.#assertNotFailed();
    super.onReset(stream, code, isByClient);
  }

  override onError(error: Http2Error): void {
    this.#assertNotFailed();
    this.#isFailed = true;
    super.onError(error);
  }

  #assertNotFailed(): void {
    assert.ok(!this.#isFailed, 'a call behind an error');
  }
}

/** One connection, in one part and divided: both give the same calls and the same output. */
export function checkHttp2(draw: Draw, live: LiveMachines): void {
  const isLarge = draw(100) === 0;
  const text = isLarge ? drawLargeConnection(draw) : drawConnection(draw);
  const bytes = Buffer.from(text, 'latin1');
  const limits = draw(2) === 0 ? HTTP2_LIMITS : drawLimits(draw);
  const whole = run([bytes], limits);
  const divided = run(divide(draw, bytes, isLarge ? 65_536 : 300), limits);
  assert.deepEqual(divided, whole, 'divided and whole');
  if (isLarge) live.add(receiveQuietly(bytes));
}

function run(parts: readonly Buffer[], limits: Http2Limits): unknown {
  const recorder = new CheckedRecorder(limits);
  const { machine } = recorder;
  for (const part of parts) machine.receive(part, 0);
  const sent = recorder.sent();
  assertFrames(sent);
  for (const stream of recorder.streams.values()) {
    assert.ok(stream.held === 0 || isHolding(stream), 'content that is held');
    if (!stream.isClosed) machine.reset(stream, 8);
    machine.release(stream);
    assert.equal(stream.held, 0, 'content that is held behind the end of its handler');
  }
  assert.equal(machine.openStreams, 0, 'open streams at the end');
  assert.equal(machine.queuedBytes, 0, 'queued content at the end');
  return { calls: recorder.calls, sent, phase: machine.phase };
}

function assertFrames(frames: readonly SentFrame[]): void {
  for (const { type, payload } of frames)
    assert.ok(
      payload.length <= MAX_FRAME_SIZE && !/^\d/.test(type),
      `the frame ${type} of ${payload.length} bytes`,
    );
}

/** A machine that has received the bytes in the packets of a socket, whose handler retains nothing, and whose output is sent. */
function receiveQuietly(bytes: Buffer): Http2Machine {
  const nothing = () => {};
  const handler: Http2Handler = {
    onStream: (stream) => {
      machine.respond(stream, 200, [], true);
      machine.release(stream);
    },
    onRejected: (stream) => machine.release(stream),
    onContent: (stream, chunk) => machine.consume(stream, chunk.length),
    onReset: (stream) => machine.release(stream),
    onEnd: nothing,
    onDrain: nothing,
    onLocalEnd: nothing,
    onGoAway: nothing,
    onIdle: nothing,
    onError: nothing,
  };
  const machine: Http2Machine = new Http2Machine(handler, HTTP2_LIMITS, 0);
  // A copy, so that a retained view counts.
  const copy = Buffer.from(bytes);
  for (let at = 0; at < copy.length; at += 16_384) {
    machine.receive(copy.subarray(at, at + 16_384), 0);
    const { appended } = machine.output;
    machine.output.take();
    machine.sent(machine.output.waiting - (machine.output.appended - appended));
  }
  return machine;
}

function drawLimits(draw: Draw): Http2Limits {
  return {
    ...HTTP2_LIMITS,
    maxStreams: 1 + draw(8),
    streamWindow: 65_535,
    storedHead: 100 + draw(300),
    decodedHead: 400 + draw(300),
    blockSize: 20 + draw(300),
    blockFrames: 1 + draw(4),
    emptyBlockFrames: draw(3),
    resets: { burst: 1 + draw(10), perSecond: 10 },
    glitches: { burst: 1 + draw(20), perSecond: 10 },
    settingsEntries: draw(6),
    controlBytes: 20 + draw(400),
    sendBuffer: 1 + draw(1000),
    priorityUpdates: draw(4),
    priorityUpdateSize: draw(10),
  };
}
