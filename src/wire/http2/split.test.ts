import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
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
import { FLAG, FRAME, formatFrame, formatUint32, PREFACE } from './frames.ts';

const RUNS = Number(process.env.WIRE_RUNS ?? 300);
const START = PREFACE + settings([4, 100_000]) + settingsAck();

/** What a machine finds in the bytes, in chunks of the sizes, and what it sends. */
function run(bytes: string, sizes: readonly number[]): unknown {
  const recorder = new Http2Recorder();
  recorder.onRequest = (stream) => {
    recorder.machine.respond(stream, 200, ['a', 'b'], false);
    recorder.machine.data(stream, 'x'.repeat(stream.id * 100), true);
    recorder.machine.release(stream);
  };
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1;
    recorder.send(bytes.slice(at, at + size));
    at += size;
  }
  return { calls: recorder.calls, sent: recorder.sent(), phase: recorder.machine.phase };
}

/** A frame, which is often invalid. */
const frame = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 }))
    .map(([number, end]) => headers(number * 2 + 1, request(), FLAG.END_HEADERS | end)),
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 }))
    .map(
      ([number, end]) =>
        formatFrame(FRAME.HEADERS, end, number * 2 + 1, request().slice(0, 5)) +
        formatFrame(FRAME.CONTINUATION, FLAG.END_HEADERS, number * 2 + 1, request().slice(5)),
    ),
  fc
    .tuple(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      fc.string({ maxLength: 80, unit: 'binary-ascii' }),
    )
    .map(([number, flags, content]) => data(number * 2 + 1, content, flags)),
  fc.integer({ min: 0, max: 9 }).map((number) => headers(number * 2 + 1, encodeBlock(['a', 'b']))),
  fc.integer({ min: 0, max: 9 }).map((number) => reset(number * 2 + 1, 8)),
  fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }))
    .map(([id, increment]) => windowUpdate(id, increment)),
  fc.integer({ min: 0, max: 70_000 }).map((size) => settings([4, size])),
  fc.constant(formatFrame(FRAME.PING, 0, 0, '12345678')),
  fc.constant(formatFrame(FRAME.PRIORITY, 0, 3, `${formatUint32(1)}\0`)),
  fc
    .tuple(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: 20 }),
      fc.uint8Array({ maxLength: 30 }),
    )
    .map(([type, flags, id, payload]) =>
      formatFrame(type, flags, id, Buffer.from(payload).toString('latin1')),
    ),
);

describe('any division of the bytes gives the same calls and the same output', () => {
  it('for each place in a short sequence', () => {
    const bytes =
      START +
      headers(1, request([], 'POST'), FLAG.END_HEADERS) +
      data(1, '\x02abc\0\0', FLAG.PADDED) +
      data(1, 'd', FLAG.END_STREAM) +
      headers(3) +
      formatFrame(99, 0, 0, '') +
      windowUpdate(1, 0) +
      data(5, 'a');
    const whole = run(bytes, [bytes.length]);
    assert.deepEqual(run(bytes, [1]), whole);
    for (let at = 1; at < bytes.length; at++)
      assert.deepEqual(run(bytes, [at, bytes.length]), whole, `byte ${at}`);
  });

  it('for frames of 16 KiB', () => {
    const content = 'x'.repeat(16_384);
    const bytes = `${START}${headers(1, request([], 'POST'), FLAG.END_HEADERS)}${data(1, content)}${data(1, content, FLAG.END_STREAM)}`;
    const whole = run(bytes, [bytes.length]);
    for (const size of [9, 1000, 16_383, 16_384, 16_393]) assert.deepEqual(run(bytes, [size]), whole);
  });

  it('for generated frames', () => {
    const property = fc.property(
      fc.array(frame, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 10 }),
      (frames, sizes) => {
        const bytes = START + frames.join('');
        assert.deepEqual(run(bytes, sizes), run(bytes, [bytes.length]));
      },
    );
    fc.assert(property, { numRuns: RUNS });
  });

  it('for invalid first bytes', () => {
    for (const bytes of [
      'GET / HTTP/1.1\r\n\r\n',
      `${PREFACE}\0\0\0\x06\0\0\0\0\0`,
      `${PREFACE}\xff\xff\xff`,
    ])
      assert.deepEqual(run(bytes, [1]), run(bytes, [bytes.length]));
  });
});

describe('whatever the bytes are', () => {
  it('the machine throws nothing, calls nothing after onError, and returns all of the window', () => {
    const property = fc.property(fc.array(frame, { maxLength: 40 }), (frames) => {
      const recorder = Http2Recorder.connect();
      for (const bytes of frames) recorder.send(bytes);
      const failed = recorder.calls.findIndex((call) => call.startsWith('error '));
      assert.ok(failed === -1 || failed === recorder.calls.length - 1, recorder.calls.join('\n'));
      for (const stream of recorder.streams.values()) {
        assert.equal(stream.held, 0);
        if (!stream.isClosed) recorder.machine.reset(stream, 8);
        recorder.machine.release(stream);
      }
      assert.ok(recorder.machine.phase === 'failed' || recorder.machine.openStreams === 0);
      if (recorder.machine.phase !== 'failed') assert.equal(recorder.machine.queuedBytes, 0);
    });
    fc.assert(property, { numRuns: RUNS });
  });
});
