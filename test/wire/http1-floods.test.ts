import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MeasuredPort, useMeasured } from '#test/support/servers/measured.ts';
import { until } from '#test/support/until.ts';
import { assertHarmless } from '#test/support/wire/flood.ts';
import { openConnection } from '#test/support/wire/transcript.ts';

const HOST = 'Host: localhost\r\n';
const GET = `GET /ip HTTP/1.1\r\n${HOST}\r\n`;
const MEBIBYTE = 1024 * 1024;
const STATUS = /HTTP\/1\.1 (\d{3}) /g;

/** A client that counts the responses, and keeps little of them. */
class Client {
  readonly socket: Socket;
  responses = 0;
  /** The last response has it. */
  status = 0;
  isEnded = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    let rest = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      rest += chunk;
      let end = 0;
      for (const match of rest.matchAll(STATUS)) {
        this.responses++;
        this.status = Number(match[1]);
        end = match.index + match[0].length;
      }
      // The start of a status line can follow in the next packet.
      rest = rest.slice(Math.max(end, rest.length - 12));
    });
    // A client that is still sending is reset when the server no longer reads.
    socket
      .on('error', () => {})
      .on('close', () => {
        this.isEnded = true;
      });
    socket.on('end', () => {
      this.isEnded = true;
    });
  }

  static async open(t: TestContext, { port, ca }: MeasuredPort): Promise<Client> {
    const client = new Client(await openConnection(port, ca));
    t.after(() => client.socket.destroy());
    return client;
  }

  static async openMany(t: TestContext, port: MeasuredPort, count: number): Promise<readonly Client[]> {
    const clients: Client[] = [];
    while (clients.length < count)
      clients.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(100, count - clients.length) }, () => Client.open(t, port)),
        )),
      );
    return clients;
  }

  /** Resolves when the system has taken the bytes, or the connection is lost. */
  async send(bytes: string): Promise<void> {
    if (this.socket.writable)
      await new Promise<void>((resolve) => this.socket.write(bytes, 'latin1', () => resolve()));
  }

  /** Sends until the server ends the connection, or until so many bytes are sent. */
  async pour(bytes: string, count: number): Promise<void> {
    for (let sent = 0; sent < count && this.socket.writable; sent += bytes.length) await this.send(bytes);
  }
}

/** What each of four clients sends, until so many bytes, or the end of its connection. */
interface Flood {
  readonly title: string;
  readonly first: string;
  readonly repeated: string;
  readonly last?: string;
  readonly mebibytes?: number;
  /** That of the last response. */
  readonly status: number;
}

const post = (path: string) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
const MANY = 'x'.repeat(65_536);
const CRLFS = '\r\n'.repeat(32_768);

const FLOODS: readonly Flood[] = [
  { title: 'CRLFs before a request', first: '', repeated: CRLFS, status: 400 },
  { title: 'CRLFs between requests', first: GET, repeated: CRLFS, status: 400 },
  { title: 'bytes that are no request', first: '', repeated: '\0'.repeat(65_536), status: 400 },
  { title: 'a method without an end', first: '', repeated: MANY, status: 501 },
  { title: 'a target without an end', first: 'GET /', repeated: MANY, status: 414 },
  { title: 'a field without an end', first: `GET / HTTP/1.1\r\n${HOST}X: `, repeated: MANY, status: 431 },
  {
    title: 'fields without an end',
    first: `GET / HTTP/1.1\r\n${HOST}`,
    repeated: 'X: 1\r\n'.repeat(10_000),
    status: 431,
  },
  {
    title: 'a chunk extension without an end',
    first: `${post('/upload')}1;`,
    repeated: MANY,
    status: 400,
  },
  {
    title: 'chunk extensions',
    first: post('/upload'),
    repeated: `1;${'x'.repeat(1000)}\r\nx\r\n`.repeat(60),
    status: 400,
  },
  {
    title: 'trailers without an end',
    first: `${post('/upload')}0\r\n`,
    repeated: 'X: 1\r\n'.repeat(10_000),
    status: 431,
  },
  {
    title: 'chunks of one byte',
    first: post('/upload'),
    repeated: '1\r\nx\r\n'.repeat(10_000),
    last: '0\r\n\r\n',
    mebibytes: 1,
    status: 200,
  },
  {
    title: 'content that no endpoint keeps',
    first: post('/upload'),
    repeated: `10000\r\n${MANY}\r\n`,
    last: '0\r\n\r\n',
    status: 200,
  },
  {
    title: 'content that no endpoint reads',
    first: post('/absent'),
    repeated: `10000\r\n${MANY}\r\n`,
    last: '0\r\n\r\n',
    status: 404,
  },
];

