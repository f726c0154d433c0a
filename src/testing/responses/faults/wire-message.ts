import type { Fields } from '#http/syntax/fields.ts';
import { CHUNK_END, formatChunkHead, formatLastChunk } from '#wire/http1/writer.ts';

/** A response of HTTP/1.1 as bytes, which a fault can change in any way. Texts are Latin-1. */
export interface WireMessage {
  /** Bytes before the status line. */
  readonly prefix: string;
  readonly statusLine: string;
  /** Field lines without line end, those of the framing included. */
  readonly fields: readonly string[];
  readonly lineEnd: string;
  /** Replaces the head, if it is given. */
  readonly head?: Uint8Array;
  readonly chunkFormat: ChunkFormat | undefined;
  /** Whether each byte is written separately. */
  readonly isSplit: boolean;
  /** Whether the content is sent although the method or the status has none. */
  readonly hasForcedContent: boolean;
  /** Whether nothing follows the head. */
  readonly isHeadOnly: boolean;
  /** Bytes after the content, such as the last chunk. */
  readonly tail: string;
  readonly ending: Ending;
}

/** What happens to the connection after the last byte. */
export type Ending = 'close' | 'rude' | 'reset' | 'stall' | 'half-close';

/** The chunked coding (RFC 9112 §7.1). */
export interface ChunkFormat {
  /** The line of the size, with line end. */
  readonly sizeLine: (size: number) => string;
  readonly end: string;
}

export const CHUNKED: ChunkFormat = {
  sizeLine: formatChunkHead,
  end: CHUNK_END,
};

/** A response without a fault. */
export interface MessageOptions {
  readonly statusLine: string;
  readonly fields: Fields;
  readonly commonFields: Fields;
  /** Length of the content, or undefined for chunks. */
  readonly length: number | undefined;
  readonly trailers: Fields;
  readonly hasContent: boolean;
}

export function buildWireMessage(options: MessageOptions): WireMessage {
  const { statusLine, fields, commonFields, length, trailers, hasContent } = options;
  const isChunked = hasContent && length === undefined;
  const framing: Fields = !hasContent
    ? []
    : length === undefined
      ? [['Transfer-Encoding', 'chunked']]
      : [['Content-Length', String(length)]];
  return {
    prefix: '',
    statusLine,
    fields: [...fields, ...framing, ...commonFields].map(([name, value]) => `${name}: ${value}`),
    lineEnd: '\r\n',
    chunkFormat: isChunked ? CHUNKED : undefined,
    isSplit: false,
    hasForcedContent: false,
    isHeadOnly: false,
    tail: isChunked ? formatLastChunk(trailers) : '',
    ending: 'close',
  };
}

/** The bytes of the head, with its blank line. */
export function headOf({ head, prefix, statusLine, fields, lineEnd }: WireMessage): Uint8Array {
  if (head) return head;
  const lines = [statusLine, ...fields, '', ''].join(lineEnd);
  return Buffer.from(prefix + lines, 'latin1');
}

/** Content in the chunked coding, if the message has it. */
export function encodeContent({ chunkFormat }: WireMessage, chunk: Uint8Array): Uint8Array {
  if (!chunkFormat) return chunk;
  const { sizeLine, end } = chunkFormat;
  return Buffer.concat([Buffer.from(sizeLine(chunk.length), 'latin1'), chunk, Buffer.from(end, 'latin1')]);
}

const FRAMING = /^(?:content-length|transfer-encoding):/i;

/** Replaces the field lines of the framing. */
export function withFraming(message: WireMessage, ...lines: readonly string[]): WireMessage {
  const index = message.fields.findIndex((line) => FRAMING.test(line));
  const others = message.fields.filter((line) => !FRAMING.test(line));
  const place = index < 0 ? others.length : index;
  return { ...message, fields: [...others.slice(0, place), ...lines, ...others.slice(place)] };
}

export function withField(message: WireMessage, ...lines: readonly string[]): WireMessage {
  return { ...message, fields: [...message.fields, ...lines] };
}

/** Makes the content chunked, whatever its framing was. */
export function asChunked(message: WireMessage): WireMessage {
  if (message.chunkFormat) return message;
  return {
    ...withFraming(message, 'Transfer-Encoding: chunked'),
    chunkFormat: CHUNKED,
    tail: formatLastChunk(),
  };
}
