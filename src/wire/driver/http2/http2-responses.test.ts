import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { endOf, readContent } from '#test/support/wire/exchanges.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { headers, request, windowUpdate } from '#test/support/wire/http2-recorder.ts';
import { InvalidHead } from '../../http1/writer.ts';
import type { WireExchange, WireServer } from '../../port.ts';

async function serve(t: TestContext, handle: WireServer['serve'], tls = false) {
  const driver = await driveWire(t, handle, { tls, h2c: true });
  const url = `${tls ? 'https' : 'http'}://localhost:${driver.port}`;
  const options = driver.ca === undefined ? {} : { ca: driver.ca };
  return { ...driver, url, options };
}

for (const tls of [false, true])
  describe(`an exchange of HTTP/2 ${tls ? 'over TLS' : 'without TLS'}`, () => {
    it('has a request with content and trailers, and a response with both', async (t) => {
      const seen: unknown[] = [];
      const { url, options } = await serve(
        t,
        async (exchange) => {
          const content = await readContent(exchange);
          seen.push(exchange.head.method, exchange.head.target, exchange.head.fields.slice(0, 2));
          seen.push(exchange.body.trailers, exchange.connection.isSecure, exchange.number, exchange.streamId);
          exchange.start(201, '', [['X-A', '1']]);
          exchange.write(content);
          exchange.write('é');
          exchange.end([['X-Sum', '2']]);
        },
        tls,
      );
      const session = connect(url, options).on('error', () => {});
      const stream = session.request(
        { ':method': 'POST', ':path': '/a?b', ':authority': 'h' },
        { waitForTrailers: true },
      );
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-t': '3' }));
      const trailers = once(stream, 'trailers').then(([fields]) => fields['x-sum']);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).end('abc');
      const [head] = await once(stream, 'response');
      await once(stream, 'close');
      assert.deepEqual([head[':status'], head['x-a'], await trailers], [201, '1', '2']);
      assert.equal(Buffer.concat(chunks).toString('latin1'), 'abcé');
      assert.deepEqual(seen, ['POST', '/a?b', ['host', 'h'], ['x-t', '3'], tls, 1, 1]);
      session.close();
    });

    it('is one of a thousand on a connection, one after the other', async (t) => {
      const ends: unknown[] = [];
      const { url, options } = await serve(
        t,
        (exchange) => {
          exchange.onEnd(() => ends.push(exchange.ended));
          exchange.respond(200, '', [], exchange.head.target);
        },
        tls,
      );
      const session = connect(url, options).on('error', () => {});
      for (let number = 0; number < 1000; number++) {
        const stream = session.request({ ':path': `/${number}` });
        stream.setEncoding('latin1');
        const [content] = await once(stream, 'data');
        assert.equal(content, `/${number}`);
      }
      session.close();
      await until(() => ends.length === 1000);
      assert.ok(ends.every((end) => end === 'answered'));
    });

    it('is one of a hundred at the same time', async (t) => {
      const waiting: WireExchange[] = [];
      const { url, options } = await serve(t, (exchange) => void waiting.push(exchange), tls);
      const session = connect(url, options).on('error', () => {});
      const clients = Array.from({ length: 100 }, (_, index) => {
        const stream = session.request({ ':path': `/${index}`, ':method': 'POST' });
        let content = '';
        stream.setEncoding('latin1').on('data', (chunk: string) => (content += chunk));
        stream.end('x'.repeat(1000 * index));
        return once(stream, 'end').then(() => content);
      });
      await until(() => waiting.length === 100);
      assert.equal(waiting[0]?.connection.openExchanges, 100);
      for (const exchange of waiting.reverse())
        void readContent(exchange).then((content) =>
          exchange.respond(200, '', [], exchange.head.target + 'y'.repeat(content.length)),
        );
      const contents = await Promise.all(clients);
      for (const [index, content] of contents.entries())
        assert.equal(content, `/${index}${'y'.repeat(1000 * index)}`);
      session.close();
    });

    it('has a large response for a client that reads slowly, in its order', async (t) => {
      const size = 5_000_000;
      const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
      let full = 0;
      const { url, options } = await serve(
        t,
        async (exchange) => {
          exchange.start(200, '', []);
          for (let at = 0; at < size && exchange.ended === undefined; at += 50_000)
            if (!exchange.write(bytes.subarray(at, at + 50_000))) {
              full++;
              await exchange.drained();
            }
          exchange.end();
        },
        tls,
      );
      const session = connect(url, options).on('error', () => {});
      const stream = session.request({ ':path': '/' });
      await once(stream, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of stream) {
        chunks.push(chunk);
        if (chunks.length % 100 === 0) await new Promise(setImmediate);
      }
      assert.ok(Buffer.concat(chunks).equals(bytes));
      assert.ok(full > 10, String(full));
      session.close();
    });
  });

/** A client of frames, and the exchange of its request. */
async function open(t: TestContext, block = request(), entries: readonly (readonly [number, number])[] = []) {
  const { promise, resolve } = Promise.withResolvers<WireExchange>();
  const driver = await serve(t, resolve);
  const client = FrameClient.open(t, driver.port, entries);
  client.send(headers(1, block));
  return { client, exchange: await promise };
}

