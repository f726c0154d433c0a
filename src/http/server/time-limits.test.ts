import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { it as onServer } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { createRuntime } from '#runtime.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { untilInFlight } from '#test/support/in-flight.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { statuses, transcript } from '#test/support/wire/transcript.ts';

/** Longer than a step of a test takes on a busy machine. */
const LIMITS = { headerTimeout: 1500, requestTimeout: 2400 };

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
    test('a connection without a complete head gets 408', async (server) => {
      const connections = [
        ['nothing', []],
        ['half a head', [`GET /get HTTP/1.1\r\n${HOST}X-Slow: `]],
        ['half of the preface of HTTP/2', ['PRI * HTTP/2']],
        ['a slow head', ['GET /get HTTP/1.1\r\n', 800, HOST, 800, 'X-Slow: ']],
      ] as const;
      for (const [name, response] of await Promise.all(
        connections.map(async ([name, steps]) => [name, await server.transcript(steps)] as const),
      ))
        assert.deepEqual([statuses(response), response.end], [[408], 'end'], name);
    });

    test('a body that does not arrive gets 408 if the endpoint reads it, and never two responses', async (server) => {
      const credentials = `Authorization: Basic ${btoa(`${exampleUser.login}:${exampleUser.password}`)}\r\n`;
      const fields = `${HOST}User-Agent: test\r\n${credentials}Content-Length: 10\r\n\r\nabc`;
      const expected = [
        ['/post', 408],
        ['/api/v3/authorizations', 408],
        ['/nowhere', 404],
      ] as const;
      await Promise.all(
        expected.map(async ([path, status]) => {
          const response = await server.transcript([`POST ${path} HTTP/1.1\r\n${fields}`], { path });
          assert.deepEqual([statuses(response), response.end], [[status], 'end'], path);
        }),
      );
    });

    test('HTTP/1 is distinguished from HTTP/2 by the complete preface, in any packets', async (server) => {
      const post = `POST /anything HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: 1\r\n\r\na`;
      for (const length of [1, 2, 3]) {
        const response = await server.transcript([post.slice(0, length), 30, post.slice(length)]);
        assert.deepEqual(statuses(response), [200], String(length));
        assert.match(response.text, /"method": "POST"/);
      }
      const propfind = `PRI * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
      assert.match((await server.transcript([propfind])).text, /^HTTP\/1\.1 [45]/);
    });
  },
);

/** Bounds each wait, so that a connection that stays open fails its test. */
const inTime = () => ({ signal: AbortSignal.timeout(20_000) });

const closed = (session: ClientHttp2Session) => once(session, 'close', inTime());

async function statusOf(stream: ClientHttp2Stream): Promise<number> {
  const [head] = await once(stream, 'response', inTime());
  return Number(head[':status']);
}

/** The content of the response, whether it is complete or not. */
async function contentOf(stream: ClientHttp2Stream): Promise<string> {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  stream.on('error', () => {});
  await once(stream, 'close', inTime());
  return text;
}

/** The response takes longer than each limit. */
const DRIP = '/drip?numbytes=15&duration=2.8';

inConfigurations(
  { http2: true, options: { timeLimits: LIMITS, keepAliveTimeout: 2000 } },
  (test, { name }) => {
    test('HTTP/2: a session without a request ends', async (server) => {
      await closed(server.connectHttp2());
    });

    test('HTTP/2: a session without an open stream ends, whatever frames it sends', async (server) => {
      const session = server.connectHttp2();
      await contentOf(session.request({ ':path': '/get' }));
      const pings = setInterval(() => session.destroyed || session.ping(() => {}), 100);
      await closed(session);
      clearInterval(pings);
    });

    test('HTTP/2: a session with an open stream does not end', async (server) => {
      assert.equal((await contentOf(server.connectHttp2().request({ ':path': DRIP }))).length, 15);
    });

    test('HTTP/2: a response after the complete body is not aborted', async (server) => {
      const stream = server.connectHttp2().request({ ':path': DRIP }, { endStream: false });
      stream.end('abc');
      assert.equal((await contentOf(stream)).length, 15);
    });

    test('HTTP/2: a stream whose body does not arrive gets 408 if the endpoint reads it', async (server) => {
      for (const [path, status] of [
        ['/post', 408],
        ['/nowhere', 404],
      ] as const) {
        const session = server.connectHttp2();
        const stream = session.request({ ':path': path, ':method': 'POST' }, { endStream: false });
        stream.write('abc');
        const content = contentOf(stream);
        assert.equal(await statusOf(stream), status);
        await content;
        // Other streams of the connection are not affected.
        const next = session.request({ ':path': '/get' });
        next.resume();
        assert.equal(await statusOf(next), 200);
      }
    });

    test('HTTP/2: a request is not aborted before the client disconnects', async (server) => {
      const session = server.connectHttp2();
      const stream = session.request({ ':path': '/delay/9' }).on('error', () => {});
      await untilInFlight(server, 1);
      // It takes longer than each limit.
      await contentOf(server.connectHttp2().request({ ':path': DRIP }));
      assert.equal(stream.closed, false);
      await untilInFlight(server, 1);
      session.destroy();
      await untilInFlight(server, 0);
    });

    test('HTTP/2: CONNECT gets 501', async (server) => {
      const stream = server.connectHttp2().request({ ':method': 'CONNECT', ':authority': 'h:443' });
      stream.resume();
      assert.equal(await statusOf(stream), 501);
    });

    if (name === 'with h2c')
      test('HTTP/2: the preface may arrive in any packets', async ({ port }) => {
        for (const length of [1, 16, 23]) {
          const steps = [PREFACE.slice(0, length), 30, PREFACE.slice(length)];
          const response = await transcript(port, steps, { patience: 200 });
          // A frame of SETTINGS, whose type is 4.
          assert.equal(response.text.charCodeAt(3), 4, String(length));
        }
      });

    if (name === 'over TLS')
      test('a connection without a handshake is closed', async ({ port }) => {
        assert.notEqual((await transcript(port, [])).end, 'open');
      });
  },
);

// The delay and the limits of this server differ.
onServer(
  'a body that does not arrive over HTTP/2 is 408, also when the endpoint reads it later',
  async (t) => {
    const timeLimits = { headerTimeout: 100, requestTimeout: 100 };
    // The rule applies before the body is read, for longer than the time limit.
    const initialRules = [{ match: { path: '/api/v3/authorizations' }, delay: 0.3 }];
    // The delay takes real time.
    const server = await serveApi(t, { h2c: true, timeLimits, initialRules, runtime: createRuntime() });
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
  },
);
