import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FrameReader } from './frame-reader.ts';
import { formatFrame, formatFrameHead, PREFACE } from './frames.ts';

/** What a reader calls for parts of bytes; it stops after a frame of the type 255. */
function read(parts: readonly string[]): readonly string[] {
  const calls: string[] = [];
  const reader = new FrameReader({
    onFrame: (type, flags, streamId, bytes, start, end) => {
      calls.push(`${type} ${flags} ${streamId} ${bytes.toString('latin1', start, end)}`);
      return type !== 255;
    },
    onInvalid: (code, message) => void calls.push(`invalid ${code}: ${message}`),
  });
  for (const part of parts) reader.receive(Buffer.from(part, 'latin1'));
  return calls;
}

/** The whole, each split in two, and single bytes. */
function splits(text: string): readonly (readonly string[])[] {
  const halves = Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)]);
  return [[text], ...halves, [...text]];
}

describe('a reader of frames', () => {
  const rows: readonly (readonly [title: string, bytes: string, calls: readonly string[]])[] = [
    [
      'frames',
      PREFACE +
        formatFrame(1, 2, 3, 'abc') +
        formatFrame(254, 253, 0x7a8b9cad, '') +
        formatFrame(4, 0, 0, 'd'),
      ['1 2 3 abc', '254 253 2055969965 ', '4 0 0 d'],
    ],
    ['the reserved bit', PREFACE + formatFrame(1, 0, 0xffffffff, ''), ['1 0 2147483647 ']],
    [
      'a frame after which it stops',
      PREFACE + formatFrame(255, 0, 1, 'a') + formatFrame(1, 0, 1, ''),
      ['255 0 1 a'],
    ],
    [
      'a frame that is too large',
      PREFACE + formatFrameHead(16_385, 0, 0, 1) + formatFrame(1, 0, 1, ''),
      ['invalid 6: A frame has 16385 bytes, more than 16384'],
    ],
    [
      'a length of three bytes',
      `${PREFACE}\xfe\xdc\xba\0\0\0\0\0\x01`,
      ['invalid 6: A frame has 16702650 bytes, more than 16384'],
    ],
    [
      'another preface',
      `${PREFACE.slice(0, 20)}x${formatFrame(1, 0, 1, '')}`,
      ['invalid 1: The preface of HTTP/2 is invalid at byte 20'],
    ],
  ];
  for (const [title, bytes, calls] of rows)
    it(`reads ${title}, in any split`, () => {
      for (const parts of splits(bytes)) assert.deepEqual(read(parts), calls, JSON.stringify(parts));
    });

  it('delivers no frame that is too large, also if it is complete', () => {
    const frame = formatFrame(0, 0, 1, 'x'.repeat(16_385));
    const expected = ['invalid 6: A frame has 16385 bytes, more than 16384'];
    for (const parts of [[PREFACE + frame], [PREFACE, frame], [PREFACE, frame.slice(0, 5), frame.slice(5)]])
      assert.deepEqual(read(parts), expected);
  });

  it('delivers the largest frame', () => {
    const payload = 'x'.repeat(16_384);
    assert.deepEqual(read([PREFACE + formatFrame(0, 0, 1, payload)]), [`0 0 1 ${payload}`]);
  });
});
