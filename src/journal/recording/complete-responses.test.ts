import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { describe, it } from 'node:test';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { createRuntime } from '#runtime.ts';
import { lastFault } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { openRawConnection, type RawConnection } from '#test/support/wire/raw-connection.ts';
import { clientFrame, formatHandshake } from '#test/support/wire/websocket-frames.ts';
import { entryTests } from '../match/entry-conditions.ts';
import type { Ending } from './ending-kinds.ts';

type Leave = (client: RawConnection) => void;

const LEAVES: readonly (readonly [name: string, ending: Ending, leave: Leave])[] = [
  ['FIN', 'client-fin', ({ socket }) => void socket.end()],
  ['RST', 'client-rst', ({ tcp }) => void tcp.resetAndDestroy()],
];

/** A request, the end of what the client receives before it leaves, the status, and whether that is the whole response. */
type Case = readonly [request: string, received: RegExp, status: number, isComplete: boolean];

const get = (target: string, head = ' HTTP/1.1\r\nHost: h\r\n\r\n') => `GET ${target}${head}`;
const HEAD_END = /\r\n\r\n$/;

/** The server waits after the last byte that the client receives. */
const CASES: Readonly<Record<string, Case>> = {
  'Content-Length': [get('/drip?duration=9&numbytes=1'), /\*$/, 200, true],
  'a part of Content-Length': [get('/drip?duration=9&numbytes=2'), /\*$/, 200, false],
  'chunks without the last one': [get('/sse?count=2&duration=9'), /\n\r\n$/, 200, false],
  'a close-delimited response': [get('/sse?count=2&duration=9', ' HTTP/1.0\r\n\r\n'), /\n\n$/, 200, false],
  '413 before the end of the body': [
    'POST /post HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\nabc',
    /\}\n$/,
    413,
    true,
  ],
  'a fault after the content': [get('/compose?body=abc&fault=stall@end'), /abc$/, 200, true],
  'a fault in the content': [get('/compose?body=abc&fault=stall@2'), /ab$/, 200, false],
  'a fault in chunks': [get('/compose?body=abc&chunk=3&fault=stall@end'), /abc\r\n$/, 200, false],
  'a fault after a head with content': [get('/compose?body=abc&fault=stall@headers'), HEAD_END, 200, false],
  'a fault after the head of 204': [get('/compose?status=204&fault=stall@headers'), HEAD_END, 204, true],
  'a fault after the response to HEAD': [
    'HEAD /compose?body=abc&fault=stall@headers HTTP/1.1\r\nHost: h\r\n\r\n',
    HEAD_END,
    200,
    true,
  ],
};

/** The number of bytes that the client of HTTP/2 accepts. */
const WINDOW = 20;

/** Requests whose body does not end, and whether the client receives the whole response. */
const HTTP2_CASES = [
  [{ ':method': 'POST', ':path': '/status/404', 'content-length': '70000' }, true],
  [{ ':path': `/drip?duration=0&numbytes=${WINDOW + 1}` }, false],
] as const;

const HTTP2_LEAVES: readonly (readonly [
  name: string,
  ending: Ending,
  leave: (session: ClientHttp2Session, stream: ClientHttp2Stream) => void,
])[] = [
  ['FIN', 'client-fin', (session) => session.destroy()],
  ['RST_STREAM', 'client-rst', (_, stream) => stream.close(8)],
];

const [isFault] = entryTests({ state: 'fault' });

const [TEXT, CLOSE] = [1, 8];

