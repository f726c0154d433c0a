import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '#test/support/until.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { openConnection, statuses } from '#test/support/wire/transcript.ts';
import { InvalidHead } from '../../http1/writer.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, length: number, fields = '') =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n${fields}\r\n`;
const CLOSE = 'Connection: close\r\n';
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
