/** The limits of a message of HTTP/1, in bytes unless stated otherwise. */
export interface Http1Limits {
  /** Request line and fields with their line ends; also of the trailer section. */
  readonly headSize: number;
  /** Number of fields of a head, and of a trailer section. */
  readonly fields: number;
  readonly methodSize: number;
  /** Line with the size and the extensions of a chunk, without its line end. */
  readonly chunkLineSize: number;
  /** All extensions of chunks in one message. */
  readonly chunkExtensionSize: number;
}

export const DEFAULT_HTTP1_LIMITS: Http1Limits = {
  headSize: 65_536,
  fields: 2_000,
  methodSize: 1_024,
  chunkLineSize: 4_096,
  chunkExtensionSize: 16_384,
};
