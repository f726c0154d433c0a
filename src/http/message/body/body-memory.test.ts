import assert from 'node:assert/strict';
import { constants } from 'node:http2';
import type { Socket } from 'node:net';
import { describe, it as onServer, type TestContext } from 'node:test';
import { TLSSocket } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ServerOptions } from '#server/server.ts';
import type { ConfiguredServer } from '#test/support/servers/configured-server.ts';
import { type Exclusions, inConfigurations } from '#test/support/servers/in-configurations.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { openConnection } from '#test/support/wire/transcript.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const MEBIBYTE = 1024 * 1024;
const DEFAULT_LIMIT = 16 * MEBIBYTE;

const head = (length: number, path = '/post') =>
  `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n`;

const chunkedHead = 'POST /post HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n';

const formatChunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`;

type Server = Pick<ConfiguredServer, 'local' | 'connect'>;

/** A connection on which the text has been sent. `received` is the response. */
async function open(server: Pick<Server, 'connect'>, text: string) {
  const connection = { socket: await server.connect(), received: '' };
  const { socket } = connection;
  socket.on('data', (chunk: Buffer) => {
    connection.received += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.write(text, 'latin1', () => resolve()));
  return connection;
}

/** Node cannot reset a TLS connection. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

/** Waits until this number of bytes is in use. */
async function assertHeld({ local: { bodyBudget } }: Pick<Server, 'local'>, bytes: number) {
  await until(() => bodyBudget.used === bytes);
}

/** These tests read the budget. */
const LOCAL: Exclusions = {
  'with two workers': {
    reason: 'the budget of another process is not visible',
    error: /consists of other processes/,
  },
};

inConfigurations({ options: { maxBodySize: 1000, maxTotalBodySize: 100_000 } }, (it) => {
  async function half(server: Server): Promise<Socket> {
    const { socket } = await open(server, `${head(1000)}${'x'.repeat(500)}`);
    return socket;
  }

  it(
    'the limit of one body accepts a chunked body of exactly the limit, and rejects a longer one',
    async (server) => {
      await assertHeld(server, 0);
      for (const [sizes, status] of [
        [[1000], 200],
        [[1, 998, 1], 200],
        [[1001], 413],
        [[999, 2], 413],
        [[1000, 1], 413],
      ] as const) {
        const body = sizes.map((size) => formatChunk('x'.repeat(size))).join('');
        const [response] = await exchangeBytes(
          server.port,
          `${chunkedHead}${body}0\r\n\r\n`,
          ['POST'],
          server.ca,
        );
        assert.equal(response?.status, status, String(sizes));
      }
      await assertHeld(server, 0);
    },
    LOCAL,
  );

  it(
    'a reservation is released when the client ends, resets or closes the connection within the body',
    async (server) => {
      await assertHeld(server, 0);
      for (const disconnect of [
        (socket: Socket) => void socket.end(),
        (socket: Socket) => void socket.destroy(),
        reset,
      ]) {
        const socket = await half(server);
        await assertHeld(server, 500);
        disconnect(socket);
        await assertHeld(server, 0);
      }
      const broken = await open(server, `${chunkedHead}${formatChunk('abc')}zz\r\n`);
      await until(() => broken.received !== '');
      await assertHeld(server, 0);
    },
    LOCAL,
  );

  it(
    'a reservation is released when the client disconnects while the response is delayed',
    async (server) => {
      await assertHeld(server, 0);
      for (const disconnect of [(socket: Socket) => void socket.destroy(), reset]) {
        const { socket } = await open(server, `${head(300, '/delay/5')}${'x'.repeat(300)}`);
        await assertHeld(server, 300);
        disconnect(socket);
        await assertHeld(server, 0);
      }
    },
    LOCAL,
  );

  it(
    'a reservation is released for each of several requests on one connection',
    async (server) => {
      await assertHeld(server, 0);
      const bodies = Array.from({ length: 20 }, (_, index) => 'x'.repeat(index * 10));
      const text = bodies.map((body) => `${head(body.length)}${body}`).join('');
      const responses = await exchangeBytes(
        server.port,
        text,
        bodies.map(() => 'POST'),
        server.ca,
      );
      assert.deepEqual(
        responses.map(({ status }) => status),
        bodies.map(() => 200),
      );
      await assertHeld(server, 0);
      // The second waits behind the first, and its content is not read.
      const behind = `${head(200, '/delay/5')}${'x'.repeat(200)}${head(400)}${'y'.repeat(400)}`;
      const { socket } = await open(server, behind);
      await assertHeld(server, 200);
      socket.destroy();
      await assertHeld(server, 0);
    },
    LOCAL,
  );

  it(
    'a reservation is released for many simultaneous connections, however they end',
    async (server) => {
      await assertHeld(server, 0);
      const sockets = await Promise.all(Array.from({ length: 60 }, () => half(server)));
      await assertHeld(server, 30_000);
      for (const [index, socket] of sockets.entries()) {
        if (index % 3 === 0) socket.write('x'.repeat(500));
        else if (index % 3 === 1) reset(socket);
        else socket.destroy();
      }
      await assertHeld(server, 0);
    },
    LOCAL,
  );
});

inConfigurations({ options: { maxBodySize: 1000, maxTotalBodySize: 1000 } }, (it) => {
  it(
    'the limit of all bodies counts received bytes, not declared ones',
    async (server) => {
      await assertHeld(server, 0);
      const opened = [await open(server, head(900))];
      opened.push(await open(server, `${head(900)}abc`));
      await assertHeld(server, 3);
      opened.push(await open(server, `${chunkedHead}${formatChunk('abcd')}`));
      await assertHeld(server, 7);
      opened.push(await open(server, `${head(500, '/upload')}${'x'.repeat(100)}`));
      opened.push(await open(server, `GET /get HTTP/1.1\r\nHost: h\r\nContent-Length: 20\r\n\r\nabc`));
      assert.equal((await server.send({ method: 'POST', path: '/post', body: 'x'.repeat(900) })).status, 200);
      await assertHeld(server, 7);
      for (const { socket } of opened) socket.destroy();
      await assertHeld(server, 0);
    },
    LOCAL,
  );

  it(
    'the limit of all bodies responds with 503 and Retry-After when it is reached, for every kind of body, and does not affect other requests',
    async (server) => {
      await assertHeld(server, 0);
      const holder = await open(server, `${head(1000)}${'x'.repeat(990)}`);
      await assertHeld(server, 990);
      const refused = [
        `${head(11)}${'y'.repeat(11)}`,
        // The declared length exceeds the limit, so the body is not read.
        `${head(11)}`,
        `${chunkedHead}${formatChunk('y'.repeat(11))}0\r\n\r\n`,
        `${chunkedHead}${formatChunk('y'.repeat(6))}${formatChunk('y'.repeat(5))}`,
        `${head(11).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n')}${'y'.repeat(11)}`,
      ];
      for (const text of refused) {
        const connection = await open(server, text);
        await until(() => /\r\n\r\n.*\}\n$/s.test(connection.received));
        assert.match(
          connection.received,
          /^(HTTP\/1\.1 100 .*?\r\n\r\n)?HTTP\/1\.1 503 SERVICE UNAVAILABLE\r\n/s,
          text,
        );
        assert.match(connection.received, /\r\nRetry-After: 1\r\n/);
        assert.match(connection.received, /\r\nConnection: close\r\n/);
        await assertHeld(server, 990);
      }
      assert.equal((await server.send({ path: '/get' })).status, 200);
      assert.equal((await server.send({ method: 'POST', path: '/post', body: 'y'.repeat(10) })).status, 200);
      const upload = await server.send({ method: 'POST', path: '/upload', body: Buffer.alloc(100_000) });
      assert.equal(upload.status, 200);
      holder.socket.write('x'.repeat(10));
      await until(() => holder.received.includes('"url"'));
      assert.match(holder.received, /^HTTP\/1\.1 200 /);
      await assertHeld(server, 0);
    },
    LOCAL,
  );
});

