import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  data,
  Http2Recorder,
  headers,
  request,
  reset,
  settings,
  windowUpdate,
} from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame, formatUint32 } from './frames.ts';

const SMALL = { streamWindow: 1000, connectionWindow: 65_535 };
const chunk = (length: number) => 'x'.repeat(length);
const open = (id: number) => headers(id, request([], 'POST'), FLAG.END_HEADERS);
const initialWindow = (size: number) => settings([4, size]);

/** What was sent: the types of frames, with the stream and the increment or the length. */
function summary(recorder: Http2Recorder): readonly string[] {
  return recorder.sent().map(({ type, flags, streamId, payload }) => {
    if (type === 'WINDOW_UPDATE')
      return `WINDOW_UPDATE ${streamId} ${Buffer.from(payload, 'latin1').readUInt32BE(0)}`;
    if (type === 'DATA') return `DATA ${streamId} ${payload.length}${flags & FLAG.END_STREAM ? ' end' : ''}`;
    return `${type}${flags & FLAG.ACK && type === 'SETTINGS' ? ' ACK' : ''}`;
  });
}

describe('receive windows', () => {
  it('are returned when the reader has consumed, in steps of half a window', () => {
    const recorder = Http2Recorder.connect(SMALL);
    recorder.isEager = false;
    recorder.send(open(1), data(1, chunk(1000)));
    const stream = recorder.stream(1);
    assert.deepEqual(summary(recorder), []);
    recorder.machine.consume(stream, 499);
    assert.deepEqual(summary(recorder), []);
    recorder.machine.consume(stream, 1);
    assert.deepEqual(recorder.sent(), [
      { type: 'WINDOW_UPDATE', flags: 0, streamId: 1, payload: '\0\0\x01\xf4' },
    ]);
    recorder.send(data(1, chunk(500)));
    assert.deepEqual(recorder.sentErrors(), []);
    recorder.send(data(1, 'x'));
    assert.deepEqual(recorder.sentErrors(), ['S 1 FLOW_CONTROL_ERROR']);
    assert.equal(recorder.calls.at(-1), 'reset 1 FLOW_CONTROL_ERROR by server');
  });

  it('of the connection close for a reader that does not consume, and are returned when its handler ends', () => {
    const recorder = Http2Recorder.connect({ ...SMALL, streamWindow: 65_535 });
    recorder.isEager = false;
    const whole = [chunk(16_384), chunk(16_384), chunk(16_384), chunk(16_383)];
    recorder.send(open(1), ...whole.map((content) => data(1, content)));
    recorder.send(reset(1, 8));
    assert.deepEqual(summary(recorder), []);
    recorder.machine.release(recorder.stream(1));
    recorder.machine.release(recorder.stream(1));
    assert.deepEqual(summary(recorder), ['WINDOW_UPDATE 0 65535']);
    recorder.send(open(3), ...whole.map((content) => data(3, content)), data(3, 'x'));
    assert.deepEqual(recorder.sentErrors(), ['C FLOW_CONTROL_ERROR']);
  });

  it('count padding, which is returned at once, and ignore more than is held', () => {
    const recorder = Http2Recorder.connect(SMALL);
    recorder.isEager = false;
    const padded = `${String.fromCharCode(255)}${chunk(244)}${'\0'.repeat(255)}`;
    recorder.send(open(1), data(1, padded, FLAG.PADDED), data(1, padded, FLAG.PADDED));
    assert.deepEqual(summary(recorder), ['WINDOW_UPDATE 1 512']);
    recorder.machine.consume(recorder.stream(1), 10_000);
    recorder.machine.consume(recorder.stream(1), 10_000);
    recorder.send(data(1, chunk(512)));
    assert.deepEqual(recorder.sentErrors(), []);
    recorder.send(data(1, chunk(1000)));
    assert.deepEqual(recorder.sentErrors(), ['S 1 FLOW_CONTROL_ERROR']);
  });

  it('of the connection are never less than the initial one', () => {
    const recorder = Http2Recorder.connect({ streamWindow: 100_000, connectionWindow: 1000 });
    recorder.isEager = false;
    recorder.send(open(1), ...[16_384, 16_384, 16_384, 16_383].map((length) => data(1, chunk(length))));
    assert.deepEqual(recorder.sentErrors(), []);
    recorder.send(data(1, 'x'));
    assert.deepEqual(recorder.sentErrors(), ['C FLOW_CONTROL_ERROR']);
  });

  it('of two bytes are returned byte by byte', () => {
    const recorder = Http2Recorder.connect({ ...SMALL, streamWindow: 2 });
    recorder.send(open(1), data(1, 'a'), data(1, 'b'), data(1, 'c'));
    assert.deepEqual(summary(recorder), ['WINDOW_UPDATE 1 1', 'WINDOW_UPDATE 1 1', 'WINDOW_UPDATE 1 1']);
  });

  it('of the connection are on stream 0', () => {
    const recorder = Http2Recorder.connect({ streamWindow: 100_000, connectionWindow: 65_535 });
    recorder.send(open(1), data(1, chunk(16_384)), data(1, chunk(16_383)));
    assert.deepEqual(recorder.sent(), []);
    recorder.send(data(1, 'x'));
    assert.deepEqual(recorder.sent(), [
      { type: 'WINDOW_UPDATE', flags: 0, streamId: 0, payload: '\0\0\x80\0' },
    ]);
  });

  it('of a stream are not returned after its end', () => {
    const recorder = Http2Recorder.connect(SMALL);
    recorder.send(open(1), data(1, chunk(1000), FLAG.END_STREAM));
    assert.deepEqual(summary(recorder), []);
  });

  it('are returned for content that is discarded, and of streams that are closed', () => {
    const recorder = Http2Recorder.connect(SMALL);
    recorder.isEager = false;
    recorder.send(open(1), data(1, chunk(600)));
    recorder.machine.discard(recorder.stream(1));
    recorder.send(data(1, chunk(600)));
    assert.deepEqual(summary(recorder), ['WINDOW_UPDATE 1 600', 'WINDOW_UPDATE 1 600']);
    recorder.machine.reset(recorder.stream(1), 0);
    summary(recorder);
    for (let sent = 1200; sent < 65_535 / 2; sent += 16_000) recorder.send(data(1, chunk(16_000)));
    assert.deepEqual(summary(recorder), ['RST_STREAM', 'WINDOW_UPDATE 0 33200']);
  });
});

