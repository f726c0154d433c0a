import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { data, Http2Recorder, headers, request, settings } from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame, formatUint32, PREFACE } from './frames.ts';

const open = (id: number) => headers(id, request([], 'POST'), FLAG.END_HEADERS);
const goAway = (lastStreamId: number, code: number) =>
  formatFrame(FRAME.GOAWAY, 0, 0, formatUint32(lastStreamId) + formatUint32(code));

/** The frames of the connection that were sent, with their payloads in hexadecimal. */
function sentOnConnection(recorder: Http2Recorder): readonly string[] {
  return recorder
    .sent()
    .filter(({ streamId }) => streamId === 0)
    .map(({ type, payload }) => `${type} ${Buffer.from(payload, 'latin1').toString('hex')}`);
}

describe('GOAWAY of the server', () => {
  it('has the last stream that was accepted by default, and the code', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), open(5));
    recorder.machine.goAway(11);
    assert.deepEqual(sentOnConnection(recorder), ['GOAWAY 000000050000000b']);
  });

  it('leaves the streams up to the last one as they are, and later ones are ignored', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    recorder.machine.goAway(0);
    recorder.send(open(3), data(3, 'x'.repeat(64)), data(1, 'a', FLAG.END_STREAM));
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    assert.deepEqual(recorder.sentErrors(), ['C NO_ERROR']);
    // Stream 1 was accepted, so it is closed and not ignored.
    recorder.send(data(1, 'a'));
    assert.deepEqual(recorder.sentErrors(), ['C STREAM_CLOSED']);
    assert.deepEqual([...recorder.streams.keys()], [1]);
  });

  it('does not hide frames of idle streams', () => {
    const recorder = Http2Recorder.connect();
    recorder.machine.goAway(0);
    recorder.send(open(3), data(5, 'a'));
    assert.deepEqual(recorder.sentErrors(), ['C NO_ERROR', 'C PROTOCOL_ERROR']);
  });

  it('is followed by onIdle at once without streams, which comes once', () => {
    const recorder = new Http2Recorder();
    recorder.machine.goAway(0);
    assert.deepEqual(recorder.calls, ['idle']);
    recorder.send(PREFACE, settings());
    assert.deepEqual(recorder.calls, ['idle']);
  });

  it('within a call for a frame is followed by onIdle behind the other calls of the frame', () => {
    const recorder = Http2Recorder.connect();
    recorder.onRequest = (stream) => {
      recorder.machine.goAway(0);
      recorder.machine.respond(stream, 200, [], true);
      recorder.calls.push('answered');
    };
    recorder.send(headers(1));
    assert.deepEqual(recorder.calls, ['stream 1 GET / host|a 16', 'answered', 'idle']);
  });
});

describe('a drain', () => {
  it('has GOAWAY and PING, whose ACK brings the second GOAWAY', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    recorder.machine.drain(0);
    assert.equal(recorder.machine.phase, 'draining');
    assert.deepEqual(sentOnConnection(recorder), ['GOAWAY 7fffffff00000000', 'PING 0000647261696e69']);
    recorder.send(formatFrame(FRAME.PING, FLAG.ACK, 0, '\0\0draini'));
    assert.equal(recorder.machine.phase, 'final');
    assert.deepEqual(sentOnConnection(recorder), ['GOAWAY 0000000100000000']);
    recorder.send(formatFrame(FRAME.PING, FLAG.ACK, 0, '\0\0draini'));
    recorder.machine.tick(1e9);
    recorder.machine.drain(0);
    assert.deepEqual(sentOnConnection(recorder), []);
  });

  it('is not over by an ACK of its PING before it has begun', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(formatFrame(FRAME.PING, FLAG.ACK, 0, '\0\0draini'));
    recorder.machine.tick(1e9);
    assert.equal(recorder.machine.phase, 'open');
    assert.deepEqual(recorder.sent(), []);
  });
});

describe('GOAWAY of the client', () => {
  it('has the last stream without the reserved bit, the code, and data', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    recorder.send(goAway(0x80000005, 8), formatFrame(FRAME.GOAWAY, 0, 0, `${formatUint32(7)}\0\0\0\0text`));
    assert.deepEqual(recorder.calls.slice(1), ['goaway 5 CANCEL', 'goaway 7 NO_ERROR']);
  });

  it('is followed by onIdle without streams', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(goAway(0, 0));
    assert.deepEqual(recorder.calls, ['goaway 0 NO_ERROR', 'idle']);
  });
});
