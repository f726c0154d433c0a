import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { readAll } from '#test/support/wire/open-socket.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import type { WireExchange } from '../../port.ts';

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`;
const post = (target: string, content: string, length: number) =>
  `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n${content}`;
/** A request whose content cannot be decoded. */
const INVALID = 'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';

const TIMES = { head: 100, body: 200, keepAlive: 400, stall: 300 };

/** Milliseconds between two checks of these times. A limit begins with the first check of its phase. */
const TICK = 25;

function answer(exchange: WireExchange): void {
  exchange.respond(200, 'OK', [['Content-Length', '2']], 'ok');
}

/** A client, and a server whose time a test controls. */
async function open(t: TestContext, handle: (exchange: WireExchange) => void = answer) {
  const { runtime, pass } = createManualTime();
  const served = await serveWire(t, handle, { runtime, times: TIMES });
  const client = openRawConnection(served.port);
  t.after(() => client.destroy());
  const received = readAll(client);
  await until(() => served.opened.length === 1);
  const send = (bytes: string) => void client.socket.write(bytes);
  /** Sends a request, and resolves with its exchange. */
  const request = async (bytes: string): Promise<WireExchange> => {
    const { length } = served.exchanges;
    send(bytes);
    await until(() => served.exchanges.length > length);
    return served.exchanges[length] ?? assert.fail();
  };
  return { ...served, client, received, send, request, pass };
}

describe('the time limits of a connection of HTTP/1', () => {
  for (const parts of [[], ['GET / HTTP/1.1\r\n'], ['G', 'ET ', '/']])
    it(`are 408 for a first head, from the start of the connection (${parts.length} parts)`, async (t) => {
      const { received, failures, send, pass } = await open(t);
      for (const part of parts) {
        send(part);
        pass(30);
        await new Promise(setImmediate);
      }
      pass(99 - 30 * parts.length);
      assert.equal(failures.length, 0);
      pass(1);
      assert.deepEqual(
        failures.map(({ error, isAnswered }) => [error.kind, isAnswered]),
        [['timeout', true]],
      );
      assert.match(await received, /^HTTP\/1\.1 408 /);
    });

  it('are 408 for a later head, from its start', async (t) => {
    const { received, failures, events, request, pass } = await open(t);
    const { tcp } = (await request(`${get('/')}GET`)).connection;
    await until(() => events.length === 2 && tcp.bytesRead === get('/').length + 3);
    pass(TICK);
    pass(99);
    assert.equal(failures.length, 0);
    pass(1);
    assert.equal(failures[0]?.error.kind, 'timeout');
    assert.match(await received, /okHTTP\/1\.1 408 /);
  });

  it('end an idle connection in silence, from the end of its last exchange', async (t) => {
    const { client, received, failures, events, request, pass } = await open(t);
    const { connection } = await request(get('/a'));
    await until(() => events.length === 2);
    pass(TICK);
    pass(1300);
    await request(get('/b'));
    await until(() => events.length === 4);
    pass(TICK);
    // The reserve is a second.
    pass(1399);
    assert.equal(connection.isOpen, true);
    pass(1);
    assert.equal(connection.isOpen, false);
    assert.equal((await received).match(/HTTP/g)?.length, 2);
    assert.deepEqual([await client.ended, failures], ['fin', []]);
  });

  it('fail content that its exchange reads', async (t) => {
    const { received, request, pass } = await open(t, (exchange) =>
      exchange.body.read({
        data() {},
        end() {},
        fail: (error) => exchange.respond(error?.status ?? 500, '', [['Content-Length', '0']], ''),
      }),
    );
    const { body } = await request(post('/', 'ab', 3));
    pass(TICK);
    pass(199);
    assert.equal(body.state, 'open');
    pass(1);
    assert.deepEqual([body.state, body.failure?.kind], ['failed', 'timeout']);
    assert.match(await received, /^HTTP\/1\.1 408 /);
  });

  it('end a connection whose content nothing reads, without another response', async (t) => {
    const { received, events, failures, request, pass } = await open(t);
    const { connection } = await request(post('/', 'ab', 3));
    await until(() => events.length === 2);
    pass(TICK);
    pass(199);
    assert.equal(connection.isOpen, true);
    pass(1);
    assert.equal(connection.isOpen, false);
    assert.match(await received, /^HTTP\/1\.1 200 .*ok$/s);
    assert.deepEqual(failures, []);
  });

  it('end an exchange that does not answer failed content', async (t) => {
    const { received, request, pass } = await open(t, () => {});
    const exchange = await request(INVALID);
    await until(() => exchange.body.state === 'failed');
    pass(TICK);
    pass(299);
    assert.equal(exchange.ended, undefined);
    pass(1);
    assert.equal(exchange.connection.isOpen, false);
    await until(() => exchange.ended !== undefined);
    assert.deepEqual([exchange.ended, await received], ['timeout', '']);
  });

  it('end no such exchange whose response makes progress', async (t) => {
    const { received, request, pass } = await open(t, (exchange) => void exchange.start(200, 'OK', []));
    const exchange = await request(INVALID);
    await until(() => exchange.body.state === 'failed');
    for (let count = 0; count < 3; count++) {
      exchange.write('x');
      assert.equal(await exchange.connection.flushed(), true);
      pass(300);
      assert.equal(exchange.connection.isOpen, true);
    }
    exchange.end();
    assert.match(await received, /x\r\n0\r\n\r\n$/);
  });

  it('end no exchange that has taken the connection', async (t) => {
    const { received, request, pass } = await open(t, (exchange) => void exchange.hijack());
    const exchange = await request(INVALID);
    await until(() => exchange.body.state === 'failed');
    pass(100_000);
    assert.equal(exchange.ended, undefined);
    exchange.connection.writeRaw('late');
    void exchange.abort({ type: 'close' });
    assert.equal(await received, 'late');
  });

  it('end no request whose response takes longer than each of them', async (t) => {
    const { received, request, pass } = await open(t, () => {});
    const exchange = await request(get('/'));
    pass(100_000);
    exchange.isClosing = true;
    answer(exchange);
    assert.match(await received, /ok$/);
  });

  it('end a response that the client does not take', async (t) => {
    const { client, events, request, pass } = await open(t, (exchange) => {
      client.tcp.pause();
      exchange.respond(200, 'OK', [], Buffer.alloc(20_000_000));
    });
    await request(get('/'));
    await until(() => {
      pass(TICK);
      return events.length === 2;
    });
    assert.equal(events[1], '/ timeout');
  });
});
