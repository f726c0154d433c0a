import assert from 'node:assert/strict';
import { FLAG, MAX_31_BITS } from '#wire/http2/frames.ts';
import { INITIAL_WINDOW } from '#wire/http2/settings.ts';
import type { SentFrame } from './http2-recorder.ts';

interface CheckedStream {
  /** What the client has granted by WINDOW_UPDATE, less the content that was sent. */
  granted: number;
  /** What the client may send. */
  credit: number;
  hasHead: boolean;
  isEnded: boolean;
  isReset: boolean;
}

/** Checks what a server sends, as a strict client does: the order of frames on each stream, and all windows. */
export class Http2OutputCheck {
  readonly #streams = new Map<number, CheckedStream>();
  readonly #streamWindow: number;
  /** Changes of the initial window that the server has not acknowledged, in order. Undefined: SETTINGS without one. */
  readonly #settings: (number | undefined)[] = [];
  #initialWindow = INITIAL_WINDOW;
  #granted = INITIAL_WINDOW;
  #lastGoAway = MAX_31_BITS;
  #isFailed = false;
  /** What the client may send on the connection. */
  credit = INITIAL_WINDOW;

  /** @param streamWindow that of the SETTINGS of the server */
  constructor(streamWindow: number) {
    this.#streamWindow = streamWindow;
  }

  stream(id: number): CheckedStream {
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = { granted: 0, credit: this.#streamWindow, hasHead: false, isEnded: false, isReset: false };
      this.#streams.set(id, stream);
    }
    return stream;
  }

  /** The client has sent SETTINGS. */
  changed(initialWindow: number | undefined): void {
    this.#settings.push(initialWindow);
  }

  /** The client has sent WINDOW_UPDATE. */
  granted(id: number, increment: number): void {
    if (id === 0) this.#granted += increment;
    else this.stream(id).granted += increment;
  }

  /** The server has failed, and GOAWAY was checked: nothing follows. */
  failed(): void {
    this.#isFailed = true;
  }

  check(frames: readonly SentFrame[]): void {
    for (const frame of frames) {
      assert.ok(!this.#isFailed, `${frame.type} after the connection has failed`);
      this.#checkFrame(frame);
    }
  }

  #checkFrame({ type, flags, streamId, payload }: SentFrame): void {
    const number = (at: number) => Buffer.from(payload, 'latin1').readUInt32BE(at);
    if (['SETTINGS', 'PING', 'GOAWAY'].includes(type)) assert.equal(streamId, 0, type);
    switch (type) {
      case 'SETTINGS': {
        const change = (flags & FLAG.ACK) === 0 ? undefined : this.#settings.shift();
        if (change !== undefined) this.#initialWindow = change;
        return;
      }
      case 'GOAWAY':
        assert.ok(number(0) <= this.#lastGoAway, 'GOAWAY with a higher stream');
        this.#lastGoAway = number(0);
        return;
      case 'WINDOW_UPDATE':
        if (streamId === 0) this.credit += number(0);
        else this.#checkWindowUpdate(streamId, number(0));
        return;
      case 'RST_STREAM':
        this.stream(streamId).isReset = true;
        return;
      case 'HEADERS':
      case 'DATA':
        this.#checkContent(type, flags, streamId, payload.length);
    }
  }

  #checkWindowUpdate(id: number, increment: number): void {
    const stream = this.stream(id);
    assert.ok(increment > 0 && !stream.isReset, `WINDOW_UPDATE ${id}`);
    stream.credit += increment;
    assert.ok(stream.credit <= this.#streamWindow, `the window of stream ${id} is ${stream.credit}`);
  }

  #checkContent(type: string, flags: number, id: number, length: number): void {
    const stream = this.stream(id);
    assert.ok(!stream.isEnded && !stream.isReset, `${type} on stream ${id}, which has ended`);
    if (type === 'HEADERS') stream.hasHead = true;
    assert.ok(stream.hasHead, `DATA on stream ${id} without a head`);
    if (type === 'DATA') {
      stream.granted -= length;
      this.#granted -= length;
      if (length > 0) {
        assert.ok(stream.granted + this.#initialWindow >= 0, `DATA exceeds the window of stream ${id}`);
        assert.ok(this.#granted >= 0, 'DATA exceeds the window of the connection');
      }
    }
    if ((flags & FLAG.END_STREAM) !== 0) stream.isEnded = true;
  }
}
