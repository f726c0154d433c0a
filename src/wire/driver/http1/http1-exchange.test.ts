import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { holdsFor, until } from '#test/support/until.ts';
import { type ConnectionEnd, openRawConnection } from '#test/support/wire/raw-connection.ts';
import { type Served, serveWire } from '#test/support/wire/served.ts';
import { openConnection, statuses } from '#test/support/wire/transcript.ts';
import { InvalidHead } from '../../http1/writer.ts';
import type { AbortKind, WireExchange } from '../../port.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, length: number, fields = '') =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n${fields}\r\n`;
const CLOSE = 'Connection: close\r\n';
const EXPECT = 'Expect: 100-continue\r\n';
const EMPTY = [['Content-Length', '0']] as const;

/** What follows the heads of a text with one response. */
const contentOf = (text: string) => text.slice(text.lastIndexOf('\r\n\r\n') + 4);

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

describe('the response of an exchange', () => {
  it('is written as text or as bytes, of any size, whole or in parts', async (t) => {
    const large = '\xe9'.repeat(300_000);
    const contentOfTarget = (target: string) => {
      if (target.includes('large')) return large;
      return target.includes('one') ? '\xe9' : 'a\xe9';
    };
    const { send } = await serveWire(t, (exchange) => {
      const { target } = exchange.head;
      const content = contentOfTarget(target);
      const chunk = target.includes('bytes') ? bytesOf(content) : content;
      const fields = [['Content-Length', String(content.length)]] as const;
      if (!target.includes('parts')) {
        const head = exchange.respond(200, 'OK', fields, chunk);
        assert.match(String(head), /^HTTP\/1\.1 200 OK\r\nContent-Length: \d+\r\nDate: .*\r\n\r\n$/s);
        return;
      }
      exchange.start(200, 'OK', fields);
      exchange.write('');
      exchange.write(chunk.slice(0, 1));
      exchange.write(chunk.slice(1));
      exchange.end();
    });
    for (const target of ['/text', '/bytes', '/text/one', '/bytes/one', '/text/large', '/bytes/large'])
      for (const suffix of ['', '/parts']) {
        const { text, end } = await send([get(target + suffix, CLOSE)]);
        assert.equal(contentOf(text), contentOfTarget(target), target + suffix);
        assert.equal(end, 'end');
      }
  });

  it('in chunks has one chunk for each part, and trailers', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      exchange.start(200, 'OK', []);
      for (const part of ['abc', '', bytesOf('\xe9'), new Uint8Array(0), 'x'.repeat(20)])
        exchange.write(part);
      assert.throws(() => exchange.end([['a b', '']]), InvalidHead);
      assert.throws(() => exchange.end([['Content-Length', '1']]), InvalidHead);
      exchange.end([['X-Trailer', '1']]);
    });
    const { text } = await send([get('/', CLOSE)]);
    const [, content] = text.split(/\r\n\r\n(.*)/s);
    assert.equal(content, `3\r\nabc\r\n1\r\n\xe9\r\n14\r\n${'x'.repeat(20)}\r\n0\r\nX-Trailer: 1\r\n\r\n`);
  });

  it('has no content where the method or the status has none', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      const status = Number(exchange.head.target.slice(1)) || 200;
      const fields = [['Content-Length', '3']] as const;
      if (exchange.number % 2 === 0) exchange.respond(status, '', fields, 'abc');
      else {
        exchange.start(status, '', fields);
        assert.equal(exchange.write('abc'), true);
        exchange.end([['X-Trailer', '1']]);
      }
    });
    const heads = [get('/').replace('GET', 'HEAD'), get('/204'), get('/304')];
    const { text } = await send([[...heads, ...heads].join('') + get('/200', CLOSE)]);
    assert.equal(text.match(/abc/g)?.length, 1);
    assert.deepEqual(statuses({ text, end: 'end' }), [200, 204, 304, 200, 204, 304, 200]);
  });

  it('to HTTP/1.0 is not chunked, and persists only if the client asks for it and its length is known', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      assert.equal(exchange.inform(103, '', []), false);
      exchange.start(200, 'OK', exchange.head.target === '/length' ? [['Content-Length', '3']] : []);
      exchange.write('abc');
      exchange.end([['X-Trailer', '1']]);
    });
    const old = (target: string, fields = '') => `GET ${target} HTTP/1.0\r\n${fields}\r\n`;
    const keep = 'Connection: keep-alive\r\n';
    const { text, end } = await send([old('/length', keep) + old('/until', keep) + old('/behind')]);
    assert.equal(end, 'end');
    assert.match(
      text,
      /^HTTP\/1\.1 200 OK\r\nContent-Length: 3\r\nDate: .*\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\nabcHTTP\/1\.1 200 OK\r\nDate: .*\r\nConnection: close\r\n\r\nabc$/,
    );
    assert.match((await send([old('/length')])).text, /\r\nConnection: close\r\n\r\nabc$/);
  });

  it('that has another length than its head ends the connection, and the client gets no byte too much', async (t) => {
    const { send, events } = await serveWire(t, (exchange) => {
      const fields = [['Content-Length', '4']] as const;
      const content = exchange.head.target.startsWith('/long') ? 'abcdef' : 'abc';
      const chunk = exchange.head.target.endsWith('bytes') ? bytesOf(content) : content;
      if (exchange.head.target.includes('whole')) {
        exchange.respond(200, 'OK', fields, chunk);
        return;
      }
      exchange.start(200, 'OK', fields);
      for (const part of [chunk.slice(0, 2), chunk.slice(2)]) exchange.write(part);
      exchange.end();
    });
    for (const kind of ['/text', '/bytes', '/whole', '/whole/bytes']) {
      const long = await send([get(`/long${kind}`) + get('/behind')]);
      assert.deepEqual([contentOf(long.text), long.end], ['abcd', 'end'], kind);
      const short = await send([get(`/short${kind}`) + get('/behind')]);
      assert.deepEqual([contentOf(short.text), short.end], ['abc', 'end'], kind);
    }
    await until(() => events.length === 16);
    assert.equal(events.filter((event) => /^\/long.* answered/.test(event)).length, 4);
    assert.equal(events.filter((event) => /^\/short.* server-fin/.test(event)).length, 4);
  });

  it('of which nothing can be sent is not begun by an invalid head', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      for (const [status, name, value] of [
        [99, 'a', ''],
        [200, 'a b', ''],
        [200, 'a', '\n'],
      ] as const) {
        assert.throws(() => exchange.respond(status, '', [[name, value]], 'x'), InvalidHead);
        assert.throws(() => exchange.start(status, '', [[name, value]]), InvalidHead);
        if (status === 200) assert.throws(() => exchange.inform(103, '', [[name, value]]), InvalidHead);
      }
      assert.equal(exchange.status, 0);
      exchange.respond(500, 'Error', EMPTY, '');
      assert.equal(exchange.status, 500);
    });
    assert.match((await send([get('/', CLOSE)])).text, /^HTTP\/1\.1 500 Error\r\nContent-Length: 0\r\n/);
  });

  it('is one: what is written after it, before it, or after the exchange, is not sent', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => {
      assert.equal(exchange.write('before'), true);
      exchange.end();
      exchange.respond(200, 'OK', [['Content-Length', '2']], 'ok');
      assert.equal(exchange.respond(200, 'OK', [], 'second'), '');
      assert.equal(exchange.start(200, 'OK', []), '');
      assert.equal(exchange.inform(103, '', []), false);
      exchange.write('late');
      exchange.end();
    });
    const { text } = await send([get('/a') + get('/b', CLOSE)]);
    assert.equal(text.replaceAll(/HTTP.*?\r\n\r\n/gs, '|'), '|ok|ok');
    const [ended] = exchanges;
    assert.equal(ended?.ended, 'answered');
    assert.equal(ended?.respond(200, 'OK', [], 'late'), '');
    await ended?.abort({ type: 'destroy' });
    await ended?.drained();
    const wire = ended?.hijack();
    assert.equal(wire?.isOpen, false);
    await wire?.write('late');
  });

  it('can be written by the reader of the content, and by what follows the end of another exchange', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      exchange.onEnd(() => exchange.respond(500, '', [], 'late'));
      exchange.body.read({
        data: () => void exchange.respond(200, 'OK', [['Content-Length', '4']], 'data'),
        end: () => void exchange.respond(200, 'OK', [['Content-Length', '3']], 'end'),
        fail() {},
      });
    });
    const { text } = await send([`${post('/a', 3)}abc${get('/b')}${post('/c', 3)}abc${get('/d', CLOSE)}`]);
    assert.equal(text.replaceAll(/HTTP.*?\r\n\r\n/gs, '|'), '|data|end|data|end');
  });
});

