import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime, type Runtime } from '#runtime.ts';
import { holdsFor, until } from '#test/support/until.ts';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import { responses } from '#test/support/wire/transcript.ts';
import type { WireExchange } from '../../port.ts';

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`;

/** Answers with text that names the request. */
function answer(exchange: WireExchange): void {
  const { target } = exchange.head;
  exchange.respond(200, 'OK', [['Content-Length', String(target.length)]], target);
}

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
    const sending = send([get('/ending') + get('/slow') + get('/behind'), /\/slow$/]);
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

/** A client that does not end its side, and a server whose time a test controls. */
async function openHalf(t: TestContext, handle: (exchange: WireExchange) => void) {
  const { runtime, pass } = createManualTime();
  const served = await serveWire(t, handle, { runtime });
  const client = openRawConnection(served.port);
  t.after(() => client.destroy());
  client.tcp.allowHalfOpen = true;
  client.socket.resume();
  return { ...served, client, pass };
}

describe('a connection of HTTP/1 whose server has ended its side', () => {
  it('receives the rest of the content, and no further request', async (t) => {
    const { client, exchanges, events } = await openHalf(t, answer);
    const head = 'POST /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 3\r\n\r\n';
    client.socket.write(`${head}ab`);
    assert.equal(await client.ended, 'fin');
    client.socket.write(`c${get('/behind')}`);
    await until(() => exchanges[0]?.body.state === 'complete');
    client.socket.end(get('/behind'));
    await until(() => exchanges[0]?.connection.tcp.destroyed === true);
    assert.deepEqual(events, ['POST /a', '/a answered']);
  });
});

describe('the abort of an exchange of HTTP/1', () => {
  for (const [kind, milliseconds] of [
    [{ type: 'close', linger: 500 }, 500],
    [{ type: 'close' }, 2000],
    [{ type: 'fin' }, 2000],
  ] as const)
    it(`by ${JSON.stringify(kind)} reads from the client for ${milliseconds} ms`, async (t) => {
      const { client, listener, pass } = await openHalf(t, (exchange) => void exchange.abort(kind));
      client.socket.write(get('/a'));
      assert.equal(await client.ended, 'fin');
      pass(milliseconds - 1);
      assert.equal(listener.count, 1);
      pass(250);
      await listener.closed();
    });
});

describe('the end of an idle connection of HTTP/1', () => {
  it('is that of the latest exchange which asked for it', async (t) => {
    const { client, exchanges, events, pass } = await openHalf(t, (exchange) => {
      exchange.connection.closeWhenIdle(exchange.number === 1 ? 100 : 500, 'close');
      answer(exchange);
    });
    for (const count of [2, 4]) {
      client.socket.write(get('/a'));
      await until(() => events.length === count);
    }
    pass(499);
    assert.equal(exchanges[0]?.connection.isOpen, true);
    pass(1);
    assert.equal(exchanges[0]?.connection.isOpen, false);
    assert.equal(await client.ended, 'fin');
  });

  it('does not reset a connection that has ended in another way', async (t) => {
    const { client, listener, pass } = await openHalf(t, (exchange) => {
      exchange.connection.closeWhenIdle(100, 'reset');
      exchange.isClosing = true;
      answer(exchange);
    });
    client.socket.write(get('/a'));
    assert.equal(await client.ended, 'fin');
    pass(1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    pass(100);
    assert.equal(listener.count, 1);
  });

  it('serves no request that arrives before the reset', async (t) => {
    const { client, exchanges, events, pass } = await openHalf(t, (exchange) => {
      exchange.connection.closeWhenIdle(100, 'reset');
      answer(exchange);
    });
    client.socket.write(get('/a'));
    await until(() => events.length === 2);
    pass(100);
    const { tcp, isOpen } = exchanges[0]?.connection ?? assert.fail();
    assert.equal(isOpen, false);
    client.socket.write(get('/late'));
    await until(() => tcp.bytesRead > get('/late').length);
    await until(() => {
      pass(50);
      return tcp.destroyed;
    });
    assert.deepEqual([await client.ended, events.length], ['rst', 2]);
  });
});

describe('the shutdown of a connection of HTTP/1', () => {
  it('waits for no client, before a request and between two of them', async (t) => {
    for (const hasRequest of [false, true]) {
      const { listener, client, events, opened } = await openHalf(t, answer);
      if (hasRequest) client.socket.write(get('/a'));
      await until(() => opened.length === 1 && events.length === (hasRequest ? 2 : 0));
      listener.closeIdle();
      await listener.closed();
    }
  });

  it('waits for no client after the response in progress', async (t) => {
    const { listener, client, exchanges } = await openHalf(t, () => {});
    client.socket.write(get('/a'));
    await until(() => exchanges.length === 1);
    listener.closeIdle();
    answer(exchanges[0] ?? assert.fail());
    await listener.closed();
  });

  for (const [what, bytes] of [
    ['another request', get('/a') + get('/b')],
    ['content', 'POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc'],
  ] as const)
    it(`waits two seconds for a client that can still send, after ${what} that is not processed`, async (t) => {
      const { listener, client, exchanges, events, pass } = await openHalf(
        t,
        (exchange) => void exchange.start(200, 'OK', []),
      );
      client.socket.write(bytes);
      await until(() => exchanges[0]?.connection.tcp.bytesRead === bytes.length);
      listener.closeIdle();
      exchanges[0]?.end();
      assert.equal(await client.ended, 'fin');
      assert.equal(events.length, 2);
      pass(1999);
      assert.equal(listener.count, 1);
      pass(250);
      await listener.closed();
    });

  it('waits two seconds for a client whose last request is answered without it', async (t) => {
    const { client, closed, exchanges, pass } = await openHalf(t, answer);
    client.socket.write(get('/a').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    assert.equal(await client.ended, 'fin');
    assert.equal(exchanges[0]?.ended, 'answered');
    pass(1999);
    assert.equal(closed.length, 0);
    pass(250);
    await until(() => closed.length === 1);
  });
});
