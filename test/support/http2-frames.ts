import { connect, type Socket } from 'node:net';

/** What a client of HTTP/2 without TLS received. */
export interface FrameTranscript {
  /** Such as `HEADERS 1`, `DATA 1 hel`, `DATA 1 END_STREAM`, `RST_STREAM 1 code=2`, `GOAWAY last=1 code=0`. */
  readonly frames: readonly string[];
  readonly end: 'fin' | 'rst' | 'open';
}

export interface FrameRequest {
  readonly stream: number;
  readonly path: string;
  readonly method?: string;
  /** Content of the request, of up to 16,384 bytes. */
  readonly content?: string;
}

const [DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY] = [0, 1, 3, 4, 6, 7];
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
  const text = (given: string) => Buffer.concat([Buffer.of(given.length), Buffer.from(given)]);
  return Buffer.concat([Buffer.of(0), text(name), text(value)]);
}

function requestFrames({ stream, path, method = 'GET', content }: FrameRequest): Buffer {
  const fields = [
    literal(':method', method),
    literal(':scheme', 'http'),
    literal(':authority', 'localhost'),
    literal(':path', path),
  ];
  const head = frame(
    HEADERS,
    END_HEADERS | (content === undefined ? END_STREAM : 0),
    stream,
    Buffer.concat(fields),
  );
  return content === undefined
    ? head
    : Buffer.concat([head, frame(DATA, END_STREAM, stream, Buffer.from(content))]);
}

/** Milliseconds to wait for frames, and for further ones after the expected ones. */
const [PATIENCE, GRACE] = [5000, 60];

/**
 * Sends the requests and a PING on one connection, and records the frames of the streams and of the connection, until
 * the connection ends or the frames are complete.
 */
export async function frameTranscript(
  port: number,
  requests: readonly FrameRequest[],
  isComplete: (frames: readonly string[]) => boolean,
): Promise<FrameTranscript> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(frame(SETTINGS, 0, 0));
  for (const request of requests) socket.write(requestFrames(request));
  socket.write(frame(PING, 0, 0, Buffer.alloc(8, 7)));
  const frames: string[] = [];
  readFrames(socket, (type, flags, stream, payload) => {
    const described = describeFrame(type, flags, stream, payload);
    if (described !== undefined) frames.push(described);
    if (type === SETTINGS && !(flags & ACK)) socket.write(frame(SETTINGS, ACK, 0));
  });
  const end = await new Promise<FrameTranscript['end']>((resolve) => {
    const deadline = performance.now() + PATIENCE;
    const settle = (how: FrameTranscript['end']) => {
      clearInterval(timer);
      resolve(how);
    };
    let completeAt: number | undefined;
    const timer = setInterval(() => {
      const now = performance.now();
      if (isComplete(frames)) completeAt ??= now;
      if (now > deadline || (completeAt !== undefined && now > completeAt + GRACE)) settle('open');
    }, 5);
    socket.on('end', () => settle('fin')).on('error', () => settle('rst'));
  });
  socket.destroy();
  return { frames, end };
}

type OnFrame = (type: number, flags: number, stream: number, payload: Buffer) => void;

function readFrames(socket: Socket, onFrame: OnFrame): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const length = rest.readUIntBE(0, 3);
      onFrame(rest.readUInt8(3), rest.readUInt8(4), rest.readUInt32BE(5), rest.subarray(9, 9 + length));
      rest = rest.subarray(9 + length);
    }
  });
}

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
