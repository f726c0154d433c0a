import assert from 'node:assert/strict';
import { MAX_31_BITS, PREFACE } from '#wire/http2/frames.ts';
import { HTTP2_LIMITS } from '#wire/http2/limits.ts';
import type { Http2Stream } from '#wire/http2/streams.ts';
import { type Draw, pick } from '../draw.ts';
import { Http2OutputCheck } from '../http2-output-check.ts';
import { Http2Recorder, settings, settingsAck } from '../http2-recorder.ts';
import { ChaosClient } from './chaos-client.ts';

/** A machine whose handler calls it at random within its calls, and a client that sends frames at random, most of them valid. */
export class Chaos extends Http2Recorder {
  readonly check: Http2OutputCheck;
  readonly #draw: Draw;
  readonly #client: ChaosClient;
  readonly #known: Http2Stream[] = [];
  #isAnswering = true;

  constructor(draw: Draw) {
    const streamWindow = [65_535, 100_000, 262_144][draw(3)] ?? 65_535;
    super({
      streamWindow,
      maxStreams: 1 + draw(20),
      sendBuffer: [1, 1000, 65_536][draw(3)] ?? 1,
      resets: draw(4) === 0 ? HTTP2_LIMITS.resets : { burst: 20, perSecond: 10 },
      glitches: draw(4) === 0 ? HTTP2_LIMITS.glitches : { burst: 60, perSecond: 1000 },
    });
    this.#draw = draw;
    this.check = new Http2OutputCheck(streamWindow);
    this.#client = new ChaosClient(draw, this.check);
    this.#receive(PREFACE + settings() + settingsAck());
    this.check.changed(undefined);
  }

  override onStream(stream: Http2Stream, head: Parameters<Http2Recorder['onStream']>[1]): void {
    super.onStream(stream, head);
    this.#known.push(stream);
    this.#act(stream);
  }

  override onRejected(stream: Http2Stream, error: Parameters<Http2Recorder['onRejected']>[1]): void {
    super.onRejected(stream, error);
    if (error.status > 0 && !this.#known.includes(stream)) this.#known.push(stream);
    this.#act(stream);
  }

  override onContent(stream: Http2Stream, chunk: Buffer): void {
    assert.ok(!stream.isReleased && !stream.isDiscarding, 'content without a handler');
    if (this.#draw(2) === 0) this.machine.consume(stream, chunk.length);
    this.#act(stream);
  }

  override onEnd(stream: Http2Stream): void {
    assert.ok(!stream.isReleased, 'an end without a handler');
    this.#act(stream);
  }

  override onReset(stream: Http2Stream): void {
    this.#act(stream);
  }

  override onDrain(stream: Http2Stream): void {
    this.#act(stream);
  }

  override onError(error: Parameters<Http2Recorder['onError']>[0]): void {
    super.onError(error);
    this.read();
    this.check.failed();
    this.#act(undefined);
  }

  /** A call of the machine, for the stream or another one. */
  #act(current: Http2Stream | undefined): void {
    const { machine } = this;
    const draw = this.#draw;
    const stream = draw(4) === 0 ? pick(draw, this.#known) : current;
    if (stream === undefined || !this.#isAnswering) return;
    const content = 'x'.repeat([0, 1, 100, 20_000, 100_000][draw(5)] ?? 0);
    switch (draw(16)) {
      case 0:
        machine.inform(stream, 103, ['a', 'b']);
        return;
      case 1:
      case 2:
        machine.respond(stream, 200, ['a', 'b'], draw(2) === 0);
        return;
      case 3:
      case 4:
      case 5:
      case 6:
        machine.respond(stream, 200, [], false);
        machine.data(stream, draw(2) === 0 ? content : Buffer.from(content), draw(2) === 0);
        return;
      case 7:
        machine.respond(stream, 200, [], false);
        machine.end(stream, draw(2) === 0 ? [] : ['a', 'b']);
        return;
      case 8:
        machine.reset(stream, 8);
        return;
      case 9:
        machine.discard(stream);
        return;
      case 10:
        machine.release(stream);
        return;
      case 11:
        machine.consume(stream, draw(100_000));
        return;
      case 12:
        if (draw(15) === 0) machine.drain(this.now);
        return;
      case 13:
        if (draw(15) === 0) machine.goAway(0, draw(3) === 0 ? draw(9) : undefined);
    }
  }

  /** One step of the client or the driver. */
  step(): void {
    const draw = this.#draw;
    switch (draw(8)) {
      case 0:
        this.now += draw(100);
        this.machine.tick(this.now);
        break;
      case 1:
        this.read();
        break;
      case 2:
        this.#act(pick(draw, this.#known));
        break;
      default:
        this.#receive(this.#client.frame());
    }
    this.#assertInvariants();
  }

  /** The client reads all that was sent. */
  read(): void {
    this.check.check(this.sent());
  }

  #receive(bytes: string): void {
    let at = 0;
    while (at < bytes.length) {
      const size = this.#draw(3) === 0 ? 1 + this.#draw(50) : bytes.length;
      this.send(bytes.slice(at, at + size));
      at += size;
    }
  }

  #assertInvariants(): void {
    const { machine } = this;
    let queued = 0;
    for (const stream of this.#known) {
      queued += stream.queuedBytes;
      assert.ok(stream.held >= 0);
      assert.ok(stream.sendWindow.available <= MAX_31_BITS);
      assert.ok(!stream.isClosed || stream.queuedBytes === 0, 'content of a closed stream');
    }
    assert.equal(machine.queuedBytes, queued);
    assert.ok(machine.output.waiting >= 0);
    if (machine.phase === 'failed') assert.equal(machine.openStreams, 0);
  }

  /** All handlers and the client end. */
  finish(): void {
    this.#isAnswering = false;
    const { machine } = this;
    for (const stream of this.#known) {
      machine.release(stream);
      machine.reset(stream, 8);
    }
    this.read();
    this.#assertInvariants();
    assert.equal(machine.openStreams, 0);
    assert.equal(machine.queuedBytes, 0);
    for (const stream of this.#known) assert.equal(stream.held, 0);
    // Less than half of the window is consumed and not returned.
    if (machine.phase !== 'failed') assert.ok(this.check.credit * 2 > HTTP2_LIMITS.connectionWindow);
  }
}