inConfigurations({ http2: true, options: { maxBodySize: 1000, maxTotalBodySize: 2000 } }, (it) => {
  it('the limit of one body applies to HTTP/2, with and without a declared length', async (server) => {
    await assertHeld(server, 0);
    for (const [size, status] of [
      [1000, 200],
      [1001, 413],
    ] as const) {
      for (const fields of [[], [['content-length', String(size)]]] as const) {
        const wanted = { method: 'POST', path: '/post', fields, body: 'x'.repeat(size) };
        const response = await server.sendHttp2(wanted);
        assert.equal(response.status, status, `${size} ${fields.length}`);
      }
    }
    await assertHeld(server, 0);
  });

  it('the limit of all bodies responds with 503 on HTTP/2, in the error format of the service', async (server) => {
    await assertHeld(server, 0);
    const session = server.connectHttp2();
    const holders = [1000, 995].map((size) => {
      const stream = session.request({ ':method': 'POST', ':path': '/post' });
      stream.write('x'.repeat(size));
      return stream;
    });
    await assertHeld(server, 1995);
    for (const fields of [[], [['content-length', '6']]] as const) {
      const wanted = { method: 'POST', path: '/post', fields, body: 'y'.repeat(6) };
      const response = await server.sendHttp2(wanted);
      assert.deepEqual([response.status, response.headers['retry-after']], [503, '1']);
      assert.equal(response.headers['content-type'], 'application/problem+json');
    }
    await assertHeld(server, 1995);
    for (const holder of holders) holder.close(constants.NGHTTP2_CANCEL);
    await assertHeld(server, 0);
  });

  it('a reservation is released for streams that are reset and sessions that are destroyed', async (server) => {
    await assertHeld(server, 0);
    const session = server.connectHttp2();
    const begin = () => {
      const stream = session.request({ ':method': 'POST', ':path': '/post' });
      stream.on('error', () => {}).write('x'.repeat(500));
      return stream;
    };
    const [one, two, three] = [begin(), begin(), begin()];
    await assertHeld(server, 1500);
    one.close(constants.NGHTTP2_CANCEL);
    await assertHeld(server, 1000);
    two.end('y').resume();
    await assertHeld(server, 500);
    three.once('error', () => {});
    session.destroy();
    await assertHeld(server, 0);
  });
});

