import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime, type Runtime } from '#runtime.ts';
import { holdsFor, until } from '#test/support/until.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { openConnection, statuses, transcriptOf } from '#test/support/wire/transcript.ts';
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

/** The statuses and the contents of responses, whose content follows its head to the next one. */
function responses(text: string): string[] {
  return text
    .split(/(?!^)(?=HTTP\/1\.1 \d{3} )/)
    .map((each) => `${each.slice(9, 12)} ${each.slice(each.indexOf('\r\n\r\n') + 4)}`);
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

    it('ends at a FIN before a request, in silence', async (t) => {
      const { send, failures, closed } = await serveWire(t, answer, { tls });
      for (const steps of [['end'], [get('/a'), /\/a$/, 'end'], ['\r\n', 10, 'end']]) {
        const { text, end } = await send(steps);
        assert.deepEqual(
          [statuses({ text, end }).length, end],
          [steps.length === 3 && steps[1] !== 10 ? 1 : 0, 'end'],
        );
      }
      await until(() => closed.length === 3);
      assert.deepEqual(failures, []);
    });

    it('answers a FIN within a head with 400', async (t) => {
      const { send, failures } = await serveWire(t, answer, { tls });
      const { text, end } = await send(['GET / HTTP/1.1\r\nHo', 'end']);
      assert.deepEqual([responses(text), end], [['400 '], 'end']);
      assert.equal(failures[0]?.error.kind, 'incomplete');
    });

    it('fails content that a FIN ends, and the exchange answers', async (t) => {
      const { send, events } = await serveWire(t, echo, { tls });
      const { text, end } = await send([post('/a', 'abcdef').slice(0, -3), 'end']);
      assert.deepEqual([responses(text), end], [['400 '], 'end']);
      assert.deepEqual(events, ['POST /a', '/a answered']);
    });

    it('ends an exchange without a complete response at a FIN', async (t) => {
      const { send, events, closed } = await serveWire(
        t,
        (exchange) => {
          if (exchange.head.target === '/begun') {
            exchange.start(200, 'OK', [['Content-Length', '5']]);
            exchange.write('abc');
          }
        },
        { tls },
      );
      const slow = await send([get('/slow') + get('/behind'), 30, 'end']);
      assert.deepEqual([slow.text, slow.end], ['', 'end']);
      const begun = await send([get('/begun'), /abc$/, 'end']);
      assert.deepEqual([responses(begun.text), begun.end], [['200 abc'], 'end']);
      assert.deepEqual(events, ['GET /slow', '/slow client-fin', 'GET /begun', '/begun client-fin']);
      // Also if nothing reads the content, which is invalid or incomplete.
      for (const content of ['3\r\nabc\r\nzz\r\n', '3\r\na']) {
        const { text, end } = await send([chunked('/begun', content), /abc$/, 'end']);
        assert.deepEqual([responses(text), end], [['200 abc'], 'end']);
      }
      assert.deepEqual(events.slice(4), Array(2).fill(['POST /begun', '/begun client-fin']).flat());
      await until(() => closed.length === 4);
    });

    it('sends a complete response to a client that has ended its side', async (t) => {
      const size = 8_000_000;
      const { port, ca, events } = await serveWire(
        t,
        (exchange) =>
          void exchange.respond(200, 'OK', [['Content-Length', String(size)]], Buffer.alloc(size, 'a')),
        { tls },
      );
      const socket = await openConnection(port, ca);
      socket.pause();
      socket.end(get('/large'));
      await until(() => events.length === 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { text, end } = await transcriptOf(socket.resume(), []);
      assert.deepEqual([text.length - text.indexOf('\r\n\r\n') - 4, end], [size, 'end']);
      await until(() => events.length === 2);
      assert.equal(events[1], '/large answered');
    });

    it('ends an exchange whose client disconnects', async (t) => {
      const { port, ca, events, exchanges } = await serveWire(t, () => {}, { tls });
      const client = openRawConnection(port, { ca });
      client.socket.write(get('/a') + get('/b'));
      await until(() => exchanges.length === 1);
      client.tcp.resetAndDestroy();
      await until(() => events.length === 2);
      assert.equal(events[1], '/a client-rst');
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
      const timer = setInterval(() => socket.writable && socket.write(Buffer.alloc(8_000_000)), 5);
      const { text, end } = await transcriptOf(socket, []);
      clearInterval(timer);
      assert.deepEqual([responses(text), end === 'open'], [['200 /a'], false]);
      await until(() => closed.length === 1);
    });

    it('notices the end of its client behind any number of bytes that are not read as a request', async (t) => {
      const { send, events } = await serveWire(
        t,
        (exchange) => {
          const { target } = exchange.head;
          if (target === '/taken') exchange.hijack();
          else if (target === '/closing')
            setTimeout(() => {
              exchange.isClosing = true;
              exchange.start(200, 'OK', []);
            }, 30);
        },
        { tls },
      );
      const behind = get('/b').repeat(10_000);
      for (const first of [
        get('/closing'),
        get('/closed', CLOSE),
        get('/taken'),
        get('/taken', 'Connection: upgrade\r\nUpgrade: x\r\n'),
        post('/taken', 'x'.repeat(400_000)),
      ]) {
        const count = events.length;
        await send([first + behind, 60, 'end']);
        await until(() => events.length === count + 2);
        assert.match(events.slice(count).join(), /^(GET|POST) (\/\w+),\2 client-fin$/, first.slice(0, 100));
      }
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
    const { send, defects } = await serveWire(t, (exchange) => {
      if (exchange.head.target === '/throw') throw new Error('A defect of the handler');
      answer(exchange);
    });
    const response = await send([get('/throw') + get('/behind')]);
    assert.equal(response.text, '');
    assert.notEqual(response.end, 'open');
    assert.deepEqual(responses((await send([get('/a', CLOSE)])).text), ['200 /a']);
    assert.deepEqual(defects.map(String), ['Error: A defect of the handler']);
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

describe('the time limits of a connection', () => {
  const times = { head: 120, body: 200, keepAlive: 160, stall: 150 };

  it('are 408 for a head, also one that has not begun', async (t) => {
    const { send, failures } = await serveWire(t, answer, { times });
    for (const steps of [
      [],
      ['GET /a HTTP/1.1\r\n'],
      ['G', 60, 'ET ', 60, '/a'],
      [`${get('/a')}GET`],
    ] as const) {
      const { text, end } = await send(steps);
      assert.equal(end, 'end');
      assert.equal(statuses({ text, end }).at(-1), 408, text);
    }
    assert.deepEqual(
      failures.map(({ error, isAnswered }) => [error.kind, isAnswered]),
      Array(4).fill(['timeout', true]),
    );
  });

  it('end an idle connection in silence', async (t) => {
    const { send, failures } = await serveWire(t, answer, { times });
    const startedAt = performance.now();
    const { text, end } = await send([get('/a'), /\/a$/, 400, get('/b')]);
    assert.deepEqual([responses(text), end, failures], [['200 /a', '200 /b'], 'end', []]);
    // The time, the reserve and the pause.
    assert.ok(performance.now() - startedAt >= 1560);
  });

  it('fail content that does not arrive, whether it is read or not', async (t) => {
    const { send, events } = await serveWire(
      t,
      (exchange) => (exchange.head.target === '/unread' ? answer(exchange) : echo(exchange)),
      { times },
    );
    const read = await send([post('/read', 'abc').slice(0, -1)]);
    assert.deepEqual([responses(read.text), read.end], [['408 '], 'end']);
    const unread = await send([post('/unread', 'abc').slice(0, -1)]);
    assert.deepEqual([responses(unread.text), unread.end], [['200 /unread'], 'end']);
    assert.deepEqual(events, ['POST /read', '/read answered', 'POST /unread', '/unread answered']);
  });

  it('end an exchange that does not answer failed content, but no response that makes progress', async (t) => {
    const { send, events } = await serveWire(
      t,
      (exchange) => {
        if (exchange.head.target !== '/drip') return;
        exchange.start(200, 'OK', []);
        let count = 0;
        const timer = setInterval(() => {
          exchange.write('x');
          if (++count < 10) return;
          clearInterval(timer);
          exchange.end();
        }, 60);
      },
      { times },
    );
    const silent = await send([chunked('/silent', 'zz\r\n')]);
    assert.deepEqual([silent.text, silent.end !== 'open'], ['', true]);
    const drip = await send([chunked('/drip', 'zz\r\n')]);
    assert.match(drip.text, /x\r\n0\r\n\r\n$/);
    await until(() => events.length === 4);
    assert.deepEqual(events, ['POST /silent', '/silent timeout', 'POST /drip', '/drip answered']);
  });

  it('do not end an exchange that has taken the connection', async (t) => {
    const { send, exchanges, events } = await serveWire(t, (exchange) => void exchange.hijack(), { times });
    const sending = send([chunked('/a', 'zz\r\n')]);
    await until(() => exchanges.length === 1);
    await holdsFor(500, () => events.length === 1);
    exchanges[0]?.connection.writeRaw('late');
    await exchanges[0]?.abort({ type: 'close' });
    assert.deepEqual(await sending, { text: 'late', end: 'end' });
  });

  it('do not end a request whose response takes longer than each of them', async (t) => {
    const { send } = await serveWire(t, (exchange) => void setTimeout(() => answer(exchange), 500), {
      times,
    });
    assert.deepEqual(responses((await send([get('/a', CLOSE)])).text), ['200 /a']);
  });

  it('end a response that the client does not take', async (t) => {
    const { port, events } = await serveWire(
      t,
      (exchange) => void exchange.respond(200, 'OK', [], Buffer.alloc(20_000_000)),
      { times },
    );
    const socket = await openConnection(port);
    t.after(() => socket.destroy());
    socket.pause().on('error', () => {});
    socket.write(get('/a'));
    await until(() => events.length === 2);
    assert.equal(events[1], '/a timeout');
  });
});

describe('the end of a connection of HTTP/1', () => {
  it('by the server is at once when it is idle', async (t) => {
    const { send, listener, opened, events } = await serveWire(t, answer);
    const unused = send([]);
    await until(() => opened.length === 1);
    listener.closeIdle();
    assert.deepEqual(await unused, { text: '', end: 'end' });
    assert.deepEqual(events, []);
    // One that was used.
    const again = await serveWire(t, answer);
    const used = again.send([get('/a')]);
    await until(() => again.events.length === 2);
    again.listener.closeIdle();
    assert.equal((await used).end, 'end');
  });

  it('by the server is after the response in progress, which announces it', async (t) => {
    const { send, listener, exchanges, events } = await serveWire(t, () => {});
    const sending = send([get('/a') + get('/b')]);
    await until(() => exchanges.length === 1);
    listener.closeIdle();
    await holdsFor(20, () => exchanges[0]?.ended === undefined);
    exchanges[0]?.respond(200, 'OK', [['Content-Length', '0']], '');
    const { text, end } = await sending;
    assert.deepEqual([responses(text), end], [['200 '], 'end']);
    assert.match(text, /\r\nConnection: close\r\n/);
    assert.equal(events.length, 2);
  });

  it('by the server is after the response that has begun', async (t) => {
    const { send, listener, exchanges } = await serveWire(
      t,
      (exchange) => void exchange.start(200, 'OK', []),
    );
    const sending = send([get('/a')]);
    await until(() => exchanges.length === 1);
    listener.closeIdle();
    exchanges[0]?.end();
    const { text, end } = await sending;
    assert.match(text, /\r\n\r\n0\r\n\r\n$/);
    assert.equal(end, 'end');
  });

  it('by the server comes at once within a head', async (t) => {
    const { send, listener, opened } = await serveWire(t, answer);
    const sending = send([get('/a').slice(0, 9)]);
    await until(() => opened.length === 1);
    listener.closeIdle();
    const { text, end } = await sending;
    assert.deepEqual([text, end], ['', 'end']);
  });

  it('after an exchange waits for a time, in which others are served', async (t) => {
    const { send, events } = await serveWire(t, (exchange) => {
      if (exchange.head.target === '/ending') exchange.connection.closeWhenIdle(150, 'close');
      answer(exchange);
    });
    const startedAt = performance.now();
    const { text, end } = await send([get('/ending'), /\/ending$/, get('/a')]);
    assert.deepEqual([responses(text), end], [['200 /ending', '200 /a'], 'end']);
    assert.ok(performance.now() - startedAt >= 145);
    assert.equal(events.length, 4);
  });

  it('after an exchange waits for another one in progress', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => {
      if (exchange.head.target !== '/ending') return;
      exchange.connection.closeWhenIdle(20, 'close');
      answer(exchange);
    });
    const sending = send([get('/ending') + get('/slow') + get('/behind')]);
    await until(() => exchanges.length === 2);
    await holdsFor(60, () => exchanges[1]?.connection.isOpen === true);
    const [, slow] = exchanges;
    assert.ok(slow);
    answer(slow);
    const { text, end } = await sending;
    assert.deepEqual([responses(text), end], [['200 /ending', '200 /slow'], 'end']);
  });

  it('after an exchange can be at once, or a reset', async (t) => {
    for (const kind of ['close', 'reset'] as const) {
      const { send, events } = await serveWire(t, (exchange) => {
        exchange.connection.closeWhenIdle(0, kind);
        answer(exchange);
      });
      const { text, end } = await send([get('/a') + get('/b')]);
      assert.deepEqual([responses(text), end], [['200 /a'], kind === 'close' ? 'end' : 'reset']);
      assert.deepEqual(events, ['GET /a', '/a answered']);
    }
  });

  it('after an exchange is not waited for when the client disconnects', async (t) => {
    let cancelled = 0;
    const real = createRuntime();
    const runtime: Runtime = {
      ...real,
      after(milliseconds, action) {
        const cancel = real.after(milliseconds, action);
        return () => {
          if (milliseconds === 7000) cancelled++;
          cancel();
        };
      },
    };
    const handle = (exchange: WireExchange) => {
      exchange.connection.closeWhenIdle(7000, 'reset');
      answer(exchange);
    };
    const { send } = await serveWire(t, handle, { runtime });
    await send([get('/a'), /\/a$/, 'end']);
    await until(() => cancelled === 1);
  });

  it('can be asked for when it is idle', async (t) => {
    const { send, exchanges, events } = await serveWire(t, (exchange) => answer(exchange));
    const sending = send([get('/a')]);
    await until(() => events.length === 2);
    exchanges[0]?.connection.closeWhenIdle(0, 'close');
    assert.equal((await sending).end, 'end');
  });

  it('that has begun is no answer', async (t) => {
    const { send, events } = await serveWire(t, (exchange) => {
      exchange.connection.tcp.destroy();
      answer(exchange);
    });
    await send([get('/a')]);
    await until(() => events.length === 2);
    assert.notEqual(events[1], '/a answered');
  });

  it('after an idle time can be asked for when no exchange is in progress', async (t) => {
    const { send, exchanges } = await serveWire(t, (exchange) => {
      exchange.onEnd(() => exchange.connection.closeWhenIdle(10, 'close'));
      answer(exchange);
    });
    assert.equal((await send([get('/a')])).end, 'end');
    assert.equal(exchanges.length, 1);
  });
});
