import assert from 'node:assert/strict';
import { type ClientHttp2Session, connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { serveApi } from '../../test/support/api.ts';
import { inConfigurations } from '../../test/support/in-configurations.ts';
import { anything, endpoint, serveToy, streaming } from '../../test/support/toy.ts';
import { statuses, transcript } from '../../test/support/transcript.ts';
import { exampleUser } from '../authorizations/example-accounts.ts';
import { createRuntime } from '../runtime.ts';
import { createIdentity } from './certificate.ts';
import { anyBody } from './endpoint.ts';

const { sleep } = createRuntime();

const echo = endpoint({
  ...anything,
  path: '/echo',
  methods: ['GET', 'POST'],
  body: anyBody('Anything.'),
  handle: ({ exchange, body }) => exchange.send(200, [['X-Method', exchange.method]], body),
});

const drip = streaming('/drip', async function* () {
  for (let count = 0; count < 15; count++) {
    yield 'a';
    await sleep(60);
  }
});

const LIMITS = { headerTimeout: 300, requestTimeout: 500, keepAliveTimeout: 400 };

const serveH2c = (t: TestContext) => serveToy(t, [echo, drip], {}, { h2c: true, ...LIMITS });

/** The preface of a client and an empty SETTINGS frame (RFC 9113 §3.4). */
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0';

const HOST = 'Host: localhost\r\n';

inConfigurations(
  {
    options: { timeLimits: LIMITS },
    exclusions: {
      'with two workers': {
        reason: 'the time limits are no settings of the command',
        error: /The command has no setting timeLimits/,
      },
    },
  },
  (test) => {
    for (const [name, steps] of [
      ['a connection that sends nothing', []],
      ['half a head', [`GET /get HTTP/1.1\r\n${HOST}X-Slow: `]],
      ['half of the preface of HTTP/2', ['PRI * HTTP/2']],
      ['a head that arrives slowly', ['GET /get HTTP/1.1\r\n', 200, HOST, 200, 'X-Slow: ']],
    ] as const)
      test(`${name} gets 408`, async (server) => {
        const answer = await server.transcript(steps);
        assert.deepEqual([statuses(answer), answer.end], [[408], 'end']);
      });

    test('a body that does not arrive gets 408 if the endpoint reads it, and never two responses', async (server) => {
      const credentials = `Authorization: Basic ${btoa(`${exampleUser.login}:${exampleUser.password}`)}\r\n`;
      const fields = `${HOST}User-Agent: test\r\n${credentials}Content-Length: 10\r\n\r\nabc`;
      for (const [path, status] of [
        ['/post', 408],
        ['/api/v3/authorizations', 408],
        ['/nowhere', 404],
      ] as const) {
        const answer = await server.transcript([`POST ${path} HTTP/1.1\r\n${fields}`], { path });
        assert.deepEqual([statuses(answer), answer.end], [[status], 'end'], path);
      }
    });
  },
);

describe('h2c', () => {
  it('is distinguished from HTTP/1 by the complete preface, in any packets', async (t) => {
    const { port } = await serveH2c(t);
    const post = 'POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 1\r\n\r\na';
    for (const length of [1, 2, 3]) {
      const answer = await transcript(port, [post.slice(0, length), 30, post.slice(length)]);
      assert.deepEqual(statuses(answer), [200], String(length));
      assert.match(answer.text, /X-Method: POST/);
    }
    const propfind = 'PRI * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    assert.match((await transcript(port, [propfind])).text, /^HTTP\/1\.1 [45]/);
    for (const length of [1, 16, 23]) {
      const answer = await transcript(port, [PREFACE.slice(0, length), 30, PREFACE.slice(length)], {
        patience: 200,
      });
      // A frame of SETTINGS, whose type is 4.
      assert.equal(answer.text.charCodeAt(3), 4, String(length));
    }
  });
});

for (const kind of ['TLS', 'h2c'] as const)
  describe(`time limits of HTTP/2 over ${kind}`, () => {
    const open = async (t: TestContext, endpoints = [echo, drip]): Promise<ClientHttp2Session> => {
      const identity = kind === 'TLS' ? await createIdentity(['127.0.0.1'], createRuntime()) : undefined;
      const { port } = await serveToy(
        t,
        endpoints,
        {},
        identity ? { tls: identity, ...LIMITS } : { h2c: true, ...LIMITS },
      );
      const session = identity
        ? connect(`https://127.0.0.1:${port}`, { ca: identity.ca })
        : connect(`http://127.0.0.1:${port}`);
      session.on('error', () => {});
      t.after(() => session.destroy());
      return session;
    };
    const closed = (session: ClientHttp2Session) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        session.once('close', () => resolve(performance.now() - startedAt));
      });

    it('end a session without a request', { timeout: 30_000 }, async (t) => {
      const session = await open(t);
      assert.ok((await closed(session)) < 4000);
    });

    it('end a session without an open stream, whatever frames it sends', { timeout: 30_000 }, async (t) => {
      const session = await open(t);
      const stream = session.request({ ':path': '/echo' });
      stream.resume();
      await new Promise((resolve) => stream.once('close', resolve));
      const pings = setInterval(() => session.destroyed || session.ping(() => {}), 100);
      assert.ok((await closed(session)) < 5000);
      clearInterval(pings);
    });

    it('do not end a session with an open stream', async (t) => {
      const session = await open(t);
      const stream = session.request({ ':path': '/drip' });
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      await new Promise((resolve) => stream.once('close', resolve));
      assert.equal(text.length, 15);
    });

    for (const [path, status] of [
      ['/echo', 408],
      ['/nowhere', 404],
    ] as const)
      it(`end a stream whose body does not arrive, with ${status} for ${path}`, {
        timeout: 30_000,
      }, async (t) => {
        const session = await open(t);
        const stream = session.request({ ':path': path, ':method': 'POST' }, { endStream: false });
        stream.write('abc');
        let received = 0;
        stream.on('response', (head) => {
          received = Number(head[':status']);
        });
        stream.resume().on('error', () => {});
        await new Promise((resolve) => stream.once('close', resolve));
        assert.equal(received, status);
        // Other streams of the connection are not affected.
        const next = session.request({ ':path': '/echo' });
        next.resume();
        const head = await new Promise<Record<string, unknown>>((resolve) => next.once('response', resolve));
        assert.equal(head[':status'], 200);
      });

    it('do not abort a response after the complete body', async (t) => {
      const session = await open(t);
      const stream = session.request({ ':path': '/drip', ':method': 'GET' }, { endStream: false });
      stream.end('abc');
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      await new Promise((resolve) => stream.once('close', resolve));
      assert.equal(text.length, 15);
    });

    it('do not abort a request before the client disconnects', async (t) => {
      const disconnected = Promise.withResolvers<string>();
      const started = Promise.withResolvers<void>();
      const waiting = endpoint({
        ...anything,
        path: '/waiting',
        methods: ['GET'],
        handle: async ({ exchange }) => {
          exchange.signal.addEventListener('abort', () => disconnected.resolve('disconnected'));
          started.resolve();
          await disconnected.promise;
        },
      });
      const session = await open(t, [waiting]);
      session.request({ ':path': '/waiting' }).on('error', () => {});
      await started.promise;
      session.destroy();
      assert.equal(await Promise.race([disconnected.promise, sleep(3000)]), 'disconnected');
    });

    it('do not affect CONNECT, which gets 501', async (t) => {
      const session = await open(t);
      const stream = session.request({ ':method': 'CONNECT', ':authority': 'h:443' });
      const head = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
      assert.equal(head[':status'], 501);
    });
  });