// Each of these servers has other limits, and needs much memory or time.

/** A server that closes its connections first, so that it does not wait for them. */
async function serveLocal(t: TestContext, options: Partial<ServerOptions> = {}) {
  const sockets: Socket[] = [];
  t.after(() => sockets.forEach((socket) => void socket.destroy()));
  const local = await serve(t, options);
  const connect = async () => {
    const socket = await openConnection(local.port);
    sockets.push(socket);
    return socket;
  };
  return { ...local, local, connect };
}

describe('with other limits', () => {
  onServer(
    'the limit of one body is 16 MiB by default: a body of that size is echoed, and one byte more gets 413',
    async (t) => {
      const server = await serveLocal(t);
      for (const [size, status] of [
        [DEFAULT_LIMIT, 200],
        [DEFAULT_LIMIT + 1, 413],
      ] as const) {
        const body = Buffer.alloc(size, 'x');
        const response = await fetch(`${server.url}/post`, { method: 'POST', body });
        assert.equal(response.status, status);
        const { data } = await response.json();
        if (status === 200) assert.equal(data.length, size);
      }
      await assertHeld(server, 0);
    },
  );

  onServer(
    'the limit of all bodies does not respond with 503 to a body larger than itself, because a repetition cannot succeed',
    async (t) => {
      const server = await serveLocal(t, { maxBodySize: 1000, maxTotalBodySize: 10 });
      assert.equal((await server.send({ method: 'POST', path: '/post', body: 'x'.repeat(11) })).status, 413);
    },
  );

  onServer('the limit of all bodies counts a large response until the client has read it', async (t) => {
    const server = await serveLocal(t, { maxBodySize: 8 * MEBIBYTE, maxTotalBodySize: 10 * MEBIBYTE });
    const body = '\x01'.repeat(MEBIBYTE);
    const responses = `${head(body.length, '/anything')}${body}`;
    // The JSON is six times as long as the body. The first stays in memory, because its client does not read.
    const idle = await open(server, '');
    idle.socket.pause();
    idle.socket.write(responses);
    await until(() => server.local.bodyBudget.used > 7 * MEBIBYTE);
    const other = await server.send({ method: 'POST', path: '/anything', body });
    assert.equal(other.status, 503);
    assert.equal(other.field('Retry-After'), '1');
    idle.socket.resume();
    await assertHeld(server, 0);
    assert.equal((await server.send({ method: 'POST', path: '/anything', body })).status, 200);
    await assertHeld(server, 0);
  });

  onServer('a body in tiny chunks costs little more memory than its bytes', async (t) => {
    const server = await serveLocal(t);
    // Without a collection, the figure also contains what earlier tests no longer use.
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const used = () => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const size = 400_000;
    const text = Buffer.from(chunkedHead + '1\r\nx\r\n'.repeat(size));
    const before = used();
    const { socket } = await open(server, '');
    socket.write(text);
    await assertHeld(server, size);
    assert.ok(used() - before < 60 * MEBIBYTE, `${Math.round((used() - before) / MEBIBYTE)} MiB`);
  });
});
