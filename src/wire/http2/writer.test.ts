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
import { FLAG } from './frames.ts';
import type { Http2Stream } from './streams.ts';

const chunk = (length: number) => 'x'.repeat(length);
const open = (id: number) => headers(id, request([], 'POST'), FLAG.END_HEADERS);

/** The frames that were sent, as `DATA 1 3 end` with the length of the payload. */
function summary(recorder: Http2Recorder): readonly string[] {
  return recorder
    .sent()
    .map(
      ({ type, flags, streamId, payload }) =>
        `${type} ${streamId} ${payload.length}${flags & FLAG.END_STREAM ? ' end' : ''}`,
    );
}

/** A request whose response has a head only. */
function start(recorder: Http2Recorder, id: number): Http2Stream {
  recorder.send(headers(id));
  const stream = recorder.stream(id);
  recorder.machine.respond(stream, 200, [], false);
  return stream;
}

describe('problems of a response', () => {
  const rows: readonly (readonly [message: string, status: number, fields: readonly string[]])[] = [
    ['The status 99 has not three digits', 99, []],
    ['The status 1000 has not three digits', 1000, []],
    ['The status 200.5 has not three digits', 200.5, []],
    ['The name "a b" is not a token', 200, ['a', '1', 'a b', '1']],
    ['The value of b has a character that is not permitted', 200, ['a', '1', 'b', '\n']],
  ];
  for (const [message, status, fields] of rows)
    it(message, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(headers(1));
      assert.equal(recorder.machine.respond(recorder.stream(1), status, fields, true), message);
      assert.deepEqual(recorder.sent(), []);
    });

  it('of an informational one', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    const { machine } = recorder;
    const stream = recorder.stream(1);
    assert.equal(machine.inform(stream, 99, []), 'The status 99 has not three digits');
    assert.equal(machine.inform(stream, 200, []), 'The status 200 is final');
    assert.equal(machine.inform(stream, 103, ['', '']), 'The name "" is not a token');
    assert.deepEqual(recorder.sent(), []);
    assert.equal(machine.inform(stream, 199, []), undefined);
    assert.equal(machine.inform(stream, 100, []), undefined);
    assert.deepEqual(summary(recorder), ['HEADERS 1 5', 'HEADERS 1 5']);
    assert.equal(machine.respond(stream, 100, [], false), undefined);
    assert.equal(machine.inform(stream, 103, []), undefined);
    assert.equal(machine.respond(stream, 200, [], false), 'The stream has a final response');
    assert.deepEqual(summary(recorder), ['HEADERS 1 5']);
  });

  it('of trailers', () => {
    const recorder = Http2Recorder.connect();
    const stream = start(recorder, 1);
    recorder.sent();
    assert.equal(
      recorder.machine.end(stream, ['a', '\0']),
      'The value of a has a character that is not permitted',
    );
    assert.deepEqual(recorder.sent(), []);
  });

  it('are none for a stream that has ended, to which nothing is written', () => {
    const ended: readonly ((recorder: Http2Recorder) => void)[] = [
      (recorder) => recorder.machine.end(recorder.stream(1), []),
      (recorder) => recorder.send(reset(1, 8)),
      (recorder) => recorder.machine.reset(recorder.stream(1), 8),
      (recorder) => recorder.send(data(0, '')),
    ];
    for (const end of ended) {
      const recorder = Http2Recorder.connect();
      recorder.send(open(1));
      end(recorder);
      recorder.sent();
      const { machine } = recorder;
      const stream = recorder.stream(1);
      assert.equal(machine.inform(stream, 103, []), undefined);
      assert.equal(machine.respond(stream, 200, [], false), undefined);
      assert.equal(machine.end(stream, ['a', 'b']), undefined);
      assert.equal(machine.data(stream, chunk(100_000), false), true);
      assert.deepEqual(recorder.sent(), []);
      assert.deepEqual([machine.queuedBytes, stream.queuedBytes], [0, 0]);
    }
  });
});

