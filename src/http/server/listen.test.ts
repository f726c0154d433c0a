import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it, it as onServer, it as onToyServer, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { createBodyBudget } from '#http/message/body/body-budget.ts';
import { createRuntime } from '#runtime.ts';
import { createQuickRuntime } from '#test/support/quick-runtime.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { serve } from '#test/support/servers/serve.ts';
import { anything, endpoint, serveToy, streaming } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { WIRE_TIMES } from '#test/support/wire/driver.ts';
import { openConnection, statuses, transcript, transcriptOf } from '#test/support/wire/transcript.ts';
import { request } from '#test/support/wire/wire.ts';
import { portOf } from '#wire/driver/connection-port.ts';
import { type ListenOptions, listen } from './listen.ts';

const HOST = 'Host: localhost\r\n';

/** Fields whose values differ between two responses. */
const VARYING = /^(?:Date|X-GitHub-Request-Id|Set-Cookie|Content-Security-Policy)$/i;

inConfigurations({}, (it) => {
  it('the fields of a response have their case and order, with repetitions', async (server) => {
    const path = '/response-headers?X-camelCase-Name=b&x-again=1&X-Again=2';
    const { fields } = await server.send({ path });
    assert.deepEqual(
      fields.filter(([name]) => /^x-(?:camel|again)/i.test(name)),
      [
        ['X-camelCase-Name', 'b'],
        ['x-again', '1'],
        ['X-Again', '2'],
      ],
    );
    const names = fields.map(([name]) => name);
    const ordered = ['Content-Type', 'X-camelCase-Name', 'Content-Length', 'Access-Control-Allow-Origin'];
    assert.deepEqual(
      names.filter((name) => ordered.includes(name)),
      ordered,
    );
  });

  it('the fields of a request are received in their case and order, with repetitions', async (server) => {
    const fields: [string, string][] = [
      ['HOST', 'h'],
      ['x-B', '1'],
      ['X-a', '2'],
      ['X-b', '3'],
      ['User-AGENT', 'test'],
      ['Connection', 'close'],
    ];
    const [, ...lines] = (await server.send({ path: '/dump/request', fields }))
      .text()
      .trimEnd()
      .split('\r\n');
    assert.deepEqual(
      lines,
      fields.map((field) => field.join(': ')),
    );
  });

  it('the response to HEAD has the fields of that to GET, and no content', async (server) => {
    for (const path of ['/get', '/html', '/nowhere', '/login', '/docs', '/api/v3/meta']) {
      const [get, head] = [await server.send({ path }), await server.send({ path, method: 'HEAD' })];
      const steady = ({ fields }: typeof get) =>
        fields.map(([name, value]) => (VARYING.test(name) ? [name] : [name, value]));
      assert.deepEqual([head.status, steady(head)], [get.status, steady(get)], path);
      const bytes = `HEAD ${path} HTTP/1.1\r\n${HOST}User-Agent: test\r\nConnection: close\r\n\r\n`;
      const { text, end } = await server.transcript([bytes], { path });
      assert.deepEqual([text.indexOf('\r\n\r\n'), end], [text.length - 4, 'end'], path);
    }
  });

  it('an escaped slash is a separator where the service decodes the path first', async (server) => {
    assert.equal((await server.send({ path: '/base64%2FYWJj' })).text(), 'abc');
    assert.equal((await server.send({ path: '/stream/2%2F' })).status, 404);
  });

  it('a target with invalid escapes and bytes that are not UTF-8 is decoded leniently', async (server) => {
    const response = await server.send({ path: '/anything/%zz%ff%' });
    assert.match(response.text(), /anything\/%zz(?:\\ufffd|%ff)%"/i);
  });

  it('a target that is longer than any route is found', async (server) => {
    for (const path of [`/base64/${'YWFh'.repeat(1250)}`, `/anything/${'a'.repeat(3750)}`])
      assert.match((await server.send({ path })).text(), /a{3750}/, path.slice(0, 10));
  });
});

inConfigurations({ options: { maxBodySize: 1000 } }, (it) => {
  const post = (fields: string, content = '') => `POST /post HTTP/1.1\r\n${HOST}${fields}\r\n${content}`;
  const close = 'Connection: close\r\n';

  it('a body over the limit gets 413 when its length is declared, and the response arrives', async (server) => {
    const response = await server.send({ path: '/post', method: 'POST', body: 'x'.repeat(3_000_000) });
    assert.deepEqual([response.status, response.field('Connection')], [413, 'close']);
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
    const response = await server.transcript([`${get}Content-Length: 3\r\n\r\nabc${get}${close}\r\n`]);
    assert.deepEqual([statuses(response), response.end], [[200, 200], 'end']);
  });

  it('a body is requested with 100 (Continue) only if the endpoint reads it (RFC 9110 §10.1.1)', async (server) => {
    const fields = `${HOST}User-Agent: test\r\nExpect: 100-continue\r\n${close}`;
    for (const [line, more, expected] of [
      ['POST /post', 'Content-Length: 3\r\n\r\nabc', [100, 200]],
      ['POST /post', '\r\n', [200]],
      ['POST /post', 'Content-Length: 3000\r\n\r\n', [413]],
      ['POST /nowhere', 'Content-Length: 3\r\n\r\n', [404]],
      ['DELETE /post', 'Content-Length: 3\r\n\r\n', [405]],
      ['GET /get', '\r\n', [200]],
      ['POST /api/v3/authorizations', 'Content-Length: 3\r\n\r\n', [401]],
    ] as const) {
      const response = await server.transcript([`${line} HTTP/1.1\r\n${fields}${more}`], {
        path: line.slice(5),
      });
      assert.deepEqual([statuses(response), response.end], [expected, 'end'], `${line} ${more}`);
    }
  });

  it('an expectation of a request without content leaves the connection open (RFC 9110 §10.1.1)', async (server) => {
    const expecting = (line: string, fields = '') =>
      `${line} HTTP/1.1\r\n${HOST}User-Agent: test\r\nExpect: 100-continue\r\n${fields}\r\n`;
    for (const [path, ...requests] of [
      [
        '/get',
        expecting('GET /get'),
        expecting('GET /delay/0'),
        expecting('POST /post', 'Content-Length: 0\r\n'),
      ],
      [
        '/get',
        expecting('HEAD /get'),
        expecting('GET /stream/1'),
        expecting('DELETE /get'),
        expecting('GET /nowhere'),
      ],
      ['/api/v3/meta', expecting('GET /api/v3/meta'), expecting('POST /api/v3/authorizations')],
    ] as const) {
      const last = `GET ${path} HTTP/1.1\r\n${HOST}User-Agent: test\r\n${close}\r\n`;
      const { text, end } = await server.transcript([requests.join('') + last], { path });
      const heads = text
        .split(/(?=HTTP\/1\.1 \d{3})/)
        .map((message) => message.split('\r\n\r\n', 1)[0] ?? '');
      const expected = [...requests.map(() => 'keep-alive'), 'close'];
      assert.deepEqual(
        heads.map((head) => /\r\nConnection: (.*)/.exec(head)?.[1]?.trim()),
        expected,
        text,
      );
      assert.deepEqual([statuses({ text, end }).includes(100), end], [false, 'end']);
    }
    const rejected = await server.transcript([expecting('DELETE /get', 'Content-Length: 3\r\n')]);
    assert.match(rejected.text, /^HTTP\/1\.1 405 .*\r\nConnection: close\r\n/s);
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
    const response = await server.send({ path: '/post', method: 'POST', body: 'ab', fields });
    assert.match(response.text(), /"ab"/);
  });

  it('an invalid head gets 400 in the error format of the service, or 431 when it is too large', async (server) => {
    // The packet with the error of a large head does not contain the path, which would select the service.
    for (const [path, field, status, type] of [
      ['/get', 'Broken Field: x', 400, 'application/problem+json'],
      ['/api/v3/meta', 'Broken Field: x', 400, 'application/json; charset=utf-8'],
      ['/get', `X-Long: ${'x'.repeat(80_000)}`, 431, 'application/problem+json'],
    ] as const) {
      const bytes = `GET ${path} HTTP/1.1\r\n${HOST}${field}\r\n\r\n`;
      const response = await server.transcript([bytes], { path });
      assert.deepEqual([statuses(response), response.end], [[status], 'end'], path);
      assert.ok(response.text.includes(`\r\nContent-Type: ${type}\r\n`), response.text);
      assert.match(response.text, /\r\nConnection: close\r\n/);
    }
  });

  it('a request that cannot be parsed gets the fields of an ordinary error, with Date (RFC 9110 §6.6.1)', async (server) => {
    const get = (target: string) => `GET ${target} HTTP/1.1\r\n${HOST}\r\n`;
    const ordinary = await server.send({ path: '/nowhere' });
    const names = ordinary.fields.map(([name]) => name);
    const mistargeted = /Target without a slash or a scheme at byte 4/;
    for (const [bytes, status, sentence] of [
      [get('/a\tb'), 400, /Tab in the target at byte 6/],
      [get('/a\x7fb'), 400, /in the target at byte 6/],
      [get('x.test:80'), 400, mistargeted],
      [get('get'), 400, mistargeted],
      [get('?a'), 400, mistargeted],
      [`${'M'.repeat(1025)} /get HTTP/1.1\r\n${HOST}\r\n`, 501, /Method over 1024 bytes/],
      [
        `GET /get HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(80_000)}\r\n\r\n`,
        431,
        /head of the request is too large: Head over 65536 bytes/,
      ],
      [`CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n`, 501, /CONNECT/],
    ] as const) {
      const { text, end } = await server.transcript([bytes]);
      const [head = '', content = ''] = text.split('\r\n\r\n');
      const [line, ...fields] = head.split('\r\n').map((each) => each.split(': '));
      assert.deepEqual([Number(line?.[0]?.split(' ')[1]), end], [status, 'end'], text);
      assert.deepEqual(
        fields.map(([name]) => name),
        names,
        text,
      );
      const date = Date.parse(fields.find(([name]) => name === 'Date')?.[1] ?? '');
      assert.ok(Math.abs(date - Date.parse(ordinary.field('Date') ?? '')) < 60_000, text);
      assert.match(content, sentence);
    }
  });

  it('chunk extensions that are too long get 400', async (server) => {
    const extension = `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`;
    const { text, end } = await server.transcript([post('Transfer-Encoding: chunked\r\n', extension)]);
    assert.match(text, /^HTTP\/1\.1 400 .*Chunk size line over 4096 bytes/s);
    assert.deepEqual([statuses({ text, end }), end], [[400], 'end']);
  });

  it('a response that rejects a body ends the connection at once, also if the client sends no more', async (server) => {
    for (const framing of [
      'Content-Length: 1000000000000000\r\n\r\nabc',
      `Transfer-Encoding: chunked\r\n\r\n1000\r\n${'a'.repeat(2000)}`,
    ]) {
      const response = await server.transcript([post(framing)], { patience: 1500 });
      assert.deepEqual([statuses(response), response.end], [[413], 'end'], response.text);
    }
  });
});

// Each server is alone: a process that is busy with the start of others seems silent to its servers.
for (const tls of [false, true])
  onServer(
    `a client that writes all before it reads gets the response, whatever reads its body (TLS: ${tls})`,
    async (t) => {
      const { port, caPath } = await serve(t, { tls, maxBodySize: 1000 });
      const ca = caPath === undefined ? undefined : readFileSync(caPath, 'utf8');
      const close = 'Connection: close\r\n';
      const bytes = 10_000_000;
      for (const [line, fields, status] of [
        ['POST /post', '', 413],
        ['POST /post', 'Expect: 100-continue\r\n', 413],
        ['POST /status/200', close, 200],
        ['POST /nowhere', close, 404],
        ['POST /compose?status=503', close, 503],
        ['POST /stream/3', close, 405],
        ['POST /api/v3/authorizations', close, 401],
        ['POST /get', 'Host: b\r\n', 400],
      ] as const) {
        const socket = await openConnection(port, ca);
        socket.pause();
        socket.write(
          `${line} HTTP/1.1\r\n${HOST}User-Agent: test\r\n${fields}Content-Length: ${bytes}\r\n\r\n`,
        );
        await new Promise<void>((resolve) => socket.write(Buffer.alloc(bytes), () => resolve()));
        socket.resume();
        const response = await transcriptOf(socket, []);
        assert.deepEqual([statuses(response), response.end], [[status], 'end'], line);
      }
    },
  );

describe('the connections of a listener', () => {
  const open = async (options: Partial<ListenOptions>) =>
    listen({
      host: ['127.0.0.1'],
      port: 0,
      h2c: false,
      server: { serve() {}, opened() {}, closed() {}, failed: () => '', handshakeFailed: () => '' },
      memory: createBodyBudget(1000).open(),
      times: WIRE_TIMES,
      runtime: createRuntime(),
      nextConnectionId: () => 1,
      ...options,
    });
  const connectTo = async (t: TestContext, port: number, host = '127.0.0.1') => {
    const socket = connect(port, host).on('error', () => {});
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };

  it('are those of all of its addresses, and it is closed when all of them are', async (t) => {
    const never = new Promise<void>(() => {});
    const listener = await open({ host: ['127.0.0.1', '127.0.0.2'] });
    t.after(() => listener.close(Promise.resolve()));
    assert.equal(listener.countConnections(), 0);
    const { port } = listener;
    const clients = [await connectTo(t, port), await connectTo(t, port, '127.0.0.2')];
    for (const client of clients) client.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await until(() => listener.countConnections() === 2);
    clients[0]?.destroy();
    await until(() => listener.countConnections() === 1);
    let isClosed = false;
    const closed = listener.close(never).then(() => {
      isClosed = true;
    });
    await assert.rejects(connectTo(t, port), { code: 'ECONNREFUSED' });
    assert.equal(isClosed, false);
    clients[1]?.destroy();
    await closed;
    assert.equal(listener.countConnections(), 0);
  });

  it('of a port of the caller are those that it passes on', async (t) => {
    const passed: ((socket: Socket) => void)[] = [];
    const source = { port: 80, accept: (accept: (socket: Socket) => void) => void passed.push(accept) };
    const listener = await open({ source });
    assert.deepEqual([listener.port, listener.address, listener.countConnections()], [80, undefined, 0]);
    const other = createServer((socket) => passed[0]?.(socket)).listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const clients = [await connectTo(t, portOf([other])), await connectTo(t, portOf([other]))];
    for (const client of clients) client.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await until(() => listener.countConnections() === 2);
    clients[0]?.destroy();
    await until(() => listener.countConnections() === 1);
    let isClosed = false;
    const deadline = Promise.withResolvers<void>();
    const closed = listener.close(deadline.promise).then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    assert.equal(isClosed, false);
    deadline.resolve();
    await closed;
    assert.equal(listener.countConnections(), 0);
  });

  it('of a port of the caller need not exist for it to close', async () => {
    const listener = await open({ source: { port: 80, accept() {} } });
    await listener.close(new Promise(() => {}));
  });
});

describe('a response that rejects a body', () => {
  const head = `POST /post HTTP/1.1\r\n${HOST}Content-Length: 1000000000000\r\n\r\n`;

  it('is followed by the end of the connection, however slowly the client sends the rest', async (t) => {
    const { port } = await serve(t, { runtime: createQuickRuntime() });
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
    const startedAt = performance.now();
    // The time without bytes, 100 ms here, starts again with each byte. A busy machine may send one too late.
    const timer = setInterval(() => socket.write('x'), 50);
    socket.write(head);
    await new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    clearInterval(timer);
    const elapsed = performance.now() - startedAt;
    assert.ok(elapsed > 200 && elapsed < 5000, `${elapsed}`);
  });

  it('does not count as a request in progress', async (t) => {
    const { port, get } = await serve(t, { maxConcurrency: 1 });
    const { text } = await transcript(port, [head], { patience: 1500 });
    assert.match(text, /^HTTP\/1\.1 413 /);
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    t.after(() => socket.destroy());
    await once(socket, 'data');
    assert.equal((await get('/delay/0.01')).status, 200);
  });
});

// The content of the endpoints is ASCII or bytes.
onToyServer('field bytes above 0x7F are sent unchanged, whatever the content is', async (t) => {
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

// No endpoint of a service that decodes segments returns a segment.
onToyServer('an escaped slash is in its segment where the service decodes by segment', async (t) => {
  const segment = endpoint({
    ...anything,
    path: '/segment/{name}',
    methods: ['GET'],
    params: { name: Type.String() },
    handle: ({ exchange, params }) => exchange.send(200, [], params.name),
  });
  const { port } = await serveToy(t, [segment]);
  for (const [path, name] of [
    ['a%2Fb%3f%25', 'a/b?%'],
    ['%zz%ff%', '%zz\ufffd%'],
  ])
    assert.equal((await request(port, { path: `/segment/${path}` })).text(), name);
});

// The time limit of the services is longer than a minute, and they do not report the number of chunks.
onToyServer('a client that does not read is disconnected, and its stream is closed', async (t) => {
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
  const { port, logged } = await serveToy(t, [long], {}, { idleTimeout: 500 });
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