async function flood(
  t: TestContext,
  port: MeasuredPort,
  { first, repeated, last = '', mebibytes = 4, status }: Flood,
): Promise<void> {
  const clients = await Client.openMany(t, port, 4);
  await Promise.all(
    clients.map(async (client) => {
      await client.send(first);
      await client.pour(repeated, mebibytes * MEBIBYTE);
      await client.send(last);
      await until(() => client.status === status);
      if (last === '') await until(() => client.isEnded);
      client.socket.destroy();
    }),
  );
}

for (const [name, options] of [
  ['without TLS', {}],
  ['over TLS', { tls: true }],
] as const)
  describe(`a flood of HTTP/1 ${name}`, () => {
    const server = useMeasured(options);

    it('gets its response', async (t) => {
      for (const each of FLOODS) await flood(t, server()[1], { ...each, mebibytes: 1 });
    });

    // The server has done all of it once, so the memory of its code is not counted.
    for (const each of FLOODS)
      it(`of ${each.title} affects no other connection, and takes little memory`, (t) =>
        assertHarmless(t, ...server(), () => flood(t, server()[1], each)));

    it('of incomplete heads takes little more memory than their bytes', (t) =>
      assertHarmless(t, ...server(), async () => {
        const clients = await Client.openMany(t, server()[1], 50);
        const head = `GET / HTTP/1.1\r\n${HOST}${'X: yyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(1900)}`;
        for (const client of clients) await client.send(head);
        await sleep(200);
      }));

    it('of 10,000 requests in one write, whose responses the client does not read, waits for it', (t) =>
      assertHarmless(t, ...server(), async () => {
        const client = await Client.open(t, server()[1]);
        client.socket.pause();
        const request = `GET /anything HTTP/1.1\r\n${HOST}X-Padding: ${'x'.repeat(1000)}\r\n\r\n`;
        const sent = client.send(request.repeat(10_000));
        await sleep(500);
        client.socket.resume();
        await sent;
        await until(() => client.responses === 10_000);
      }));
  });

describe('a slow client of HTTP/1', () => {
  const server = useMeasured({ isQuick: true, maxGeneratedSize: 10_000_000 });

  it('is one of 1,000 that send a byte of a head now and then, and get 408', (t) =>
    assertHarmless(
      t,
      ...server(),
      async () => {
        const clients = await Client.openMany(t, server()[1], 1000);
        // Every second one has sent a request before.
        for (const [index, { socket }] of clients.entries()) if (index % 2 === 0) socket.write(GET);
        await until(() =>
          clients.every(({ responses, isEnded }, index) => isEnded || index % 2 === 1 || responses > 0),
        );
        for (const { socket } of clients) socket.write(`GET /ip HTTP/1.1\r\n${HOST}X: `);
        await trickle(clients);
        assert.deepEqual([...new Set(clients.map(({ status }) => status))], [408]);
      },
      1000,
    ));

  it('is one of 200 that send a byte of their content now and then, and get 408', (t) =>
    assertHarmless(
      t,
      ...server(),
      async () => {
        const clients = await Client.openMany(t, server()[1], 200);
        for (const { socket } of clients)
          socket.write(`POST /post HTTP/1.1\r\n${HOST}Content-Length: 100000\r\n\r\n`);
        await trickle(clients);
        assert.deepEqual([...new Set(clients.map(({ status }) => status))], [408]);
      },
      200,
    ));

  it('that does not read is disconnected', async (t) => {
    const clients = await Client.openMany(t, server()[1], 20);
    for (const { socket } of clients) {
      socket.pause();
      socket.write(`GET /bytes/10000000 HTTP/1.1\r\n${HOST}\r\n`);
    }
    // A write to a connection that was reset fails.
    await until(() => {
      for (const { socket } of clients) if (socket.writable) socket.write('x');
      return clients.every(({ isEnded }) => isEnded);
    });
  });
});

/** Sends a byte again and again, until all connections have ended. */
async function trickle(clients: readonly Client[]): Promise<void> {
  while (clients.some(({ isEnded }) => !isEnded)) {
    for (const { socket, isEnded } of clients) if (!isEnded && socket.writable) socket.write('x');
    await sleep(50);
  }
}
