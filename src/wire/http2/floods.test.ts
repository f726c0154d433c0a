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
  settingsAck,
  windowUpdate,
} from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame, formatUint32, MAX_31_BITS } from './frames.ts';

const { END_HEADERS } = FLAG;
const open = (id: number) => headers(id, request([], 'POST'), END_HEADERS);
const ping = (payload: string, flags = 0) => formatFrame(FRAME.PING, flags, 0, payload);
const CALM = ['C ENHANCE_YOUR_CALM'];

/** Sends a frame until the connection fails, while the output is sent. @returns how many were received before */
function countUntilFailure(recorder: Http2Recorder, max: number, frame: (index: number) => string): number {
  for (let index = 0; index < max; index++) {
    recorder.send(frame(index));
    const errors = recorder.sentErrors().filter((error) => error.startsWith('C '));
    if (recorder.machine.phase !== 'failed') continue;
    assert.deepEqual(errors, CALM);
    return index;
  }
  return max;
}

/** Frames that serve no exchange; two were received at the start. */
const GLITCHES: readonly (readonly [title: string, frame: string])[] = [
  ['empty DATA', data(1, '')],
  ['DATA of 63 bytes', data(1, 'x'.repeat(63))],
  ['SETTINGS', settings()],
  ['ACK of SETTINGS', settingsAck()],
  ['PING', ping('12345678')],
  ['ACK of PING', ping('12345678', FLAG.ACK)],
  ['PRIORITY', formatFrame(FRAME.PRIORITY, 0, 1, `${formatUint32(3)}\0`)],
  ['PRIORITY_UPDATE', formatFrame(16, 0, 0, formatUint32(1))],
  ['WINDOW_UPDATE of 1,023', windowUpdate(1, 1023)],
  ['unknown frames', formatFrame(99, 0, 0, '')],
  ['GOAWAY', formatFrame(FRAME.GOAWAY, 0, 0, '12345678')],
];

describe('floods', () => {
  for (const [title, frame] of GLITCHES)
    it(`${title}: 2,000, then 200 in a second`, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(open(1));
      assert.equal(
        countUntilFailure(recorder, 3000, () => frame),
        1998,
      );
      const later = Http2Recorder.connect();
      later.send(open(1));
      countUntilFailure(later, 1998, () => frame);
      later.now = 1000;
      assert.equal(
        countUntilFailure(later, 3000, () => frame),
        200,
      );
    });

  const free: readonly (readonly [title: string, frame: string])[] = [
    ['DATA of 64 bytes', data(1, 'x'.repeat(64))],
    ['WINDOW_UPDATE of 1,024', windowUpdate(1, 1024)],
  ];
  for (const [title, frame] of free)
    it(`${title} are no flood`, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(open(1));
      assert.equal(
        countUntilFailure(recorder, 5000, () => frame),
        5000,
      );
    });

  it('rapid reset: 500 streams, then 50 in a second', () => {
    const recorder = Http2Recorder.connect();
    const frame = (index: number) => open(1 + 2 * index) + reset(1 + 2 * index, 8);
    assert.equal(countUntilFailure(recorder, 1000, frame), 500);
    const later = Http2Recorder.connect();
    countUntilFailure(later, 500, frame);
    later.now = 1000;
    assert.equal(
      countUntilFailure(later, 1000, (index) => frame(index + 500)),
      50,
    );
  });

  const resets: readonly (readonly [title: string, frame: (id: number) => string])[] = [
    ['an empty WINDOW_UPDATE', (id) => open(id) + windowUpdate(id, 0)],
    ['a window that is too large', (id) => open(id) + windowUpdate(id, MAX_31_BITS)],
    ['a malformed head', (id) => headers(id, encodeBlock(['a', 'b']))],
    ['DATA behind the end', (id) => headers(id) + data(id, 'a')],
    ['PRIORITY of 4 bytes', (id) => open(id) + formatFrame(FRAME.PRIORITY, 0, id, 'abcd')],
  ];
  for (const [title, frame] of resets)
    it(`resets that the client provokes by ${title} (CVE-2025-8671)`, () => {
      const recorder = Http2Recorder.connect();
      assert.equal(
        countUntilFailure(recorder, 1000, (index) => frame(1 + 2 * index)),
        500,
      );
    });

  it('streams above the limit are refused, and reset ones count until their handler has ended', () => {
    const recorder = Http2Recorder.connect({ maxStreams: 2 });
    recorder.isEager = false;
    recorder.send(open(1), reset(1, 8), open(3), open(5));
    assert.deepEqual(recorder.sentErrors(), ['S 5 REFUSED_STREAM']);
    recorder.machine.release(recorder.stream(1));
    recorder.send(open(7));
    assert.deepEqual(recorder.sentErrors(), []);
    recorder.machine.release(recorder.stream(3));
    recorder.send(open(9));
    assert.deepEqual(recorder.sentErrors(), ['S 9 REFUSED_STREAM']);
    assert.deepEqual([...recorder.streams.keys()], [1, 3, 7]);
    assert.equal(
      countUntilFailure(recorder, 1000, (index) => open(11 + 2 * index)),
      497,
    );
  });

  it('streams that ended count until their handler has ended', () => {
    const recorder = Http2Recorder.connect({ maxStreams: 1 });
    recorder.onRequest = (stream) => recorder.machine.respond(stream, 200, [], true);
    recorder.send(headers(1), headers(3));
    recorder.machine.release(recorder.stream(1));
    recorder.send(headers(5));
    assert.deepEqual(recorder.sentErrors(), ['S 3 REFUSED_STREAM']);
  });
});

