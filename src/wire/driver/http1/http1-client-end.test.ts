import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '#test/support/until.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { openConnection, responses, statuses, transcriptOf } from '#test/support/wire/transcript.ts';
import type { WireExchange } from '../../port.ts';

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const post = (target: string, content: string) =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${content.length}\r\n\r\n${content}`;
const chunked = (target: string, content: string) =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n${content}`;

/** Answers with text that names the request. */
function answer(exchange: WireExchange): void {
  const { target } = exchange.head;
  exchange.respond(200, 'OK', [['Content-Length', String(target.length)]], target);
}

/** Reads the content, and answers with the status of its error. */
function answerFailure(exchange: WireExchange, isLater: boolean): void {
  const respond = (status: number) => exchange.respond(status, 'Failed', [['Content-Length', '0']], '');
  exchange.body.read({
    data() {},
    end() {},
    fail(error) {
      const status = error?.status ?? 500;
      if (isLater) setImmediate(() => respond(status));
      else respond(status);
    },
  });
}

for (const tls of [false, true])
  describe(`the client of a connection of HTTP/1 ${tls ? 'over TLS' : 'without TLS'}`, () => {
    it('can end its side before a request', async (t) => {
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

    it('that ends its side within a head gets 400', async (t) => {
      const { send, failures } = await serveWire(t, answer, { tls });
      const { text, end } = await send(['GET / HTTP/1.1\r\nHo', 'end']);
      assert.deepEqual([responses(text), end], [['400 '], 'end']);
      assert.equal(failures[0]?.error.kind, 'incomplete');
    });

    it('that ends its side within content fails the content, which the exchange answers', async (t) => {
      const { send, events } = await serveWire(t, (exchange) => answerFailure(exchange, false), { tls });
      const { text, end } = await send([post('/a', 'abcdef').slice(0, -3), 'end']);
      assert.deepEqual([responses(text), end], [['400 '], 'end']);
      assert.deepEqual(events, ['POST /a', '/a answered']);
    });

    it('that ends its side ends an exchange without a complete response', async (t) => {
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

    it('that ends its side gets a complete response', async (t) => {
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

    it('that disconnects ends the exchange', async (t) => {
      const { port, ca, events, exchanges } = await serveWire(t, () => {}, { tls });
      const client = openRawConnection(port, { ca });
      client.socket.write(get('/a') + get('/b'));
      await until(() => exchanges.length === 1);
      client.tcp.resetAndDestroy();
      await until(() => events.length === 2);
      assert.equal(events[1], '/a client-rst');
    });

    it('is seen to end behind any number of bytes that are not read as a request', async (t) => {
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
        get('/closed', 'Connection: close\r\n'),
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

    it('that has failed to send its content gets the answer of a reader that begins later', async (t) => {
      const { send, events, exchanges } = await serveWire(t, () => {}, { tls });
      for (const content of ['abc', 'x'.repeat(200_000)]) {
        const sending = send([post('/a', `${content}${content}`).slice(0, -content.length), 'end']);
        const count = events.length;
        await until(() => events.length > count);
        const exchange = exchanges.at(-1);
        assert.ok(exchange);
        // It has no reader, so a part of large content waits.
        const size = Math.min(content.length, 65_536);
        await until(() => exchange.body.received >= size);
        await new Promise((resolve) => setTimeout(resolve, 20));
        assert.equal(exchange.ended, undefined);
        answerFailure(exchange, true);
        const { text, end } = await sending;
        assert.deepEqual(
          [responses(text), end, exchange.ended],
          [['400 '], 'end', 'answered'],
          content.slice(0, 9),
        );
      }
    });

    it('that disconnects after the answer fails the rest of its content', async (t) => {
      const { port, ca, exchanges, events } = await serveWire(t, answer, { tls });
      const client = openRawConnection(port, { ca });
      t.after(() => client.destroy());
      client.socket.resume().write(post('/a', 'abc').slice(0, -1));
      await until(() => events.length === 2);
      const { body } = exchanges[0] ?? assert.fail();
      const seen: string[] = [];
      body.observe({ chunk() {}, end() {}, fail: () => void seen.push('fail') });
      assert.equal(body.state, 'open');
      client.tcp.resetAndDestroy();
      await until(() => body.state !== 'open');
      assert.deepEqual([body.state, body.failure, seen], ['failed', undefined, ['fail']]);
    });
  });
