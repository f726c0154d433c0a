import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Http2OutputCheck } from '#test/support/wire/http2-output-check.ts';
import {
  data,
  encodeBlock,
  Http2Recorder,
  headers,
  request,
  reset,
  settings,
  settingsAck,
  windowUpdate,
} from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame, formatUint32, MAX_31_BITS, PREFACE } from './frames.ts';
import { HTTP2_LIMITS } from './limits.ts';
import type { Http2Stream } from './streams.ts';

const RUNS = Number(process.env.WIRE_RUNS ?? 300);
const STEPS = 150;
const { END_STREAM, END_HEADERS, PADDED } = FLAG;
const LARGE_TRAILERS = `\x40\x01a\x7f\xa1\x1e${'x'.repeat(4000)}${'\xbe'.repeat(20)}`;

/** Numbers that a seed determines (mulberry32). */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to `count - 1`. */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}

/** A machine whose handler calls it at random within its calls, and a client that sends frames at random, most of them valid. */
class Chaos extends Http2Recorder {
  readonly check: Http2OutputCheck;
  readonly #random: Random;
  readonly #known: Http2Stream[] = [];
  /** Identifiers on which the client has not ended its content. */
  readonly #sending = new Set<number>();
  #nextId = 1;
  #isAnswering = true;