describe('SETTINGS and answers', () => {
  const entries = (count: number) => settings(...Array<[number, number]>(count).fill([3, 1]));
  it('has at most 32 entries', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(entries(32));
    assert.deepEqual(recorder.sentErrors(), []);
    recorder.send(entries(33));
    assert.deepEqual(recorder.sentErrors(), CALM);
  });

  it('answers wait up to 64 KiB for a client that does not read, and the connection fails without GOAWAY', () => {
    const recorder = Http2Recorder.connect({ glitches: { burst: 1e6, perSecond: 0 } });
    const count = Math.floor(65_536 / 17);
    for (let index = 0; index < count; index++) recorder.send(ping('12345678'));
    assert.equal(recorder.machine.phase, 'open');
    recorder.send(ping('12345678'));
    assert.equal(recorder.machine.phase, 'failed');
    assert.deepEqual(recorder.sentErrors(), []);
    assert.match(recorder.calls.at(-1) ?? '', /^error flood ENHANCE_YOUR_CALM The client does not read/);
  });

  it('answers of exactly 64 KiB may wait', () => {
    // 17 bytes for a PING, 9 for SETTINGS.
    for (const [pings, acks, phase] of [
      [3854, 2, 'open'],
      [3853, 4, 'failed'],
    ] as const) {
      const recorder = Http2Recorder.connect({ glitches: { burst: 1e6, perSecond: 0 } });
      recorder.send(ping('12345678').repeat(pings), settings().repeat(acks));
      assert.equal(recorder.machine.phase, phase);
    }
  });

  it('answers are counted until they are sent, also if others were sent before', () => {
    const recorder = Http2Recorder.connect({ glitches: { burst: 1e6, perSecond: 0 } });
    const pings = (count: number) => {
      for (let index = 0; index < count; index++) recorder.send(ping('12345678'));
      return recorder.machine.phase;
    };
    assert.equal(pings(3000), 'open');
    recorder.machine.output.take();
    recorder.machine.output.sent(17);
    assert.equal(pings(855), 'open');
    assert.equal(pings(1), 'failed');
    const later = Http2Recorder.connect({ glitches: { burst: 1e6, perSecond: 0 } });
    for (let index = 0; index < 3000; index++) later.send(ping('12345678'));
    later.sent();
    for (let index = 0; index < 3855; index++) later.send(ping('12345678'));
    assert.equal(later.machine.phase, 'open');
    later.send(ping('12345678'));
    assert.equal(later.machine.phase, 'failed');
  });

  it('answers are not counted once they are sent, also if content always waits', () => {
    const recorder = Http2Recorder.connect({ glitches: { burst: 1e6, perSecond: 0 } });
    for (let index = 0; index < 20_000; index++) {
      recorder.machine.rawFrame(99, 0, 0, 'x'.repeat(100));
      recorder.send(ping('12345678'));
      recorder.machine.output.take();
      // 50 KB wait before it.
      if (index > 500) recorder.machine.output.sent(126);
    }
    assert.equal(recorder.machine.phase, 'open');
  });
});