describe('send windows', () => {
  /** A stream with a response of a length. */
  function respond(recorder: Http2Recorder, id: number, length: number): void {
    recorder.send(headers(id));
    recorder.machine.respond(recorder.stream(id), 200, [], false);
    recorder.machine.data(recorder.stream(id), chunk(length), true);
  }

  it('limit content, and an empty end needs none', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(initialWindow(10));
    respond(recorder, 1, 25);
    respond(recorder, 3, 0);
    assert.deepEqual(summary(recorder), ['SETTINGS ACK', 'HEADERS', 'DATA 1 10', 'HEADERS', 'DATA 3 0 end']);
    recorder.send(windowUpdate(1, 1));
    recorder.send(windowUpdate(1, 14));
    assert.deepEqual(summary(recorder), ['DATA 1 1', 'DATA 1 14 end']);
    assert.equal(recorder.machine.openStreams, 0);
  });

  it('are negative after SETTINGS that lowers them, and ACK precedes content', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(initialWindow(10));
    respond(recorder, 1, 25);
    recorder.send(initialWindow(3));
    assert.equal(recorder.stream(1).sendWindow.available, -7);
    recorder.send(windowUpdate(1, 7));
    assert.deepEqual(summary(recorder), ['SETTINGS ACK', 'HEADERS', 'DATA 1 10', 'SETTINGS ACK']);
    recorder.send(initialWindow(5));
    assert.deepEqual(summary(recorder), ['SETTINGS ACK', 'DATA 1 2']);
    recorder.send(settings([4, 0], [4, 100]));
    assert.deepEqual(summary(recorder), ['SETTINGS ACK', 'DATA 1 13 end']);
  });

  it('of the connection are shared in turns', () => {
    const recorder = Http2Recorder.connect({ sendBuffer: 1 });
    for (const id of [1, 3]) respond(recorder, id, 40_000);
    respond(recorder, 5, 0);
    assert.deepEqual(summary(recorder), [
      'HEADERS',
      'HEADERS',
      'HEADERS',
      'DATA 1 16384',
      'DATA 3 16384',
      'DATA 5 0 end',
      'DATA 1 16384',
      'DATA 3 16383',
    ]);
    assert.equal(recorder.machine.queuedBytes, 80_000 - 65_535);
    recorder.send(windowUpdate(0, 7233));
    assert.deepEqual(summary(recorder), ['DATA 1 7232 end', 'DATA 3 1']);
    recorder.send(windowUpdate(0, 7232));
    assert.deepEqual(summary(recorder), ['DATA 3 7232 end']);
  });

  it('of the connection are shared in turns also after many writes of one stream while they are closed', () => {
    const recorder = Http2Recorder.connect();
    respond(recorder, 1, 65_535);
    summary(recorder);
    for (const id of [3, 5]) {
      recorder.send(headers(id));
      recorder.machine.respond(recorder.stream(id), 200, [], false);
    }
    for (let index = 0; index < 4; index++) recorder.machine.data(recorder.stream(3), chunk(10), false);
    recorder.machine.data(recorder.stream(5), chunk(10), false);
    recorder.machine.data(recorder.stream(3), chunk(10), false);
    recorder.machine.data(recorder.stream(5), chunk(10), false);
    summary(recorder);
    recorder.send(windowUpdate(0, 1000));
    const turns = summary(recorder).map((frame) => frame.slice(0, 6));
    assert.deepEqual(turns, ['DATA 3', 'DATA 5', 'DATA 3', 'DATA 5', 'DATA 3', 'DATA 3', 'DATA 3']);
  });

  it('do not delay the ends of streams without content', () => {
    const recorder = Http2Recorder.connect();
    respond(recorder, 1, 70_000);
    respond(recorder, 3, 0);
    recorder.send(headers(5));
    recorder.machine.respond(recorder.stream(5), 200, [], false);
    recorder.machine.end(recorder.stream(5), ['Trailer-A', 'b']);
    const frames = summary(recorder);
    assert.deepEqual(frames.slice(-4), ['HEADERS', 'HEADERS', 'DATA 3 0 end', 'HEADERS']);
  });

  it('leave content of streams that end queued until the socket has room', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(windowUpdate(0, 10_000_000), initialWindow(10_000_000));
    recorder.send(headers(1));
    const stream = recorder.stream(1);
    recorder.machine.respond(stream, 200, [], false);
    assert.equal(recorder.machine.data(stream, Buffer.alloc(200_000), false), false);
    assert.ok(recorder.machine.output.waiting < 65_536 + 16_384 + 100);
    assert.ok(recorder.machine.queuedBytes > 100_000);
    assert.equal(summary(recorder).filter((frame) => frame.startsWith('DATA')).length, 13);
    assert.equal(recorder.calls.at(-1), 'drain 1');
    assert.equal(recorder.machine.queuedBytes, 0);
    recorder.machine.data(stream, chunk(100_000), false);
    recorder.send(reset(1, 8));
    assert.equal(recorder.machine.queuedBytes, 0);
  });
});