it('a body that does not arrive over HTTP/2 is 408, also when the endpoint reads it later', async (t) => {
  const timeLimits = { headerTimeout: 100, requestTimeout: 100 };
  // The rule applies before the body is read, for longer than the time limit.
  const faults = [{ match: { path: '/authorizations' }, effect: { delay: 0.3 } }];
  // The delay takes real time.
  const server = await serveApi(t, { h2c: true, timeLimits, faults, runtime: createRuntime() });
  const session = connect(server.url);
  t.after(() => session.destroy());
  const stream = session.request(
    {
      ':path': '/api/v3/authorizations',
      ':method': 'POST',
      'user-agent': 'test',
      authorization: `Basic ${btoa(`${exampleUser.login}:${exampleUser.password}`)}`,
    },
    { endStream: false },
  );
  const head = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
  assert.equal(head[':status'], 408);
  stream.resume();
  await new Promise((resolve) => stream.once('close', resolve));
});

describe('HTTP/1.1 over TLS', () => {
  it('closes a connection without a handshake', async (t) => {
    const identity = await createIdentity(['127.0.0.1'], createRuntime());
    const { port } = await serveToy(t, [echo], {}, { tls: identity, ...LIMITS });
    assert.notEqual((await transcript(port, [])).end, 'open');
  });
});
