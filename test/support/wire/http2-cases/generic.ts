import { FLAG, FRAME, formatFrame, formatUint32 } from '#wire/http2/frames.ts';
import { data, encodeBlock, headers, reset, settings, windowUpdate } from '../http2-recorder.ts';
import {
  ALIVE,
  ANSWERED,
  type CaseRow,
  HELD,
  type Http2Case,
  PROBE,
  ping,
  type RequestFrames,
  section,
} from './case.ts';

const { END_STREAM, END_HEADERS, PADDED, PRIORITY } = FLAG;
const priority = (id: number, dependency: number, weight: number) =>
  formatFrame(FRAME.PRIORITY, 0, id, formatUint32(dependency) + String.fromCharCode(weight));
const EXCLUSIVE = 0x80000000;

/** What every server must accept. */
export function genericCases(frames: RequestFrames): readonly Http2Case[] {
  const block = frames.block();
  const padded = `\x03${block}\0\0\0`;
  return [
    ...section('generic 1', [['sends a preface', [PROBE], ALIVE]]),
    ...section('generic 2', [
      ['sends PRIORITY on an idle stream', [priority(1, 0, 255), PROBE], ALIVE],
      [
        'sends WINDOW_UPDATE on a half-closed (remote) stream',
        [HELD, frames.get(1), windowUpdate(1, 1)],
        ['DATA 1 1'],
      ],
      [
        'sends PRIORITY on a half-closed (remote) stream',
        [HELD, frames.get(1), priority(1, 0, 255), windowUpdate(1, 1)],
        ['DATA 1 1'],
      ],
      ['sends RST_STREAM on a half-closed (remote) stream', [HELD, frames.get(1), reset(1, 8), PROBE], ALIVE],
      [
        'sends PRIORITY on a closed stream',
        [frames.get(1), { until: 'END 1' }, priority(1, 0, 255), PROBE],
        ALIVE,
      ],
    ]),
    ...section('generic 3.1', [
      ['sends DATA', [frames.post(1)], ANSWERED],
      ['sends DATA several times', [frames.open(1), data(1, 'test'), data(1, 'test', END_STREAM)], ANSWERED],
      [
        'sends DATA with padding',
        [frames.open(1), data(1, '\x05test\0\0\0\0\0', PADDED | END_STREAM)],
        ANSWERED,
      ],
    ]),
    ...section('generic 3.2', [
      ['sends HEADERS', [frames.get(1)], ANSWERED],
      ['sends HEADERS with padding', [headers(1, padded, PADDED | END_STREAM | END_HEADERS)], ANSWERED],
      [
        'sends HEADERS with priority',
        [headers(1, `${formatUint32(0)}\xff${block}`, PRIORITY | END_STREAM | END_HEADERS)],
        ANSWERED,
      ],
    ]),
    ...section('generic 3.3', [
      ['sends PRIORITY with weight 1', [priority(1, 0, 0), frames.get(1)], ANSWERED],
      ['sends PRIORITY with weight 256', [priority(1, 0, 255), frames.get(1)], ANSWERED],
      ['sends PRIORITY with a dependency', [priority(3, 1, 0), frames.get(1)], ANSWERED],
      ['sends PRIORITY with an exclusive dependency', [priority(1, EXCLUSIVE, 0), frames.get(1)], ANSWERED],
      [
        'sends PRIORITY on an idle stream, then HEADERS on a lower one',
        [priority(3, 0, 255), frames.get(1)],
        ANSWERED,
      ],
    ]),
    ...section('generic 3.4', [['sends RST_STREAM', [HELD, frames.get(1), reset(1, 8), PROBE], ALIVE]]),
    ...section('generic 3.5', [['sends SETTINGS', [settings([3, 100])], ['SETTINGS ACK']]]),
    ...section('generic 3.7', [['sends PING', [ping('12345678')], ['PING ACK 12345678']]]),
    ...section('generic 3.8', [
      [
        'sends GOAWAY',
        [formatFrame(FRAME.GOAWAY, 0, 0, formatUint32(0) + formatUint32(0)), PROBE],
        [...ALIVE, 'C NO_ERROR', 'closed'],
      ],
    ]),
    ...section('generic 3.9', [
      [
        'sends WINDOW_UPDATE on the connection',
        [HELD, frames.get(1), windowUpdate(0, 1), windowUpdate(1, 1)],
        ['DATA 1 1'],
      ],
      ['sends WINDOW_UPDATE on a stream', [HELD, frames.get(1), windowUpdate(1, 2)], ['DATA 1 2']],
    ]),
    ...section('generic 3.10', [
      [
        'sends CONTINUATION',
        [
          headers(1, block.slice(0, 9), END_STREAM),
          formatFrame(FRAME.CONTINUATION, END_HEADERS, 1, block.slice(9)),
        ],
        ANSWERED,
      ],
      [
        'sends CONTINUATION several times',
        [
          headers(1, block.slice(0, 9), END_STREAM),
          formatFrame(FRAME.CONTINUATION, 0, 1, block.slice(9, 10)),
          formatFrame(FRAME.CONTINUATION, END_HEADERS, 1, block.slice(10)),
        ],
        ANSWERED,
      ],
    ]),
    ...section('generic 4', [
      ['sends a GET request', [frames.get(1)], ANSWERED],
      ['sends a HEAD request', [headers(1, frames.block('HEAD'))], ANSWERED],
      ['sends a POST request', [frames.post(1)], ANSWERED],
      [
        'sends a POST request with trailers',
        [frames.open(1, ['trailer', 'x-test']), data(1, 'test'), headers(1, encodeBlock(['x-test', 'ok']))],
        ANSWERED,
      ],
    ]),
    ...section('generic 5', hpackRows(frames)),
  ];
}

