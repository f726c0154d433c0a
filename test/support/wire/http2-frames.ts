import { type ConnectionEnd, openRawConnection } from './raw-connection.ts';
import { type OnFrame, readFrames } from './read-frames.ts';

/** What a client of HTTP/2 received. */
export interface FrameTranscript {
  /** Such as `HEADERS 1`, `DATA 1 hel`, `DATA 1 END_STREAM`, `RST_STREAM 1 code=2`, `GOAWAY last=1 code=0`. */
  readonly frames: readonly string[];
  readonly end: ConnectionEnd | 'open';
  /** The status of the last HEADERS frame; 0 without one, and for a status that is not in the static table. */
  readonly status: number;
  /** Length of all heads, as they are compressed. */
  readonly headBytes: number;
  /** Length of all content. */
  readonly bytes: number;
}

export interface FrameRequest {
  readonly stream: number;
  readonly path: string;
  readonly method?: string;
  /** With names in lower case. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
  /** Content of the request, of up to 16,384 bytes. */
  readonly content?: string | undefined;
}

const [DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, CONTINUATION] = [0, 1, 3, 4, 6, 7, 9];
const [END_STREAM, END_HEADERS, ACK] = [1, 4, 1];

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A field in literal form, without an index (RFC 7541 §6.2.2). */
function literal(name: string, value: string): Buffer {
  const text = (input: string) => Buffer.concat([Buffer.of(input.length), Buffer.from(input)]);
  return Buffer.concat([Buffer.of(0), text(name), text(value)]);
}

function requestFrames({ stream, path, method = 'GET', fields = [], content }: FrameRequest): Buffer {
  const block = [
    literal(':method', method),
    literal(':scheme', 'http'),
    literal(':authority', 'localhost'),
    literal(':path', path),
    ...fields.map(([name, value]) => literal(name, value)),
  ];
  const head = frame(
    HEADERS,
    END_HEADERS | (content === undefined ? END_STREAM : 0),
    stream,
    Buffer.concat(block),
  );
  return content === undefined
    ? head
    : Buffer.concat([head, frame(DATA, END_STREAM, stream, Buffer.from(content))]);
}

/** The start of a connection (RFC 9113 §3.4), with the requests. */
export function startFrames(requests: readonly FrameRequest[]): Buffer {
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  return Buffer.concat([preface, frame(SETTINGS, 0, 0), ...requests.map(requestFrames)]);
}

export function resetFrame(stream: number, code: number): Buffer {
  return frame(RST_STREAM, 0, stream, Buffer.of(0, 0, 0, code));
}

/** Milliseconds to wait for frames. */
const PATIENCE = 40_000;

/**
 * Sends the requests and a PING on one connection, and records the frames of the streams and of the connection, until
 * the connection ends or the frames are complete. Another PING, which is not recorded, then proves that the connection is
 * open, and that no frame was in transit.
 * @throws Error when the frames are not complete in time.
 */
export async function frameTranscript(
  port: number,
  requests: readonly FrameRequest[],
  isComplete: (frames: readonly string[]) => boolean,
  ca?: string,
): Promise<FrameTranscript> {
  const { socket, ended, destroy } = openRawConnection(port, { ca, protocol: 'h2' });
  // In one packet, so that the server reads the PING before it responds.
  socket.write(Buffer.concat([startFrames(requests), ping(FIRST_PING)]));
  const frames: string[] = [];
  let status = 0;
  let bytes = 0;
  let headBytes = 0;
  let isProbed = false;
  const answered = Promise.withResolvers<'open'>();
  const timer = setTimeout(
    () => answered.reject(new Error(`The frames are not complete: ${frames.join(', ')}`)),
    PATIENCE,
  );
  let rest: Buffer = Buffer.alloc(0);
  const onFrame: OnFrame = (type, flags, stream, payload) => {
    if (type === SETTINGS && !(flags & ACK)) socket.write(frame(SETTINGS, ACK, 0));
    if (type === HEADERS) status = STATUSES.get(payload.readUInt8(0)) ?? 0;
    if (type === HEADERS || type === CONTINUATION) headBytes += payload.length;
    if (type === DATA) bytes += payload.length;
    if (isProbed && type === PING && payload.readUInt8(0) === SECOND_PING) return answered.resolve('open');
    const described = describeFrame(type, flags, stream, payload);
    if (described !== undefined) frames.push(described);
    if (isProbed || !isComplete(frames)) return;
    isProbed = true;
    socket.write(ping(SECOND_PING));
  };
  socket.on('data', (chunk: Buffer) => {
    rest = readFrames(Buffer.concat([rest, chunk]), onFrame);
  });
  const end = await Promise.race([ended, answered.promise]).finally(() => {
    clearTimeout(timer);
    destroy();
  });
  return { frames, end, status, bytes, headBytes };
}

const [FIRST_PING, SECOND_PING] = [7, 8];

function ping(byte: number): Buffer {
  return frame(PING, 0, 0, Buffer.alloc(8, byte));
}

/** Indexed `:status` fields of the static table (RFC 7541 appendix A). */
const STATUSES: ReadonlyMap<number, number> = new Map([
  [0x88, 200],
  [0x89, 204],
  [0x8b, 304],
  [0x8c, 400],
  [0x8d, 404],
  [0x8e, 500],
]);

/** Undefined for frames that every connection has. */
function describeFrame(type: number, flags: number, stream: number, payload: Buffer): string | undefined {
  const end = flags & END_STREAM ? ' END_STREAM' : '';
  switch (type) {
    case DATA:
      return payload.length > 0 || end !== ''
        ? `DATA ${stream}${payload.length > 0 ? ` ${payload}` : ''}${end}`
        : undefined;
    case HEADERS:
      return `HEADERS ${stream}${end}`;
    case RST_STREAM:
      return `RST_STREAM ${stream} code=${payload.readUInt32BE(0)}`;
    case PING:
      return flags & ACK ? 'PING' : undefined;
    case GOAWAY:
      return `GOAWAY last=${payload.readUInt32BE(0)} code=${payload.readUInt32BE(4)}`;
    default:
      return undefined;
  }
}
