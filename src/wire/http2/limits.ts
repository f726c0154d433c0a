/** A token bucket. */
export interface Rate {
  /** What it contains at first, and at most. */
  readonly burst: number;
  readonly perSecond: number;
}

/** What a client may cause. Sizes are in bytes, times in milliseconds. */
export interface Http2Limits {
  readonly maxStreams: number;
  /** Receive windows; at least 65,535, which clients use before they know another one. */
  readonly streamWindow: number;
  readonly connectionWindow: number;
  /** Names, values and 32 for each field: above it, a request gets 431. */
  readonly storedHead: number;
  /** Above it, the connection ends. */
  readonly decodedHead: number;
  /** A header block before decoding, its CONTINUATION frames, and the empty ones among them that do not end it. */
  readonly blockSize: number;
  readonly blockFrames: number;
  readonly emptyBlockFrames: number;
  readonly blockTime: number;
  /** RST_STREAM frames of both sides. */
  readonly resets: Rate;
  /** Frames that serve no exchange. */
  readonly glitches: Rate;
  readonly settingsEntries: number;
  readonly settingsAckTime: number;
  /** Frames that answer frames, such as ACKs, which wait for the socket. */
  readonly controlBytes: number;
  /** No DATA is written while more bytes wait for the socket. */
  readonly sendBuffer: number;
  /** While more bytes wait for the socket, the driver does not read: heads of responses have no window. */
  readonly pauseAt: number;
  /** PRIORITY_UPDATE for streams to come, and the size of their value. */
  readonly priorityUpdates: number;
  readonly priorityUpdateSize: number;
  /** From the first GOAWAY to the second. */
  readonly drainTime: number;
}

export const HTTP2_LIMITS: Http2Limits = {
  maxStreams: 250,
  streamWindow: 262_144,
  connectionWindow: 1_048_576,
  storedHead: 65_536,
  decodedHead: 262_144,
  blockSize: 131_072,
  blockFrames: 16,
  emptyBlockFrames: 4,
  blockTime: 10_000,
  resets: { burst: 500, perSecond: 50 },
  glitches: { burst: 2000, perSecond: 200 },
  settingsEntries: 32,
  settingsAckTime: 10_000,
  controlBytes: 65_536,
  sendBuffer: 65_536,
  pauseAt: 262_144,
  priorityUpdates: 250,
  priorityUpdateSize: 1024,
  drainTime: 1000,
};
