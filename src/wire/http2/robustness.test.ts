import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  data,
  encodeBlock,
  Http2Recorder,
  headers,
  request,
  reset,
  settings,
  windowUpdate,
} from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame, formatUint32, MAX_31_BITS } from './frames.ts';

const { END_HEADERS, END_STREAM } = FLAG;
const open = (id: number, fields: readonly string[] = []) =>
  headers(id, request(fields, 'POST'), END_HEADERS);
const chunk = (length: number) => 'x'.repeat(length);
/** An entry of the dynamic table of 4,033 bytes, and its index, which makes a list of 64 KiB of 17 bytes. */
const ENTRY = `\x40\x01a\x7f\xa1\x1e${chunk(4000)}`;
const INDEX = '\xbe';

/** The frames that were sent, as `DATA 1 3 end` with the length of the payload. */
function summary(recorder: Http2Recorder): readonly string[] {
  return recorder
    .sent()
    .map(({ type, flags, streamId, payload }) =>
      type === 'DATA' || type === 'WINDOW_UPDATE'
        ? `${type} ${streamId} ${type === 'DATA' ? payload.length : Buffer.from(payload, 'latin1').readUInt32BE()}${type === 'DATA' && flags & END_STREAM ? ' end' : ''}`
        : `${type} ${streamId}`,
    );
}

describe('a stream whose response is complete', () => {
  it('gets no second END_STREAM when its window grows while the connection is blocked', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), headers(3));
    recorder.machine.respond(recorder.stream(1), 200, [], false);
    recorder.machine.data(recorder.stream(1), 'abc', true);
    recorder.machine.respond(recorder.stream(3), 200, [], false);
    recorder.machine.data(recorder.stream(3), chunk(70_000), true);
    summary(recorder);
    recorder.send(windowUpdate(1, 1024));
    assert.deepEqual(summary(recorder), []);
  });

  it('is closed by trailers that are too large', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    recorder.send(headers(1, ENTRY + INDEX.repeat(20)));
    assert.equal(recorder.machine.openStreams, 0);
  });
});

describe('a stream whose handler has ended', () => {
  it('has its further content discarded, and the windows returned', () => {
    const recorder = Http2Recorder.connect({ streamWindow: 1000 });
    recorder.isEager = false;
    recorder.send(open(1));
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    recorder.machine.release(recorder.stream(1));
    recorder.sent();
    recorder.send(data(1, chunk(1000)));
    assert.deepEqual(summary(recorder), ['WINDOW_UPDATE 1 1000']);
    recorder.send(data(1, 'a', END_STREAM));
    assert.deepEqual(recorder.calls, ['stream 1 POST / host|a 0']);
    assert.equal(recorder.machine.openStreams, 0);
  });

  it('is rejected no second time, for trailers that are too large', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    recorder.machine.discard(recorder.stream(1));
    recorder.send(headers(1, ENTRY + INDEX.repeat(20)));
    assert.deepEqual(recorder.errors, []);
  });
});

describe('a handler that ends twice', () => {
  it('is counted once', () => {
    const recorder = Http2Recorder.connect({ maxStreams: 1 });
    recorder.send(headers(1));
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    for (let times = 0; times < 3; times++) recorder.machine.release(recorder.stream(1));
    recorder.send(open(3), open(5));
    assert.deepEqual(recorder.sentErrors(), ['S 5 REFUSED_STREAM']);
    for (let times = 0; times < 3; times++) recorder.machine.release(recorder.stream(3));
    recorder.send(reset(3, 8), open(7), open(9));
    assert.deepEqual(recorder.sentErrors(), ['S 9 REFUSED_STREAM']);
  });

  it('writes nothing more, and need not wait', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    const stream = recorder.stream(1);
    recorder.machine.respond(stream, 200, [], false);
    assert.equal(recorder.machine.data(stream, '', false), true);
    recorder.machine.data(stream, 'abc', true);
    assert.equal(recorder.machine.data(stream, chunk(100_000), true), true);
    assert.deepEqual(summary(recorder), ['HEADERS 1', 'DATA 1 3 end']);
    assert.equal(stream.queuedBytes, 0);
  });

  it('has no empty frames for empty content that waits', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([4, 0]), headers(1));
    const stream = recorder.stream(1);
    recorder.machine.respond(stream, 200, [], false);
    for (const content of ['', 'a', '', 'b', '']) recorder.machine.data(stream, content, false);
    recorder.machine.data(stream, '', true);
    summary(recorder);
    recorder.send(windowUpdate(1, 5000));
    assert.deepEqual(summary(recorder), ['DATA 1 1', 'DATA 1 1 end']);
  });
});

