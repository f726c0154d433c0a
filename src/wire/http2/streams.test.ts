import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { data, Http2Recorder, headers, request, reset, settings } from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame } from './frames.ts';

const open = (id: number) => headers(id, request([], 'POST'), FLAG.END_HEADERS);

describe('closed streams', () => {
  it('that the server has reset are remembered, the last 100 of them', () => {
    const recorder = Http2Recorder.connect();
    for (let id = 1; id <= 201; id += 2) {
      recorder.send(open(id));
      recorder.machine.reset(recorder.stream(id), 8);
      recorder.machine.release(recorder.stream(id));
    }
    recorder.sent();
    recorder.send(data(3, 'a'), data(3, 'a'), data(201, 'a'), data(1, 'a'));
    assert.deepEqual(recorder.sentErrors(), ['S 3 STREAM_CLOSED', 'S 201 STREAM_CLOSED', 'C STREAM_CLOSED']);
  });

  it('that were skipped are remembered, the last 100 ranges of them', () => {
    const send = (bytes: string) => {
      const copy = Http2Recorder.connect();
      for (let id = 3; id <= 3 + 4 * 100; id += 4) {
        copy.send(headers(id));
        copy.machine.respond(copy.stream(id), 200, [], true);
        copy.machine.release(copy.stream(id));
      }
      copy.send(bytes);
      return copy.sentErrors();
    };
    assert.deepEqual(send(headers(1)), ['C STREAM_CLOSED']);
    assert.deepEqual(send(headers(5)), ['C PROTOCOL_ERROR']);
    assert.deepEqual(send(headers(401)), ['C PROTOCOL_ERROR']);
    assert.deepEqual(send(headers(403)), ['C STREAM_CLOSED']);
  });

  it('that were skipped are remembered also behind many that were not', () => {
    for (const first of [3, 5]) {
      const recorder = Http2Recorder.connect();
      for (let id = first; id < first + 300; id += 2) {
        recorder.send(headers(id));
        recorder.machine.respond(recorder.stream(id), 200, [], true);
        recorder.machine.release(recorder.stream(id));
      }
      recorder.send(headers(first - 2));
      assert.deepEqual(recorder.sentErrors(), ['C PROTOCOL_ERROR'], String(first));
    }
  });

  it('are reset once', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1));
    for (let count = 0; count < 3; count++) recorder.machine.reset(recorder.stream(1), 8);
    assert.deepEqual(recorder.sentErrors(), ['S 1 CANCEL']);
    recorder.send(open(3), data(0, 'a'));
    recorder.machine.reset(recorder.stream(3), 8);
    assert.deepEqual(recorder.sentErrors(), ['C PROTOCOL_ERROR']);
  });

  it('are closed by a complete response and request, in either order', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), open(3));
    assert.equal(recorder.machine.openStreams, 2);
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    assert.equal(recorder.machine.openStreams, 2);
    recorder.send(data(1, '', FLAG.END_STREAM), data(3, '', FLAG.END_STREAM));
    assert.equal(recorder.machine.openStreams, 1);
    recorder.machine.respond(recorder.stream(3), 200, [], true);
    assert.equal(recorder.machine.openStreams, 0);
    assert.deepEqual(recorder.calls.slice(2), ['end 1 ', 'end 3 ']);
    recorder.send(data(1, 'a'));
    assert.deepEqual(recorder.sentErrors(), ['C STREAM_CLOSED']);
  });

  it('have their end delivered if the handler answers before it, and not if it resets them', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), open(3));
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    const { machine } = recorder;
    recorder.onContent = (stream, chunk) => {
      machine.consume(stream, chunk.length);
      if (stream.id === 3) machine.reset(stream, 8);
    };
    recorder.send(data(1, 'a', FLAG.END_STREAM), data(3, 'a', FLAG.END_STREAM), reset(3, 8));
    assert.deepEqual(recorder.calls.slice(2), ['end 1 ']);
  });
});

describe('a handler that calls the machine', () => {
  it('may end the connection: no further frame is delivered', () => {
    const recorder = Http2Recorder.connect({ resets: { burst: 0, perSecond: 0 } });
    recorder.onRequest = (stream) => recorder.machine.reset(stream, 8);
    recorder.send(headers(1) + headers(3));
    assert.deepEqual(recorder.calls.length, 2);
    assert.deepEqual(recorder.sentErrors(), ['S 1 CANCEL', 'C ENHANCE_YOUR_CALM']);
  });

  it('may answer, drain and discard within a call', () => {
    const recorder = Http2Recorder.connect();
    recorder.onRequest = (stream) => {
      recorder.machine.discard(stream);
      recorder.machine.respond(stream, 200, [], true);
      recorder.machine.drain(0);
      recorder.machine.release(stream);
    };
    recorder.send(open(1) + data(1, 'abc') + data(1, 'd', FLAG.END_STREAM) + headers(3));
    assert.deepEqual(recorder.calls, ['stream 1 POST / host|a 0', 'stream 3 GET / host|a 16']);
    assert.equal(recorder.machine.openStreams, 0);
  });
});

describe('answers to frames of the connection', () => {
  it('are on stream 0', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings(), formatFrame(FRAME.PING, 0, 0, '12345678'));
    assert.deepEqual(recorder.sent(), [
      { type: 'SETTINGS', flags: FLAG.ACK, streamId: 0, payload: '' },
      { type: 'PING', flags: FLAG.ACK, streamId: 0, payload: '12345678' },
    ]);
    recorder.send(data(0, 'a'));
    assert.deepEqual(recorder.sent(), [
      { type: 'GOAWAY', flags: 0, streamId: 0, payload: '\0\0\0\0\0\0\0\x01' },
    ]);
  });
});
