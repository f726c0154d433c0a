import assert from 'node:assert/strict';
import { connect, constants } from 'node:http2';
import { request as requestTls } from 'node:https';
import { describe, it, type TestContext } from 'node:test';
import { requestHttp2 } from '../../test/support/http2.ts';
import { anything, endpoint, serveToy, streaming } from '../../test/support/toy.ts';
import { request } from '../../test/support/wire.ts';
import { createRuntime } from '../runtime.ts';
import { createIdentity } from './certificate.ts';
import { anyBody } from './endpoint.ts';

const echo = endpoint({
  ...anything,
  path: '/echo',
  methods: ['GET', 'POST', '*'],
  body: anyBody('Anything.'),
  handle: ({ exchange, body }) =>
    exchange.json(
      200,
      { method: exchange.method, fields: exchange.fields, body: body.toString(), scheme: exchange.scheme },
      [
        ['X-Twice', '1'],
        ['X-Twice', '2'],
        ['Keep-Alive', 'timeout=9'],
      ],
    ),
});

const streamed = endpoint({
  ...anything,
  path: '/streamed',
  methods: ['GET'],
  handle: ({ exchange }) =>
    exchange.stream(
      200,
      [['Trailer', 'X-Sum']],
      (async function* () {
        yield 'a';
        yield 'b';
      })(),
      () => [['X-Sum', '2']],
    ),
});

const crlf = endpoint({
  ...anything,
  path: '/crlf',
  methods: ['GET'],
  handle: ({ exchange }) => exchange.empty(200, [['X-A', 'a\r\nb']]),
});

describe('over TLS', () => {
  const serve = async (t: TestContext, runtime = createRuntime()) => {
    const identity = await createIdentity([], runtime);
    const { port, logged } = await serveToy(t, [echo, streamed, crlf], {}, { tls: identity });
    return { url: `https://127.0.0.1:${port}`, ca: identity.ca, logged };
  };

  it('a generated certificate is valid today, whatever the clock of the server shows', async (t) => {
    for (const now of [0, Date.UTC(2020, 8, 30), Date.UTC(2100, 0, 1)]) {
      const { url, ca } = await serve(t, createRuntime({ now }));
      assert.equal((await requestHttp2(url, { path: '/echo' }, { ca })).status, 200);
    }
  });

  it('HTTP/2 field values exclude white space around them, as on HTTP/1.1', async (t) => {
    const { url, ca } = await serve(t);
    const fields = [
      ['User-Agent', 'GitHub CLI '],
      ['X-Padded', ' \t a b\t '],
      ['X-Empty', ' '],
    ] as const;
    const answer = await requestHttp2(url, { path: '/echo', fields }, { ca });
    const received = Object.fromEntries(JSON.parse(answer.body.toString()).fields);
    assert.equal(received['user-agent'], 'GitHub CLI');
    assert.equal(received['x-padded'], 'a b');
    assert.equal(received['x-empty'], '');
  });

  it('HTTP/2 is used with clients that request it, with the certificate of the authority', async (t) => {
    const { url, ca } = await serve(t);
    const answer = await requestHttp2(
      url,
      {
        path: '/echo',
        method: 'POST',
        body: 'hello',
        fields: [
          ['X-Mine', '1'],
          ['Host', 'h.example'],
        ],
      },
      { ca },
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['x-twice'], '1, 2');
    assert.equal('keep-alive' in answer.headers, false);
    assert.deepEqual(JSON.parse(answer.body.toString()), {
      method: 'POST',
      fields: [
        ['host', 'h.example'],
        ['x-mine', '1'],
      ],
      body: 'hello',
      scheme: 'https',
    });
  });

  it('HTTP/1.1 is used with other clients', async (t) => {
    const { url, ca } = await serve(t);
    const status = await new Promise((resolve, reject) => {
      requestTls(`${url}/echo`, { ca, agent: false }, (answer) => {
        answer.resume();
        resolve(`${answer.httpVersion} ${answer.statusCode} ${answer.rawHeaders.slice(2, 6)}`);
      })
        .on('error', reject)
        .end();
    });
    assert.equal(status, '1.1 200 X-Twice,1,X-Twice,2');
  });

  it('HTTP/2 responses are streamed with trailers, and HEAD has neither', async (t) => {
    const { url, ca } = await serve(t);
    const got = await requestHttp2(url, { path: '/streamed' }, { ca });
    assert.deepEqual([got.body.toString(), got.trailers['x-sum']], ['ab', '2']);
    const head = await requestHttp2(url, { path: '/streamed', method: 'HEAD' }, { ca });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  });

  it('an HTTP/2 client that disconnects ends its stream, and its request', async (t) => {
    const disconnected = Promise.withResolvers<void>();
    const endless = streaming('/endless', async function* ({ signal }) {
      yield 'start';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      disconnected.resolve();
      yield 'end';
    });
    const identity = await createIdentity([], createRuntime());
    const { port, logged } = await serveToy(t, [endless], {}, { tls: identity });
    const session = connect(`https://127.0.0.1:${port}`, { ca: identity.ca });
    const stream = session.request({ ':path': '/endless' });
    stream.on('data', () => stream.close(constants.NGHTTP2_CANCEL));
    await disconnected.promise;
    session.close();
    assert.deepEqual(logged, []);
  });

  it('HTTP/2 accepts any method, and never writes a line break into a field', async (t) => {
    const { url, ca, logged } = await serve(t);
    assert.match(
      (await requestHttp2(url, { path: '/echo', method: 'BREW' }, { ca })).body.toString(),
      /"BREW"/,
    );
    assert.equal((await requestHttp2(url, { path: '/crlf' }, { ca })).status, 400);
    assert.deepEqual(logged, []);
  });

  it('a body that is too large is rejected on HTTP/2, too', async (t) => {
    const { url, ca } = await serve(t);
    assert.equal(
      (await requestHttp2(url, { path: '/echo', method: 'POST', body: 'x'.repeat(5000) }, { ca })).status,
      413,
    );
  });
});

describe('without TLS, with h2c', () => {
  it('both protocols share one port', async (t) => {
    const { port } = await serveToy(t, [echo], {}, { h2c: true });
    const two = await requestHttp2(`http://127.0.0.1:${port}`, { path: '/echo' });
    assert.equal(two.status, 200);
    const one = await request(port, { path: '/echo', method: 'POST', body: 'abc' });
    assert.equal(one.status, 200);
    assert.match(one.text(), /"body":"abc"/);
  });
});

describe('the limit of one address', () => {
  it('is 429 for an address with that many requests in progress, and ends with them', async (t) => {
    const doors: (() => void)[] = [];
    const slow = endpoint({
      ...anything,
      path: '/slow',
      methods: ['GET'],
      handle: async ({ exchange }) => {
        await new Promise<void>((open) => doors.push(open));
        exchange.send(200, [], 'done');
      },
    });
    const { port } = await serveToy(t, [slow, crlf]);
    const three = Array.from({ length: 3 }, () => request(port, { path: '/slow' }));
    while (doors.length < 3) await new Promise((resolve) => setImmediate(resolve));
    const refused = await request(port, { path: '/slow' });
    assert.deepEqual([refused.status, refused.field('Retry-After')], [429, '1']);
    for (const open of doors) open();
    assert.deepEqual(
      (await Promise.all(three)).map((answer) => answer.status),
      [200, 200, 200],
    );
    const next = request(port, { path: '/slow' });
    while (doors.length < 4) await new Promise((resolve) => setImmediate(resolve));
    doors[3]?.();
    assert.equal((await next).status, 200);
  });
});