  constructor(seed: number) {
    const random = new Random(seed);
    const streamWindow = [65_535, 100_000, 262_144][random.below(3)] ?? 65_535;
    super({
      streamWindow,
      maxStreams: 1 + random.below(20),
      sendBuffer: [1, 1000, 65_536][random.below(3)] ?? 1,
      resets: random.below(4) === 0 ? HTTP2_LIMITS.resets : { burst: 20, perSecond: 10 },
      glitches: random.below(4) === 0 ? HTTP2_LIMITS.glitches : { burst: 60, perSecond: 1000 },
    });
    this.#random = random;
    this.check = new Http2OutputCheck(streamWindow);
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
    if (this.#random.below(2) === 0) this.machine.consume(stream, chunk.length);
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
    const random = this.#random;
    const stream = random.below(4) === 0 ? random.pick(this.#known) : current;
    if (stream === undefined || !this.#isAnswering) return;
    const content = 'x'.repeat([0, 1, 100, 20_000, 100_000][random.below(5)] ?? 0);
    switch (random.below(16)) {
      case 0:
        machine.inform(stream, 103, ['a', 'b']);
        return;
      case 1:
      case 2:
        machine.respond(stream, 200, ['a', 'b'], random.below(2) === 0);
        return;
      case 3:
      case 4:
      case 5:
      case 6:
        machine.respond(stream, 200, [], false);
        machine.data(stream, random.below(2) === 0 ? content : Buffer.from(content), random.below(2) === 0);
        return;
      case 7:
        machine.respond(stream, 200, [], false);
        machine.end(stream, random.below(2) === 0 ? [] : ['a', 'b']);
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
        machine.consume(stream, random.below(100_000));
        return;
      case 12:
        if (random.below(15) === 0) machine.drain(this.now);
        return;
      case 13:
        if (random.below(15) === 0) machine.goAway(0, random.below(3) === 0 ? random.below(9) : undefined);
    }
  }

  /** One step of the client or the driver. */
  step(): void {
    const random = this.#random;
    switch (random.below(8)) {
      case 0:
        this.now += random.below(100);
        this.machine.tick(this.now);
        break;
      case 1:
        this.read();
        break;
      case 2:
        this.#act(random.pick(this.#known));
        break;
      default:
        this.#receive(this.#frame());
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
      const size = this.#random.below(3) === 0 ? 1 + this.#random.below(50) : bytes.length;
      this.send(bytes.slice(at, at + size));
      at += size;
    }
  }

  #frame(): string {
    const random = this.#random;
    const id = random.pick([...this.#sending]) ?? 1;
    const end = random.below(4) === 0 ? END_STREAM : 0;
    switch (random.below(20)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const opened = this.#nextId;
        this.#nextId += random.below(10) === 0 ? 4 : 2;
        if (random.below(2) === 0) return headers(opened);
        this.#sending.add(opened);
        const length = random.below(5) === 0 ? ['content-length', String(random.below(300))] : [];
        return headers(opened, request(length, 'POST'), END_HEADERS);
      }
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
        return this.#data(id, end);
      case 9: {
        this.#sending.delete(id);
        const block = [encodeBlock(['a', 'b']), encodeBlock([':a', 'b']), LARGE_TRAILERS][random.below(3)];
        return headers(id, block);
      }
      case 10:
        this.#sending.delete(id);
        return reset(id, 8);
      case 11:
      case 12: {
        const on = random.below(2) === 0 ? 0 : this.#usedId();
        const increment = [1, 1000, 50_000, 200_000][random.below(4)] ?? 1;
        this.check.granted(on, increment);
        return windowUpdate(on, increment);
      }
      case 13: {
        const size = [0, 1, 1000, 65_535, 500_000][random.below(5)] ?? 0;
        this.check.changed(size);
        return settings([4, size]);
      }
      case 14:
        return formatFrame(FRAME.PING, random.below(2), 0, '12345678');
      case 15:
        return formatFrame(FRAME.PRIORITY_UPDATE, 0, 0, `${formatUint32(this.#nextId)}u=1`);
      case 16:
        return formatFrame(99, 0, 1, 'abc');
      case 17:
        return random.below(30) === 0 ? this.#invalid() : '';
      default:
        return random.below(100) === 0 ? formatFrame(FRAME.GOAWAY, 0, 0, '12345678') : '';
    }
  }

  /** An identifier that the client has used or skipped; at the start, an idle one. */
  #usedId(): number {
    return 1 + 2 * this.#random.below(Math.max(1, (this.#nextId - 1) / 2));
  }

  /** Content that the windows permit. */
  #data(id: number, end: number): string {
    const { check } = this;
    const wanted = [0, 50, 100, 1000, 16_000][this.#random.below(5)] ?? 0;
    const length = Math.min(wanted, check.stream(id).credit - 10, check.credit - 10);
    if (!this.#sending.has(id) || length < 0) return '';
    if (end !== 0) this.#sending.delete(id);
    const isPadded = this.#random.below(3) === 0;
    const payload = isPadded ? `\x05${'x'.repeat(length)}\0\0\0\0\0` : 'x'.repeat(length);
    check.stream(id).credit -= payload.length;
    check.credit -= payload.length;
    return data(id, payload, end | (isPadded ? PADDED : 0));
  }

  /** Some of them are errors of a stream. */
  #invalid(): string {
    const random = this.#random;
    const id = this.#usedId();
    if (random.below(4) === 0) {
      const on = random.pick([0, id]) ?? 0;
      // A window of 0 or less can take it.
      this.check.granted(on, MAX_31_BITS);
      return windowUpdate(on, MAX_31_BITS);
    }
    const invalid = [
      windowUpdate(id, 0),
      headers(id, encodeBlock(['a', 'b']), END_HEADERS),
      headers(id, '\x80'),
      headers(id, request(), 0),
      data(0, 'a'),
      formatFrame(random.below(20), random.below(256), random.below(50), 'x'.repeat(random.below(20))),
    ];
    return random.pick(invalid) ?? '';
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

describe('random frames, with a handler that calls the machine at random', () => {
  it(`keep all counters and windows, and a strict client accepts the output (${RUNS} seeds)`, () => {
    const phases = new Map<string, number>();
    for (let seed = 1; seed <= RUNS; seed++) {
      try {
        const chaos = new Chaos(seed);
        for (let step = 0; step < STEPS; step++) chaos.step();
        chaos.finish();
        phases.set(chaos.machine.phase, (phases.get(chaos.machine.phase) ?? 0) + 1);
        assert.ok(chaos.calls.filter((call) => call.startsWith('error ')).length <= 1);
      } catch (error) {
        throw new Error(`Seed ${seed}`, { cause: error });
      }
    }
    // Neither all nor none of the connections fail.
    for (const phase of ['open', 'failed', 'final'])
      assert.ok((phases.get(phase) ?? 0) * 60 > RUNS, JSON.stringify([...phases]));
  });
});