describe('fields of connections', () => {
  it('are omitted in any case, and the others stay in order', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    const names = ['Connection', 'Keep-Alive', 'proxy-connection', 'TRANSFER-ENCODING', 'Upgrade'];
    const fields = names.flatMap((name, index) => [name, 'x', `A${index}`, String(index)]);
    recorder.machine.respond(recorder.stream(1), 200, fields, true);
    const expected = names.map((_, index) => `\0\x02a${index}\x01${index}`);
    assert.equal(recorder.sent()[0]?.payload, `\x88${expected.join('')}`);
  });

  it('are omitted if a response has no others', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1));
    recorder.machine.respond(recorder.stream(1), 200, ['Connection', 'close'], true);
    assert.equal(recorder.sent()[0]?.payload, '\x88');
  });
});

describe('canSend', () => {
  it('is true while the windows of the stream and of the connection permit a byte', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([4, 10]), windowUpdate(0, 10));
    const { machine } = recorder;
    const stream = start(recorder, 1);
    assert.equal(machine.canSend(stream), true);
    machine.data(stream, chunk(9), false);
    assert.equal(machine.canSend(stream), true);
    machine.data(stream, 'x', false);
    assert.equal(machine.canSend(stream), false);
    recorder.send(windowUpdate(1, 100_000));
    assert.equal(machine.canSend(stream), true);
    machine.data(stream, chunk(65_534), false);
    recorder.sent();
    assert.equal(machine.canSend(stream), true);
    machine.data(stream, 'x', false);
    assert.equal(machine.canSend(stream), false);
  });
});

describe('content', () => {
  it('continues with its last byte', () => {
    for (const content of [chunk(16_385), Buffer.alloc(16_385)]) {
      const recorder = Http2Recorder.connect();
      recorder.machine.data(start(recorder, 1), content, false);
      assert.deepEqual(summary(recorder), ['HEADERS 1 1', 'DATA 1 16384', 'DATA 1 1']);
      assert.equal(recorder.calls.length, 1);
    }
  });

  it('of exactly a frame is one frame', () => {
    for (const content of [chunk(16_384), Buffer.alloc(16_384)]) {
      const recorder = Http2Recorder.connect();
      recorder.machine.data(start(recorder, 1), content, true);
      assert.deepEqual(summary(recorder), ['HEADERS 1 1', 'DATA 1 16384 end']);
    }
  });

  it('that is empty and not the last writes nothing, also while the connection is blocked', () => {
    const recorder = Http2Recorder.connect();
    const { machine } = recorder;
    recorder.send(settings([4, 100_000]));
    const blocked = start(recorder, 1);
    const other = start(recorder, 3);
    machine.data(blocked, chunk(65_536), false);
    summary(recorder);
    machine.data(other, '', false);
    assert.deepEqual(summary(recorder), []);
    machine.data(other, '', true);
    assert.deepEqual(summary(recorder), ['DATA 3 0 end']);
    recorder.send(windowUpdate(0, 1));
    assert.deepEqual(summary(recorder), ['DATA 1 1']);
  });

  it('of 64 KiB may wait: data() returns false above it, and onDrain follows at it', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([4, 0]));
    const stream = start(recorder, 1);
    assert.equal(recorder.machine.data(stream, chunk(65_536), false), true);
    assert.equal(recorder.machine.data(stream, 'x', false), false);
    recorder.calls.length = 0;
    recorder.send(windowUpdate(1, 1));
    assert.deepEqual(recorder.calls, ['drain 1']);
    recorder.send(windowUpdate(1, 1));
    assert.deepEqual(recorder.calls, ['drain 1']);
  });

  it('that was sent leaves the queue after 1,024 writes, and when nothing waits', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([4, 0]));
    const { machine } = recorder;
    const stream = start(recorder, 1);
    for (let count = 0; count < 2000; count++) machine.data(stream, 'x', false);
    const lengths = [1023, 1, 1, 975].map((sent) => {
      recorder.send(windowUpdate(1, sent));
      recorder.sent();
      return stream.queue.length;
    });
    assert.deepEqual(lengths, [2000, 976, 976, 0]);
    assert.equal(stream.firstQueued, '');
  });

  it('waits while as many bytes as the limit wait for the socket', () => {
    const recorder = Http2Recorder.connect();
    const stream = start(recorder, 1);
    recorder.sent();
    recorder.machine.rawFrame(99, 0, 0, chunk(65_536 - 9));
    recorder.machine.data(stream, 'a', false);
    assert.equal(recorder.machine.queuedBytes, 1);
    recorder.machine.sent(1);
    assert.equal(recorder.machine.queuedBytes, 0);
  });
});

