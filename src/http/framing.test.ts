import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Type } from 'typebox';
import { anything, endpoint, serveToy, streaming } from '../../test/support/toy.ts';
import { statuses, transcript } from '../../test/support/transcript.ts';
import { until } from '../../test/support/workers.ts';
import { createRuntime } from '../runtime.ts';
import { createIdentity } from './certificate.ts';
import { anyBody } from './endpoint.ts';

const { sleep } = createRuntime();

const slow = endpoint({
  ...anything,
  path: '/slow',
  methods: ['GET', 'POST'],
  handle: async ({ exchange }) => {
    await sleep(150);
    exchange.send(200, [], 'slow');
  },
});

const echo = endpoint({
  ...anything,
  path: '/echo',
  methods: ['GET', 'POST', '*'],
  body: anyBody('Anything.'),
  handle: ({ exchange, body }) => exchange.send(200, [['X-Method', exchange.method]], body),
});

const drip = streaming('/drip', async function* () {
  for (const byte of 'abcde') {
    yield byte;
    await sleep(60);
  }
});

async function serve(t: TestContext) {
  const executed: string[] = [];
  const count = endpoint({
    ...anything,
    path: '/count/{name}',
    methods: ['GET', 'POST'],
    params: { name: Type.String() },
    handle: ({ exchange, params }) => {
      executed.push(params.name);
      exchange.send(200, [], 'counted');
    },
  });
  const closing = endpoint({
    ...anything,
    path: '/closing',
    methods: ['GET'],
    handle: ({ exchange }) => exchange.send(200, [['Connection', 'close']], 'closing'),
  });
  const { port } = await serveToy(t, [slow, echo, drip, count, closing]);
  return { port, executed };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

const brew = 'BREW /echo HTTP/1.1\r\nHost: h\r\n\r\n';

describe('a method that the parser does not support', () => {
  it('is 501 and ends the connection', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [brew]);
    assert.deepEqual([statuses(answer), answer.end], [[501], 'end']);
    assert.match(answer.text, /\r\nConnection: close\r\n/);
  });

  it('waits for the responses before it', async (t) => {
    const { port } = await serve(t);
    for (const steps of [
      [get('/slow'), 50, brew],
      [get('/slow') + brew],
      [get('/slow') + get('/echo') + brew],
    ]) {
      const answer = await transcript(port, steps);
      assert.deepEqual(statuses(answer), [...Array(steps.join().split('GET').length - 1).fill(200), 501]);
      assert.ok(answer.text.indexOf('slow') < answer.text.indexOf('501'));
    }
  });

  it('never includes bytes of a body', async (t) => {
    const { port } = await serve(t);
    const post = 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: ';
    for (const steps of [
      [`${post}3\r\n\r\n`, 30, `abc${brew}`],
      [`${post}2\r\n\r\n`, 30, 'POST /echo HTTP/1.1\r\nHost: h\r\n\r\n'],
    ]) {
      const answer = await transcript(port, steps);
      assert.deepEqual([statuses(answer), answer.end], [[200, 501], 'end']);
    }
  });

  it('may arrive in two packets', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, ['B', 30, brew.slice(1)]);
    assert.deepEqual([statuses(answer), answer.end], [[501], 'end']);
    assert.doesNotMatch(answer.text, /REW/);
  });
});

