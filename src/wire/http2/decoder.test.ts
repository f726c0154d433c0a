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
import { END_STREAM as NO_CONTENT, TE_TRAILERS } from '../request-head.ts';
import { FLAG, FRAME, formatFrame, formatUint32, MAX_31_BITS, PREFACE } from './frames.ts';
import { HTTP2_LIMITS } from './limits.ts';
import { Http2Machine } from './machine.ts';

const { END_STREAM, END_HEADERS, PADDED, PRIORITY } = FLAG;
/** A request with content to come. */
const open = (id: number, fields: readonly string[] = [], method = 'POST') =>
  headers(id, request(fields, method), END_HEADERS);
const ping = (payload = '12345678', flags = 0, id = 0) => formatFrame(FRAME.PING, flags, id, payload);
const goAway = (id = 0) => formatFrame(FRAME.GOAWAY, 0, id, formatUint32(0) + formatUint32(0));
const continuation = (id: number, block: string, flags: number = END_HEADERS) =>
  formatFrame(FRAME.CONTINUATION, flags, id, block);
const priority = (id: number, dependency: number) =>
  formatFrame(FRAME.PRIORITY, 0, id, `${formatUint32(dependency)}\x10`);
const block = (...bytes: readonly number[]) => String.fromCharCode(...bytes);
const long = 'x'.repeat(16_384);

interface Row {
  readonly title: string;
  /** What other servers do, where they differ. */
  readonly others?: string;
  readonly frames: readonly string[];
  /** RST_STREAM and GOAWAY that the server sends. */
  readonly sent: readonly string[];
}

const NGHTTP2 = 'nghttp2 ignores it';

