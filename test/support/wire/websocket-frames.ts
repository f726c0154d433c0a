import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { headLength, readHead } from '#testing/websocket/frame.ts';
import type { TestServer } from '../servers/serve.ts';

export interface FrameOptions {
  readonly isFinal?: boolean;
  readonly isCompressed?: boolean;
  /** The bits RSV2 and RSV3, if they are set. */
  readonly reserved?: number;
}

/** A masked frame, as clients send it (RFC 6455 §5.2). Text is written as Latin-1. */
export function clientFrame(opcode: number, content: string | Buffer, options: FrameOptions = {}): Buffer {
  const { isFinal = true, isCompressed = false, reserved = 0 } = options;
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const first = (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | reserved | opcode;
  const mask = Buffer.from([0x12, 0x34, 0x56, 0x78]);
  const masked = bytes.map((byte, index) => byte ^ (mask[index & 3] ?? 0));
  return Buffer.concat([Buffer.from([first]), encodeLength(bytes.length), mask, masked]);
}

function encodeLength(length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | length]);
  const head = Buffer.alloc(length < 65_536 ? 3 : 9);
  head[0] = length < 65_536 ? 0xfe : 0xff;
  if (length < 65_536) head.writeUInt16BE(length, 1);
  else head.writeBigUInt64BE(BigInt(length), 1);
  return head;
}

/** The headers of a handshake (RFC 6455 §4.1). */
export const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
];

export function formatHandshake(port: number, lines = HANDSHAKE, version = '1.1'): string {
  return `GET /websocket/echo HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** A connection of raw frames, after the handshake. */
export async function openRaw(t: TestContext, server: TestServer, extensions?: string) {
  const socket = connect(server.port, '127.0.0.1');
  t.after(() => socket.destroy());
  const lines = extensions === undefined ? [] : [`Sec-WebSocket-Extensions: ${extensions}`];
  socket.write(formatHandshake(server.port, [...HANDSHAKE, ...lines]));
  let received = Buffer.alloc(0);
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('close', () => wake()).on('error', () => {});
  const until = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      assert.ok(!socket.destroyed, 'the connection was closed');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await until(() => received.includes('\r\n\r\n'));
  const end = received.indexOf('\r\n\r\n') + 4;
  const head = received.toString('latin1', 0, end);
  received = received.subarray(end);
  const isWhole = () =>
    received.length >= 2 &&
    received.length >= headLength(received) &&
    received.length >= headLength(received) + readHead(received).length;
  /** The next frame of the server. */
  const next = async () => {
    await until(isWhole);
    const frame = readHead(received);
    const start = headLength(received);
    const content = Buffer.from(received.subarray(start, start + frame.length));
    received = received.subarray(start + frame.length);
    return { ...frame, content };
  };
  const closeCode = async () => {
    for (;;) {
      const { opcode, content } = await next();
      if (opcode === 8) return content.readUInt16BE(0);
    }
  };
  return { socket, head, next, closeCode };
}
