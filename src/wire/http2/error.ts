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

/** What is wrong with the bytes of a client. A value: the machine throws nothing. */
export interface Http2Error {
  readonly kind: 'syntax' | 'head-size' | 'framing' | 'content-size' | 'timeout' | 'flood';
  /** The status that the stream is to be answered with, or 0: the stream or the connection has ended. */
  readonly status: number;
  /** The code of RST_STREAM or GOAWAY; RFC 9113 §7. */
  readonly code: number;
  /** 0: the connection has ended. */
  readonly streamId: number;
  /** One sentence. */
  readonly message: string;
  /** As far as they are known, else empty. One unit per byte. */
  readonly method: string;
  readonly target: string;
}

/** An error that ends the connection (RFC 9113 §5.4.1). */
export function connectionError(kind: Http2Error['kind'], code: number, message: string): Http2Error {
  return { kind, status: 0, code, streamId: 0, message, method: '', target: '' };
}