const NO_DATE: [string, string] = ['Date', 'x'];

describe('a response of HTTP/2', () => {
  it('is sent as HEADERS and DATA, with names in lower case, without fields of connections, and with a date at the end', async (t) => {
    const { client, exchange } = await open(t);
    const connection = ['Connection', 'Keep-Alive', 'Proxy-Connection', 'Transfer-Encoding', 'UPGRADE'];
    const fields = [
      ...connection.map((name): [string, string] => [name, 'x']),
      ['X-A', '1'],
      ['x-a', '2'],
    ] as const;
    const sent = exchange.respond(200, 'OK', fields, 'abc');
    await client.received('DATA 1 abc END_STREAM');
    assert.deepEqual(client.frames.slice(-2), ['HEADERS 1 200', 'DATA 1 abc END_STREAM']);
    assert.deepEqual(client.heads[0], sent);
    assert.deepEqual(sent.slice(0, 7), [':status', '200', 'x-a', '1', 'x-a', '2', 'date']);
    assert.match(String(sent[7]), /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
    assert.equal(exchange.status, 200);
    await until(() => exchange.ended === 'answered');
  });

  it('has its own date', async (t) => {
    const { exchange } = await open(t);
    assert.deepEqual(exchange.respond(200, '', [['DATE', 'x']], ''), [':status', '200', 'date', 'x']);
  });

  for (const [what, block, status, act, frames] of [
    [
      'without content ends with its head',
      request(),
      200,
      (x: WireExchange) => x.respond(200, '', [], ''),
      ['HEADERS 1 200 END_STREAM'],
    ],
    [
      'to HEAD has no content',
      request([], 'HEAD'),
      200,
      (x: WireExchange) => x.respond(200, '', [['Content-Length', '3']], 'abc'),
      ['HEADERS 1 200 END_STREAM'],
    ],
    [
      'with 204 has no content',
      request(),
      204,
      (x: WireExchange) => x.respond(204, '', [], 'abc'),
      ['HEADERS 1 204 END_STREAM'],
    ],
    [
      'with 304 has no content',
      request(),
      304,
      (x: WireExchange) => x.respond(304, '', [], 'abc'),
      ['HEADERS 1 304 END_STREAM'],
    ],
    [
      'with 204 has content that is written in parts, as a fault',
      request(),
      204,
      (x: WireExchange) => {
        x.start(204, '', []);
        x.write('abc');
        x.end();
      },
      ['HEADERS 1 204', 'DATA 1 abc', 'DATA 1 END_STREAM'],
    ],
    [
      'to HEAD has no content that is written in parts',
      request([], 'HEAD'),
      200,
      (x: WireExchange) => {
        x.start(200, '', []);
        x.write('abc');
        x.end([['a', 'b']]);
      },
      ['HEADERS 1 200', 'DATA 1 END_STREAM'],
    ],
    [
      'has any status of three digits',
      request(),
      999,
      (x: WireExchange) => x.respond(999, '', [], 'a'),
      ['HEADERS 1 999', 'DATA 1 a END_STREAM'],
    ],
    [
      'has a status below 200, as a fault',
      request(),
      150,
      (x: WireExchange) => x.respond(150, '', [], 'a'),
      ['HEADERS 1 150 END_STREAM'],
    ],
    [
      'has trailers, in lower case and without fields of connections',
      request(),
      200,
      (x: WireExchange) => {
        x.start(200, '', []);
        x.end([
          ['X-A', '1'],
          ['Connection', 'x'],
        ]);
      },
      ['HEADERS 1 200', 'HEADERS 1 x-a 1 END_STREAM'],
    ],
  ] as const)
    it(what, async (t) => {
      const { client, exchange } = await open(t, block);
      act(exchange);
      await client.received(/END_STREAM/);
      assert.deepEqual(client.of(1), frames);
      assert.equal(exchange.status, status);
      await until(() => exchange.ended === 'answered');
    });

  it('follows informational ones', async (t) => {
    const { client, exchange } = await open(t);
    assert.equal(exchange.inform(103, '', [['Link', '</a>']]), true);
    exchange.respond(200, '', [NO_DATE], '');
    assert.equal(exchange.inform(103, '', []), false);
    await client.received(/END_STREAM/);
    assert.deepEqual(client.heads, [
      [':status', '103', 'link', '</a>'],
      [':status', '200', 'date', 'x'],
    ]);
  });

  it('with an invalid head is not sent, and another one can follow', async (t) => {
    const { client, exchange } = await open(t);
    for (const act of [
      () => exchange.respond(99, '', [], ''),
      () => exchange.respond(1000, '', [], ''),
      () => exchange.respond(200, '', [['a b', '']], ''),
      () => exchange.respond(200, '', [['', '']], ''),
      () => exchange.respond(200, '', [['a', 'b\nc']], ''),
      () => exchange.respond(200, '', [['a', '\x01']], ''),
      () => exchange.start(200, '', [['a', '\u0100']]),
      () => exchange.inform(200, '', []),
      () => exchange.inform(103, '', [['a', '\0']]),
    ])
      assert.throws(act, { name: 'InvalidHead', message: /^[A-Z].*[^.]\.$/ });
    assert.equal(exchange.status, 0);
    exchange.start(200, '', []);
    assert.throws(() => exchange.end([['a', '\r']]), InvalidHead);
    assert.throws(() => exchange.end([['Content-Length', '3']]), {
      message: 'The field Content-Length is not permitted in a trailer section.',
    });
    exchange.end();
    await client.received(/END_STREAM/);
    assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 END_STREAM']);
  });

  it('has one head, before its content', async (t) => {
    const { client, exchange } = await open(t);
    assert.throws(() => exchange.write('a'), /has no head/);
    assert.throws(() => exchange.end(), /has no head/);
    exchange.start(200, '', []);
    assert.throws(() => exchange.respond(200, '', [], ''), /has a response/);
    exchange.end();
    exchange.respond(500, '', [], 'late');
    exchange.write('late');
    exchange.end();
    await client.received(/END_STREAM/);
    await until(() => exchange.ended === 'answered');
    exchange.respond(500, '', [], 'late');
    assert.deepEqual(client.of(1), ['HEADERS 1 200', 'DATA 1 END_STREAM']);
  });

  it('is refused as one of HTTP/1', async (t) => {
    const { exchange } = await open(t);
    assert.throws(() => exchange.hijack(), /^Error: A stream of HTTP\/2 has no connection of its own$/);
    assert.throws(() => exchange.upgrade(), /^Error: A connection of HTTP\/2 is not handed over$/);
    assert.throws(() => exchange.connection.writeRaw('a'), /^Error: HTTP\/2 has no bytes outside of frames$/);
  });

  it('waits for the windows of the client, and has ended when the system has its end', async (t) => {
    const { client, exchange } = await open(t, request(), [[4, 3]]);
    exchange.respond(200, '', [], 'abcdef');
    await client.received('DATA 1 abc');
    assert.equal(exchange.ended, undefined);
    client.send(windowUpdate(1, 2));
    await client.received('DATA 1 de');
    assert.equal(exchange.ended, undefined);
    client.send(windowUpdate(1, 2));
    await client.received('DATA 1 f END_STREAM');
    await until(() => exchange.ended === 'answered');
  });

  it('is full above 64 KiB, and drained when the client reads', async (t) => {
    const { client, exchange } = await open(t);
    exchange.start(200, '', []);
    assert.equal(exchange.write(Buffer.alloc(65_535)), true);
    assert.equal(exchange.write(Buffer.alloc(65_536)), true);
    assert.equal(exchange.write('a'), false);
    let isDrained = false;
    const drained = exchange.drained().then(() => {
      isDrained = true;
    });
    await client.received(/^DATA/);
    assert.equal(isDrained, false);
    client.send(windowUpdate(1, 10), windowUpdate(0, 10));
    await drained;
    await exchange.drained();
  });

  it('reports its end to each action, in order, although one throws', async (t) => {
    const { exchange } = await open(t);
    const calls: unknown[] = [];
    exchange.onEnd(() => calls.push(1, exchange.ended));
    exchange.onEnd(() => {
      throw new Error('broken');
    });
    exchange.onEnd(() => calls.push(2));
    exchange.respond(200, '', [], '');
    assert.equal(calls.length, 0);
    await endOf(exchange);
    exchange.onEnd(() => calls.push(3));
    assert.deepEqual(calls, [1, 'answered', 2, 3]);
  });

  it('is a reset of its own stream when the server throws', async (t) => {
    const ends: unknown[] = [];
    const { url, defects } = await serve(t, (exchange) => {
      exchange.onEnd(() => {
        throw new Error('at the end');
      });
      exchange.onEnd(() => ends.push(exchange.ended));
      if (exchange.head.target === '/throw') throw new Error('broken');
      exchange.respond(200, '', [], 'abc');
    });
    const session = connect(url).on('error', () => {});
    const broken = session.request({ ':path': '/throw' });
    broken.on('error', () => {});
    await new Promise((resolve) => broken.on('close', resolve));
    assert.equal(broken.rstCode, 2);
    const next = session.request({ ':path': '/' });
    const [head] = await once(next, 'response');
    next.resume();
    await once(next, 'close');
    session.close();
    assert.equal(head[':status'], 200);
    assert.deepEqual(ends, ['server-rst', 'answered']);
    assert.deepEqual(defects.map(String), ['Error: broken', 'Error: at the end', 'Error: at the end']);
  });

  it('is complete for a client whose next request is on another connection', async (t) => {
    const { url } = await serve(t, (exchange) => void exchange.respond(200, '', [], 'abc'));
    for (let count = 0; count < 20; count++)
      assert.equal(String((await requestHttp2(url, { path: '/' })).body), 'abc');
  });
});
