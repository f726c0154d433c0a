import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { constants, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ClientOptions, type PerMessageDeflateOptions, WebSocket } from 'ws';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { clientFrame, formatHandshake, HANDSHAKE, openRaw } from '#test/support/wire/websocket-frames.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const MEBIBYTE = 1024 * 1024;

/** Opens a client of `ws`, which ends with the test. */
async function open(t: TestContext, server: TestServer, options: ClientOptions = {}, query = '') {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket/echo${query}`, options);
  t.after(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

async function echoOf(socket: WebSocket, message: string | Buffer): Promise<Buffer> {
  const received = once(socket, 'message');
  socket.send(message);
  const [data, isBinary] = await received;
  assert.equal(isBinary, typeof message !== 'string');
  return data;
}

/** The content of a compressed message (RFC 7692 §7.2.1). */
function deflate(content: string | Buffer): Buffer {
  const whole = deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
  return whole.subarray(0, -4);
}

function inflate(content: Buffer): Buffer {
  const whole = Buffer.concat([content, Buffer.from([0, 0, 0xff, 0xff])]);
  return inflateRawSync(whole, { finishFlush: constants.Z_SYNC_FLUSH });
}

async function assertHeld(server: TestServer, bytes: number) {
  await until(() => server.bodyBudget.used === bytes);
}

describe('a WebSocket handshake', () => {
  it('accepts Upgrade: WebSocket in any case', async (t) => {
    const server = await serve(t);
    for (const value of ['websocket', 'WebSocket', 'WEBSOCKET', 'wEbSoCkEt']) {
      const lines = HANDSHAKE.map((line) => line.replace(/^Upgrade: .*/, `Upgrade: ${value}`));
      const [response] = await exchangeBytes(server.port, formatHandshake(server.port, lines));
      assert.equal(response?.status, 101, value);
    }
  });

  it('of HTTP/1.0 is an ordinary request', async (t) => {
    const server = await serve(t);
    const [response] = await exchangeBytes(server.port, formatHandshake(server.port, HANDSHAKE, '1.0'));
    assert.equal(response?.status, 426);
    assert.equal(response?.field('Upgrade'), 'websocket');
  });

  it('with a body is an ordinary request', async (t) => {
    const server = await serve(t);
    for (const framing of ['Content-Length: 3', 'Transfer-Encoding: chunked']) {
      const [response] = await exchangeBytes(
        server.port,
        `${formatHandshake(server.port, [...HANDSHAKE, framing])}3\r\nabc\r\n0\r\n\r\n`,
      );
      assert.equal(response?.status, 426, framing);
    }
  });

  it('gets 503 when connections use half of the budget', async (t) => {
    const server = await serve(t, { maxTotalBodySize: 2 * 3 * 64 * 1024 });
    const sockets: Socket[] = [];
    for (let count = 0; count < 3; count++) sockets.push((await openRaw(t, server)).socket);
    const [response] = await exchangeBytes(server.port, formatHandshake(server.port));
    assert.deepEqual([response?.status, response?.field('Retry-After')], [503, '1']);
    sockets[0]?.destroy();
    await assertHeld(server, 2 * 64 * 1024);
    assert.match((await openRaw(t, server)).head, /^HTTP\/1\.1 101 /);
  });
});

describe('the negotiation of permessage-deflate', () => {
  it('accepts the first acceptable offer', async (t) => {
    const server = await serve(t);
    for (const [offered, accepted] of [
      ['permessage-deflate', 'permessage-deflate'],
      ['permessage-deflate; client_max_window_bits', 'permessage-deflate'],
      ['permessage-deflate; client_max_window_bits=9', 'permessage-deflate; client_max_window_bits=9'],
      ['permessage-deflate; client_max_window_bits="8"', 'permessage-deflate; client_max_window_bits=8'],
      ['permessage-deflate; server_max_window_bits=9', 'permessage-deflate; server_max_window_bits=9'],
      ['permessage-deflate; server_max_window_bits=15', 'permessage-deflate; server_max_window_bits=15'],
      ['permessage-deflate; server_no_context_takeover', 'permessage-deflate; server_no_context_takeover'],
      ['permessage-deflate; client_no_context_takeover', 'permessage-deflate; client_no_context_takeover'],
      ['x-other, permessage-deflate', 'permessage-deflate'],
      ['permessage-deflate; server_max_window_bits=8, permessage-deflate', 'permessage-deflate'],
      [
        'permessage-deflate; unknown, permessage-deflate; server_max_window_bits=10',
        'permessage-deflate; server_max_window_bits=10',
      ],
      ['permessage-deflate; server_max_window_bits=8', undefined],
      ['permessage-deflate; server_max_window_bits', undefined],
      ['permessage-deflate; server_max_window_bits=16', undefined],
      ['permessage-deflate; server_max_window_bits=010', undefined],
      ['permessage-deflate; client_max_window_bits=7', undefined],
      ['permessage-deflate; server_no_context_takeover=1', undefined],
      ['permessage-deflate; server_max_window_bits=10; server_max_window_bits=10', undefined],
      ['permessage-deflate; unknown=1', undefined],
      ['x-webkit-deflate-frame', undefined],
    ] as const) {
      const { head, socket } = await openRaw(t, server, offered);
      assert.match(head, /^HTTP\/1\.1 101 /, offered);
      assert.equal(/^sec-websocket-extensions: (.*)$/im.exec(head)?.[1]?.trim(), accepted, offered);
      socket.destroy();
    }
  });
});

/** Modelled on chapters 12 and 13 of the Autobahn suite: parameters of the extension by sizes of messages. */
describe('compressed messages', () => {
  const parameters: readonly PerMessageDeflateOptions[] = [
    {},
    { serverNoContextTakeover: true },
    { clientNoContextTakeover: true },
    { serverNoContextTakeover: true, clientNoContextTakeover: true },
    { serverMaxWindowBits: 9 },
    { serverMaxWindowBits: 15 },
    { clientMaxWindowBits: 9 },
    { serverMaxWindowBits: 9, clientMaxWindowBits: 9, serverNoContextTakeover: true },
  ];

  for (const each of parameters) {
    it(`are echoed unchanged, with ${JSON.stringify(each)}`, async (t) => {
      const server = await serve(t);
      const socket = await open(t, server, { perMessageDeflate: { threshold: 0, ...each } });
      assert.match(socket.extensions, /permessage-deflate/);
      for (const size of [0, 16, 64, 256, 1024, 4096, 8192, 16_384, 32_768, 65_536, 131_072]) {
        const text = 'grüße € '.repeat(size).slice(0, size);
        for (let count = 0; count < 3; count++) {
          assert.equal((await echoOf(socket, text)).toString(), text);
          const bytes = Buffer.alloc(size, `${count}\xff\0`);
          assert.ok((await echoOf(socket, bytes)).equals(bytes), String(size));
        }
      }
      await assertHeld(server, 256 * 1024);
      socket.close(1000);
      assert.equal((await once(socket, 'close'))[0], 1000);
      await assertHeld(server, 0);
    });
  }

  it('are compressed, with or without context as negotiated', async (t) => {
    const server = await serve(t);
    const message = 'all work and no play '.repeat(50);
    for (const [offer, isKept] of [
      ['permessage-deflate', true],
      ['permessage-deflate; server_no_context_takeover', false],
    ] as const) {
      const { socket, next } = await openRaw(t, server, offer);
      socket.write(clientFrame(1, deflate(message), { isCompressed: true }));
      const first = await next();
      assert.deepEqual([first.opcode, first.isCompressed, first.isFinal], [1, true, true]);
      assert.equal(inflate(first.content).toString(), message);
      // The client may send uncompressed messages; the server compresses its own.
      socket.write(clientFrame(1, message));
      const second = await next();
      assert.equal(second.content.length < first.content.length / 2, isKept, offer);
    }
  });

  it('may be fragmented anywhere, with control frames and empty fragments', async (t) => {
    const server = await serve(t);
    const { socket, next } = await openRaw(t, server, 'permessage-deflate');
    const message = 'fragmented and compressed '.repeat(100);
    const content = deflate(message);
    for (const size of [1, 2, 7, 64, content.length]) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < content.length; at += size) pieces.push(content.subarray(at, at + size));
      pieces.forEach((piece, index) => {
        socket.write(clientFrame(index === 0 ? 1 : 0, piece, { isFinal: false, isCompressed: index === 0 }));
        if (index === 1) socket.write(clientFrame(9, 'between'));
        socket.write(clientFrame(0, '', { isFinal: false }));
      });
      socket.write(clientFrame(0, ''));
      let frame = await next();
      if (pieces.length > 1) {
        assert.deepEqual([frame.opcode, frame.content.toString()], [10, 'between']);
        frame = await next();
      }
      assert.equal(frame.opcode, 1);
      // The context of the server is kept, so only the first response can be decompressed alone.
      if (size === 1) assert.equal(inflate(frame.content).toString(), message);
    }
  });

  it('that are corrupt close the connection with 1007', async (t) => {
    const server = await serve(t);
    const { socket, closeCode } = await openRaw(t, server, 'permessage-deflate');
    socket.write(clientFrame(1, '\xff\xff\xff\xff', { isCompressed: true }));
    assert.equal(await closeCode(), 1007);
  });

  it('close the connection with 1002 without the extension', async (t) => {
    const server = await serve(t);
    const { socket, closeCode } = await openRaw(t, server);
    socket.write(clientFrame(1, deflate('a'), { isCompressed: true }));
    assert.equal(await closeCode(), 1002);
  });

  it('above the limit close the connection with 1009, within the memory limit', async (t) => {
    const server = await serve(t, { maxBodySize: MEBIBYTE });
    const bomb = await createBomb(64 * MEBIBYTE);
    assert.ok(bomb.length < 100_000);
    const { socket, closeCode } = await openRaw(t, server, 'permessage-deflate');
    const before = process.memoryUsage().arrayBuffers;
    socket.write(clientFrame(2, bomb, { isCompressed: true }));
    assert.equal(await closeCode(), 1009);
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * MEBIBYTE);
    assert.equal((await server.get('/get')).status, 200);
  });
});

/** A compressed message of many zeros. */
async function createBomb(size: number): Promise<Buffer> {
  const stream = createDeflateRaw();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let left = size; left > 0; left -= MEBIBYTE) stream.write(Buffer.alloc(MEBIBYTE));
  await new Promise<void>((resolve) => stream.flush(constants.Z_SYNC_FLUSH, resolve));
  return Buffer.concat(chunks).subarray(0, -4);
}

/** Modelled on chapter 9 of the Autobahn suite. */
describe('large messages', () => {
  it('are echoed up to the limit', async (t) => {
    const server = await serve(t, { maxBodySize: 4 * MEBIBYTE, maxDuration: 60_000 });
    const options = { perMessageDeflate: false, maxPayload: 8 * MEBIBYTE };
    const socket = await open(t, server, options);
    for (const size of [MEBIBYTE, 2 * MEBIBYTE + 1, 4 * MEBIBYTE]) {
      const message = Buffer.alloc(size, 'abcdefg');
      assert.ok((await echoOf(socket, message)).equals(message), String(size));
      // The memory of a message is released when it is sent, and that of the connection when it closes.
      await assertHeld(server, 64 * 1024);
    }
    socket.send(Buffer.alloc(4 * MEBIBYTE + 1));
    assert.equal((await once(socket, 'close'))[0], 1009);
    await assertHeld(server, 0);
  });

  it('may have any number of fragments', async (t) => {
    const server = await serve(t, { maxDuration: 60_000 });
    const options = { perMessageDeflate: false, maxPayload: 8 * MEBIBYTE };
    const socket = await open(t, server, options);
    const fragment = Buffer.alloc(64, 'x');
    const received = once(socket, 'message');
    for (let left = 40_000; left > 0; left--) socket.send(fragment, { fin: left === 1 });
    assert.equal((await received)[0].length, 40_000 * 64);
  });

  it('in one-byte fragments need little additional memory', async (t) => {
    const server = await serve(t, { maxDuration: 60_000 });
    const { socket } = await openRaw(t, server);
    const fragment = clientFrame(0, 'x', { isFinal: false });
    const fragments = Buffer.concat(Array.from({ length: 300_000 }, () => fragment));
    const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = used();
    socket.write(clientFrame(2, 'x', { isFinal: false }));
    socket.write(fragments);
    await assertHeld(server, 64 * 1024 + 300_001);
    assert.ok(used() - before < 40 * MEBIBYTE, `${Math.round((used() - before) / MEBIBYTE)} MiB`);
    socket.destroy();
    await assertHeld(server, 0);
  });

  it('get 1013 when the budget is exhausted, and release their memory', async (t) => {
    const server = await serve(t, { maxBodySize: MEBIBYTE, maxTotalBodySize: MEBIBYTE, maxDuration: 60_000 });
    const holder = await openRaw(t, server);
    holder.socket.write(clientFrame(2, Buffer.alloc(900_000), { isFinal: false }));
    await assertHeld(server, 64 * 1024 + 900_000);
    const [other] = await exchangeBytes(server.port, formatHandshake(server.port));
    assert.equal(other?.status, 503);
    holder.socket.write(clientFrame(0, Buffer.alloc(100_000)));
    assert.equal(await holder.closeCode(), 1013);
    holder.socket.destroy();
    await assertHeld(server, 0);
  });

  it('with endless empty fragments get 1008', async (t) => {
    const server = await serve(t, { maxDuration: 60_000 });
    for (const extensions of [undefined, 'permessage-deflate']) {
      const { socket, closeCode } = await openRaw(t, server, extensions);
      const isCompressed = extensions !== undefined;
      socket.write(clientFrame(1, '', { isFinal: false, isCompressed }));
      const empty = clientFrame(0, '', { isFinal: false });
      socket.write(Buffer.concat(Array.from({ length: 20_000 }, () => empty)));
      assert.equal(await closeCode(), 1008);
    }
  });
});

/** Modelled on chapters 2, 3, 4, 5 and 7 of the Autobahn suite. */
describe('frames', () => {
  it('of control are processed between fragments', async (t) => {
    const server = await serve(t);
    const { socket, next } = await openRaw(t, server);
    socket.write(clientFrame(1, 'a', { isFinal: false }));
    socket.write(clientFrame(9, 'one'));
    const pong = await next();
    assert.deepEqual([pong.opcode, pong.content.toString()], [10, 'one']);
    socket.write(clientFrame(10, 'not asked for'));
    socket.write(clientFrame(0, 'b'));
    const echo = await next();
    assert.deepEqual([echo.opcode, echo.content.toString()], [1, 'ab']);
    socket.write(clientFrame(8, '\x03\xe8'));
    const close = await next();
    assert.deepEqual([close.opcode, close.content.readUInt16BE(0)], [8, 1000]);
  });

  it('that violate the protocol close the connection with 1002', async (t) => {
    const server = await serve(t);
    for (const [name, ...bad] of [
      ['not masked', Buffer.from([0x81, 1, 0x61])],
      ['reserved bit', clientFrame(1, 'a', { reserved: 0x10 })],
      ['reserved opcode', clientFrame(3, 'a')],
      ['reserved control opcode', clientFrame(0xb, 'a')],
      ['long ping', clientFrame(9, 'x'.repeat(126))],
      ['fragmented ping', clientFrame(9, 'x', { isFinal: false })],
      ['continuation of nothing', clientFrame(0, 'x')],
      ['message in a message', clientFrame(1, 'x', { isFinal: false }), clientFrame(1, 'y')],
      ['close code', clientFrame(8, '\x03\xec')],
    ] as const) {
      const { socket, closeCode } = await openRaw(t, server);
      for (const frame of bad) socket.write(frame);
      assert.equal(await closeCode(), 1002, name);
    }
  });

  it('of text that is not UTF-8 close the connection with 1007', async (t) => {
    const server = await serve(t);
    const { socket, closeCode } = await openRaw(t, server);
    socket.write(clientFrame(1, '\xce\xba', { isFinal: false }));
    socket.write(clientFrame(0, '\xed\xa0\x80'));
    assert.equal(await closeCode(), 1007);
  });

  it('are accepted byte by byte', async (t) => {
    const server = await serve(t);
    const { socket, next } = await openRaw(t, server);
    socket.setNoDelay(true);
    for (const byte of clientFrame(1, 'slowly')) {
      socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    assert.equal((await next()).content.toString(), 'slowly');
  });
});
