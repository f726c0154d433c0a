import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import tls from 'node:tls';
import { createIdentity } from '#http/server/certificate.ts';
import { createRuntime } from '#runtime.ts';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { until } from '#test/support/until.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { readAll } from '#test/support/wire/open-socket.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import type { WireExchange } from '../port.ts';
import { portOf } from './connection-port.ts';

const LIMIT = { timeout: 30_000 };

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

function answer(exchange: WireExchange): void {
  exchange.respond(200, 'OK', [['Content-Length', '2']], 'ok');
}

/** A client of a port. */
function open(t: TestContext, port: number, ca?: string) {
  const client = openRawConnection(port, { ca });
  t.after(() => client.destroy());
  return client;
}

describe('a listener', LIMIT, () => {
  for (const isSecure of [false, true])
    it(`counts its connections, and reports each one (TLS: ${isSecure})`, async (t) => {
      const { listener, port, ca, opened, closed } = await driveWire(t, answer, { tls: isSecure });
      await listener.closed();
      const [first, second] = [open(t, port, ca), open(t, port, ca)];
      for (const { socket } of [first, second]) socket.write(REQUEST);
      await Promise.all([once(first.socket, 'data'), once(second.socket, 'data')]);
      assert.deepEqual([listener.count, opened.length, closed.length], [2, 2, 0]);
      const names = [first, second].map(({ tcp }) => `127.0.0.1:${tcp.localPort}`);
      assert.deepEqual(opened.map(({ remote }) => remote).sort(), names.sort());
      assert.deepEqual(
        opened.map(({ id }) => id),
        [1, 2],
      );
      first.destroy();
      await until(() => listener.count === 1);
      assert.equal(closed.length, 1);
      listener.destroy();
      await listener.closed();
      assert.deepEqual([listener.count, closed.length], [0, 2]);
    });

  it('ends the exchanges of a connection before it reports that the connection is closed', async (t) => {
    for (const isSecure of [false, true]) {
      const events: string[] = [];
      const exchanges: WireExchange[] = [];
      const driver = await driveWire(
        t,
        (exchange) => {
          exchanges.push(exchange);
          exchange.onEnd(() => events.push(`${exchange.ended}, ${driver.closed.length} closed`));
        },
        { tls: isSecure },
      );
      const client = open(t, driver.port, driver.ca);
      client.socket.write(REQUEST);
      await until(() => exchanges.length === 1);
      client.tcp.resetAndDestroy();
      await driver.listener.closed();
      assert.deepEqual(events, ['client-rst, 0 closed']);
    }
  });

  it('ends idle connections, those whose exchange ends, and later ones', async (t) => {
    for (const isSecure of [false, true]) {
      const exchanges: WireExchange[] = [];
      const { listener, port, ca } = await driveWire(t, (exchange) => void exchanges.push(exchange), {
        tls: isSecure,
      });
      const [idle, busy] = [open(t, port, ca), open(t, port, ca)];
      const secured = isSecure && once(idle.socket, 'secureConnect');
      busy.socket.write(REQUEST);
      await until(() => listener.count === 2 && exchanges.length === 1);
      await secured;
      const [fromIdle, fromBusy] = [readAll(idle), readAll(busy)];
      listener.closeIdle();
      assert.equal(await fromIdle, '');
      const later = open(t, port, ca);
      assert.equal(await readAll(later), '');
      await until(() => listener.count === 1);
      assert.equal(busy.tcp.destroyed, false);
      for (const exchange of exchanges) answer(exchange);
      assert.match(await fromBusy, /^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n.*ok$/s);
      await listener.closed();
    }
  });

  for (const isSecure of [false, true])
    it(`prepares the connections of another process (TLS: ${isSecure})`, async (t) => {
      const { listener, opened, ca } = await driveWire(t, answer, { tls: isSecure });
      const server = createServer({ pauseOnConnect: true }, (socket) => {
        const setNoDelay = t.mock.method(socket, 'setNoDelay');
        listener.accept(socket);
        assert.deepEqual([socket.allowHalfOpen, setNoDelay.mock.calls[0]?.arguments], [true, [true]]);
      }).listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      const client = open(t, portOf([server]), ca);
      const received = readAll(client);
      client.socket.end(REQUEST);
      assert.match(await received, /^HTTP\/1\.1 200 OK/);
      assert.equal(await client.ended, 'fin');
      assert.equal(opened.length, 1);
    });

  it('ignores a connection that was lost before', async (t) => {
    const { listener, opened } = await driveWire(t, answer);
    const socket = new Socket();
    socket.destroy();
    listener.accept(socket);
    // It has no other listener.
    socket.emit('error', new Error('lost'));
    assert.deepEqual([listener.count, opened.length], [0, 0]);
    await listener.closed();
  });

  for (const end of ['respond', 'fin', 'reset', 'destroy'] as const)
    it(`serves a connection whose handshake another server has done (${end})`, async (t) => {
      const exchanges: WireExchange[] = [];
      const { listener, closed } = await driveWire(t, (exchange) => {
        exchanges.push(exchange);
        if (end === 'respond') answer(exchange);
        else void exchange.abort({ type: end });
      });
      const identity = await createIdentity([], createRuntime());
      const server = tls
        .createServer({ ...identity, pauseOnConnect: true }, (socket) => listener.accept(socket))
        .listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      const port = portOf([server]);
      const client = open(t, port, identity.ca);
      const received = readAll(client);
      client.socket.end(REQUEST);
      const text = await received;
      if (end === 'respond') assert.match(text, /^HTTP\/1\.1 200 OK/);
      else assert.equal(text, '');
      assert.equal(exchanges[0]?.connection.isSecure, true);
      await listener.closed();
      assert.equal(closed.length, 1);
    });

  for (const [method, isSecure] of [
    ['opened', false],
    ['closed', false],
    ['handshakeFailed', true],
    ['failed', false],
  ] as const)
    it(`survives a server whose method ${method} throws`, async (t) => {
      const thrower = () => {
        throw new Error(method);
      };
      const driver = await driveWire(t, answer, {
        tls: isSecure,
        h2c: !isSecure,
        times: { head: 50 },
        server: { [method]: thrower },
      });
      const client = open(t, driver.port);
      client.socket.write('PRI *');
      await readAll(client);
      await driver.listener.closed();
      assert.deepEqual(driver.defects, [new Error(method)]);
    });

  it('checks the times of all connections with one timer, four times within the smallest limit', async (t) => {
    for (const [times, interval] of [
      [{ head: 10_000 }, 250],
      [{ head: 400 }, 100],
      [{ body: 400 }, 100],
      [{ keepAlive: 400 }, 100],
      [{ stall: 400 }, 100],
      [{ head: 8 }, 5],
    ] as const) {
      const { runtime, timers } = createManualRuntime();
      const { port, listener } = await driveWire(t, answer, { runtime, times });
      const clients = [open(t, port), open(t, port)];
      await until(() => listener.count === clients.length);
      assert.deepEqual(
        timers.map(({ milliseconds }) => milliseconds),
        [interval],
      );
    }
  });

  for (const [what, options, bytes] of [
    ['HTTP/1', {}, REQUEST],
    ['a protocol that is not known', { h2c: true }, 'PRI'],
    ['HTTP/2', { h2c: true }, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', { tls: true }, REQUEST],
    ['a failed handshake', { tls: true }, ''],
    ['a request without TLS', { tls: true }, 'GET'],
  ] as const)
    it(`has no timer after the end of its connections, of ${what}`, async (t) => {
      const { runtime, timers } = createManualRuntime();
      const driver = await driveWire(t, answer, { runtime, ...options });
      const isPlain = what === 'a failed handshake' || bytes === 'GET';
      const client = open(t, driver.port, isPlain ? undefined : driver.ca);
      let length = 0;
      client.socket.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      client.socket.write(bytes);
      await until(() => driver.opened.length === 1 && (bytes !== REQUEST || length > 0));
      client.destroy();
      await driver.listener.closed();
      for (const { run } of timers.splice(0)) run();
      assert.deepEqual(timers, []);
    });
});
