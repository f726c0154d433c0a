/** Types of frames (RFC 9113 §6, RFC 9218 §7.1). */
export const FRAME = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
  PRIORITY_UPDATE: 16,
} as const;

/** Flags of frames. END_STREAM and ACK are one bit. */
export const FLAG = { END_STREAM: 1, ACK: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 } as const;

export const FRAME_HEAD_SIZE = 9;

/** The initial SETTINGS_MAX_FRAME_SIZE, which this server does not change. */
export const MAX_FRAME_SIZE = 16_384;

/** The largest window and stream identifier. */
export const MAX_31_BITS = 0x7fffffff;

/** What a client sends first (RFC 9113 §3.4). */
export const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** The first nine bytes of a frame, one unit per byte (RFC 9113 §4.1). */
export function formatFrameHead(length: number, type: number, flags: number, streamId: number): string {
  return String.fromCharCode(
    length >>> 16,
    (length >>> 8) & 0xff,
    length & 0xff,
    type,
    flags,
    streamId >>> 24,
    (streamId >>> 16) & 0xff,
    (streamId >>> 8) & 0xff,
    streamId & 0xff,
  );
}

/** A frame, one unit per byte. */
export function formatFrame(type: number, flags: number, streamId: number, payload: string): string {
  return formatFrameHead(payload.length, type, flags, streamId) + payload;
}

/** Four bytes, the most significant first. */
export function formatUint32(value: number): string {
  return String.fromCharCode(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

/** RFC 9113 §6.8. */
export function formatGoAway(lastStreamId: number, code: number): string {
  return formatFrame(FRAME.GOAWAY, 0, 0, formatUint32(lastStreamId) + formatUint32(code));
}

/** A block in HEADERS and CONTINUATION frames of at most `maxSize` bytes (RFC 9113 §4.3). */
export function formatHeaders(streamId: number, block: string, isEnd: boolean, maxSize: number): string {
  const end = isEnd ? FLAG.END_STREAM : 0;
  if (block.length <= maxSize) return formatFrame(FRAME.HEADERS, end | FLAG.END_HEADERS, streamId, block);
  let text = formatFrame(FRAME.HEADERS, end, streamId, block.slice(0, maxSize));
  for (let at = maxSize; at < block.length; at += maxSize) {
    const flags = at + maxSize >= block.length ? FLAG.END_HEADERS : 0;
    text += formatFrame(FRAME.CONTINUATION, flags, streamId, block.slice(at, at + maxSize));
  }
  return text;
}