describe('a client that does not read', () => {
  it('has 64 KiB that wait before the sender does', async (t) => {
    const { port, exchanges } = await serveWire(
      t,
      (exchange) => void exchange.start(200, 'OK', [['Content-Length', '1000000']]),
    );
    const socket = await openConnection(port);
    t.after(() => socket.destroy());
    socket.write(get('/'));
    await until(() => exchanges.length === 1);
    const exchange = exchanges[0] ?? assert.fail();
    for (const chunk of ['x', bytesOf('x')]) {
      assert.equal(await exchange.connection.flushed(), true);
      assert.equal(exchange.write('x'.repeat(65_535)), true);
      assert.equal(exchange.write(chunk), true);
      let isDrained = false;
      void exchange.drained().then(() => {
        isDrained = true;
      });
      await undefined;
      assert.equal(isDrained, true);
      assert.equal(exchange.write(chunk), false);
      isDrained = false;
      const drained = exchange.drained().then(() => {
        isDrained = true;
      });
      await undefined;
      assert.equal(isDrained, false);
      await drained;
    }
  });

  it('makes the sender of a response wait', async (t) => {
    let written = 0;
    const { port, exchanges, events } = await serveWire(t, (exchange) => {
      exchange.start(200, 'OK', []);
      const send = async () => {
        for (let count = 0; count < 400; count++) {
          written++;
          if (!exchange.write(Buffer.alloc(64 * 1024))) await exchange.drained();
        }
        exchange.end();
      };
      void send();
    });
    const socket = await openConnection(port);
    socket.pause().write(get('/'));
    await until(() => written > 1);
    let before = 0;
    await until(async () => {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 60));
      return written === before;
    });
    assert.ok(written < 300, `${written} parts were written`);
    assert.equal(exchanges[0]?.ended, undefined);
    let length = 0;
    socket.on('data', (chunk) => {
      length += chunk.length;
    });
    socket.resume();
    await until(() => events.length === 2);
    await until(() => length >= 400 * 64 * 1024);
    assert.equal(events[1], '/ answered');
    socket.destroy();
  });

  it('and disconnects lets the sender go on', async (t) => {
    const { port, exchanges } = await serveWire(t, (exchange) => {
      exchange.start(200, 'OK', []);
      exchange.write(Buffer.alloc(20_000_000));
    });
    const client = openRawConnection(port);
    client.socket.write(get('/'));
    client.tcp.pause();
    await until(() => exchanges.length === 1);
    const drained = exchanges[0]?.drained();
    client.tcp.resetAndDestroy();
    await drained;
    await until(() => exchanges[0]?.ended === 'client-rst');
    assert.equal(exchanges[0]?.write('late'), true);
  });
});

