import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { inConfigurations } from '../../test/support/in-configurations.ts';
import { anything, endpoint, serveToy, streaming } from '../../test/support/toy.ts';
import { statuses } from '../../test/support/transcript.ts';
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

inConfigurations({ options: { maxBodySize: 1000 } }, (it) => {
  const post = (fields: string, content = '') =>
    `POST /post HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${content}`;
  const close = 'Connection: close\r\n';

  it('a body over the limit gets 413 when its length is declared, and the response arrives', async (server) => {
    const answer = await server.send({ path: '/post', method: 'POST', body: 'x'.repeat(3_000_000) });
    assert.deepEqual([answer.status, answer.field('Connection')], [413, 'close']);
  });

  it('a body over the limit gets 413 when it is chunked, and the response arrives', async (server) => {
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
    const content = `${chunk.repeat(20)}0\r\n\r\n`;
    assert.deepEqual(
      statuses(await server.transcript([post('Transfer-Encoding: chunked\r\n', content)])),
      [413],
    );
  });

  it('a body that is aborted does not affect other requests', async (server) => {
    const socket = await server.connect();
    socket.write(post('Content-Length: 100\r\n', 'abc'), () => socket.destroy());
    await once(socket, 'close');
    assert.equal((await server.send({ path: '/get' })).status, 200);
  });

  it('a body that is not read leaves the connection usable for the next request', async (server) => {
    const get = 'GET /get HTTP/1.1\r\nHost: localhost\r\n';
    const answer = await server.transcript([`${get}Content-Length: 3\r\n\r\nabc${get}${close}\r\n`]);
    assert.deepEqual([statuses(answer), answer.end], [[200, 200], 'end']);
  });

  it('a body is requested with 100 (Continue) only if the endpoint reads it (RFC 9110 §10.1.1)', async (server) => {
    const fields = `Host: localhost\r\nUser-Agent: test\r\nExpect: 100-continue\r\n${close}`;
    for (const [line, more, expected] of [
      ['POST /post', 'Content-Length: 3\r\n\r\nabc', [100, 200]],
      ['POST /post', '\r\n', [200]],
      ['POST /post', 'Content-Length: 3000\r\n\r\n', [413]],
      ['POST /nowhere', 'Content-Length: 3\r\n\r\n', [404]],
      ['DELETE /post', 'Content-Length: 3\r\n\r\n', [405]],
      ['GET /get', '\r\n', [200]],
      ['POST /api/v3/authorizations', 'Content-Length: 3\r\n\r\n', [401]],
    ] as const) {
      const answer = await server.transcript([`${line} HTTP/1.1\r\n${fields}${more}`], {
        path: line.slice(5),
      });
      assert.deepEqual([statuses(answer), answer.end], [expected, 'end'], `${line} ${more}`);
    }
  });

  it('a body is not requested in HTTP/1.0, which has no interim responses', async (server) => {
    const request = post('Expect: 100-continue\r\nContent-Length: 3\r\n', 'abc').replace(
      'HTTP/1.1',
      'HTTP/1.0',
    );
    assert.deepEqual(statuses(await server.transcript([request])), [200]);
  });

  it('a body with an unknown expectation is served', async (server) => {
    const fields = [['Expect', 'tea']] as const;
    const answer = await server.send({ path: '/post', method: 'POST', body: 'ab', fields });
    assert.match(answer.text(), /"ab"/);
  });

  it('an invalid head gets 400 in the error format of the service, or 431 when it is too large', async (server) => {
    // The packet with the error of a large head does not contain the path, which would select the service.
    for (const [path, field, status, type] of [
      ['/get', 'Broken Field: x', 400, 'application/problem+json'],
      ['/api/v3/meta', 'Broken Field: x', 400, 'application/json; charset=utf-8'],
      ['/get', `X-Long: ${'x'.repeat(80_000)}`, 431, 'application/problem+json'],
    ] as const) {
      const bytes = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${field}\r\n\r\n`;
      const answer = await server.transcript([bytes], { path });
      assert.deepEqual([statuses(answer), answer.end], [[status], 'end'], path);
      assert.ok(answer.text.includes(`\r\nContent-Type: ${type}\r\n`), answer.text);
      assert.match(answer.text, /\r\nConnection: close\r\n/);
    }
  });
});

describe('a body over the limit', () => {
  it('is discarded, so that a client that writes all before it reads gets the response', async (t) => {
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