/** The rows of the table of errors, in their order. */
const ROWS: readonly Row[] = [
  { title: 'a frame of 16,384 bytes', frames: [formatFrame(99, 0, 0, long)], sent: [] },
  { title: 'a frame over 16,384', frames: [open(1), data(1, `${long}x`)], sent: ['C FRAME_SIZE_ERROR'] },
  {
    title: 'an unknown frame over 16,384',
    frames: [formatFrame(99, 0, 0, `${long}x`)],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  { title: 'an unknown type', frames: [formatFrame(99, 255, 7, 'abc')], sent: [] },
  {
    title: 'unknown flags',
    frames: [ping('12345678', 0xfe), headers(1, request(), 0x5 | (0xd2 & 0x52))],
    sent: [],
  },
  { title: 'the reserved bit', frames: [formatFrame(FRAME.PING, 0, 0x80000000, '12345678')], sent: [] },
  {
    title: 'an unknown type within a header block',
    frames: [headers(1, request(), 0), formatFrame(99, 0, 1, '')],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'DATA on stream 0', frames: [data(0, 'a')], sent: ['C PROTOCOL_ERROR'] },
  { title: 'HEADERS on stream 0', frames: [headers(0)], sent: ['C PROTOCOL_ERROR'] },
  { title: 'PRIORITY on stream 0', others: NGHTTP2, frames: [priority(0, 1)], sent: ['C PROTOCOL_ERROR'] },
  { title: 'RST_STREAM on stream 0', frames: [reset(0, 8)], sent: ['C PROTOCOL_ERROR'] },
  { title: 'CONTINUATION on stream 0', frames: [continuation(0, '')], sent: ['C PROTOCOL_ERROR'] },
  {
    title: 'SETTINGS on a stream',
    frames: [formatFrame(FRAME.SETTINGS, 0, 1, '')],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'PING on a stream', frames: [ping('12345678', 0, 1)], sent: ['C PROTOCOL_ERROR'] },
  { title: 'GOAWAY on a stream', frames: [goAway(1)], sent: ['C PROTOCOL_ERROR'] },
  { title: 'an even stream', frames: [headers(2)], sent: ['C PROTOCOL_ERROR'] },
  {
    title: 'a stream below the last one, never opened',
    others: NGHTTP2,
    frames: [headers(5), headers(3)],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'DATA on an idle stream', frames: [data(1, 'a')], sent: ['C PROTOCOL_ERROR'] },
  {
    title: 'DATA on a stream that was skipped',
    frames: [headers(5), data(3, 'a')],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'DATA on an even stream', frames: [headers(5), data(4, 'a')], sent: ['C PROTOCOL_ERROR'] },
  {
    title: 'DATA on a half-closed stream',
    frames: [headers(1), data(1, 'a')],
    sent: ['S 1 STREAM_CLOSED'],
  },
  {
    title: 'DATA on a stream that the client has reset',
    others: NGHTTP2,
    frames: [open(1), reset(1, 8), data(1, 'a')],
    sent: ['C STREAM_CLOSED'],
  },
  {
    title: 'DATA on a stream that the server has reset: answered once',
    others: 'Go ignores it',
    frames: [open(1, ['content-length', '1']), data(1, 'ab'), data(1, 'c'), data(1, 'd')],
    sent: ['S 1 PROTOCOL_ERROR', 'S 1 STREAM_CLOSED'],
  },
  { title: 'HEADERS on a half-closed stream', frames: [headers(1), headers(1)], sent: ['S 1 STREAM_CLOSED'] },
  {
    title: 'HEADERS on a stream that the client has reset',
    others: NGHTTP2,
    frames: [open(1), reset(1, 8), headers(1)],
    sent: ['C STREAM_CLOSED'],
  },
  {
    title: 'trailers of a stream that the server has reset',
    others: 'Go ignores them',
    frames: [open(1, ['content-length', '1']), data(1, 'ab'), headers(1, encodeBlock(['a', 'b']))],
    sent: ['S 1 PROTOCOL_ERROR', 'S 1 STREAM_CLOSED'],
  },
  { title: 'RST_STREAM on an idle stream', frames: [reset(1, 8)], sent: ['C PROTOCOL_ERROR'] },
  { title: 'RST_STREAM on a closed stream', frames: [open(1), reset(1, 8), reset(1, 8)], sent: [] },
  { title: 'WINDOW_UPDATE on an idle stream', frames: [windowUpdate(1, 9)], sent: ['C PROTOCOL_ERROR'] },
  {
    title: 'WINDOW_UPDATE on a closed stream',
    frames: [open(1), reset(1, 8), windowUpdate(1, 9), windowUpdate(1, 0)],
    sent: [],
  },
  {
    title: 'CONTINUATION without a block',
    frames: [open(1), continuation(1, '')],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'CONTINUATION of another stream',
    frames: [headers(1, request(), 0), continuation(3, '')],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'DATA within a block',
    frames: [headers(1, request(), 0), data(1, 'a')],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'HEADERS within a block',
    frames: [headers(1, request(), 0), headers(3)],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'padding as long as DATA',
    frames: [open(1), data(1, '\x05abcd', PADDED)],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'padding of all of DATA', frames: [open(1), data(1, '\x04abcd', PADDED)], sent: [] },
  {
    title: 'padding as long as HEADERS',
    frames: [headers(1, `\xff${request()}`, PADDED | END_HEADERS)],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'DATA with padding without its length',
    frames: [open(1), data(1, '', PADDED)],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'HEADERS with padding of 0 bytes',
    frames: [headers(1, `\0${request()}`, PADDED | END_HEADERS | END_STREAM)],
    sent: [],
  },
  {
    title: 'HEADERS with padding without its length',
    frames: [headers(1, '', PADDED)],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'HEADERS with a priority that is cut off',
    frames: [headers(1, 'abcd', PRIORITY)],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'HEADERS with padding and priority',
    frames: [
      headers(1, `\x02${formatUint32(3)}\x10${request()}\0\0`, PADDED | PRIORITY | END_HEADERS | END_STREAM),
    ],
    sent: [],
  },
  {
    title: 'PRIORITY of 4 bytes',
    frames: [open(1), formatFrame(FRAME.PRIORITY, 0, 1, 'abcd')],
    sent: ['S 1 FRAME_SIZE_ERROR'],
  },
  {
    title: 'RST_STREAM of 3 bytes',
    frames: [open(1), formatFrame(FRAME.RST_STREAM, 0, 1, 'abc')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  { title: 'PING of 7 bytes', frames: [ping('1234567')], sent: ['C FRAME_SIZE_ERROR'] },
  {
    title: 'WINDOW_UPDATE of 5 bytes',
    frames: [formatFrame(FRAME.WINDOW_UPDATE, 0, 0, 'abcde')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'GOAWAY of 7 bytes',
    frames: [formatFrame(FRAME.GOAWAY, 0, 0, '1234567')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'SETTINGS of 5 bytes',
    frames: [formatFrame(FRAME.SETTINGS, 0, 0, 'abcde')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'ACK of SETTINGS with 6 bytes',
    frames: [formatFrame(FRAME.SETTINGS, FLAG.ACK, 0, 'abcdef')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'HEADERS that depend on themselves',
    others: NGHTTP2,
    frames: [headers(1, `${formatUint32(1)}\x10${request()}`, PRIORITY | END_HEADERS | END_STREAM)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'PRIORITY that depends on itself',
    others: NGHTTP2,
    frames: [open(1), priority(1, 1)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'HEADERS that depend on themselves alone',
    frames: [headers(1, `${formatUint32(0x80000001)}\x10${request()}`, PRIORITY | END_HEADERS | END_STREAM)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'PRIORITY that depends on itself alone',
    frames: [open(1), priority(1, 0x80000001)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'PRIORITY of 6 bytes',
    frames: [open(1), formatFrame(FRAME.PRIORITY, 0, 1, 'abcdef')],
    sent: ['S 1 FRAME_SIZE_ERROR'],
  },
  {
    title: 'RST_STREAM of 5 bytes',
    frames: [open(1), formatFrame(FRAME.RST_STREAM, 0, 1, 'abcde')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  { title: 'PING of 9 bytes', frames: [ping('123456789')], sent: ['C FRAME_SIZE_ERROR'] },
  {
    title: 'SETTINGS of 7 bytes',
    frames: [formatFrame(FRAME.SETTINGS, 0, 0, 'abcdefg')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
  {
    title: 'WINDOW_UPDATE 0 with the reserved bit, connection',
    frames: [windowUpdate(0, 0x80000000)],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'WINDOW_UPDATE 0 with the reserved bit, stream',
    frames: [open(1), windowUpdate(1, 0x80000000)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'windows with the reserved bit',
    frames: [open(1), windowUpdate(1, 0x80000001), windowUpdate(0, 0xffffffff - 65_535)],
    sent: [],
  },
  {
    title: 'PRIORITY_UPDATE for a stream, with the reserved bit',
    frames: [formatFrame(16, 0, 0, formatUint32(0x80000001))],
    sent: [],
  },
  {
    title: 'PRIORITY_UPDATE for stream 0, with the reserved bit',
    frames: [formatFrame(16, 0, 0, formatUint32(0x80000000))],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'PRIORITY of an idle stream', frames: [priority(7, 1), headers(7)], sent: [] },
  { title: 'ENABLE_PUSH 2', frames: [settings([2, 2])], sent: ['C PROTOCOL_ERROR'] },
  { title: 'MAX_FRAME_SIZE 2^14 - 1', frames: [settings([5, 16_383])], sent: ['C PROTOCOL_ERROR'] },
  { title: 'MAX_FRAME_SIZE 2^24', frames: [settings([5, 2 ** 24])], sent: ['C PROTOCOL_ERROR'] },
  { title: 'MAX_FRAME_SIZE 2^14 and 2^24 - 1', frames: [settings([5, 16_384], [5, 2 ** 24 - 1])], sent: [] },
  { title: 'INITIAL_WINDOW_SIZE 2^31', frames: [settings([4, 2 ** 31])], sent: ['C FLOW_CONTROL_ERROR'] },
  { title: 'INITIAL_WINDOW_SIZE 2^31 - 1', frames: [settings([4, MAX_31_BITS])], sent: [] },
  {
    title: 'NO_RFC7540_PRIORITIES 2',
    others: 'Go ignores it',
    frames: [settings([9, 2])],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'unknown settings', frames: [settings([99, 7], [0, 1], [8, 9])], sent: [] },
  {
    title: 'INITIAL_WINDOW_SIZE that makes a window too large',
    frames: [open(1), windowUpdate(1, 9), settings([4, MAX_31_BITS])],
    sent: ['C FLOW_CONTROL_ERROR'],
  },
  { title: 'WINDOW_UPDATE 0, connection', frames: [windowUpdate(0, 0)], sent: ['C PROTOCOL_ERROR'] },
  { title: 'WINDOW_UPDATE 0, stream', frames: [open(1), windowUpdate(1, 0)], sent: ['S 1 PROTOCOL_ERROR'] },
  {
    title: 'a window of the connection over 2^31 - 1',
    frames: [windowUpdate(0, MAX_31_BITS)],
    sent: ['C FLOW_CONTROL_ERROR'],
  },
  {
    title: 'a window of a stream over 2^31 - 1',
    others: 'nghttp2 ends the connection',
    frames: [open(1), windowUpdate(1, MAX_31_BITS)],
    sent: ['S 1 FLOW_CONTROL_ERROR'],
  },
  {
    title: 'windows of 2^31 - 1',
    frames: [open(1), windowUpdate(1, MAX_31_BITS - 65_535), windowUpdate(0, MAX_31_BITS - 65_535)],
    sent: [],
  },
  {
    title: 'PUSH_PROMISE',
    frames: [formatFrame(FRAME.PUSH_PROMISE, END_HEADERS, 1, formatUint32(2))],
    sent: ['C PROTOCOL_ERROR'],
  },
  { title: 'HPACK: index 0', frames: [headers(1, block(0x80))], sent: ['C COMPRESSION_ERROR'] },
  {
    title: 'HPACK: index 62 of an empty table',
    frames: [headers(1, block(0xbe))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: name of index 62 of an empty table',
    frames: [headers(1, block(0x7e, 1, 97))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: an integer over 2^28',
    frames: [headers(1, block(0xff, 0xff, 0xff, 0xff, 0xff, 0x7f))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: an integer with many zeros',
    frames: [headers(1, block(0xff, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: an integer that is cut',
    frames: [headers(1, block(0xff, 0x80))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: a string that is cut',
    frames: [headers(1, block(0, 5, 97))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: a literal without value',
    frames: [headers(1, block(0, 1, 97))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: a size update to 4,097',
    frames: [headers(1, block(0x3f, 0xe2, 0x1f) + request())],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: size updates to 0 and 4,096 at the start',
    frames: [headers(1, block(0x20, 0x3f, 0xe1, 0x1f) + request())],
    sent: [],
  },
  {
    title: 'HPACK: a size update after a field',
    frames: [headers(1, `${request()}\x20`)],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: EOS in a Huffman code',
    frames: [headers(1, block(0, 0x84, 0xff, 0xff, 0xff, 0xff, 1, 97))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: padding over 7 bits',
    frames: [headers(1, block(0, 0x82, 0x1f, 0xff, 1, 97))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'HPACK: padding that is not ones',
    frames: [headers(1, block(0, 0x81, 0x18, 1, 97))],
    sent: ['C COMPRESSION_ERROR'],
  },
  {
    title: 'second HEADERS without END_STREAM',
    frames: [open(1), headers(1, encodeBlock(['a', 'b']), END_HEADERS)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'a pseudo-field in trailers',
    frames: [open(1), headers(1, encodeBlock([':path', '/']))],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'content-length in trailers',
    others: 'Go accepts it',
    frames: [open(1), headers(1, encodeBlock(['content-length', '0']))],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  ...[
    ['Upper', 'a'],
    ['', 'a'],
    ['a b', 'c'],
    ['a\x80', 'c'],
    ['a:', 'c'],
    ['connection', 'close'],
    ['keep-alive', 'a'],
    ['proxy-connection', 'a'],
    ['transfer-encoding', 'chunked'],
    ['upgrade', 'a'],
    ['te', 'gzip'],
    ['te', 'trailers, gzip'],
    ['a', 'b\0c'],
    ['a', 'b\rc'],
    ['a', 'b\nc'],
  ].flatMap((field): Row[] => [
    {
      title: `the field ${JSON.stringify(field)}`,
      frames: [headers(1, request(field))],
      sent: ['S 1 PROTOCOL_ERROR'],
    },
    {
      title: `the trailer ${JSON.stringify(field)}`,
      frames: [open(1), headers(1, encodeBlock(field))],
      sent: ['S 1 PROTOCOL_ERROR'],
    },
  ]),
  { title: 'te: trailers', frames: [headers(1, request(['te', 'trailers']))], sent: [] },
  {
    title: 'outer white space of a value',
    others: 'nghttp2 rejects it by default',
    frames: [headers(1, request(['a', ' \tb ']))],
    sent: [],
  },
  ...[
    [':method', 'GET', ':scheme', 'http', ':path', '/', ':a', 'b'],
    [':method', 'GET', ':scheme', 'http', ':path', '/', ':status', '200'],
    [':method', 'GET', ':scheme', 'http', ':path', '/', ':path', '/'],
    [':method', 'GET', ':scheme', 'http', ':path', '/', 'a', 'b', ':authority', 'a'],
    [':scheme', 'http', ':path', '/', ':authority', 'a'],
    [':method', '', ':scheme', 'http', ':path', '/', ':authority', 'a'],
    [':method', 'G T', ':scheme', 'http', ':path', '/', ':authority', 'a'],
    [':method', 'GET', ':path', '/', ':authority', 'a'],
    [':method', 'GET', ':scheme', '', ':path', '/', ':authority', 'a'],
    [':method', 'GET', ':scheme', 'http', ':authority', 'a'],
    [':method', 'GET', ':scheme', 'http', ':path', '', ':authority', 'a'],
    [':method', 'GET', ':scheme', 'http', ':path', '/ HTTP/1.1', ':authority', 'a'],
    [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'a\r\nb: c'],
    [':method', 'CONNECT', ':scheme', 'http', ':path', '/', ':authority', 'a'],
    [':method', 'CONNECT', ':authority', 'a', ':path', ''],
    [':method', 'CONNECT'],
    [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'a', ':protocol', 'websocket'],
  ].map(
    (fields): Row => ({
      title: `the pseudo-fields ${JSON.stringify(fields)}`,
      frames: [headers(1, encodeBlock(fields))],
      sent: ['S 1 PROTOCOL_ERROR'],
    }),
  ),
  ...['a', '-1', '+1', '1.0', '', '1, 1', '0x1'].map(
    (length): Row => ({
      title: `content-length ${JSON.stringify(length)}`,
      frames: [open(1, ['content-length', length])],
      sent: ['S 1 PROTOCOL_ERROR'],
    }),
  ),
  {
    title: 'content-length repeated',
    others: 'Go accepts equal values',
    frames: [open(1, ['content-length', '1', 'content-length', '1'])],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'content-length above the content',
    frames: [open(1, ['content-length', '3']), data(1, 'ab', END_STREAM)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'content-length above the content, with trailers',
    frames: [open(1, ['content-length', '3']), data(1, 'ab'), headers(1, encodeBlock(['a', 'b']))],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'content-length below the content of two frames',
    frames: [open(1, ['content-length', '3']), data(1, 'ab'), data(1, 'cd', END_STREAM)],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'content-length 0 with content',
    frames: [open(1, ['content-length', '0']), data(1, 'a')],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'content-length without content',
    frames: [headers(1, request(['content-length', '3']))],
    sent: ['S 1 PROTOCOL_ERROR'],
  },
  {
    title: 'content-length equal to the content, without padding',
    frames: [open(1, ['content-length', '003']), data(1, '\x01abc\0', PADDED | END_STREAM)],
    sent: [],
  },
  { title: 'GOAWAY of the client', frames: [open(1), goAway()], sent: [] },
  { title: 'RST_STREAM with an unknown code', frames: [open(1), reset(1, 0xfffffff0)], sent: [] },
  {
    title: 'PRIORITY_UPDATE on a stream',
    frames: [formatFrame(16, 0, 1, formatUint32(1))],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'PRIORITY_UPDATE for stream 0',
    frames: [formatFrame(16, 0, 0, formatUint32(0))],
    sent: ['C PROTOCOL_ERROR'],
  },
  {
    title: 'PRIORITY_UPDATE of 3 bytes',
    frames: [formatFrame(16, 0, 0, 'abc')],
    sent: ['C FRAME_SIZE_ERROR'],
  },
];

describe('frames', () => {
  for (const { title, others, frames, sent } of ROWS)
    it(`${title}${others === undefined ? '' : ` (${others})`}`, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(...frames);
      assert.deepEqual(recorder.sentErrors(), sent, recorder.calls.join('\n'));
      const isFailed = sent.some((error) => error.startsWith('C '));
      assert.equal(recorder.machine.phase, isFailed ? 'failed' : 'open');
      recorder.send(ping('87654321'));
      const answers = recorder.sent().filter(({ type, flags }) => type === 'PING' && flags === FLAG.ACK);
      assert.equal(answers.length, isFailed ? 0 : 1);
    });
});

describe('the start', () => {
  const rows: readonly (readonly [title: string, bytes: string, sent: readonly string[]])[] = [
    ['a preface and SETTINGS', PREFACE + settings(), []],
    ['another first byte', 'G', ['C PROTOCOL_ERROR']],
    ['a request of HTTP/1.1', 'PRI * HTTP/1.1', ['C PROTOCOL_ERROR']],
    ['a preface with another last byte', `${PREFACE.slice(0, -1)}x`, ['C PROTOCOL_ERROR']],
    ['PING before SETTINGS', PREFACE + ping(), ['C PROTOCOL_ERROR']],
    ['ACK before SETTINGS', PREFACE + settingsAck(), ['C PROTOCOL_ERROR']],
  ];
  for (const [title, bytes, sent] of rows)
    it(title, () => {
      const recorder = new Http2Recorder();
      recorder.send(bytes);
      assert.deepEqual(recorder.sentErrors(), sent);
    });

  it('sends SETTINGS and the window of the connection before it receives bytes', () => {
    const text = [...new Http2Recorder().sent()].map(({ type, streamId, payload }) => [
      type,
      streamId,
      Buffer.from(payload, 'latin1').toString('hex'),
    ]);
    assert.deepEqual(text, [
      ['SETTINGS', 0, '000900000001' + '0003000000fa' + '000400040000' + '000600010000'],
      ['WINDOW_UPDATE', 0, '000f0001'],
    ]);
  });

  it('fails without ACK of SETTINGS for 10 s', () => {
    const recorder = new Http2Recorder();
    recorder.send(PREFACE, settings());
    recorder.machine.tick(10_000);
    assert.deepEqual(recorder.sentErrors(), []);
    recorder.machine.tick(10_001);
    assert.deepEqual(recorder.sentErrors(), ['C SETTINGS_TIMEOUT']);
  });

  it('has its times from its start, whatever the clock is', () => {
    const recorder = new Http2Recorder();
    const machine = new Http2Machine(recorder, HTTP2_LIMITS, 50_000);
    machine.tick(60_000);
    assert.equal(machine.phase, 'open');
    machine.tick(60_001);
    assert.equal(machine.phase, 'failed');
  });

  it('is not late with ACK, whenever that comes', () => {
    const recorder = Http2Recorder.connect();
    recorder.machine.tick(1e9);
    assert.equal(recorder.machine.phase, 'open');
  });
});

describe('requests', () => {
  it('have their fields as received, with host first', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(
      headers(
        1,
        request(['a', ' b ', 'cookie', 'c=1', 'cookie', 'd=\xff', 'te', 'trailers'], 'BREW', '/\xfc?a'),
      ),
    );
    const [head] = recorder.heads;
    assert.deepEqual(head?.fields, [
      'host',
      'a',
      'a',
      'b',
      'cookie',
      'c=1',
      'cookie',
      'd=\xff',
      'te',
      'trailers',
    ]);
    assert.deepEqual(head?.pseudo, [
      ':method',
      'BREW',
      ':scheme',
      'http',
      ':path',
      '/\xfc?a',
      ':authority',
      'a',
    ]);
    assert.deepEqual(
      [head?.method, head?.target, head?.framing, head?.length, head?.flags],
      ['BREW', '/\xfc?a', 'none', -1, TE_TRAILERS | NO_CONTENT],
    );
  });

  const statuses: readonly (readonly [title: string, fields: readonly string[], status: number])[] = [
    [
      ':authority and host that differ',
      [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'a', 'host', 'b'],
      400,
    ],
    ['neither :authority nor host', [':method', 'GET', ':scheme', 'http', ':path', '/'], 400],
    ['two hosts', [':method', 'GET', ':scheme', 'http', ':path', '/', 'host', 'a', 'host', 'a'], 400],
    [
      'a content-length of 16 digits',
      [':method', 'GET', ':scheme', 'http', ':path', '/', 'host', 'a', 'content-length', '9007199254740993'],
      413,
    ],
    ['CONNECT', [':method', 'CONNECT', ':authority', 'a:1'], 501],
    [
      'extended CONNECT',
      [':method', 'CONNECT', ':protocol', 'websocket', ':scheme', 'https', ':path', '/a', ':authority', 'a'],
      501,
    ],
  ];
  for (const [title, fields, status] of statuses)
    it(`with ${title} get ${status}, and their content is discarded`, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(headers(1, encodeBlock(fields), END_HEADERS), data(1, 'abc'));
      const [error] = recorder.errors;
      assert.deepEqual([error?.status, error?.streamId, error?.method], [status, 1, fields[1]]);
      assert.equal(recorder.calls.length, 1);
      assert.equal(recorder.machine.respond(recorder.stream(1), status, [], true), undefined);
      assert.deepEqual(
        recorder.sent().map(({ type }) => type),
        ['HEADERS'],
      );
    });

  it('have one host in any case', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1, request(['host', 'A'])));
    assert.deepEqual(recorder.calls, ['stream 1 GET / host|A 16']);
  });

  it('have content and trailers', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), data(1, '\x02ab\0\0', PADDED), data(1, 'c'), headers(1, encodeBlock(['x', ' y'])));
    assert.deepEqual(recorder.calls, ['stream 1 POST / host|a 0', 'content 1 abc', 'end 1 x|y']);
  });

  it('record PRIORITY_UPDATE before and after they are opened', () => {
    const recorder = Http2Recorder.connect();
    const update = (id: number, value: string) => formatFrame(16, 0, 0, formatUint32(id) + value);
    recorder.send(update(1, 'u=1'), open(1), open(3), update(3, 'u=2, i'), update(3, 'x'.repeat(1025)));
    assert.equal(recorder.stream(1).priorityUpdate, 'u=1');
    assert.equal(recorder.stream(3).priorityUpdate, 'u=2, i');
    for (let id = 5; id < 5 + 2 * 260; id += 2) recorder.send(update(id, 'u=3'));
    recorder.send(open(5 + 2 * 249), open(5 + 2 * 250));
    assert.equal(recorder.stream(5 + 2 * 249).priorityUpdate, 'u=3');
    assert.equal(recorder.stream(5 + 2 * 250).priorityUpdate, '');
  });

  it('end when the client resets them', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(open(1), reset(1, 8), open(3), reset(3, 2));
    assert.deepEqual(
      recorder.calls.filter((call) => call.startsWith('reset')),
      ['reset 1 CANCEL by client', 'reset 3 INTERNAL_ERROR by client'],
    );
    recorder.machine.respond(recorder.stream(1), 200, [], true);
    assert.deepEqual(recorder.sent(), []);
  });
});