describe('an expectation', () => {
  /** Answers each request at once, with 100 before it where the target says so. */
  const serveAt = (t: Parameters<typeof serveWire>[0]) =>
    serveWire(t, (exchange) => {
      const { target } = exchange.head;
      if (target.includes('continue')) exchange.inform(100, 'Continue', []);
      exchange.keepsExpectation = target.includes('keep');
      const answer = () => void exchange.respond(200, 'OK', EMPTY, '');
      if (!target.includes('read')) answer();
      else exchange.body.read({ data() {}, end: answer, fail() {} });
    });

  it('that is not met closes the connection, unless the content has arrived', async (t) => {
    const { send, events } = await serveAt(t);
    const unmet = await send([post('/unmet', 3, EXPECT), /\r\n\r\n/, `abc${get('/behind')}`]);
    assert.deepEqual([statuses(unmet), unmet.end], [[200], 'end']);
    assert.match(unmet.text, /\r\nConnection: close\r\n/);
    const chunked = post('/read', 0, EXPECT).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    for (const content of [`${post('/read', 3, EXPECT)}abc`, `${chunked}0\r\n\r\n`])
      assert.deepEqual(statuses(await send([content + get('/behind', CLOSE)])), [200, 200]);
    assert.equal(events.filter((event) => event === 'GET /behind').length, 2);
  });

  it('of a client that has begun to send is none', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      const respond = () => void exchange.respond(200, 'OK', EMPTY, '');
      exchange.body.read({ data: respond, end: respond, fail() {} });
    });
    const steps = [`${post('/a', 3, EXPECT)}a`, /\r\n\r\n/, `bc${get('/b', CLOSE)}`];
    assert.deepEqual(statuses(await send(steps)), [200, 200]);
  });

  it('that is met, or kept, leaves it open', async (t) => {
    const { send } = await serveAt(t);
    for (const [target, expected] of [
      ['/continue', [100, 200, 200]],
      ['/continue/read', [100, 200, 200]],
      ['/keep', [200, 200]],
    ] as const) {
      const response = await send([post(target, 3, EXPECT), /\r\n\r\n/, `abc${get('/next', CLOSE)}`]);
      assert.deepEqual(statuses(response), expected, target);
    }
  });

  it('of a request without content is none', async (t) => {
    const { send } = await serveAt(t);
    const requests = [get('/a', EXPECT), post('/b', 0, EXPECT), get('/c', `Expect: tea\r\n${CLOSE}`)];
    assert.deepEqual(statuses(await send([requests.join('')])), [200, 200, 200]);
  });

  it('can be answered by other informational responses', async (t) => {
    const { send } = await serveWire(t, (exchange) => {
      assert.equal(exchange.inform(103, 'Early Hints', [['Link', '<\xe9>']]), true);
      assert.equal(exchange.inform(199, '', []), true);
      exchange.respond(200, 'OK', EMPTY, '');
    });
    const { text } = await send([post('/', 3, EXPECT)]);
    assert.ok(
      text.startsWith('HTTP/1.1 103 Early Hints\r\nLink: <\xe9>\r\n\r\nHTTP/1.1 199 \r\n\r\nHTTP/1.1 200'),
    );
    assert.match(text, /\r\nConnection: close\r\n/);
  });
});