/** The Huffman codes of `user-agent`, `x-test` and `sparring`, with their lengths. */
const CODED = {
  userAgent: '\x87\xb5\x05\xb1\x61\xcc\x5a\x93',
  xTest: '\x85\xf2\xb2\x4a\x84\xff',
  value: '\x86\x45\x63\xb2\xc3\x55\x37',
};
const PLAIN = { userAgent: '\x0auser-agent', xTest: '\x06x-test', value: '\x08sparring' };
/** The index of `user-agent` in the static table, as one with six bits, and as one with four. */
const INDEX = { six: String.fromCharCode(0x40 | 58), four: '\x0f\x2b', fourNever: '\x1f\x2b' };

/** Each representation of a field (RFC 7541 §6). */
function hpackRows(frames: RequestFrames): readonly CaseRow[] {
  const row = (title: string, representation: string): CaseRow => [
    `sends ${title}`,
    [headers(1, frames.block() + representation)],
    ANSWERED,
  ];
  return [
    row('an indexed field', String.fromCharCode(0x80 | 58)),
    row('a literal with indexing and an indexed name', INDEX.six + PLAIN.value),
    row('a literal with indexing and an indexed name, with Huffman coding', INDEX.six + CODED.value),
    row('a literal with indexing and a new name', `\x40${PLAIN.xTest}${PLAIN.value}`),
    row('a literal with indexing and a new name, with Huffman coding', `\x40${CODED.xTest}${CODED.value}`),
    row('a literal without indexing and an indexed name', INDEX.four + PLAIN.value),
    row('a literal without indexing and an indexed name, with Huffman coding', INDEX.four + CODED.value),
    row('a literal without indexing and a new name', `\0${PLAIN.userAgent}${PLAIN.value}`),
    row(
      'a literal without indexing and a new name, with Huffman coding',
      `\0${CODED.userAgent}${CODED.value}`,
    ),
    row('a literal never indexed and an indexed name', INDEX.fourNever + PLAIN.value),
    row('a literal never indexed and an indexed name, with Huffman coding', INDEX.fourNever + CODED.value),
    row('a literal never indexed and a new name', `\x10${PLAIN.xTest}${PLAIN.value}`),
    row('a literal never indexed and a new name, with Huffman coding', `\x10${CODED.xTest}${CODED.value}`),
    ['sends a size update', [headers(1, `\x20${frames.block()}`)], ANSWERED],
    ['sends several size updates', [headers(1, `\x20\x3f\xe1\x1f${frames.block()}`)], ANSWERED],
  ];
}