describe('onDrain', () => {
  it('may be answered with content each time, which takes no deeper stack', () => {
    const recorder = Http2Recorder.connect({ sendBuffer: Number.MAX_SAFE_INTEGER });
    recorder.send(settings([4, 0x7fffffff]), windowUpdate(0, 0x7fffffff - 65_535));
    const { machine } = recorder;
    const stream = start(recorder, 1);
    const content = Buffer.alloc(65_537);
    let drains = 0;
    recorder.onDrain = () => {
      drains++;
      stream.isFull = drains < 10_000 && !machine.data(stream, content, false);
    };
    stream.isFull = true;
    machine.data(stream, content, false);
    assert.equal(stream.queuedBytes, 0);
    assert.ok(drains <= 10_000);
  });
});

describe('the end', () => {
  it('is DATA without trailers, and HEADERS with them', () => {
    const recorder = Http2Recorder.connect();
    for (const [id, trailers] of [
      [1, []],
      [3, ['a', 'b']],
    ] as const)
      recorder.machine.end(start(recorder, id), trailers);
    assert.deepEqual(summary(recorder), ['HEADERS 1 1', 'DATA 1 0 end', 'HEADERS 3 1', 'HEADERS 3 5 end']);
  });
});

describe('onLocalEnd', () => {
  it('may end another stream while the connection is blocked', () => {
    const recorder = Http2Recorder.connect();
    const { machine } = recorder;
    const [blocked, second, third] = [1, 3, 5].map((id) => start(recorder, id));
    assert.ok(blocked && second && third);
    recorder.send(settings([4, 100_000]));
    machine.data(blocked, chunk(65_536), false);
    summary(recorder);
    recorder.onLocalEnd = ({ id }) => {
      if (id === 3) machine.data(third, '', true);
    };
    machine.data(second, '', true);
    // In one call, before the socket has sent anything.
    assert.equal(machine.output.take().join(''), data(3, '', FLAG.END_STREAM) + data(5, '', FLAG.END_STREAM));
  });

  it('may reset another stream whose end waits for the socket, and that is not ended', () => {
    const recorder = Http2Recorder.connect({ sendBuffer: 1 });
    const { machine } = recorder;
    const [blocked, second, third] = [1, 3, 5].map((id) => start(recorder, id));
    assert.ok(blocked && second && third);
    machine.data(blocked, chunk(70_000), false);
    summary(recorder);
    machine.rawFrame(99, 0, 0, '');
    machine.data(blocked, 'x', false);
    for (const stream of [second, third]) machine.data(stream, '', true);
    recorder.onLocalEnd = () => machine.reset(third, 8);
    assert.deepEqual(summary(recorder), ['99 0 0', 'DATA 3 0 end', 'RST_STREAM 5 4']);
  });

  it('comes once for each stream, after its last frame', () => {
    const recorder = Http2Recorder.connect();
    const { machine } = recorder;
    const ended: string[] = [];
    recorder.onLocalEnd = (stream) => {
      ended.push(`${stream.id} ${machine.output.appended}`);
    };
    for (const id of [1, 3, 5, 7]) recorder.send(open(id));
    machine.respond(recorder.stream(1), 204, [], true);
    for (const id of [3, 5, 7]) machine.respond(recorder.stream(id), 200, [], false);
    const before = machine.output.appended;
    machine.data(recorder.stream(3), 'abc', true);
    machine.data(recorder.stream(5), 'abc', false);
    machine.end(recorder.stream(5), []);
    machine.end(recorder.stream(7), ['a', 'b']);
    assert.deepEqual(ended.slice(1), [`3 ${before + 12}`, `5 ${before + 33}`, `7 ${before + 47}`]);
    assert.match(ended[0] ?? '', /^1 /);
    assert.equal(machine.openStreams, 4);
  });
});
