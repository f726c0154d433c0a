import { FLAG, FRAME, formatFrame, formatUint32, MAX_31_BITS } from '#wire/http2/frames.ts';
import { type Draw, pick } from '../draw.ts';
import type { Http2OutputCheck } from '../http2-output-check.ts';
import { data, encodeBlock, headers, request, reset, settings, windowUpdate } from '../http2-recorder.ts';

const { END_STREAM, END_HEADERS, PADDED } = FLAG;
const LARGE_TRAILERS = `\x40\x01a\x7f\xa1\x1e${'x'.repeat(4000)}${'\xbe'.repeat(20)}`;

/** A client that sends frames at random, most of them valid. */
export class ChaosClient {
  readonly #draw: Draw;
  readonly #check: Http2OutputCheck;
  /** Identifiers on which the client has not ended its content. */
  readonly #sending = new Set<number>();
  #nextId = 1;

  /** @param check knows the windows, and learns those that the client grants */
  constructor(draw: Draw, check: Http2OutputCheck) {
    this.#draw = draw;
    this.#check = check;
  }

  /** The next frame; empty for none. */
  frame(): string {
    const draw = this.#draw;
    const id = pick(draw, [...this.#sending]) ?? 1;
    const end = draw(4) === 0 ? END_STREAM : 0;
    switch (draw(20)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const opened = this.#nextId;
        this.#nextId += draw(10) === 0 ? 4 : 2;
        if (draw(2) === 0) return headers(opened);
        this.#sending.add(opened);
        const length = draw(5) === 0 ? ['content-length', String(draw(300))] : [];
        return headers(opened, request(length, 'POST'), END_HEADERS);
      }
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
        return this.#data(id, end);
      case 9: {
        this.#sending.delete(id);
        const block = [encodeBlock(['a', 'b']), encodeBlock([':a', 'b']), LARGE_TRAILERS][draw(3)];
        return headers(id, block);
      }
      case 10:
        this.#sending.delete(id);
        return reset(id, 8);
      case 11:
      case 12: {
        const on = draw(2) === 0 ? 0 : this.#usedId();
        const increment = [1, 1000, 50_000, 200_000][draw(4)] ?? 1;
        this.#check.granted(on, increment);
        return windowUpdate(on, increment);
      }
      case 13: {
        const size = [0, 1, 1000, 65_535, 500_000][draw(5)] ?? 0;
        this.#check.changed(size);
        return settings([4, size]);
      }
      case 14:
        return formatFrame(FRAME.PING, draw(2), 0, '12345678');
      case 15:
        return formatFrame(FRAME.PRIORITY_UPDATE, 0, 0, `${formatUint32(this.#nextId)}u=1`);
      case 16:
        return formatFrame(99, 0, 1, 'abc');
      case 17:
        return draw(30) === 0 ? this.#invalid() : '';
      default:
        return draw(100) === 0 ? formatFrame(FRAME.GOAWAY, 0, 0, '12345678') : '';
    }
  }

  /** An identifier that the client has used or skipped; at the start, an idle one. */
  #usedId(): number {
    return 1 + 2 * this.#draw(Math.max(1, (this.#nextId - 1) / 2));
  }

  /** Content that the windows permit. */
  #data(id: number, end: number): string {
    const check = this.#check;
    const wanted = [0, 50, 100, 1000, 16_000][this.#draw(5)] ?? 0;
    const length = Math.min(wanted, check.stream(id).credit - 10, check.credit - 10);
    if (!this.#sending.has(id) || length < 0) return '';
    if (end !== 0) this.#sending.delete(id);
    const isPadded = this.#draw(3) === 0;
    const payload = isPadded ? `\x05${'x'.repeat(length)}\0\0\0\0\0` : 'x'.repeat(length);
    check.stream(id).credit -= payload.length;
    check.credit -= payload.length;
    return data(id, payload, end | (isPadded ? PADDED : 0));
  }

  /** Some of them are errors of a stream. */
  #invalid(): string {
    const draw = this.#draw;
    const id = this.#usedId();
    if (draw(4) === 0) {
      const on = pick(draw, [0, id]) ?? 0;
      // A window of 0 or less can take it.
      this.#check.granted(on, MAX_31_BITS);
      return windowUpdate(on, MAX_31_BITS);
    }
    const invalid = [
      windowUpdate(id, 0),
      headers(id, encodeBlock(['a', 'b']), END_HEADERS),
      headers(id, '\x80'),
      headers(id, request(), 0),
      data(0, 'a'),
      formatFrame(draw(20), draw(256), draw(50), 'x'.repeat(draw(20))),
    ];
    return pick(draw, invalid) ?? '';
  }
}
