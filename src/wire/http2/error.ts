import type { WireError } from '../error.ts';

/** Error codes (RFC 9113 §7). */
export const CODE = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  SETTINGS_TIMEOUT: 4,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  CANCEL: 8,
  COMPRESSION_ERROR: 9,
  ENHANCE_YOUR_CALM: 11,
} as const;

/**
 * What is wrong with the frames of a client. The status is 0 where the stream or the connection has ended, and the code is that of
 * RST_STREAM or GOAWAY. `bytes` is empty: the fields of a head are compressed.
 */
export interface Http2Error extends WireError {
  /** 0: the connection has ended. */
  readonly streamId: number;
}

/** An error that ends the connection (RFC 9113 §5.4.1). */
export function connectionError(kind: Http2Error['kind'], code: number, message: string): Http2Error {
  return { kind, status: 0, code, streamId: 0, message, method: '', target: '', bytes: Buffer.alloc(0) };
}
