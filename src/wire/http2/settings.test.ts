import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Http2Recorder, headers, settings } from '#test/support/wire/http2-recorder.ts';
import { CODE } from './error.ts';
import { HTTP2_LIMITS } from './limits.ts';
import { formatFirstFrames, PeerSettings } from './settings.ts';

describe('the first frames', () => {
  it('have the window of the connection only if it is larger than the initial one', () => {
    for (const [connectionWindow, increment] of [
      [1000, undefined],
      [65_535, undefined],
      [65_536, '\0\0\x04\x08\0\0\0\0\0\0\0\0\x01'],
    ] as const) {
      const frames = formatFirstFrames({ ...HTTP2_LIMITS, connectionWindow });
      assert.equal(frames.slice(9 + 4 * 6), increment ?? '');
    }
  });
});

describe('the settings of a client', () => {
  it('are those of RFC 9113 at first', () => {
    const { initialWindow, received } = new PeerSettings();
    assert.deepEqual([initialWindow, received], [65_535, []]);
  });

  it('are applied up to their limits', () => {
    const rows: readonly (readonly [id: number, value: number, code: number])[] = [
      [1, 0, CODE.NO_ERROR],
      [2, 1, CODE.NO_ERROR],
      [2, 2, CODE.PROTOCOL_ERROR],
      [4, 0x7fffffff, CODE.NO_ERROR],
      [4, 0x80000000, CODE.FLOW_CONTROL_ERROR],
      [5, 16_383, CODE.PROTOCOL_ERROR],
      [5, 16_384, CODE.NO_ERROR],
      [5, 0xffffff, CODE.NO_ERROR],
      [5, 0x1000000, CODE.PROTOCOL_ERROR],
      [8, 2, CODE.NO_ERROR],
      [9, 1, CODE.NO_ERROR],
      [9, 2, CODE.PROTOCOL_ERROR],
      [99, 2, CODE.NO_ERROR],
    ];
    for (const [id, value, code] of rows)
      assert.equal(new PeerSettings().apply(id, value), code, `${id} ${value}`);
    const peer = new PeerSettings();
    peer.apply(4, 200);
    peer.apply(4, 0x80000000);
    assert.equal(peer.initialWindow, 200);
  });

  it('are recorded in the order of their first values, with the latest ones, also invalid ones', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(settings([4, 1], [3, 100], [4, 2]), settings([99, 0xffffffff], [3, 7]), settings([2, 2]));
    assert.deepEqual(recorder.machine.peerSettings, [4, 2, 3, 7, 99, 0xffffffff, 2, 2]);
  });

  it('are recorded up to 32, and later values of these', () => {
    const peer = new PeerSettings();
    for (let id = 100; id < 140; id++) peer.apply(id, 1);
    peer.apply(131, 2);
    peer.apply(132, 2);
    const { received } = peer;
    assert.deepEqual(
      [received.length, received.slice(0, 4), received.slice(-4)],
      [64, [100, 1, 101, 1], [130, 1, 131, 2]],
    );
  });

  it('change the windows of open streams and of later ones', () => {
    const recorder = Http2Recorder.connect();
    recorder.send(headers(1), settings([4, 100]), headers(3));
    assert.deepEqual(
      [recorder.stream(1).sendWindow.available, recorder.stream(3).sendWindow.available],
      [100, 100],
    );
  });
});
