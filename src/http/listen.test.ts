import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { anything, endpoint, serveToy, streaming } from '../../test/support/toy.ts';
import { exchangeBytes, request } from '../../test/support/wire.ts';
import { anyBody } from './endpoint.ts';

const hello = endpoint({
  ...anything,
  path: '/hello',
  methods: ['GET'],
  handle: ({ exchange }) =>
    exchange.send(
      200,
      [
        ['X-camelCase-Name', 'b'],
        ['x-again', '1'],
        ['X-Again', '2'],
      ],
      'hello',
    ),
});

const length = endpoint({
  ...anything,
  path: '/length',
  methods: ['POST', 'PUT'],
  body: anyBody('Anything.'),
  handle: ({ exchange, body }) => exchange.send(200, [], String(body.length)),
});

describe('the message on the wire', () => {
  it('has its fields in the given case and order, with repetitions', async (t) => {
    const { port } = await serveToy(t, [hello]);
    const { fields } = await request(port, { path: '/hello' });
    assert.deepEqual(fields.slice(0, 5), [
      ['X-camelCase-Name', 'b'],
      ['x-again', '1'],
      ['X-Again', '2'],
      ['Content-Length', '5'],
      ['X-Common', 'yes'],
    ]);
  });

  it('has field bytes above 0x7F unchanged, whatever the content is', async (t) => {
    const named = (content: string) =>
      endpoint({
        ...anything,
        path: `/${content.length}`,
        methods: ['GET'],
        handle: ({ exchange }) => exchange.send(200, [['X-Name', 'é']], content),
      });
    const { port } = await serveToy(t, [named('a'), named('éé'), named('€€€')]);
    for (const path of ['/1', '/2', '/3'])
      assert.equal((await request(port, { path })).field('X-Name'), 'é', path);
  });

  it('reaches the handler with fields in the received case and order, with repetitions', async (t) => {
    const echo = endpoint({
      ...anything,
      path: '/echo',
      methods: ['GET'],
      handle: ({ exchange }) => exchange.json(200, exchange.fields),
    });
    const { port } = await serveToy(t, [echo]);
    const sent: [string, string][] = [
      ['HOST', 'h'],
      ['x-B', '1'],
      ['X-a', '2'],
      ['X-b', '3'],
      ['Connection', 'close'],
    ];
    assert.deepEqual((await request(port, { path: '/echo', fields: sent })).json(), sent);
  });

  it('has the same fields for HEAD as for GET, and no content', async (t) => {
    const { port } = await serveToy(t, [hello]);
    const [get, head] = [
      await request(port, { path: '/hello' }),
      await request(port, { path: '/hello', method: 'HEAD' }),
    ];
    const isSteady = ([name]: readonly [string, string]) => name !== 'Date';
    assert.deepEqual(head.fields.filter(isSteady), get.fields.filter(isSteady));
    const bytes = await readAll(port, `HEAD /hello HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
    assert.ok(bytes.endsWith('\r\n\r\n'));
  });

  it('has pipelined responses in the order of the requests', async (t) => {
    const { port } = await serveToy(t, [hello, length]);
    const answers = await exchangeBytes(
      port,
      'POST /length HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcGET /hello HTTP/1.1\r\nHost: h\r\n\r\n',
      ['POST', 'GET'],
    );
    assert.deepEqual(
      answers.map((answer) => answer.text()),
      ['3', 'hello'],
    );
  });
});

describe('a target', () => {
  const segment = endpoint({
    ...anything,
    path: '/segment/{name}',
    methods: ['GET'],
    params: { name: Type.String() },
    handle: ({ exchange, params }) => exchange.send(200, [], params.name),
  });

  it('in absolute form is served by its path (RFC 9112 §3.2.2)', async (t) => {
    const { port } = await serveToy(t, [hello]);
    assert.equal((await request(port, { path: 'http://elsewhere.example/hello?x' })).status, 200);
  });

  it('with an escaped slash is one segment where the service decodes by segment', async (t) => {
    const { port } = await serveToy(t, [segment]);
    assert.equal((await request(port, { path: '/segment/a%2Fb%3f%25' })).text(), 'a/b?%');
  });

  it('with an escaped slash is two segments where the service decodes the path first', async (t) => {
    const { port } = await serveToy(t, [segment], { pathDecoding: 'path' });
    assert.equal((await request(port, { path: '/segment/a%2Fb' })).status, 404);
    assert.equal((await request(port, { path: '/segment%2Fab' })).text(), 'ab');
  });

  it('with invalid escapes and bytes that are not UTF-8 is decoded leniently', async (t) => {
    const { port } = await serveToy(t, [segment]);
    assert.equal((await request(port, { path: '/segment/%zz%ff%' })).text(), '%zz�%');
  });

  it('that is longer than any route is still found', async (t) => {
    const { port } = await serveToy(t, [segment]);
    assert.equal((await request(port, { path: `/segment/${'x'.repeat(5000)}` })).text().length, 5000);
  });
});

describe('a body', () => {
  it('over the limit gets 413 when its length is declared, and the response arrives', async (t) => {
    const { port } = await serveToy(t, [length]);
    const answer = await request(port, { path: '/length', method: 'POST', body: 'x'.repeat(3_000_000) });
    assert.equal(answer.status, 413);
    assert.equal(answer.field('Connection'), 'close');
  });

  it('over the limit gets 413 when it is chunked, and the response arrives', async (t) => {
    const { port } = await serveToy(t, [length]);
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
    const head = 'POST /length HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n';
    const [answer] = await exchangeBytes(port, `${head}${chunk.repeat(20)}0\r\n\r\n`, ['POST']);
    assert.equal(answer?.status, 413);
  });

  it('over the limit is discarded, so that a client that writes all before it reads gets the response', async (t) => {
    const { port } = await serveToy(t, [length]);
    const size = 20_000_000;
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.pause();
        socket.write(`POST /length HTTP/1.1\r\nHost: h\r\nContent-Length: ${size}\r\n\r\n`);
        socket.write(Buffer.alloc(size), () => socket.resume());
      });
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
      });
      socket.on('end', () => resolve(received)).on('error', reject);
    });
    assert.match(text, /^HTTP\/1\.1 413 /);
  });

  it('that is aborted does not affect other requests', async (t) => {
    const { port, logged } = await serveToy(t, [length, hello]);
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('POST /length HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc', () =>
          socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    assert.equal((await request(port, { path: '/hello' })).status, 200);
    assert.deepEqual(logged, []);
  });

  it('that is not read leaves the connection usable for the next request', async (t) => {
    const { port } = await serveToy(t, [hello]);
    const get = 'GET /hello HTTP/1.1\r\nHost: h\r\n';
    const answers = await exchangeBytes(port, `${get}Content-Length: 3\r\n\r\nabc${get}\r\n`, ['GET', 'GET']);
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200],
    );
  });

  it('is requested with 100 Continue when the client expects it (RFC 9110 §10.1.1)', async (t) => {
    const { port } = await serveToy(t, [length]);
    const text = await readAll(
      port,
      'POST /length HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
    );
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it('is not requested if the endpoint does not read it, or the request has none', async (t) => {
    const { port } = await serveToy(t, [length, hello]);
    const expecting = (line: string, more: string) =>
      readAll(port, `${line}\r\nHost: h\r\nExpect: 100-continue\r\nConnection: close\r\n${more}\r\n`);
    assert.match(await expecting('POST /nowhere HTTP/1.1', 'Content-Length: 3\r\n'), /^HTTP\/1\.1 404 /);
    assert.match(await expecting('DELETE /length HTTP/1.1', 'Content-Length: 3\r\n'), /^HTTP\/1\.1 405 /);
    assert.match(await expecting('GET /hello HTTP/1.1', ''), /^HTTP\/1\.1 200 /);
    assert.match(await expecting('POST /length HTTP/1.1', ''), /^HTTP\/1\.1 200 /);
  });

  it('is not requested in HTTP/1.0, which has no interim responses', async (t) => {
    const { port } = await serveToy(t, [length]);
    const text = await readAll(
      port,
      'POST /length HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc',
    );
    assert.match(text, /^HTTP\/1\.1 200 /);
  });

  it('that is too large is rejected before it is requested', async (t) => {
    const { port } = await serveToy(t, [length]);
    const text = await readAll(
      port,
      'POST /length HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3000\r\n\r\n',
    );
    assert.match(text, /^HTTP\/1\.1 413 /);
  });

  it('with an unknown expectation is served', async (t) => {
    const { port } = await serveToy(t, [length]);
    const answer = await request(port, {
      path: '/length',
      method: 'POST',
      body: 'ab',
      fields: [['Expect', 'tea']],
    });
    assert.equal(answer.text(), '2');
  });
});

describe('a client that does not read', () => {
  it('is disconnected, and its stream is closed', async (t) => {
    const disconnected = Promise.withResolvers<string>();
    let made = 0;
    // Bounded, so that a stream without back-pressure fails the test instead of filling the memory.
    const long = streaming('/long', async function* () {
      try {
        for (; made < 2000; made++) yield Buffer.alloc(65536);
      } finally {
        disconnected.resolve('disconnected');
      }
    });
    const { port, logged } = await serveToy(t, [long]);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /long HTTP/1.1\r\nHost: h\r\n\r\n'));
    socket.pause().on('error', () => {});
    assert.equal(
      await Promise.race([disconnected.promise, sleep(15_000, 'not disconnected', { ref: false })]),
      'disconnected',
    );
    socket.destroy();
    assert.ok(made < 1000, `${made} chunks were made`);
    assert.deepEqual(logged, []);
  });
});

describe('an invalid request', () => {
  it('gets 400 in the error format of the service', async (t) => {
    const { port } = await serveToy(t, [hello]);
    const [answer] = await exchangeBytes(port, 'GET /hello HTTP/1.1\r\nBroken Field: x\r\n\r\n');
    assert.equal(answer?.status, 400);
    assert.equal(answer?.text(), '400 This is not an HTTP/1.1 request.');
    assert.equal(answer?.field('X-Common'), 'yes');
    assert.equal(answer?.field('Connection'), 'close');
  });

  it('gets 431 when its head is too large', async (t) => {
    const { port } = await serveToy(t, [hello]);
    assert.equal(
      (await request(port, { path: '/hello', fields: [['X-Long', 'x'.repeat(20_000)]] })).status,
      431,
    );
  });

  it('gets 400 without Host (RFC 9112 §3.2)', async (t) => {
    const { port } = await serveToy(t, [hello]);
    const [answer] = await exchangeBytes(port, 'GET /hello HTTP/1.1\r\n\r\n');
    assert.equal(answer?.status, 400);
  });

  it('is valid without Host in HTTP/1.0', async (t) => {
    const { port } = await serveToy(t, [hello]);
    const [answer] = await exchangeBytes(port, 'GET /hello HTTP/1.0\r\n\r\n');
    assert.equal(answer?.text(), 'hello');
  });

  it('gets 408 when its head does not arrive', async (t) => {
    const limits = { headerTimeout: 500, requestTimeout: 60_000 };
    const { port } = await serveToy(t, [hello], {}, limits);
    const [answer] = await exchangeBytes(port, 'GET /hello HTTP/1.1\r\nHost: h\r\nX-Slow: ');
    assert.equal(answer?.status, 408);
  });

  it('gets 501 for a tunnel', async (t) => {
    const { port } = await serveToy(t, [hello]);
    const [answer] = await exchangeBytes(port, 'CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n');
    assert.equal(answer?.status, 501);
  });
});

/** All bytes that the server sends until it closes the connection. */
function readAll(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}
