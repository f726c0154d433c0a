import { FLAG, FRAME, formatFrame, formatUint32, PREFACE } from '#wire/http2/frames.ts';
import { data, encodeBlock, headers, reset, settings, windowUpdate } from '../http2-recorder.ts';
import {
  ALIVE,
  ANSWERED,
  COMPRESSION,
  continuation,
  FIELD,
  HELD,
  type Http2Case,
  PROBE,
  PROTOCOL,
  ping,
  type RequestFrames,
  SIZE,
  section,
} from './case.ts';

const { END_STREAM, END_HEADERS, PRIORITY } = FLAG;
const priority = (id: number, dependency: number) =>
  formatFrame(FRAME.PRIORITY, 0, id, `${formatUint32(dependency)}\xff`);
const MAX_STREAMS = 3;

/** Sections 3 to 5 and 7 of RFC 7540: the start, frames, states of streams, errors and extensions. */
export function streamCases(frames: RequestFrames): readonly Http2Case[] {
  const block = frames.block();
  const long = (length: number) => encodeBlock(['x-dummy', 'x'.repeat(length)]);
  return [
    ...section('http2 3.5', [
      ['sends a preface', [PREFACE + settings()], ['SETTINGS'], true],
      ['sends an invalid preface', ['INVALID CONNECTION PREFACE\r\n\r\n'], [...PROTOCOL, 'closed'], true],
    ]),
    ...section('http2 4.1', [
      ['sends a frame of an unknown type', [formatFrame(22, 0, 0, '\0'.repeat(8)), PROBE], ALIVE],
      ['sends a frame with an unknown flag', [ping('12345678', 0x16)], ['PING ACK 12345678']],
      ['sends a frame with the reserved bit', [ping('12345678', 0, 0x80000000)], ['PING ACK 12345678']],
    ]),
    ...section('http2 4.2', [
      ['sends DATA of 2^14 bytes', [frames.open(1), data(1, 'x'.repeat(16_384), END_STREAM)], ANSWERED],
      [
        'sends DATA above SETTINGS_MAX_FRAME_SIZE',
        [frames.open(1), data(1, 'x'.repeat(16_385), END_STREAM)],
        [...SIZE, 'S 1 FRAME_SIZE_ERROR'],
      ],
      ['sends HEADERS above SETTINGS_MAX_FRAME_SIZE', [headers(1, block + long(16_385))], SIZE],
    ]),
    ...section('http2 4.3', [
      ['sends an invalid header block', [headers(1, '\0\x01')], COMPRESSION],
      ['sends PRIORITY within a header block', [headers(1, block, END_STREAM), priority(1, 0)], PROTOCOL],
      [
        'sends HEADERS on another stream within a header block',
        [headers(1, block, END_STREAM), headers(3, block)],
        PROTOCOL,
      ],
    ]),
    ...section('http2 5.1', [
      ['idle: sends DATA', [data(1, 'test', END_STREAM)], PROTOCOL],
      ['idle: sends RST_STREAM', [reset(1, 8)], PROTOCOL],
      ['idle: sends WINDOW_UPDATE', [windowUpdate(1, 100)], PROTOCOL],
      ['idle: sends CONTINUATION', [continuation(1, block)], PROTOCOL],
      [
        'half-closed (remote): sends DATA',
        [HELD, frames.get(1), data(1, 'test', END_STREAM)],
        ['S 1 STREAM_CLOSED'],
      ],
      ['half-closed (remote): sends HEADERS', [HELD, frames.get(1), frames.get(1)], ['S 1 STREAM_CLOSED']],
      [
        'half-closed (remote): sends CONTINUATION',
        [HELD, frames.get(1), continuation(1, block)],
        [...PROTOCOL, 'S 1 STREAM_CLOSED'],
      ],
      [
        'closed: sends DATA after RST_STREAM',
        [frames.open(1), reset(1, 8), data(1, 'test', END_STREAM)],
        ['S 1 STREAM_CLOSED', 'C STREAM_CLOSED'],
      ],
      [
        'closed: sends HEADERS after RST_STREAM',
        [frames.open(1), reset(1, 8), frames.get(1)],
        ['S 1 STREAM_CLOSED', 'C STREAM_CLOSED'],
      ],
      [
        'closed: sends CONTINUATION after RST_STREAM',
        [frames.open(1), reset(1, 8), continuation(1, FIELD)],
        [...PROTOCOL, 'C STREAM_CLOSED'],
      ],
      [
        'closed: sends DATA',
        [frames.get(1), { until: 'END 1' }, data(1, 'test', END_STREAM)],
        ['C STREAM_CLOSED'],
      ],
      ['closed: sends HEADERS', [frames.get(1), { until: 'END 1' }, frames.get(1)], ['C STREAM_CLOSED']],
      [
        'closed: sends CONTINUATION',
        [frames.get(1), { until: 'END 1' }, continuation(1, FIELD)],
        [...PROTOCOL, 'C STREAM_CLOSED'],
      ],
    ]),
    ...section('http2 5.1.1', [
      ['sends an even stream identifier', [frames.get(2)], PROTOCOL],
      ['sends a lower stream identifier', [frames.get(5), frames.get(3)], PROTOCOL],
    ]),
    ...section('http2 5.1.2', [
      [
        'sends HEADERS above SETTINGS_MAX_CONCURRENT_STREAMS',
        [
          HELD,
          (settings) =>
            Array.from({ length: 1 + (settings.get(MAX_STREAMS) ?? 0) }, (_, index) =>
              frames.get(1 + 2 * index),
            ).join(''),
        ],
        ['S 501 REFUSED_STREAM'],
      ],
    ]),
    ...section('http2 5.3.1', [
      [
        'sends HEADERS that depend on themselves',
        [headers(1, `${formatUint32(1)}\xff${block}`, PRIORITY | END_STREAM | END_HEADERS)],
        ['S 1 PROTOCOL_ERROR'],
      ],
      ['sends PRIORITY that depends on itself', [frames.open(1), priority(1, 1)], ['S 1 PROTOCOL_ERROR']],
    ]),
    ...section('http2 5.4.1', [
      [
        'sends an invalid PING, and the connection is closed',
        [ping('12345678', 0, 3), { until: 'C PROTOCOL_ERROR' }],
        ['closed'],
      ],
      ['sends an invalid PING, and receives GOAWAY', [ping('12345678', 0, 3)], PROTOCOL],
    ]),
    ...section('http2 5.5', [
      ['sends an unknown extension frame', [formatFrame(22, 0, 0, '\0'.repeat(8)), PROBE], ALIVE],
      [
        'sends an unknown extension frame within a header block',
        [headers(1, block, END_STREAM), formatFrame(22, 0, 0, '\0'.repeat(8))],
        PROTOCOL,
      ],
    ]),
    ...section('http2 7', [
      [
        'sends GOAWAY with an unknown code',
        [formatFrame(FRAME.GOAWAY, 0, 0, formatUint32(0) + formatUint32(255)), PROBE],
        [...ALIVE, 'C NO_ERROR', 'closed'],
      ],
      ['sends RST_STREAM with an unknown code', [HELD, frames.get(1), reset(1, 255), PROBE], ALIVE],
    ]),
  ];
}
