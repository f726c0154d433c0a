import { FLAG, FRAME, formatFrame, MAX_31_BITS } from '#wire/http2/frames.ts';
import { data, headers, reset, settings, windowUpdate } from '../http2-recorder.ts';
import {
  ALIVE,
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

const { ACK, END_STREAM, END_HEADERS, PADDED } = FLAG;
const FLOW = ['C FLOW_CONTROL_ERROR'];

/** Section 6 of RFC 7540: each type of frame. */
export function frameCases(frames: RequestFrames): readonly Http2Case[] {
  const block = frames.block();
  return [
    ...section('http2 6.1', [
      ['sends DATA on stream 0', [data(0, 'test', END_STREAM)], PROTOCOL],
      [
        'sends DATA on a stream that is neither open nor half-closed (local)',
        [frames.get(1), { until: 'END 1' }, data(1, 'test', END_STREAM)],
        ['C STREAM_CLOSED', 'S 1 STREAM_CLOSED'],
      ],
      [
        'sends DATA with padding as long as the frame',
        [frames.open(1), data(1, '\x06test\0', PADDED | END_STREAM)],
        PROTOCOL,
      ],
    ]),
    ...section('http2 6.2', [
      [
        'sends HEADERS without END_HEADERS, and PRIORITY',
        [headers(1, block, END_STREAM), formatFrame(FRAME.PRIORITY, 0, 1, '\0\0\0\0\xff')],
        PROTOCOL,
      ],
      [
        'sends HEADERS on another stream before END_HEADERS',
        [headers(1, block, END_STREAM), headers(3, block)],
        PROTOCOL,
      ],
      ['sends HEADERS on stream 0', [headers(0, block)], PROTOCOL],
      [
        'sends HEADERS with padding as long as the frame',
        [headers(1, `${String.fromCharCode(block.length + 1)}${block}`, PADDED | END_STREAM | END_HEADERS)],
        PROTOCOL,
      ],
    ]),
    ...section('http2 6.3', [
      ['sends PRIORITY on stream 0', [formatFrame(FRAME.PRIORITY, 0, 0, '\0\0\0\x01\xff')], PROTOCOL],
      [
        'sends PRIORITY of another length than 5',
        [frames.open(1), formatFrame(FRAME.PRIORITY, 0, 1, '\0\0\0\x03')],
        ['S 1 FRAME_SIZE_ERROR'],
      ],
      [
        'sends PRIORITY of another length than 5 for a stream that is answered',
        [frames.get(1), { until: 'END 1' }, formatFrame(FRAME.PRIORITY, 0, 1, '\0\0\0\x03')],
        SIZE,
      ],
    ]),
    ...section('http2 6.4', [
      ['sends RST_STREAM on stream 0', [reset(0, 8)], PROTOCOL],
      ['sends RST_STREAM on an idle stream', [reset(1, 8)], PROTOCOL],
      [
        'sends RST_STREAM of another length than 4',
        [frames.open(1), formatFrame(FRAME.RST_STREAM, 0, 1, '\0\0\x08')],
        SIZE,
      ],
    ]),
    ...section('http2 6.5', [
      ['sends SETTINGS with ACK and a payload', [formatFrame(FRAME.SETTINGS, ACK, 0, '\0')], SIZE],
      ['sends SETTINGS on a stream', [formatFrame(FRAME.SETTINGS, 0, 1, '\0\x03\0\0\0\x64')], PROTOCOL],
      [
        'sends SETTINGS whose length is no multiple of 6',
        [formatFrame(FRAME.SETTINGS, 0, 0, '\0\x03\0')],
        SIZE,
      ],
    ]),
    ...section('http2 6.5.2', [
      ['sends SETTINGS_ENABLE_PUSH of 2', [settings([2, 2])], PROTOCOL],
      ['sends SETTINGS_INITIAL_WINDOW_SIZE of 2^31', [settings([4, 0x80000000])], FLOW],
      ['sends SETTINGS_MAX_FRAME_SIZE of 2^14 - 1', [settings([5, 16_383])], PROTOCOL],
      ['sends SETTINGS_MAX_FRAME_SIZE of 2^24', [settings([5, 0x1000000])], PROTOCOL],
      ['sends an unknown setting', [settings([255, 1]), PROBE], ALIVE],
    ]),
    ...section('http2 6.5.3', [
      [
        'sends SETTINGS_INITIAL_WINDOW_SIZE twice',
        [settings([4, 100], [4, 1]), { until: 'SETTINGS ACK' }, frames.get(1)],
        ['DATA 1 1'],
      ],
      ['sends SETTINGS without ACK', [settings([2, 0])], ['SETTINGS ACK']],
    ]),
    ...section('http2 6.7', [
      ['sends PING', [ping('12345678')], ['PING ACK 12345678']],
      ['sends PING with ACK, which is not answered', [ping('12345678', ACK), PROBE], ALIVE],
      ['sends PING on a stream', [ping('12345678', 0, 1)], PROTOCOL],
      ['sends PING of another length than 8', [ping('123456')], SIZE],
    ]),
    ...section('http2 6.8', [
      ['sends GOAWAY on a stream', [formatFrame(FRAME.GOAWAY, 0, 1, '\0\0\0\0\0\0\0\0')], PROTOCOL],
    ]),
    ...section('http2 6.9', [
      ['sends WINDOW_UPDATE of 0', [windowUpdate(0, 0)], PROTOCOL],
      ['sends WINDOW_UPDATE of 0 on a stream', [frames.open(1), windowUpdate(1, 0)], ['S 1 PROTOCOL_ERROR']],
      [
        'sends WINDOW_UPDATE of another length than 4',
        [formatFrame(FRAME.WINDOW_UPDATE, 0, 0, '\0\0\x01')],
        SIZE,
      ],
    ]),
    ...section('http2 6.9.1', [
      [
        'sends a window of 1 and HEADERS',
        [settings([4, 1]), { until: 'SETTINGS ACK' }, frames.get(1)],
        ['DATA 1 1'],
      ],
      ['sends WINDOW_UPDATE up to 2^31', [windowUpdate(0, MAX_31_BITS), windowUpdate(0, MAX_31_BITS)], FLOW],
      [
        'sends WINDOW_UPDATE up to 2^31 on a stream',
        [frames.open(1), windowUpdate(1, MAX_31_BITS), windowUpdate(1, MAX_31_BITS)],
        ['S 1 FLOW_CONTROL_ERROR'],
      ],
    ]),
    ...section('http2 6.9.2', [
      [
        'raises SETTINGS_INITIAL_WINDOW_SIZE after HEADERS',
        [HELD, frames.get(1), { until: 'HEADERS 1' }, settings([4, 1])],
        ['DATA 1 1'],
      ],
      [
        'makes the window of a stream negative',
        [
          settings([4, 3]),
          frames.get(1),
          { until: 'DATA 1 3' },
          settings([4, 2]),
          { until: 'SETTINGS ACK' },
          windowUpdate(1, 2),
        ],
        ['DATA 1 1'],
      ],
      ['sends SETTINGS_INITIAL_WINDOW_SIZE above 2^31 - 1', [settings([4, 0xffffffff])], FLOW],
    ]),
    ...section('http2 6.10', [
      [
        'sends CONTINUATION several times after HEADERS',
        [headers(1, block, END_STREAM), continuation(1, FIELD, 0), continuation(1, FIELD)],
        ['HEADERS 1'],
      ],
      [
        'sends another frame after CONTINUATION',
        [headers(1, frames.block('POST'), 0), continuation(1, FIELD, 0), data(1, 'test', END_STREAM)],
        PROTOCOL,
      ],
      ['sends CONTINUATION on stream 0', [headers(1, block, END_STREAM), continuation(0, FIELD)], PROTOCOL],
      [
        'sends CONTINUATION after HEADERS with END_HEADERS',
        [frames.get(1), continuation(1, FIELD)],
        PROTOCOL,
      ],
      [
        'sends CONTINUATION after CONTINUATION with END_HEADERS',
        [headers(1, block, END_STREAM), continuation(1, FIELD), continuation(1, FIELD)],
        PROTOCOL,
      ],
      [
        'sends CONTINUATION after DATA',
        [headers(1, frames.block('POST'), 0), data(1, 'test', END_STREAM), continuation(1, FIELD)],
        PROTOCOL,
      ],
    ]),
  ];
}