describe('content that is not delivered', () => {
  const rows: readonly (readonly [title: string, frame: string])[] = [
    ['exceeds the content-length', data(1, chunk(2000))],
    ['is shorter than the content-length', data(1, chunk(900), END_STREAM)],
  ];
  for (const [title, frame] of rows)
    it(`because it ${title} returns the window of the connection at once`, () => {
      const recorder = Http2Recorder.connect();
      recorder.isEager = false;
      recorder.send(open(1, ['content-length', '1000']), frame);
      assert.deepEqual(recorder.sentErrors(), ['S 1 PROTOCOL_ERROR']);
      assert.equal(recorder.stream(1).held, 0);
    });

  it('because its frame is one too many that serve no exchange is not held', () => {
    // SETTINGS and its ACK take the first two.
    const recorder = Http2Recorder.connect({ glitches: { burst: 2, perSecond: 0 } });
    recorder.send(open(1), data(1, chunk(6)));
    assert.deepEqual(recorder.sentErrors(), ['C ENHANCE_YOUR_CALM']);
    assert.equal(recorder.stream(1).held, 0);
  });

  it('leaves what the handler was given before held until the handler consumes it', () => {
    const recorder = Http2Recorder.connect();
    recorder.isEager = false;
    recorder.send(open(1, ['content-length', '1000']), data(1, chunk(500)), data(1, chunk(501)));
    assert.equal(recorder.stream(1).held, 500);
    recorder.machine.release(recorder.stream(1));
    assert.equal(recorder.stream(1).held, 0);
  });

  it('is not counted twice: a negative number and NaN are ignored', () => {
    const recorder = Http2Recorder.connect();
    recorder.isEager = false;
    recorder.send(open(1), data(1, chunk(500)));
    for (const bytes of [-1, Number.NaN, 0]) recorder.machine.consume(recorder.stream(1), bytes);
    assert.equal(recorder.stream(1).held, 500);
  });
});

describe('a connection that has failed', () => {
  it('sends nothing behind GOAWAY, and retains no streams and no content', () => {
    const recorder = Http2Recorder.connect();
    recorder.isEager = false;
    const whole = chunk(16_384);
    recorder.send(settings([4, 10]), open(1), ...Array<string>(16).fill(data(1, whole)));
    recorder.send(open(3), ...Array<string>(16).fill(data(3, whole)));
    recorder.machine.respond(recorder.stream(1), 200, [], false);
    recorder.machine.data(recorder.stream(1), whole, true);
    assert.ok(recorder.machine.queuedBytes > 16_000);
    recorder.sent();
    recorder.send(data(0, 'a'));
    assert.deepEqual(summary(recorder), ['GOAWAY 0']);
    assert.deepEqual([recorder.machine.openStreams, recorder.machine.queuedBytes], [0, 0]);
    for (const id of [1, 3]) {
      assert.equal(recorder.stream(id).isClosed, true);
      recorder.machine.release(recorder.stream(id));
    }
    recorder.machine.ping('12345678');
    recorder.machine.goAway(0);
    recorder.machine.drain(0);
    recorder.machine.tick(1e6);
    assert.deepEqual(summary(recorder), []);
    assert.deepEqual(recorder.calls.at(-1), 'error framing PROTOCOL_ERROR DATA on stream 0');
  });

  it('because the client does not read retains no content, either', () => {
    const recorder = Http2Recorder.connect({ glitches: { burst: 1e6, perSecond: 0 } });
    recorder.send(settings([4, 0]), headers(1));
    recorder.machine.respond(recorder.stream(1), 200, [], false);
    recorder.machine.data(recorder.stream(1), 'abc', true);
    for (let index = 0; index < 4000; index++) recorder.send(formatFrame(FRAME.PING, 0, 0, '12345678'));
    assert.equal(recorder.machine.phase, 'failed');
    assert.deepEqual([recorder.machine.openStreams, recorder.machine.queuedBytes], [0, 0]);
  });
});

