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
import { FLAG, FRAME, formatFrame, formatUint32, MAX_31_BITS, PREFACE } from './frames.ts';
import { HTTP2_LIMITS } from './limits.ts';

const { ACK, END_HEADERS, PADDED, PRIORITY } = FLAG;
const open = (id: number, fields: readonly string[] = []) =>
  headers(id, request(fields, 'POST'), END_HEADERS);
const frame = formatFrame;
const long = 'x'.repeat(16_385);
const large = `\x40\x01a\x7f\xa1\x1e${'x'.repeat(4000)}`;

/** What the journal shows for an error of the connection, and the frames that cause it. */
const OF_CONNECTION: readonly (readonly [message: string, ...frames: string[]])[] = [
  ['A frame has 16385 bytes, more than 16384', frame(99, 0, 0, long)],
  ['A frame of type 99 within the header block of stream 1', headers(1, '', 0), frame(99, 0, 0, '')],
  ['A frame of type 9 within the header block of stream 1', headers(1, '', 0), frame(9, 0, 3, '')],
  ['DATA on stream 0', data(0, 'a')],
  ['DATA on stream 1, which is idle', data(1, 'a')],
  ['DATA on stream 1, which is closed', open(1), reset(1, 8), data(1, 'a')],
  ['HEADERS on stream 2', headers(2)],
  ['HEADERS on stream 3, which is idle', headers(5), headers(3)],
  ['HEADERS on stream 1, which is closed', open(1), reset(1, 8), headers(1)],
  ['HEADERS is too short for its priority', headers(1, 'abcd', END_HEADERS | PRIORITY)],
  ['The padding is as long as the frame', headers(1, '\x01', END_HEADERS | PADDED)],
  ['A padded frame without the length of its padding', open(1), data(1, '', PADDED)],
  ['PRIORITY on stream 0', frame(FRAME.PRIORITY, 0, 0, 'abcde')],
  ['PRIORITY on stream 3 is invalid', frame(FRAME.PRIORITY, 0, 3, 'abcd')],
  ['RST_STREAM on stream 0', reset(0, 8)],
  ['RST_STREAM has not 4 bytes', open(1), frame(FRAME.RST_STREAM, 0, 1, 'abc')],
  ['RST_STREAM on stream 1, which is idle', reset(1, 8)],
  ['SETTINGS on stream 1', frame(FRAME.SETTINGS, 0, 1, '')],
  ['SETTINGS has 5 bytes', frame(FRAME.SETTINGS, 0, 0, 'abcde')],
  ['SETTINGS with ACK has 6 bytes', frame(FRAME.SETTINGS, ACK, 0, 'abcdef')],
  ['The setting 4 has the value 2147483648', settings([4, 2 ** 31])],
  ['PUSH_PROMISE from a client', frame(FRAME.PUSH_PROMISE, 0, 1, 'abcd')],
  ['PING on stream 1', frame(FRAME.PING, 0, 1, '12345678')],
  ['PING has not 8 bytes', frame(FRAME.PING, 0, 0, '1234567')],
  ['GOAWAY on stream 1', frame(FRAME.GOAWAY, 0, 1, '12345678')],
  ['GOAWAY has less than 8 bytes', frame(FRAME.GOAWAY, 0, 0, '1234567')],
  ['WINDOW_UPDATE has not 4 bytes', frame(FRAME.WINDOW_UPDATE, 0, 0, 'abc')],
  ['WINDOW_UPDATE of 0 for the connection', windowUpdate(0, 0)],
  ['WINDOW_UPDATE on stream 1, which is idle', windowUpdate(1, 1)],
  ['The window of the connection exceeds 2^31 - 1', windowUpdate(0, MAX_31_BITS)],
  ['CONTINUATION without a header block', frame(FRAME.CONTINUATION, 0, 1, '')],
  ['PRIORITY_UPDATE on stream 1', frame(16, 0, 1, formatUint32(1))],
  ['PRIORITY_UPDATE has less than 4 bytes', frame(16, 0, 0, 'abc')],
  ['PRIORITY_UPDATE for stream 2', frame(16, 0, 0, formatUint32(2))],
  ['The index 0, which no table has, at byte 1 of the header block', headers(1, '\x80')],
];