describe('bytes that are not a request', () => {
  const garbage = '\0garbage\r\n\r\n';

  it('get 400', async (t) => {
    const { port } = await serve(t);
    for (const bytes of [garbage, 'GARBAGE\r\n\r\n', '* / HTTP/9\r\n\r\n', 'B(R)EW /echo HTTP/1.1\r\n\r\n']) {
      const answer = await transcript(port, [bytes]);
      assert.deepEqual([statuses(answer), answer.end], [[400], 'end'], bytes);
    }
  });

  it('wait for the responses before them', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [get('/slow'), 50, garbage, garbage, get('/echo')]);
    assert.deepEqual([statuses(answer), answer.end], [[200, 400], 'end']);
    assert.ok(answer.text.indexOf('slow') < answer.text.indexOf('400'));
  });

  it('do not affect a response that has started', async (t) => {
    const { port } = await serve(t);
    const identity = await createIdentity([], createRuntime());
    const secure = await serveToy(t, [drip], {}, { tls: identity });
    for (const [to, options] of [
      [port, {}],
      [secure.port, { ca: identity.ca }],
    ] as const) {
      const answer = await transcript(to, [get('/drip'), /a\r\n/, garbage], options);
      assert.deepEqual([statuses(answer), answer.end], [[200, 400], 'end']);
      assert.match(answer.text, /\r\n1\r\ne\r\n0\r\n\r\nHTTP\/1\.1 400 /);
    }
  });

  it('do not affect a request that waits behind a slow one', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [get('/slow') + get('/drip'), 50, garbage]);
    assert.deepEqual([statuses(answer), answer.end], [[200, 200, 400], 'end']);
    assert.match(answer.text, /\r\n0\r\n\r\nHTTP\/1\.1 400 /);
  });

  it('in the body of a request with a response close the connection without another response', async (t) => {
    const { port } = await serve(t);
    const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n`;
    for (const steps of [[`${head('/nope')}zz\r\n\r\n`], [head('/nope'), 50, 'zz\r\n\r\n']]) {
      const answer = await transcript(port, steps);
      assert.deepEqual([statuses(answer), answer.end], [[404], 'end']);
    }
  });

  it('in the body of a request that reads it are its response', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [
      'POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      50,
      'zz\r\n\r\n',
    ]);
    assert.deepEqual([statuses(answer), answer.end], [[400], 'end']);
    assert.match(answer.text, /\r\nConnection: close\r\n/);
  });

  it('in the body of a request that does not read it do not change its response', async (t) => {
    const { port } = await serve(t);
    const head = 'POST /slow HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answer = await transcript(port, [`${head}zz\r\n\r\n`]);
    assert.deepEqual([statuses(answer), answer.end], [[200], 'end']);
    const started = await transcript(port, [head.replace('POST /slow', 'GET /drip'), /a\r\n/, 'zz\r\n\r\n']);
    assert.deepEqual([statuses(started), started.end], [[200], 'end']);
    assert.match(started.text, /\r\n1\r\ne\r\n0\r\n\r\n$/);
  });

  it('do not cause a request to run twice, or a later one to run', async (t) => {
    const { port, executed } = await serve(t);
    const answer = await transcript(port, [get('/count/a') + garbage + get('/count/b')]);
    assert.deepEqual([statuses(answer), executed], [[200, 400], ['a']]);
  });
});

/** No endpoint of a service ignores the end of its request, so an endpoint that sends no response replaces one. */
describe('an endpoint that never responds', () => {
  const silent = endpoint({
    ...anything,
    path: '/silent',
    methods: ['POST'],
    handle: () => new Promise(() => {}),
  });
  const silence = 'POST /silent HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n';

  for (const [what, end] of [
    ['is rejected', 'zz\r\n\r\n'],
    ['does not arrive', ''],
  ] as const)
    it(`does not hold the connection of a request whose body ${what}, and is released`, async (t) => {
      const limits = { idleTimeout: 200, headerTimeout: 100, requestTimeout: 100 };
      const { port, finished } = await serveToy(t, [slow, drip, silent], {}, limits);
      for (let count = 0; count < 4; count++) {
        const answer = await transcript(port, [silence + end]);
        assert.deepEqual([statuses(answer), answer.end], [[], 'end']);
      }
      await until(() => finished.length === 4);
      // A response that makes progress is not affected.
      for (const [path, content] of [
        ['/slow', /\r\nslow$/],
        ['/drip', /\r\n1\r\ne\r\n0\r\n\r\n$/],
      ] as const) {
        const answer = await transcript(port, [get(path) + silence + end]);
        assert.deepEqual([statuses(answer), answer.end], [[200], 'end']);
        assert.match(answer.text, content);
      }
    });
});

describe('a request after a response that closes the connection (RFC 9112 §9.6)', () => {
  it('is not executed', async (t) => {
    const { port, executed } = await serve(t);
    const noHost = 'GET /count/x HTTP/1.1\r\n\r\n';
    for (const first of [
      get('/closing'),
      noHost,
      'GET /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
    ]) {
      const answer = await transcript(port, [first + get('/count/a')]);
      assert.deepEqual([statuses(answer).length, answer.end, executed], [1, 'end', []], first);
    }
  });
});

describe('a tunnel', () => {
  it('is 501 after the responses before it', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [`${get('/slow')}CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n`]);
    assert.deepEqual([statuses(answer), answer.end], [[200, 501], 'end']);
  });
});

describe('an upgrade', () => {
  it('is an ordinary request while another response is in progress', async (t) => {
    const echoOrUpgrade = endpoint({
      ...anything,
      path: '/ws',
      methods: ['GET'],
      handle: ({ exchange }) => exchange.send(200, [], 'no upgrade'),
      upgrade: ({ socket }) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    });
    const { port } = await serveToy(t, [slow, echoOrUpgrade]);
    const upgrade = 'GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    assert.deepEqual(statuses(await transcript(port, [upgrade])), [101]);
    const behind = await transcript(port, [get('/slow') + upgrade], { patience: 400 });
    assert.deepEqual(statuses(behind), [200, 200]);
    assert.ok(behind.text.indexOf('slow') < behind.text.indexOf('no upgrade'));
  });
});

describe('a client that ends its side of the connection within a body', () => {
  it('gets one response', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [
      'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc',
      'end',
    ]);
    assert.deepEqual([statuses(answer), answer.end], [[400], 'end']);
  });
});

describe('a body that does not arrive', () => {
  it('causes 408 for the request that reads it', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [
      'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc',
    ]);
    assert.deepEqual([statuses(answer), answer.end], [[408], 'end']);
  });

  it('closes the connection without another response if the request has one', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [
      'POST /nope HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc',
    ]);
    assert.deepEqual([statuses(answer), answer.end], [[404], 'end']);
  });
});

describe('a handler that fails after the head of its response', () => {
  it('closes the connection without a complete response', async (t) => {
    const failing = streaming('/failing', async function* () {
      yield 'abc';
      await sleep(50);
      throw new Error('after the head');
    });
    const late = endpoint({
      ...anything,
      path: '/late',
      methods: ['GET'],
      handle: async ({ exchange }) => {
        exchange.reply.writeHead(200, { 'Content-Length': 5 });
        exchange.reply.write('abc');
        await sleep(50);
        throw new Error('after the head');
      },
    });
    const { port, logged } = await serveToy(t, [failing, late, echo]);
    for (const path of ['/failing', '/late']) {
      const answer = await transcript(port, [get(path) + get('/echo')]);
      assert.deepEqual(statuses(answer), [200], path);
      assert.notEqual(answer.end, 'open', path);
      assert.match(answer.text, /abc(?:\r\n)?$/);
    }
    assert.equal(logged.length, 2);
  });
});

it('100 (Continue) precedes its response, also behind the response to a pipelined request', async (t) => {
  const { port } = await serve(t);
  const upload = 'POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello';
  const answer = await transcript(port, [`${get('/slow') + upload}GET /closing HTTP/1.1\r\nHost: h\r\n\r\n`]);
  assert.deepEqual([statuses(answer), answer.end], [[200, 100, 200, 200], 'end']);
  assert.match(answer.text, /slowHTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*\r\n\r\nhelloHTTP/s);
});