/** What a client gets that has sent a request, and how its connection ends. */
async function receive({ port, ca }: Served, bytes: string): Promise<{ text: string; end: ConnectionEnd }> {
  const client = openRawConnection(port, { ca });
  let text = '';
  client.socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  client.socket.write(bytes);
  const end = await client.ended;
  client.destroy();
  return { text, end };
}

const ABORTS: readonly (readonly [AbortKind, string])[] = [
  [{ type: 'close' }, 'server-fin'],
  [{ type: 'close', linger: 5 }, 'server-fin'],
  [{ type: 'fin' }, 'server-fin'],
  [{ type: 'reset' }, 'server-rst'],
  [{ type: 'stream', code: 2 }, 'server-fin'],
  [{ type: 'destroy' }, 'server-fin'],
];

for (const tls of [false, true])
  describe(`an exchange that the server ends ${tls ? 'over TLS' : 'without TLS'}`, () => {
    /** How the client sees the end. */
    const seen = ({ type }: AbortKind): ConnectionEnd | undefined => {
      if (type === 'close') return 'fin';
      if (type === 'fin') return tls ? 'rude' : 'fin';
      return type === 'reset' ? 'rst' : undefined;
    };
    const writesFirst = ({ type }: AbortKind) => type !== 'destroy' && type !== 'stream';

    for (const place of ['before the response', 'within it', 'behind it', 'in its content', 'later'] as const)
      it(`${place} sends what was written, and has a reason`, async (t) => {
        let kind: AbortKind = { type: 'close' };
        let reason: 'timeout' | undefined;
        const done: string[] = [];
        const abort = (exchange: WireExchange) => {
          const first = exchange.abort(kind, reason);
          assert.equal(exchange.abort({ type: 'destroy' }, 'client-fin'), first);
          exchange.write('late');
          exchange.respond(200, 'OK', [], 'late');
          void first.then(() => done.push(String(exchange.ended)));
        };
        const served = await serveWire(
          t,
          (exchange) => {
            if (place === 'later') {
              exchange.start(200, 'OK', [['Content-Length', '5']]);
              exchange.write('abc');
              setTimeout(() => abort(exchange), 20);
              return;
            }
            if (place === 'in its content') {
              exchange.body.read({ data: () => abort(exchange), end() {}, fail() {} });
              return;
            }
            if (place === 'within it') {
              exchange.start(200, 'OK', [['Content-Length', '5']]);
              exchange.write('abc');
            } else if (place === 'behind it') exchange.respond(200, 'OK', [['Content-Length', '3']], 'abc');
            abort(exchange);
          },
          { tls },
        );
        for (const given of [undefined, 'timeout'] as const)
          for (const [each, expected] of ABORTS) {
            [kind, reason] = [each, given];
            const count = served.events.length;
            const { text, end } = await receive(served, `${post('/a', 3)}abc${get('/behind')}`);
            const message = `${JSON.stringify(each)} ${given} ${text}`;
            const hasText = place === 'within it' || place === 'behind it' || place === 'later';
            if (writesFirst(each) || place === 'later')
              assert.equal(text.split('\r\n\r\n')[1], hasText ? 'abc' : undefined, message);
            if (seen(each)) assert.equal(end, seen(each), message);
            await until(() => served.events.length === count + 2);
            assert.equal(served.events.at(-1), `/a ${given ?? expected}`, message);
          }
        await until(() => done.length === 2 * ABORTS.length);
        assert.deepEqual(
          done.filter((reason) => reason === 'undefined'),
          [],
        );
      });

    it('by a hijack has the bytes that are written, and ends when the connection has', async (t) => {
      let kind: AbortKind = { type: 'close' };
      const served = await serveWire(
        t,
        (exchange) => {
          const wire = exchange.hijack();
          assert.equal(exchange.respond(200, 'OK', [], 'none'), '');
          exchange.body.observe({
            chunk: (bytes) => void seenContent.push(Buffer.from(bytes).toString()),
            end() {},
          });
          const write = async () => {
            assert.equal(wire.isOpen, true);
            await wire.write('abc\xe9');
            await wire.write(bytesOf('\xe9'));
            await wire.write('');
            await holdsFor(20, () => exchange.ended === undefined);
            await exchange.abort(kind);
            assert.equal(wire.isOpen, false);
            await wire.write('late');
          };
          void write();
        },
        { tls },
      );
      const seenContent: string[] = [];
      for (const [each, expected] of ABORTS) {
        kind = each;
        const { text, end } = await receive(served, `${post('/a', 3)}abc${get('/behind')}`);
        assert.equal(text, 'abc\xe9\xe9');
        if (seen(each)) assert.equal(end, seen(each), each.type);
        await until(() => served.events.length % 2 === 0);
        assert.equal(served.events.at(-1), `/a ${expected}`);
      }
      assert.equal(served.events.length, 2 * ABORTS.length);
      assert.deepEqual(seenContent, Array(ABORTS.length).fill('abc'));
    });

    it('decodes none of its content any more', async (t) => {
      const { port, ca, exchanges, failures } = await serveWire(t, () => {}, { tls });
      const client = openRawConnection(port, { ca });
      t.after(() => client.destroy());
      client.tcp.allowHalfOpen = true;
      client.socket.on('data', () => {}).on('end', () => {});
      client.socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
      await until(() => exchanges[0]?.body.received === 1);
      const { tcp } = exchanges[0]?.connection ?? assert.fail();
      void exchanges[0]?.abort({ type: 'close' });
      const { bytesRead } = tcp;
      client.socket.write('zz\r\n');
      await until(() => tcp.bytesRead > bytesRead);
      await new Promise(setImmediate);
      assert.deepEqual([failures, exchanges[0]?.body.failure], [[], undefined]);
    });

    it('by a hijack can be ended by the client', async (t) => {
      const served = await serveWire(t, (exchange) => void exchange.hijack(), { tls });
      for (const [end, reason] of [
        [(client: ReturnType<typeof openRawConnection>) => client.socket.end(), 'client-fin'],
        [(client: ReturnType<typeof openRawConnection>) => client.tcp.resetAndDestroy(), 'client-rst'],
      ] as const) {
        const client = openRawConnection(served.port, { ca: served.ca });
        const count = served.events.length;
        client.socket.resume().write(get('/a'));
        await until(() => served.events.length > count);
        end(client);
        await until(() => served.events.length === count + 2);
        assert.equal(served.events.at(-1), `/a ${reason}`);
      }
    });

    it('by a hijack is reset when a large part is sent', async (t) => {
      const size = 3_000_000;
      const served = await serveWire(
        t,
        (exchange) => {
          void exchange.hijack().write(Buffer.alloc(size, 'a'));
          void exchange.abort({ type: 'reset' });
        },
        { tls },
      );
      const { text, end } = await receive(served, get('/a'));
      assert.deepEqual([text.length, end], [size, 'rst']);
    });
  });

