import { CODE } from '#wire/http2/error.ts';
import { FRAME_HEAD_SIZE } from '#wire/http2/frames.ts';

const CODES = new Map(Object.entries(CODE).map(([name, code]): [number, string] => [code, name]));

export type OnFrame = (type: number, flags: number, streamId: number, payload: Buffer) => unknown;

/** Passes on the complete frames (RFC 9113 §4.1). @returns the bytes behind them */
export function readFrames(bytes: Buffer, onFrame: OnFrame): Buffer {
  let rest = bytes;
  while (rest.length >= FRAME_HEAD_SIZE) {
    const end = FRAME_HEAD_SIZE + rest.readUIntBE(0, 3);
    if (rest.length < end) break;
    onFrame(rest.readUInt8(3), rest.readUInt8(4), rest.readUInt32BE(5), rest.subarray(FRAME_HEAD_SIZE, end));
    rest = rest.subarray(end);
  }
  return rest;
}

/** The name of an error code (RFC 9113 §7), or its number. */
export function codeName(code: number): string {
  return CODES.get(code) ?? String(code);
}

/** The name of the error code at an offset. */
export function codeAt(payload: Buffer, at: number): string {
  return codeName(payload.readUInt32BE(at));
}
