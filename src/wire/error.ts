/**
 * What is wrong:
 * - `syntax`: a byte or a line that the grammar does not permit, or a method that the server does not implement
 * - `head-size`, `target-size`, `content-size`: more than the limits
 * - `version`: no version of HTTP/1
 * - `framing`: the end of the content is not certain; `coding`: another transfer coding than chunked
 * - `incomplete`: the client ended the connection within a message
 * - `memory`: the server has no room for the content
 * - `timeout`, `flood`: decided by the connection
 */
export type WireErrorKind =
  | 'syntax'
  | 'head-size'
  | 'target-size'
  | 'version'
  | 'framing'
  | 'coding'
  | 'content-size'
  | 'incomplete'
  | 'memory'
  | 'timeout'
  | 'flood';

/** Why a connection cannot be decoded further. A plain object: it is passed to the handler, and never thrown. */
export interface WireError {
  readonly kind: WireErrorKind;
  /** 400, 408, 413, 414, 431, 501, 503, 505, or 0 for no response. */
  readonly status: number;
  /** The error code of HTTP/2 (RFC 9113 §7); 0 on HTTP/1. */
  readonly code: number;
  /** One sentence with the byte and its offset in the message, such as `LF without CR at byte 14`. */
  readonly message: string;
  /** The method and the target, as far as they are known: the service of the path renders the error. */
  readonly method: string;
  readonly target: string;
  /** A copy of what had arrived of the message, at most its first 8 KiB. */
  readonly bytes: Buffer;
}
