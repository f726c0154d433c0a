import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '#test/support/until.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import {
  data,
  encodeBlock,
  headers,
  request,
  reset,
  windowUpdate,
} from '#test/support/wire/http2-recorder.ts';
import { CODE } from '../../http2/error.ts';
import { FLAG } from '../../http2/frames.ts';
import type { WireExchange } from '../../port.ts';

/** Numbers from 0 up to, and not including, `below`, which a seed determines (a linear congruential generator). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const KINDS = ['now', 'microtask', 'iteration'] as const;

/** Calls methods of exchanges in any order and at any time, and reads or does not read the content. */
class RandomHandler {
  readonly exchanges: WireExchange[] = [];
  /** How often each end was reported. */
  readonly ends = new Map<WireExchange, number>();
  readonly #random: (below: number) => number;
  readonly #canEndConnections: boolean;

  constructor(random: (below: number) => number, canEndConnections: boolean) {
    this.#random = random;
    this.#canEndConnections = canEndConnections;
  }

  serve(exchange: WireExchange): void {
    this.exchanges.push(exchange);
    this.ends.set(exchange, 0);
    exchange.onEnd(() => {
      this.ends.set(exchange, (this.ends.get(exchange) ?? 0) + 1);
      this.#act(exchange);
      this.#act(this.#any());
    });
    if (this.#random(2) === 0) this.#read(exchange);
    const steps = this.#random(5);
    for (let step = 0; step <= steps; step++) this.#later(() => this.#act(this.#any()));
    this.#later(() => this.#finish(exchange));
    if (this.#random(20) === 0) throw new Error('A defect of the handler');
  }

  #any(): WireExchange {
    return this.exchanges[this.#random(this.exchanges.length)] ?? assert.fail();
  }

  #later(action: () => void): void {
    const kind = KINDS[this.#random(KINDS.length)];
    if (kind === 'now') action();
    else if (kind === 'microtask') queueMicrotask(action);
    else setImmediate(action);
  }

  #read(exchange: WireExchange): void {
    const { body } = exchange;
    body.read({
      data: () => {
        if (this.#random(4) === 0) {
          body.pause();
          this.#later(() => body.resume());
        }
        this.#act(exchange);
      },
      end: () => this.#finish(exchange),
      fail: () => this.#act(exchange),
    });
  }

  #finish(exchange: WireExchange): void {
    try {
      if (exchange.status === 0) exchange.respond(200, '', [], 'x'.repeat(this.#random(100_000)));
      else exchange.end(this.#random(2) === 0 ? [] : [['t', '1']]);
    } catch {
      // The methods throw for calls in a wrong order.
    }
  }

  #act(exchange: WireExchange): void {
    try {
      switch (this.#random(8)) {
        case 0:
          exchange.start(200, '', []);
          break;
        case 1:
          if (!exchange.write('y'.repeat(this.#random(50_000))))
            void exchange.drained().then(() => this.#act(exchange));
          break;
        case 2:
          exchange.inform(103, '', []);
          break;
        case 3:
          if (this.#random(4) === 0) void exchange.abort({ type: 'stream', code: CODE.CANCEL });
          break;
        case 4:
          this.#finish(exchange);
          break;
        case 5:
          void exchange.connection.flushed();
          break;
        case 6:
          exchange.respond(200, '', [['a', '\n']], 'a');
          break;
        case 7:
          this.#endConnection(exchange);
      }
    } catch {
      // As above.
    }
  }

  #endConnection(exchange: WireExchange): void {
    if (!this.#canEndConnections || this.#random(20) > 0) return;
    const type = (['close', 'fin', 'reset', 'destroy'] as const)[this.#random(4)] ?? 'close';
    if (this.#random(2) === 0) void exchange.abort({ type });
    else exchange.connection.closeWhenIdle(this.#random(10), 'close');
  }
}

/** Frames of requests, with or without content, trailers and resets. */
function randomFrames(random: (below: number) => number, streamId: number): string[] {
  if (random(2) === 0) return [headers(streamId)];
  const frames = [headers(streamId, request([], 'POST'), FLAG.END_HEADERS)];
  for (let count = random(5); count > 0; count--)
    frames.push(data(streamId, 'z'.repeat(64 + random(10_000))));
  switch (random(4)) {
    case 0:
      frames.push(reset(streamId, CODE.CANCEL));
      break;
    case 1:
      frames.push(headers(streamId, encodeBlock(['t', '1'])));
      break;
    case 2:
      frames.push(data(streamId, 'end', FLAG.END_STREAM));
  }
  return frames;
}

/** One final head, content behind it, and RST_STREAM alone behind the end: another one can answer a late frame. */
function assertOrder(frames: readonly string[]): void {
  const types = frames
    .filter((frame) => !frame.startsWith('WINDOW_UPDATE'))
    .map((frame) => {
      if (frame.startsWith('RST_STREAM')) return 'R';
      const type = /^HEADERS .* 103$/.test(frame) ? 'I' : frame.startsWith('DATA') ? 'D' : 'H';
      return frame.endsWith('END_STREAM') ? `${type}E` : type;
    });
  assert.match(types.join(''), /^I*(HE?)?(D*(DE|HE)?)?R{0,2}$/, frames.join(', '));
}

for (const canEndConnections of [false, true])
  it(`exchanges end once, whatever their handlers call at any time${canEndConnections ? ', also with their connections' : ''}`, async (t) => {
    const seeds = canEndConnections ? 30 : 12;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = randomNumbers(seed);
      const handler = new RandomHandler(random, canEndConnections);
      const driver = await driveWire(t, (exchange) => handler.serve(exchange), {
        h2c: true,
        times: { body: 100, stall: 100 },
      });
      const client = FrameClient.open(t, driver.port);
      const streams = 100;
      for (let index = 0; index < streams && client.end === 'open'; index++) {
        client.send(...randomFrames(random, 2 * index + 1), windowUpdate(0, 100_000));
        if (random(3) === 0) await new Promise(setImmediate);
      }
      await until(() => canEndConnections || handler.exchanges.length === streams);
      if (canEndConnections) client.connection.socket.end();
      await until(() => handler.exchanges.every(({ ended }) => ended !== undefined));
      assert.ok(
        [...handler.ends.values()].every((count) => count === 1),
        `seed ${seed}`,
      );
      for (const { streamId } of handler.exchanges) assertOrder(client.of(streamId));
      const [first] = handler.exchanges;
      assert.equal(first?.connection.openExchanges ?? 0, 0);
      if (!canEndConnections) {
        // The connection goes on, and its streams are released.
        assert.deepEqual([client.end, driver.failures], ['open', []], `seed ${seed}`);
        await client.ping();
      }
      await driver.close();
    }
  });
