import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdsFor, until } from '#test/support/until.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { openConnection, responses, statuses, transcriptOf } from '#test/support/wire/transcript.ts';
import type { WireExchange } from '../../port.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, content: string, fields = '') =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${content.length}\r\n${fields}\r\n${content}`;
const chunked = (target: string, content: string) =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n${content}`;
const CLOSE = 'Connection: close\r\n';

/** Answers with text that names the request. */
function answer(exchange: WireExchange, text = exchange.head.target): void {
  exchange.respond(200, 'OK', [['Content-Length', String(text.length)]], text);
}

/** Reads the content, then answers with it, or with the status of its error. */
function echo(exchange: WireExchange): void {
  let text = `${exchange.head.target}=`;
  exchange.body.read({
    data(chunk) {
      text += chunk.toString('latin1');
    },
    end: () => answer(exchange, text),
    fail: (error) => void exchange.respond(error?.status ?? 500, 'Failed', [['Content-Length', '0']], ''),
  });
}

const GARBAGE = '\0garbage\r\n\r\n';

for (const tls of [false, true])
  describe(`a connection of HTTP/1 ${tls ? 'over TLS' : 'without TLS'}`, () => {
    it('serves requests one after the other', async (t) => {
      const { send, events, opened, closed } = await serveWire(t, (exchange) => answer(exchange), { tls });
      const { text, end } = await send([get('/a'), /\/a$/, get('/b') + get('/c', CLOSE)]);
      assert.deepEqual([responses(text), end], [['200 /a', '200 /b', '200 /c'], 'end']);
      assert.deepEqual(events, ['GET /a', '/a answered', 'GET /b', '/b answered', 'GET /c', '/c answered']);
      await until(() => closed.length === 1);
      assert.deepEqual([opened.length, opened[0]?.requestCount], [1, 3]);
    });

    it('reads content that comes with the head, and in parts', async (t) => {
      const { send } = await serveWire(t, echo, { tls });
      const { text } = await send([
        post('/a', 'abc') + post('/b', 'de').slice(0, -1),
        /\/a=abc/,
        `e${chunked('/c', '1\r\nx\r\n2\r\nyz\r\n0\r\n\r\n')}${get('/d', CLOSE)}`,
      ]);
      assert.deepEqual(responses(text), ['200 /a=abc', '200 /b=de', '200 /c=xyz', '200 /d=']);
    });

    it('starts a request when the response before it is sent', async (t) => {
      const { send, exchanges, events } = await serveWire(t, () => {}, { tls });
      const sending = send([get('/a') + post('/b', 'abc') + get('/c', CLOSE)]);
      for (const [index, target] of ['/a', '/b', '/c'].entries()) {
        await until(() => exchanges.length > index);
        await holdsFor(20, () => exchanges.length === index + 1);
        const exchange = exchanges[index];
        assert.ok(exchange);
        assert.deepEqual([exchange.number, exchange.connection.openExchanges], [index + 1, 1]);
        exchange.start(200, 'OK', []);
        exchange.write(target);
        await holdsFor(10, () => exchanges.length === index + 1);
        exchange.end();
      }
      const { text } = await sending;
      assert.deepEqual(statuses({ text, end: 'end' }), [200, 200, 200]);
      assert.match(text, /2\r\n\/a\r\n0\r\n\r\nHTTP.*2\r\n\/b\r\n0\r\n\r\nHTTP.*2\r\n\/c\r\n0\r\n\r\n$/s);
      assert.equal(events.length, 6);
      assert.equal(exchanges[0]?.connection.openExchanges, 0);
    });

    it('serves 100 requests that arrive together, in their order', async (t) => {
      const { send } = await serveWire(
        t,
        (exchange) => {
          const { number } = exchange;
          if (number % 3 === 0) answer(exchange);
          else if (number % 3 === 1) echo(exchange);
          else setImmediate(() => answer(exchange));
        },
        { tls },
      );
      const targets = Array.from({ length: 100 }, (_, index) => `/${index}`);
      const bytes = targets.map((target, index) => (index % 2 === 0 ? get(target) : post(target, 'x')));
      const { text } = await send([bytes.join('') + get('/last', CLOSE)]);
      assert.deepEqual(
        responses(text).map((each) => /\d+ (\/\w+)/.exec(each)?.[1]),
        [...targets, '/last'],
      );
    });

    it('answers what is no request after the responses before it, and executes nothing behind it', async (t) => {
      const { send, events, failures } = await serveWire(
        t,
        (exchange) => void setTimeout(() => answer(exchange), 20),
        { tls },
      );
      const { text, end } = await send([get('/a') + get('/b') + GARBAGE + get('/c')]);
      assert.deepEqual([responses(text), end], [['200 /a', '200 /b', '400 '], 'end']);
      assert.equal(events.length, 4);
      assert.deepEqual(
        failures.map(({ error, isAnswered }) => [error.kind, isAnswered]),
        [['syntax', true]],
      );
    });

    it('fails content that cannot be decoded, once', async (t) => {
      const { send, failures, events } = await serveWire(t, echo, { tls });
      const response = await send([chunked('/a', `3\r\nabc\r\nzz\r\n\r\n${get('/b')}`)]);
      assert.deepEqual([responses(response.text), response.end], [['400 '], 'end']);
      assert.match(response.text, /\r\nConnection: close\r\n/);
      assert.deepEqual(
        failures.map(({ error, isAnswered }) => [error.kind, isAnswered]),
        [['framing', false]],
      );
      assert.deepEqual(events, ['POST /a', '/a answered']);
    });

    it('does not change the response of an exchange that does not read such content', async (t) => {
      const { send, exchanges } = await serveWire(
        t,
        (exchange) => {
          exchange.start(200, 'OK', [['Content-Length', '5']]);
          exchange.write('abc');
        },
        { tls },
      );
      const sending = send([chunked('/a', ''), /abc$/, 'zz\r\n\r\n']);
      await until(() => exchanges[0]?.status === 200);
      await holdsFor(50, () => exchanges[0]?.ended === undefined);
      exchanges[0]?.write('de');
      exchanges[0]?.end();
      const { text, end } = await sending;
      assert.deepEqual([responses(text), end], [['200 abcde'], 'end']);
    });

    it('discards unread content of any size, before the next request', async (t) => {
      const { send } = await serveWire(t, answer, { tls });
      for (const size of [3, 65_536, 70_000, 10_000_000]) {
        const { text, end } = await send([post('/a', 'x'.repeat(size)) + get('/b', CLOSE)]);
        assert.deepEqual([responses(text), end], [['200 /a', '200 /b'], 'end'], String(size));
      }
    });

    it('ends a connection whose content is too long to be discarded', async (t) => {
      const { port, ca, closed } = await serveWire(t, answer, { tls });
      const socket = await openConnection(port, ca);
      socket.on('error', () => {});
      socket.write(`POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: ${1e12}\r\n\r\n`);
      const block = Buffer.alloc(8_000_000);
      const send = () => void (socket.writable && socket.write(block));
      socket.on('drain', send);
      send();
      const { text, end } = await transcriptOf(socket, [], 60_000);
      assert.deepEqual([responses(text), end === 'open'], [['200 /a'], false]);
      await until(() => closed.length === 1);
    });

    it('ends a connection whose content cannot be decoded after the response', async (t) => {
      const { send, failures } = await serveWire(
        t,
        (exchange) => {
          exchange.isClosing = exchange.head.target === '/closing';
          answer(exchange);
        },
        { tls },
      );
      for (const target of ['/a', '/closing']) {
        const { text, end } = await send([chunked(target, ''), /\r\n\r\n\/\w/, 'zz\r\n']);
        assert.deepEqual([responses(text), end], [[`200 ${target}`], 'end']);
      }
      assert.deepEqual(
        failures.map(({ error, isAnswered }) => [error.kind, isAnswered]),
        [['framing', false]],
      );
    });

    it('does not report content that cannot be decoded when it is closing', async (t) => {
      const { send, failures, exchanges } = await serveWire(
        t,
        (exchange) => {
          exchange.isClosing = true;
        },
        { tls },
      );
      const sending = send([chunked('/a', 'zz\r\n')]);
      await until(() => exchanges[0]?.body.state === 'failed');
      exchanges[0]?.respond(200, 'OK', [['Content-Length', '0']], '');
      assert.equal((await sending).end, 'end');
      assert.deepEqual(failures, []);
    });

    it('counts the content to discard for each request', async (t) => {
      const { send } = await serveWire(t, (exchange) => answer(exchange), { tls });
      const large = post('/a', 'x'.repeat(40_000_000));
      assert.deepEqual(responses((await send([large, large, get('/b', CLOSE)])).text), [
        '200 /a',
        '200 /a',
        '200 /b',
      ]);
    });

    it('reads the rest of a closing request, so that its client gets the response', async (t) => {
      const { port, ca } = await serveWire(t, answer, { tls });
      const size = 10_000_000;
      const socket = await openConnection(port, ca);
      socket.pause();
      socket.write(`POST /a HTTP/1.1\r\nHost: h\r\n${CLOSE}Content-Length: ${size}\r\n\r\n`);
      await new Promise<void>((resolve) => socket.write(Buffer.alloc(size), () => resolve()));
      const { text, end } = await transcriptOf(socket.resume(), []);
      assert.deepEqual([responses(text), end], [['200 /a'], 'end']);
    });

    it('executes nothing behind a response that closes the connection', async (t) => {
      const { send, events } = await serveWire(
        t,
        (exchange) => {
          exchange.isClosing = exchange.head.target === '/server';
          const close = exchange.head.target === '/field' ? [['Connection', 'close'] as const] : [];
          exchange.respond(200, 'OK', [...close, ['Content-Length', '0']], '');
        },
        { tls },
      );
      for (const first of [
        get('/server'),
        get('/field'),
        get('/client', CLOSE),
        'GET /old HTTP/1.0\r\n\r\n',
      ]) {
        const { text, end } = await send([first + get('/behind') + GARBAGE]);
        assert.deepEqual([responses(text), end], [['200 '], 'end'], first);
        assert.match(text, /\r\nConnection: close\r\n/);
      }
      assert.equal(events.length, 8);
    });

    it('does not read more than a limit behind a request in progress', async (t) => {
      const { port, ca, exchanges } = await serveWire(t, () => {}, { tls });
      const socket = await openConnection(port, ca);
      t.after(() => socket.destroy());
      socket.on('error', () => {});
      const burst = get('/x', `X: ${'x'.repeat(900)}\r\n`).repeat(20_000);
      socket.write(get('/first') + burst);
      await until(() => exchanges.length === 1);
      const tcp = exchanges[0]?.connection.tcp;
      assert.ok(tcp);
      let bytes = -1;
      await until(async () => {
        const before = bytes;
        bytes = tcp.bytesRead;
        await new Promise((resolve) => setTimeout(resolve, 50));
        return bytes === before && tcp.bytesRead === bytes;
      });
      assert.ok(bytes < 500_000, `${bytes} were read`);
    });
  });

describe('the handler of an exchange', () => {
  it('that throws ends its connection, and no other', async (t) => {
    const { send, defects, failures } = await serveWire(t, (exchange) => {
      if (exchange.head.target === '/throw') throw new Error('A defect of the handler');
      answer(exchange);
    });
    const response = await send([get('/throw') + get('/behind')]);
    assert.equal(response.text, '');
    assert.notEqual(response.end, 'open');
    assert.deepEqual(responses((await send([get('/a', CLOSE)])).text), ['200 /a']);
    assert.deepEqual(defects.map(String), ['Error: A defect of the handler']);
    // Its content is not decoded.
    assert.equal((await send([chunked('/throw', 'zz\r\n')])).text, '');
    assert.deepEqual([defects.length, failures], [2, []]);
  });

  it('that throws in a reader of content ends its connection', async (t) => {
    const { send, events, defects } = await serveWire(t, (exchange) => {
      exchange.body.read({
        data() {
          if (exchange.head.target === '/data') throw new Error('A defect of the reader');
        },
        end() {
          throw new Error('A defect of the reader');
        },
        fail() {
          throw new Error('A defect of the reader');
        },
      });
    });
    for (const bytes of [post('/data', 'abc'), post('/end', 'abc'), chunked('/fail', 'zz'), get('/end')])
      assert.notEqual((await send([`${bytes}\r\n`])).end, 'open', bytes);
    await until(() => events.length === 8);
    // A reader that has thrown gets the failure, and throws again.
    assert.ok(defects.length >= 4);
  });
});

it('a connection is served beside HTTP/2 without TLS', async (t) => {
  const { send } = await serveWire(t, echo, { h2c: true });
  for (const steps of [
    [post('/a', 'P') + get('/b', CLOSE)],
    ['P', 5, `${post('/a', 'P').slice(1)}${get('/b', CLOSE)}`],
  ])
    assert.deepEqual(responses((await send(steps)).text), ['200 /a=P', '200 /b=']);
});
