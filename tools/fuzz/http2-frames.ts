import type { Draw } from '#test/support/wire/draw.ts';
import {
  data,
  encodeBlock,
  headers,
  request,
  reset,
  settings,
  settingsAck,
  windowUpdate,
} from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame, formatHeaders, formatUint32, PREFACE } from '#wire/http2/frames.ts';
import { addNoise } from './noise.ts';

const START = PREFACE + settings([4, 100_000]) + settingsAck();
const LARGE_SIZE = 600_000;
const MAX_FRAMES = 30;
/** Small identifiers, so that frames meet streams of each state. */
const MAX_STREAMS = 12;

/** Frames of a client, which are mostly valid, one unit per byte. */
export function drawConnection(draw: Draw): string {
  let frames = '';
  let nextId = 1;
  for (let count = 1 + draw(MAX_FRAMES); count > 0; count--) {
    const isOpening = draw(3) === 0;
    frames += isOpening ? drawRequest(draw, nextId) : drawFrame(draw);
    if (isOpening) nextId += draw(8) === 0 ? 4 : 2;
  }
  if (draw(50) === 0) return addNoise(draw, START + frames);
  return START + (draw(3) === 0 ? addNoise(draw, frames) : frames);
}

/** Frames with one that repeats: content, header blocks, settings, or any other one. */
export function drawLargeConnection(draw: Draw): string {
  const frame = (draw(2) === 0 ? '' : drawFrame(draw)) || drawLargeFrame(draw);
  const first = headers(1, request([], 'POST'), FLAG.END_HEADERS);
  // Other frames mostly end the first stream, and often the connection.
  const others = draw(2) === 0 ? drawConnection(draw).slice(START.length) : '';
  return START + first + others + frame.repeat(Math.ceil(LARGE_SIZE / frame.length));
}

function drawLargeFrame(draw: Draw): string {
  const payload = 'x'.repeat(16_384);
  switch (draw(4)) {
    case 0:
      return data(1, payload);
    case 1:
      return formatFrame(FRAME.HEADERS, 0, 101, encodeBlock(['a', payload.slice(0, 16_000)]));
    case 2:
      return formatFrame(FRAME.CONTINUATION, 0, 101, payload);
    default:
      return formatFrame(99, 0, 1, payload);
  }
}

function drawId(draw: Draw): number {
  return draw(8) === 0 ? draw(2 * MAX_STREAMS) : 1 + 2 * draw(MAX_STREAMS);
}

/** A request, in one frame or several. */
function drawRequest(draw: Draw, id: number): string {
  const isEnd = draw(2) === 0;
  const fields = [
    [],
    ['content-length', String(draw(100))],
    ['cookie', 'a=b'.repeat(draw(40))],
    ['te', 'trailers'],
    ['Upper', 'case'],
    ['connection', 'close'],
  ][draw(6)];
  const block = request(fields, draw(2) === 0 ? 'POST' : 'GET');
  if (draw(3) === 0) return formatHeaders(id, block, isEnd, 1 + draw(block.length));
  return headers(id, block, FLAG.END_HEADERS | (isEnd ? FLAG.END_STREAM : 0));
}

function drawFrame(draw: Draw): string {
  const id = drawId(draw);
  switch (draw(14)) {
    case 0:
    case 1:
      return data(id, 'x'.repeat(draw(100)), draw(2));
    case 2:
      return data(id, `${String.fromCharCode(draw(6))}abc\0\0`, FLAG.PADDED | draw(2));
    case 3:
      return headers(id, encodeBlock(['a', 'b'].slice(0, 2 * draw(2))));
    case 4:
      return reset(id, draw(15));
    case 5:
      return windowUpdate(draw(2) === 0 ? 0 : id, [0, 1, 1000, 2 ** 31 - 1][draw(4)] ?? 0);
    case 6:
      return settings([draw(10), [0, 1, 4096, 16_384, 70_000, 2 ** 31][draw(6)] ?? 0]);
    case 7:
      return formatFrame(FRAME.PING, draw(2), 0, '12345678');
    case 8:
      return formatFrame(FRAME.PRIORITY, 0, id, `${formatUint32(drawId(draw))}\0`);
    case 9:
      return formatFrame(FRAME.PRIORITY_UPDATE, 0, 0, `${formatUint32(id)}u=1`);
    case 10:
      return formatFrame(FRAME.CONTINUATION, draw(8), id, encodeBlock(['a', 'b']));
    case 11:
      return draw(6) === 0 ? formatFrame(FRAME.GOAWAY, 0, 0, '\0\0\0\x01\0\0\0\0') : '';
    case 12:
      return settingsAck();
    default:
      return formatFrame(draw(20), draw(256), id, 'x'.repeat(draw(20)));
  }
}