describe('a client that closes the connection after the last byte', () => {
  for (const tls of [false, true])
    it(`has the whole response over HTTP/1 ${tls ? 'with' : 'without'} TLS, in journal, log and metrics`, async (t) => {
      const finished: FinishedExchange[] = [];
      const server = await serve(t, { tls, observe: (one) => finished.push(one) });
      const ca = server.caPath === undefined ? undefined : await readFile(server.caPath, 'utf8');
      for (const [name, [request, received, status, isComplete]] of Object.entries(CASES))
        for (const [way, ending, leave] of LEAVES) {
          const title = `${name}, ${way}`;
          finished.length = 0;
          const client = openRawConnection(server.port, { ca });
          t.after(() => client.destroy());
          client.socket.write(request);
          await receive(client, received);
          leave(client);
          await until(() => finished.length === 1);
          const [fault, ended] = await lastFault(server);
          assert.equal(ended, isComplete ? 'answered' : ending, title);
          assert.equal(fault, /fault=([^ ]+)/.exec(request)?.[1] ?? null, title);
          assert.equal(finished[0]?.status, status, title);
          const entry = server.journal?.entries().at(-1);
          assert.ok(entry);
          assert.equal(isFault?.test(entry), !isComplete || fault !== null, title);
        }
      if (tls) return;
      const text = (await server.get('/_sparring/metrics')).text();
      assert.match(text, /_requests_total\{[^}]*route="\/compose"[^}]*status="200"[^}]*\} [1-9]/);
      assert.doesNotMatch(text, /_requests_total\{[^}]*status="0"/);
    });

  it('has the whole response over HTTP/2 after END_STREAM, also when it still sends its body', async (t) => {
    const server = await serve(t, { h2c: true });
    for (const [request, isComplete] of HTTP2_CASES)
      for (const [way, ending, leave] of HTTP2_LEAVES) {
        const settings = { initialWindowSize: isComplete ? 65_535 : WINDOW };
        const session = connect(`http://127.0.0.1:${server.port}`, { settings });
        t.after(() => session.destroy());
        session.on('error', () => {});
        const stream = session.request(request, { endStream: false });
        stream.on('error', () => {});
        stream.write(Buffer.alloc(1000));
        const received = new Promise((resolve) => stream.once(isComplete ? 'end' : 'response', resolve));
        if (isComplete) stream.resume();
        await received;
        leave(session, stream);
        const [, ended] = await lastFault(server);
        assert.equal(ended, isComplete ? 'answered' : ending, `${request[':path']}, ${way}`);
        session.destroy();
      }
  });

  it('does not have bytes that its system has not acknowledged', async (t) => {
    const real = createRuntime();
    let waits = 0;
    const wait = (milliseconds: number) => {
      waits++;
      return real.wait(milliseconds);
    };
    const server = await serve(t, { runtime: { ...real, wait }, maxGeneratedSize: 300_000 });
    for (const [, ending, leave] of LEAVES) {
      waits = 0;
      const client = openRawConnection(server.port);
      t.after(() => client.destroy());
      client.socket.write(get('/compose?bytes=300000&fault=stall@end'));
      // The system of the server has all bytes, and has been asked for those that are not acknowledged.
      await until(() => waits > 1);
      leave(client);
      assert.deepEqual(await lastFault(server), ['stall@end', ending]);
    }
  });

  it('has closed a WebSocket by its Close frame, and has the response that rejects one', async (t) => {
    const server = await serve(t);
    for (const [query, opened, frame, ended] of WEB_SOCKETS) {
      const client = openRawConnection(server.port);
      t.after(() => client.destroy());
      const head = receive(client, opened);
      client.socket.write(formatHandshake(server.port).replace('/echo', `/echo${query}`));
      await head;
      if (frame) {
        // The server echoes the content of either frame.
        const echo = receive(client, /hi$/);
        client.socket.write(frame);
        await echo;
      }
      client.tcp.resetAndDestroy();
      assert.equal((await lastFault(server))[1], ended, `${query} ${frame?.toString('hex')}`);
    }
  });
});

/** Query of the endpoint, what the client receives before its frame, and the end. */
const WEB_SOCKETS: readonly (readonly [string, RegExp, Buffer | undefined, Ending])[] = [
  ['', HEAD_END, clientFrame(CLOSE, '\x03\xe8hi'), 'answered'],
  ['', HEAD_END, clientFrame(TEXT, 'hi'), 'client-rst'],
  ['?max_message_size=0', /\}\n$/, undefined, 'answered'],
];

/** Resolves when the client has received bytes that match, as Latin-1. */
function receive({ socket }: RawConnection, pattern: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve) =>
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (pattern.test(text)) resolve();
    }),
  );
}