describe('the drain', () => {
  const goAways = (recorder: Http2Recorder) =>
    recorder.sent().flatMap(({ type, flags, payload }) => {
      if (type === 'PING') return flags === 0 ? [`PING ${payload}`] : [];
      return type === 'GOAWAY' ? [`GOAWAY ${Buffer.from(payload, 'latin1').readUInt32BE(0)}`] : [];
    });

  it('sends GOAWAY and PING, and GOAWAY with the last stream after its ACK; later streams are ignored', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    recorder.machine.drain(0);
    recorder.machine.drain(0);
    const [first, sentPing = ''] = goAways(recorder);
    assert.equal(first, `GOAWAY ${MAX_31_BITS}`);
    recorder.send(open(3), ping('12345678', FLAG.ACK));
    assert.deepEqual(goAways(recorder), []);
    recorder.send(ping(sentPing.slice(5), FLAG.ACK));
    assert.deepEqual(goAways(recorder), ['GOAWAY 3']);
    // The block enters the table, and the content is counted and returned.
    const entry = `${request()}\x40\x01b\x01c`;
    recorder.send(
      headers(5, entry, END_HEADERS),
      data(5, 'x'.repeat(16_384)),
      windowUpdate(5, 1024),
      reset(5, 8),
    );
    recorder.send(headers(7, entry, END_HEADERS), headers(7, encodeBlock(['a', 'b'])));
    assert.deepEqual(
      recorder.calls.filter((call) => !/ [13] /.test(call)),
      [],
    );
    recorder.send(data(1, 'a', FLAG.END_STREAM), headers(3, '\xbe'));
    assert.equal(recorder.calls.at(-1), 'end 3 b|c');
    for (const id of [1, 3]) recorder.machine.respond(recorder.stream(id), 200, [], true);
    assert.equal(recorder.calls.at(-1), 'idle');
    assert.deepEqual(recorder.sentErrors(), []);
  });

  it('sends the second GOAWAY after 1 s without ACK, and is idle without streams', () => {
    const recorder = Http2Recorder.connect();
    recorder.machine.drain(500);
    recorder.machine.tick(1499);
    assert.deepEqual(recorder.calls, []);
    recorder.machine.tick(1500);
    assert.deepEqual(recorder.calls, ['idle']);
    assert.deepEqual(goAways(recorder).at(-1), 'GOAWAY 0');
  });

  it('continues to count floods', () => {
    const recorder = Http2Recorder.connect();
    recorder.machine.goAway(0);
    recorder.sent();
    assert.equal(
      countUntilFailure(recorder, 3000, () => ping('12345678')),
      1998,
    );
    const late = Http2Recorder.connect();
    late.machine.goAway(0);
    late.send(open(1));
    late.sent();
    assert.equal(
      countUntilFailure(late, 3000, () => data(1, 'x'.repeat(64))),
      1997,
    );
  });

  it('of the client finishes the streams in progress', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1), formatFrame(FRAME.GOAWAY, 0, 0, formatUint32(0) + formatUint32(8)));
    assert.equal(recorder.calls.at(-1), 'goaway 0 CANCEL');
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    assert.equal(recorder.calls.at(-1), 'idle');
  });
});
