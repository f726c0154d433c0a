import { CODE } from '#wire/http2/error.ts';
import { FRAME, formatFrame, formatUint32 } from '#wire/http2/frames.ts';
import type { RequestFrames } from './http2-cases/case.ts';
import { data, encodeBlock, headers, reset, settings, windowUpdate } from './http2-recorder.ts';

/** Frames that a client repeats, with those that precede them. Each ends its connection with ENHANCE_YOUR_CALM. */
export interface Http2Attack {
  readonly title: string;
  readonly first: string;
  frame(index: number): string;
}

/** The floods by which one client occupies a server of HTTP/2. */
export function http2Attacks(frames: RequestFrames): readonly Http2Attack[] {
  const block = frames.block();
  const idOf = (index: number) => 2 * index + 1;
  const attack = (title: string, frame: (index: number) => string, first = ''): Http2Attack => ({
    title,
    first,
    frame,
  });
  const open = frames.open(1);
  // CVE-2023-44487.
  const rapid = [
    attack('rapid reset', (index) => frames.open(idOf(index)) + reset(idOf(index), CODE.CANCEL)),
    attack(
      'rapid reset of complete requests',
      (index) => frames.get(idOf(index)) + reset(idOf(index), CODE.CANCEL),
    ),
  ];
  // CVE-2025-8671.
  const provoked = [
    attack('resets that it provokes', (index) => frames.open(idOf(index)) + windowUpdate(idOf(index), 0)),
    attack('malformed heads', (index) => headers(idOf(index), encodeBlock(['a', 'b']))),
    attack('content behind the end', (index) => frames.get(idOf(index)) + data(idOf(index), 'a')),
    attack('streams that are refused', (index) => frames.open(idOf(index))),
  ];
  // CVE-2024-27316.
  const blocks = [
    attack('CONTINUATION', () => formatFrame(FRAME.CONTINUATION, 0, 1, '\0\x01a\x01b'), headers(1, block, 0)),
    attack('empty CONTINUATION', () => formatFrame(FRAME.CONTINUATION, 0, 1, ''), headers(1, block, 0)),
    attack('heads that expand', (index) => headers(idOf(index), block + BOMB)),
  ];
  const useless = [
    attack('empty DATA', () => data(1, ''), open),
    attack('DATA of one byte', () => data(1, 'x'), open),
    attack('PING', () => formatFrame(FRAME.PING, 0, 0, '12345678')),
    attack('SETTINGS', () => settings([4, 1])),
    attack('SETTINGS with 33 entries', () => settings(...Array<[number, number]>(33).fill([4, 1]))),
    attack('PRIORITY', () => formatFrame(FRAME.PRIORITY, 0, 1, `${formatUint32(3)}\0`)),
    attack('PRIORITY_UPDATE', () => formatFrame(PRIORITY_UPDATE, 0, 0, `${formatUint32(1)}u=1`)),
    attack('WINDOW_UPDATE', () => windowUpdate(0, 1)),
    attack('unknown frames', () => formatFrame(99, 0, 0, 'x'.repeat(1000))),
  ];
  return [...rapid, ...provoked, ...blocks, ...useless];
}

/** RFC 9218 §7.1. */
const PRIORITY_UPDATE = 16;

/** A field of 4,000 bytes in the dynamic table, and 100 references to it (RFC 7541 §6.1). */
const BOMB = `\x40\x01a\x7f\xa1\x1e${'b'.repeat(4000)}${'\xbe'.repeat(100)}`;