describe('what follows the end of an exchange', () => {
  it('runs once, in its order, whatever one of them throws', async (t) => {
    const order: string[] = [];
    const { send, exchanges } = await serveWire(t, (exchange) => {
      exchange.onEnd(() => order.push('first'));
      exchange.onEnd(() => {
        order.push('throws');
        throw new Error('A defect');
      });
      exchange.onEnd(() => {
        order.push(`third ${exchange.ended}`);
        exchange.onEnd(() => order.push('nested'));
      });
      exchange.respond(200, 'OK', EMPTY, '');
      assert.equal(exchange.ended, undefined);
    });
    assert.deepEqual(statuses(await send([get('/a') + get('/b', CLOSE)])), [200, 200]);
    const once = ['first', 'throws', 'third answered', 'nested'];
    assert.deepEqual(order, [...once, ...once]);
    exchanges[0]?.onEnd(() => order.push('late'));
    exchanges[0]?.onEnd(() => {
      throw new Error('A defect');
    });
    assert.equal(order.at(-1), 'late');
  });

  it('does not run before the system has the last byte', async (t) => {
    const { exchanges, send } = await serveWire(
      t,
      (exchange) => void exchange.start(200, 'OK', [['Content-Length', '2']]),
    );
    const sending = send([get('/a', CLOSE)]);
    await until(() => exchanges.length === 1);
    const exchange = exchanges[0] ?? assert.fail();
    exchange.write('a');
    assert.equal(await exchange.connection.flushed(), true);
    exchange.write('b');
    exchange.end();
    // After its microtasks.
    for (let count = 0; count < 3; count++) await undefined;
    assert.equal(exchange.ended, undefined);
    assert.equal((await sending).end, 'end');
    assert.equal(exchange.ended, 'answered');
  });

  it('never runs within a call that completes the response', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => void exchange.start(200, 'OK', EMPTY));
    const sending = send([get('/a', CLOSE)]);
    await until(() => exchanges.length === 1);
    const [exchange] = exchanges;
    assert.equal(await exchange?.connection.flushed(), true);
    exchange?.end();
    assert.equal(exchange?.ended, undefined);
    assert.equal((await sending).end, 'end');
    assert.equal(exchange?.ended, 'answered');
  });

  it('precedes the failure of the content, which can be answered no more', async (t) => {
    const order: string[] = [];
    const { send } = await serveWire(t, (exchange) => {
      exchange.isClosing = exchange.head.target === '/closing';
      exchange.onEnd(() => order.push(`${exchange.ended} ${exchange.body.state}`));
      const fail = () => {
        assert.equal(exchange.connection.tcp.destroyed, false);
        order.push(`failed ${exchange.respond(500, '', [], '')}`);
      };
      exchange.body.read({ data() {}, end() {}, fail });
      exchange.respond(200, 'OK', EMPTY, '');
    });
    for (const target of ['/closing', '/open']) {
      const { text } = await send([`${post(target, 5)}abc`, /\r\n\r\n/], 30);
      assert.deepEqual(statuses({ text, end: 'end' }), [200]);
      await until(() => order.length === 2);
      assert.deepEqual(order.splice(0), ['answered open', 'failed ']);
    }
  });

  it('finds content that did not arrive failed', async (t) => {
    const failed: (string | undefined)[] = [];
    const { port, exchanges } = await serveWire(t, (exchange) => {
      exchange.body.read({ data() {}, end() {}, fail: (error) => void failed.push(error?.kind) });
      exchange.onEnd(() => failed.push(exchange.body.state));
    });
    const socket = await openConnection(port);
    socket.write(post('/a', 10));
    await until(() => exchanges.length === 1);
    socket.resetAndDestroy();
    await until(() => failed.length === 2);
    assert.deepEqual(failed, [undefined, 'failed']);
  });
});

describe('the connection of an exchange', () => {
  it('is described', async (t) => {
    for (const tls of [false, true]) {
      const { send, exchanges, port } = await serveWire(
        t,
        (exchange) => void exchange.respond(200, 'OK', EMPTY, ''),
        { tls },
      );
      await send([get('/a', CLOSE)]);
      const connection = exchanges[0]?.connection;
      assert.ok(connection);
      assert.deepEqual(
        [connection.isHttp2, connection.isSecure, connection.localAddress, connection.localPort],
        [false, tls, '127.0.0.1', port],
      );
      assert.equal(connection.remoteAddress, '127.0.0.1');
      assert.match(connection.info.remote, /^127\.0\.0\.1:\d+$/);
      if (!connection.tcp.closed) await once(connection.tcp, 'close');
      assert.equal(connection.isOpen, false);
    }
  });
});
