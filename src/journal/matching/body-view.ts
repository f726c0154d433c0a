/** The body of a request, after removal of the transfer coding. */
export interface BodyView {
  /** Number of bytes. */
  readonly length: number;
  /** SHA-256 of the whole body in hexadecimal; null for an empty body. */
  readonly sha256: string | null;
  /** The first bytes. */
  readonly kept: Uint8Array;
  /** Whether `kept` is shorter than the body. */
  readonly truncated: boolean;
}
