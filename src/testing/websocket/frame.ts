/** The head of a frame (RFC 6455 §5.2). */
export interface FrameHead {
  readonly isFinal: boolean;
  /** Set on the first frame of a compressed message (RFC 7692 §6). */
  readonly isCompressed: boolean;
  /** Whether reserved bits are set that no extension uses. */
  readonly hasReservedBits: boolean;
  readonly opcode: number;
  /** Present in every frame from a client. */
  readonly mask: Buffer | undefined;
  readonly length: number;
}

export const MAX_HEAD_LENGTH = 14;

/** The length of a frame head; requires its first two bytes. */
export function headLength(bytes: Buffer): number {
  const [, second = 0] = bytes;
  return 2 + extendedLength(second) + (second & 0x80 ? 4 : 0);
}

function extendedLength(second: number): number {
  const short = second & 0x7f;
  if (short < 126) return 0;
  return short === 126 ? 2 : 8;
}

export function readHead(bytes: Buffer): FrameHead {
  const [first = 0, second = 0] = bytes;
  const extended = extendedLength(second);
  const isMasked = (second & 0x80) !== 0;
  return {
    isFinal: (first & 0x80) !== 0,
    isCompressed: (first & 0x40) !== 0,
    hasReservedBits: (first & 0x30) !== 0,
    opcode: first & 0x0f,
    mask: isMasked ? Buffer.from(bytes.subarray(2 + extended, 6 + extended)) : undefined,
    length: readLength(bytes, second & 0x7f, extended),
  };
}

function readLength(bytes: Buffer, short: number, extended: number): number {
  if (extended === 0) return short;
  return extended === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
}

/** Writes the head of a client frame with a zero mask. */
export function writeHead(head: Pick<FrameHead, 'isFinal' | 'isCompressed' | 'opcode' | 'length'>): Buffer {
  const { isFinal, isCompressed, opcode, length } = head;
  const short = shortLength(length);
  const bytes = Buffer.alloc(2 + extendedLength(short) + 4);
  bytes[0] = (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode;
  bytes[1] = 0x80 | short;
  if (short === 126) bytes.writeUInt16BE(length, 2);
  else if (short === 127) bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}

function shortLength(length: number): number {
  if (length < 126) return length;
  return length < 65_536 ? 126 : 127;
}