describe('a handler that throws', () => {
  it('within receive fails the connection, because the bytes behind are lost', () => {
    const recorder = Http2Recorder.connect();
    recorder.onRequest = () => {
      throw new Error('of the handler');
    };
    assert.throws(() => recorder.send(headers(1) + headers(3)), /of the handler/);
    assert.deepEqual(recorder.sentErrors(), ['C INTERNAL_ERROR']);
    assert.equal(recorder.machine.phase, 'failed');
  });

  it('in onDrain does not stop the other streams', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([4, 1_000_000]), windowUpdate(0, 1_000_000), headers(1), headers(3));
    for (const id of [1, 3]) recorder.machine.respond(recorder.stream(id), 200, [], false);
    recorder.machine.data(recorder.stream(1), chunk(200_000), false);
    recorder.machine.data(recorder.stream(3), chunk(200_000), true);
    recorder.onDrain = ({ id }) => {
      if (id === 1) throw new Error('of the handler');
    };
    assert.throws(() => {
      for (;;) recorder.sent();
    }, /of the handler/);
    recorder.sent();
    assert.equal(recorder.machine.queuedBytes, 0);
  });
});

describe('onIdle', () => {
  it('follows the calls of the frame that ends the last stream, and comes once', () => {
    const frames: readonly (readonly [last: string, calls: readonly string[]])[] = [
      [reset(1, 8), ['reset 1 CANCEL by client', 'idle']],
      [data(1, 'abc', END_STREAM), ['content 1 abc', 'end 1 ', 'idle']],
      [data(1, 'abcdefghijk', END_STREAM), ['reset 1 PROTOCOL_ERROR by server', 'idle']],
    ];
    for (const [last, calls] of frames) {
      const recorder = Http2Recorder.connect();
      recorder.send(open(1, ['content-length', last.length > 20 ? '10' : '3']));
      const { machine } = recorder;
      recorder.machine.goAway(0);
      recorder.onContent = (stream, bytes) => {
        recorder.calls.push(`content ${stream.id} ${bytes.toString('latin1')}`);
        machine.respond(stream, 200, [], true);
      };
      recorder.calls.length = 0;
      recorder.send(last, formatFrame(FRAME.PING, 0, 0, '12345678'));
      assert.deepEqual(recorder.calls, calls);
    }
  });
});

describe('GOAWAY', () => {
  it('never has a higher stream than one before (RFC 9113 §6.8)', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), open(3));
    recorder.machine.goAway(0, 1);
    recorder.machine.goAway(0);
    recorder.send(data(0, 'a'));
    const last = recorder
      .sent()
      .filter(({ type }) => type === 'GOAWAY')
      .map(({ payload }) => Buffer.from(payload, 'latin1').readUInt32BE());
    assert.deepEqual(last, [1, 1, 1]);
  });

  it('makes further streams frames that serve no exchange', () => {
    const recorder = Http2Recorder.connect();
    recorder.machine.goAway(0);
    for (let index = 0; index < 2000; index++) recorder.send(headers(1 + 2 * index));
    assert.equal(recorder.machine.phase, 'failed');
  });
});

describe('pseudo-fields', () => {
  it('of large number take linear time', () => {
    const recorder = Http2Recorder.connect({ resets: { burst: 1e6, perSecond: 0 } });
    const names = Array.from({ length: 1700 }, (_, index) => `:${String(index).padStart(4, '0')}`);
    const block = encodeBlock(names.flatMap((name) => [name, '']));
    const started = process.cpuUsage();
    for (let index = 0; index < 500; index++) recorder.send(headers(1 + 2 * index, block));
    const [first] = recorder.errors;
    assert.match(first?.message ?? '', /^The pseudo-field ":0000" is unknown$/);
    // Comparisons of each name with all others took 2 s.
    const { user } = process.cpuUsage(started);
    assert.ok(user < 1_200_000, `${user} microseconds`);
  });

  it('and names in messages are cut', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1, request([chunk(10_000), 'a\nb'])));
    assert.match(recorder.errors[0]?.message ?? '', /^The value of "x{64}" has NUL, CR or LF$/);
  });
});

