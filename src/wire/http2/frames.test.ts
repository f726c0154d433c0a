import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settings } from '#test/support/wire/http2-recorder.ts';
import { CODE } from './error.ts';
import {
  FLAG,
  FRAME,
  FRAME_HEAD_SIZE,
  formatFrameHead,
  formatGoAway,
  formatHeaders,
  formatUint32,
  MAX_31_BITS,
  MAX_FRAME_SIZE,
  PREFACE,
} from './frames.ts';
import { SETTING } from './settings.ts';

describe('numbers of RFCs', () => {
  it('are those of error codes (RFC 9113 §7)', () => {
    assert.deepEqual(CODE, {
      NO_ERROR: 0x00,
      PROTOCOL_ERROR: 0x01,
      INTERNAL_ERROR: 0x02,
      FLOW_CONTROL_ERROR: 0x03,
      SETTINGS_TIMEOUT: 0x04,
      STREAM_CLOSED: 0x05,
      FRAME_SIZE_ERROR: 0x06,
      REFUSED_STREAM: 0x07,
      CANCEL: 0x08,
      COMPRESSION_ERROR: 0x09,
      ENHANCE_YOUR_CALM: 0x0b,
    });
  });

  it('are those of types and flags of frames (RFC 9113 §6, RFC 9218 §7.1)', () => {
    assert.deepEqual(FRAME, {
      DATA: 0x00,
      HEADERS: 0x01,
      PRIORITY: 0x02,
      RST_STREAM: 0x03,
      SETTINGS: 0x04,
      PUSH_PROMISE: 0x05,
      PING: 0x06,
      GOAWAY: 0x07,
      WINDOW_UPDATE: 0x08,
      CONTINUATION: 0x09,
      PRIORITY_UPDATE: 0x10,
    });
    assert.deepEqual(FLAG, { END_STREAM: 0x01, ACK: 0x01, END_HEADERS: 0x04, PADDED: 0x08, PRIORITY: 0x20 });
    assert.deepEqual([FRAME_HEAD_SIZE, MAX_FRAME_SIZE, MAX_31_BITS], [9, 2 ** 14, 2 ** 31 - 1]);
  });

  it('are those of settings (RFC 9113 §6.5.2, RFC 8441 §3, RFC 9218 §2.1)', () => {
    assert.deepEqual(SETTING, {
      HEADER_TABLE_SIZE: 0x01,
      ENABLE_PUSH: 0x02,
      MAX_CONCURRENT_STREAMS: 0x03,
      INITIAL_WINDOW_SIZE: 0x04,
      MAX_FRAME_SIZE: 0x05,
      MAX_HEADER_LIST_SIZE: 0x06,
      ENABLE_CONNECT_PROTOCOL: 0x08,
      NO_RFC7540_PRIORITIES: 0x09,
    });
  });
});

describe('bytes of frames', () => {
  it('are those of RFC 9113', () => {
    assert.equal(formatGoAway(0x01020304, 11), '\0\0\x08\x07\0\0\0\0\0\x01\x02\x03\x04\0\0\0\x0b');
    assert.equal(formatHeaders(0x010203, 'ab', true, 2), '\0\0\x02\x01\x05\0\x01\x02\x03ab');
    assert.equal(
      formatHeaders(1, 'abc', true, 2),
      '\0\0\x02\x01\x01\0\0\0\x01ab' + '\0\0\x01\x09\x04\0\0\0\x01c',
    );
    assert.equal(
      formatHeaders(1, 'abcd', false, 2),
      '\0\0\x02\x01\0\0\0\0\x01ab' + '\0\0\x02\x09\x04\0\0\0\x01cd',
    );
    assert.equal(PREFACE, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    assert.equal(formatUint32(0xfffefdfc), '\xff\xfe\xfd\xfc');
    assert.equal(formatFrameHead(0x123456, 0xfe, 0xdc, 0x7a8b9cad), '\x12\x34\x56\xfe\xdc\x7a\x8b\x9c\xad');
    assert.equal(settings([3, 250]), '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\xfa');
  });
});