describe('responses', () => {
  it('have trailers behind their content', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    const stream = recorder.stream(1);
    recorder.machine.inform(stream, 103, ['Link', 'a']);
    recorder.machine.respond(stream, 200, ['Connection', 'close', 'A', 'b'], false);
    recorder.machine.data(stream, 'abc', false);
    recorder.machine.end(stream, ['X', 'y']);
    recorder.machine.data(stream, 'ignored', true);
    assert.deepEqual(recorder.sent(), [
      { type: 'HEADERS', flags: 4, streamId: 1, payload: '\x08\x03103\x0f\x1e\x01a' },
      { type: 'HEADERS', flags: 4, streamId: 1, payload: '\x88\0\x01a\x01b' },
      { type: 'DATA', flags: 0, streamId: 1, payload: 'abc' },
      { type: 'HEADERS', flags: 5, streamId: 1, payload: '\0\x01x\x01y' },
    ]);
    assert.equal(recorder.machine.openStreams, 0);
  });

  it('have heads of several frames', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    recorder.machine.respond(recorder.stream(1), 200, ['a', chunk(40_000)], true);
    assert.deepEqual(
      recorder.sent().map(({ type, flags, payload }) => [type, flags, payload.length]),
      [
        ['HEADERS', 1, 16_384],
        ['CONTINUATION', 0, 16_384],
        ['CONTINUATION', 4, 40_008 - 2 * 16_384],
      ],
    );
  });

  it('are rejected with a sentence, and nothing is sent', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    const stream = recorder.stream(1);
    const rows: readonly (readonly [status: number, fields: readonly string[]])[] = [
      [99, []],
      [1000, []],
      [200.5, []],
      [200, ['', 'a']],
      [200, ['a b', 'a']],
      [200, [':status', '200']],
      [200, ['a', 'b\r\nc: d']],
      [200, ['a', 'b\0']],
      [200, ['a', '\u0100']],
    ];
    for (const [status, fields] of rows)
      assert.match(recorder.machine.respond(stream, status, fields, true) ?? '', /^The .* /);
    assert.match(recorder.machine.inform(stream, 200, []) ?? '', /final/);
    assert.match(recorder.machine.end(stream, ['a', '\n']) ?? '', /not permitted/);
    assert.deepEqual(recorder.sent(), []);
    assert.equal(recorder.machine.respond(stream, 999, [], false), undefined);
    assert.match(recorder.machine.respond(stream, 200, [], true) ?? '', /final/);
  });

  it('begin with a size update after a SETTINGS that lowers HEADER_TABLE_SIZE, once', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([1, 0]), headers(1), headers(3));
    for (const id of [1, 3]) recorder.machine.respond(recorder.stream(id), 204, [], true);
    assert.deepEqual(
      recorder.sent().map(({ payload }) => payload),
      ['', '\x20\x89', '\x89'],
    );
  });

  it('without content pause the driver while the client does not read', () => {
    const recorder = Http2Recorder.connect();
    recorder.onRequest = (stream) => {
      recorder.machine.respond(stream, 204, ['a', chunk(1000)], true);
      recorder.machine.release(stream);
    };
    let id = 1;
    for (; !recorder.machine.isCongested; id += 2) recorder.send(headers(id));
    assert.equal((id - 1) / 2, Math.ceil(262_145 / 1015));
    recorder.sent();
    assert.equal(recorder.machine.isCongested, false);
  });

  it('pause the driver above the limit, not at it', () => {
    const recorder = Http2Recorder.connect();
    recorder.machine.rawFrame(99, 0, 0, chunk(262_144 - 9));
    assert.equal(recorder.machine.output.waiting, 262_144);
    assert.equal(recorder.machine.isCongested, false);
    recorder.machine.output.text('x');
    assert.equal(recorder.machine.isCongested, true);
  });

  it('have frames as they are', () => {
    const recorder = Http2Recorder.connect();
    recorder.machine.rawFrame(99, 255, 7, 'abc');
    recorder.machine.ping('12345678');
    const raw = formatFrame(99, 255, 7, 'abc') + formatFrame(FRAME.PING, 0, 0, '12345678');
    assert.equal(recorder.machine.output.take().join(''), raw);
    assert.equal(formatUint32(0xfffefdfc), '\xff\xfe\xfd\xfc');
  });
});