describe('PRIORITY that is invalid', () => {
  const dependent = (id: number) => formatFrame(FRAME.PRIORITY, 0, id, `${formatUint32(id)}\0`);
  const short = (id: number) => formatFrame(FRAME.PRIORITY, 0, id, 'abcd');
  it('on an idle stream ends the connection: RST_STREAM is not permitted there (RFC 9113 §6.4)', () => {
    for (const [frame, code] of [
      [dependent(1), 'PROTOCOL_ERROR'],
      [short(1), 'FRAME_SIZE_ERROR'],
      [dependent(2), 'PROTOCOL_ERROR'],
    ]) {
      const recorder = Http2Recorder.connect();
      recorder.send(frame ?? '');
      assert.deepEqual(recorder.sentErrors(), [`C ${code}`]);
    }
  });

  it('on a closed stream ends the connection for its length, and is counted for its dependency', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    for (let index = 0; index < 2000; index++) recorder.send(dependent(1));
    assert.deepEqual(recorder.sentErrors(), ['C ENHANCE_YOUR_CALM']);

    const other = Http2Recorder.connect();
    other.send(headers(1));
    other.machine.respond(other.stream(1), 200, [], true);
    other.send(short(1));
    assert.deepEqual(other.sentErrors(), ['C FRAME_SIZE_ERROR']);
  });
});

describe('PRIORITY_UPDATE', () => {
  it('for a pushed stream, which is always idle, ends the connection (RFC 9218 §7.1)', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(formatFrame(FRAME.PRIORITY_UPDATE, 0, 0, formatUint32(2)));
    assert.deepEqual(recorder.sentErrors(), ['C PROTOCOL_ERROR']);
  });
});

describe('late frames', () => {
  it('with content of a stream that the server has reset are no flood, but small ones are', () => {
    for (const [size, phase] of [
      [64, 'open'],
      [63, 'failed'],
    ] as const) {
      const recorder = Http2Recorder.connect();
      recorder.send(open(1));
      recorder.machine.reset(recorder.stream(1), 0);
      recorder.machine.release(recorder.stream(1));
      for (let index = 0; index < 3000; index++) recorder.send(data(1, chunk(size)));
      assert.equal(recorder.machine.phase, phase);
    }
  });

  it('of trailers of such a stream are counted', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    recorder.machine.reset(recorder.stream(1), 0);
    for (let index = 0; index < 3000; index++) recorder.send(headers(1, encodeBlock(['a', 'b'])));
    assert.equal(recorder.machine.phase, 'failed');
  });
});

describe('memory', () => {
  it('of a frame that arrived in parts is its own, so that its content pins nothing else', () => {
    const recorder = Http2Recorder.connect();
    const sizes: number[] = [];
    recorder.onContent = (_, bytes) => sizes.push(bytes.buffer.byteLength);
    recorder.send(open(1));
    const frame = data(1, chunk(1000));
    recorder.send(frame.slice(0, 500));
    recorder.send(frame.slice(500));
    assert.deepEqual(sizes, [1009]);
  });

  it('of many small writes that wait is returned, and they are sent in order', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([4, 0]), windowUpdate(0, 1_000_000), headers(1));
    const stream = recorder.stream(1);
    recorder.machine.respond(stream, 200, [], false);
    for (let index = 0; index < 10_000; index++)
      recorder.machine.data(stream, Buffer.from(String.fromCharCode(97 + (index % 26))), false);
    recorder.sent();
    recorder.send(windowUpdate(1, 5000));
    let text = recorder
      .sent()
      .map(({ payload }) => payload)
      .join('');
    assert.ok(stream.queue.length < 8000, String(stream.queue.length));
    recorder.machine.end(stream, []);
    recorder.send(windowUpdate(1, 5000));
    text += recorder
      .sent()
      .map(({ payload }) => payload)
      .join('');
    assert.equal(text, 'abcdefghijklmnopqrstuvwxyz'.repeat(400).slice(0, 10_000));
    assert.equal(recorder.machine.openStreams, 0);
  });
});

describe('a window of 2^31 - 1', () => {
  it('is never exceeded, also where the stream or the connection fails', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), windowUpdate(1, MAX_31_BITS));
    assert.equal(recorder.stream(1).sendWindow.available, 65_535);
    recorder.send(open(3), windowUpdate(3, 1_000_000), settings([4, MAX_31_BITS]));
    assert.ok(recorder.stream(3).sendWindow.available <= MAX_31_BITS);
    assert.deepEqual(recorder.sentErrors(), ['S 1 FLOW_CONTROL_ERROR', 'C FLOW_CONTROL_ERROR']);
  });
});