/** What it shows for a flood: the connection ends with ENHANCE_YOUR_CALM. */
const OF_FLOODS: readonly (readonly [message: string, ...frames: string[]])[] = [
  ['SETTINGS has more than 32 entries', settings(...Array<[number, number]>(33).fill([3, 1]))],
  ['Too many frames serve no exchange', frame(99, 0, 0, '').repeat(2000)],
  ['Too many streams are reset', ...Array.from({ length: 501 }, (_, index) => headers(1 + 2 * index, ''))],
  [`A head has more than 262144 bytes`, headers(1, request() + large + '\xbe'.repeat(70))],
  ['A header block has more than 16 CONTINUATION frames', headers(1, '', 0), frame(9, 0, 1, 'a').repeat(17)],
  [
    'A header block has more than 4 empty CONTINUATION frames',
    headers(1, '', 0),
    frame(9, 0, 1, '').repeat(5),
  ],
  ['A header block has more than 131072 bytes', headers(1, '', 0), frame(9, 0, 1, long.slice(1)).repeat(9)],
];

const GET = [':method', 'GET', ':scheme', 'http', ':path', '/p'];
const A = [':authority', 'a'];

/** What it shows for a request: the status 0 for a malformed one, which is reset, and its head. */
const OF_REQUESTS: readonly (readonly [status: number, message: string, fields: readonly string[]])[] = [
  [0, 'The name "Upper" is not a token in lower case', [...GET, 'Upper', 'a']],
  [0, 'The pseudo-field ":authority" is not before the fields of a request', [...GET, 'a', 'b', ...A]],
  [0, 'The value of "a" has NUL, CR or LF', [...GET, ...A, 'a', '\n']],
  [0, 'The field upgrade is not permitted in HTTP/2', [...GET, ...A, 'upgrade', 'a']],
  [0, 'The field te has another value than trailers', [...GET, ...A, 'te', 'gzip']],
  [0, 'The pseudo-field ":a" is unknown', [...GET, ':a', 'b', ':a', 'b']],
  [0, 'The pseudo-field :path is repeated', [...GET, ':path', '/p']],
  [0, 'The pseudo-field :authority has white space or a control character', [...GET, ':authority', '\x7f']],
  [0, 'The pseudo-field :protocol is for CONNECT', [...GET, ...A, ':protocol', 'websocket']],
  [0, 'The field content-length is not a number', [...GET, ...A, 'content-length', 'a']],
  [0, 'The field content-length is repeated', [...GET, ...A, 'content-length', '0', 'content-length', '0']],
  [0, 'A content-length without content', [...GET, ...A, 'content-length', '1']],
  [400, 'The field host is repeated', [...GET, 'host', 'a', 'host', 'a']],
  [400, 'The request has neither :authority nor host', GET],
  [400, 'The values of :authority and host differ', [...GET, ...A, 'host', 'b']],
  [431, 'The head has more than 65536 bytes', [...GET, ...A, 'a', 'x'.repeat(8000)]],
];

/** Other heads, with the method and the target that are known. */
const OF_HEADS: readonly (readonly [
  status: number,
  message: string,
  head: string,
  fields: readonly string[],
])[] = [
  [0, 'The pseudo-field :method is not a token', '| /', [':path', '/', ':scheme', 'http', ...A]],
  [0, 'The pseudo-field :scheme is missing or invalid', 'GET | /', [':method', 'GET', ':path', '/', ...A]],
  [0, 'The pseudo-field :path is missing or empty', 'GET |', [':method', 'GET', ':scheme', 'http']],
  [
    0,
    'The pseudo-field :path has white space or a control character',
    'GET | / /',
    [':method', 'GET', ':scheme', 'http', ':path', '/ /'],
  ],
  [
    0,
    'CONNECT has other pseudo-fields than :method and :authority',
    'CONNECT |',
    [':method', 'CONNECT', ':scheme', 'http', ...A],
  ],
  [501, 'CONNECT is not supported', 'CONNECT |', [':method', 'CONNECT', ...A]],
];

/** All members of the errors that a client has caused, on one line each. */
function errorsOf(recorder: Http2Recorder): readonly string[] {
  return recorder.errors.map(
    ({ kind, status, code, streamId, message, method, target }) =>
      `${kind} ${status} ${code} ${streamId} ${method} | ${target} ${message}`,
  );
}

