/** The connection may be used for another request. */
export const KEEP_ALIVE = 1;
/** The client waits for 100 (Continue) before it sends the content. */
export const EXPECT_CONTINUE = 2;
/** The client asks for another protocol, and the request permits a switch: HTTP/1.1, no content, `Connection: upgrade`. */
export const UPGRADE = 4;
/** The client accepts trailers (`TE: trailers`). */
export const TE_TRAILERS = 8;
/** No content follows. */
export const END_STREAM = 16;

export interface RequestHead {
  /** As sent: `1.0`, `1.1`, `1.2`; `2` for HTTP/2. */
  readonly version: string;
  /** Method and undecoded target: one UTF-16 unit per byte. */
  readonly method: string;
  readonly target: string;
  /** Name, value, alternating, as received. HTTP/2: without pseudo-fields, `host` first if only `:authority` was sent. */
  readonly fields: readonly string[];
  /** HTTP/1: the bytes of the head, one unit per byte, CRLFs included. HTTP/2: undefined, and `pseudo` has names and values. */
  readonly raw: string | undefined;
  readonly pseudo: readonly string[];
  readonly framing: 'none' | 'content-length' | 'chunked' | 'frames';
  /** Declared bytes; -1 if not declared. */
  readonly length: number;
  /** `KEEP_ALIVE`, `EXPECT_CONTINUE`, `UPGRADE`, `TE_TRAILERS`, `END_STREAM`: set while parsing, so that no handler searches fields. */
  readonly flags: number;
}
