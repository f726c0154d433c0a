/** How the client has divided content: into chunks (RFC 9112 §7.1), or DATA frames (RFC 9113 §6.1). */
export interface ContentParts {
  /** Number of chunks, or of frames, that have content. */
  readonly count: number;
  /** Bytes of content of each: of the first 1,000 only. */
  readonly sizes: readonly number[];
  /** In the order of the chunks: of the first 1,000, and of the last one, which has no content. Empty on HTTP/2. */
  readonly extensions: readonly ChunkExtension[];
}

export interface ChunkExtension {
  /** Index of the chunk; `count` for the last one, which has no content. */
  readonly chunk: number;
  /** As received, from the byte behind the size. */
  readonly text: string;
}