describe('errors of a connection', () => {
  for (const [message, ...frames] of OF_CONNECTION)
    it(message, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(...frames);
      const code = recorder.errors[0]?.code ?? -1;
      assert.deepEqual(errorsOf(recorder), [`framing 0 ${code} 0  |  ${message}`]);
      assert.match(recorder.sentErrors().at(-1) ?? '', /^C [A-Z]+_/);
    });

  const starts: readonly (readonly [message: string, bytes: string])[] = [
    ['The preface of HTTP/2 is invalid at byte 2', 'PRx'],
    ['The first frame is not SETTINGS', PREFACE + settingsAck()],
  ];
  for (const [message, bytes] of starts)
    it(message, () => {
      const recorder = new Http2Recorder();
      recorder.send(bytes);
      assert.deepEqual(errorsOf(recorder), [`framing 0 1 0  |  ${message}`]);
    });

  for (const [message, ...frames] of OF_FLOODS)
    it(message, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(...frames);
      assert.equal(errorsOf(recorder).at(-1), `flood 0 11 0  |  ${message}`);
    });

  it('of time say the limit', () => {
    const late = Http2Recorder.connect();
    late.now = 5;
    late.send(headers(1, '', 0));
    late.machine.tick(10_006);
    assert.deepEqual(errorsOf(late), ['flood 0 11 0  |  A header block takes more than 10000 ms']);
    const silent = new Http2Recorder();
    silent.machine.tick(10_001);
    assert.deepEqual(errorsOf(silent), ['timeout 0 4 0  |  SETTINGS without ACK for 10000 ms']);
    const unread = Http2Recorder.connect({ controlBytes: 16 });
    unread.send(frame(FRAME.PING, 0, 0, '12345678'));
    assert.deepEqual(errorsOf(unread), [
      'flood 0 11 0  |  The client does not read the answers to its frames',
    ]);
  });

  it('of a handler is one of the server', () => {
    const recorder = Http2Recorder.connect();
    recorder.onRequest = () => assert.fail();
    assert.throws(() => recorder.send(headers(1)));
    assert.deepEqual(errorsOf(recorder), ['framing 0 2 0  |  The server has failed']);
  });
});

describe('errors of a request', () => {
  for (const [status, message, fields] of OF_REQUESTS)
    it(message, () => {
      const recorder = Http2Recorder.connect();
      const repeated = status === 431 ? encodeBlock(['a', 'x'.repeat(8000)]) : '';
      const block = encodeBlock(fields) + repeated;
      const [first, ...others] = (block + repeated.repeat(7)).match(/[\0-\xff]{1,16000}/g) ?? [];
      recorder.send(headers(1, first, FLAG.END_STREAM | (others.length === 0 ? END_HEADERS : 0)));
      for (const [index, part] of others.entries())
        recorder.send(frame(FRAME.CONTINUATION, index === others.length - 1 ? END_HEADERS : 0, 1, part));
      const kind = status === 431 ? 'head-size' : 'syntax';
      assert.deepEqual(errorsOf(recorder), [
        `${kind} ${status} ${status === 0 ? 1 : 0} 1 GET | /p ${message}`,
      ]);
    });

  for (const [status, message, head, fields] of OF_HEADS)
    it(`${message}: ${head}`, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(headers(1, encodeBlock(fields)));
      const [line = ''] = errorsOf(recorder);
      const known = head.startsWith('|') ? ` ${head}` : head.endsWith('|') ? `${head} ` : head;
      assert.equal(line, `syntax ${status} ${status === 0 ? 1 : 0} 1 ${known} ${message}`);
    });

  it('that depends on itself, or whose content-length is too large', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1, `\0\0\0\x01\0${request()}`, FLAG.END_STREAM | END_HEADERS | PRIORITY));
    recorder.send(open(3, ['content-length', '1'.repeat(16)]));
    assert.deepEqual(errorsOf(recorder), [
      'syntax 0 1 1 GET | / A stream depends on itself',
      'content-size 413 0 3 POST | / The content-length is too large',
    ]);
  });

  it('of several kinds is the first one', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1, encodeBlock([...GET, 'content-length', '1'.repeat(16)]), END_HEADERS));
    recorder.send(headers(3, encodeBlock([...GET, 'host', 'b', 'host', 'c']), END_HEADERS));
    recorder.send(headers(5, encodeBlock([...GET, ...A, 'host', 'b', 'host', 'c']), END_HEADERS));
    const large = ['content-length', '1'.repeat(16)];
    recorder.send(headers(7, encodeBlock([...GET, 'host', 'b', 'host', 'c', ...large]), END_HEADERS));
    assert.deepEqual(
      recorder.errors.map(({ status, message }) => `${status} ${message}`),
      [
        '413 The content-length is too large',
        '400 The field host is repeated',
        '400 The field host is repeated',
        '400 The field host is repeated',
      ],
    );
  });

  it('in trailers that are too large', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), headers(1, large + '\xbe'.repeat(20)));
    assert.deepEqual(errorsOf(recorder), [
      `head-size 431 0 1  |  The trailers have more than ${HTTP2_LIMITS.storedHead} bytes`,
    ]);
  });
});
