import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type ListenOptions, Server, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import {
  type ConnectionPort,
  closeAll,
  listenOnAll,
  openPort,
  type PortOptions,
  portOf,
} from './connection-port.ts';

const LOOPBACK: PortOptions = { host: ['127.0.0.1'], port: 0 };

async function openUntilEnd(t: TestContext, options: PortOptions) {
  const accepted: Socket[] = [];
  const opened = await openPort((socket) => void accepted.push(socket.on('error', () => {})), options);
  t.after(async () => {
    for (const socket of accepted) socket.destroy();
    await opened.close();
  });
  return { opened, accepted };
}

async function connectTo(t: TestContext, host: string, { port }: ConnectionPort): Promise<Socket> {
  const socket = connect(port, host);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

describe('a port of this process', () => {
  it('has its address and its connections, and is closed when all of them are', async (t) => {
    const { opened, accepted } = await openUntilEnd(t, LOOPBACK);
    assert.deepEqual([opened.address, opened.port > 0, accepted.length], ['127.0.0.1', true, 0]);
    await assert.rejects(
      openPort(() => {}, { ...LOOPBACK, port: opened.port }),
      { code: 'EADDRINUSE' },
    );
    await connectTo(t, '127.0.0.1', opened);
    await until(() => accepted.length === 1);
    assert.equal(accepted[0]?.allowHalfOpen, true);
    let isClosed = false;
    const closed = opened.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    assert.equal(isClosed, false);
    accepted[0]?.destroy();
    await closed;
    await assert.rejects(connectTo(t, '127.0.0.1', opened), { code: 'ECONNREFUSED' });
  });

  it('has the connections of all of its addresses', async (t) => {
    const { opened, accepted } = await openUntilEnd(t, { host: ['127.0.0.1', '127.0.0.2'], port: 0 });
    for (const host of ['127.0.0.1', '127.0.0.2']) await connectTo(t, host, opened);
    await until(() => accepted.length === 2);
    assert.deepEqual(accepted.map(({ localAddress }) => localAddress).sort(), ['127.0.0.1', '127.0.0.2']);
  });

  it('reports an error after its start, which does not end the process', async (t) => {
    const listen = t.mock.method(Server.prototype, 'listen');
    const errors: Error[] = [];
    await openUntilEnd(t, { ...LOOPBACK, notAccepted: (error) => void errors.push(error) });
    await openUntilEnd(t, LOOPBACK);
    const error = new Error('accept EMFILE');
    for (const { this: server } of listen.mock.calls) {
      assert.ok(server instanceof Server);
      server.emit('error', error);
    }
    assert.deepEqual(errors, [error]);
  });
});

describe('the servers of several addresses', () => {
  /** Creates servers for which the system has no address of IPv6. */
  function createWithoutIpv6(t: TestContext): Server {
    const server = createServer();
    const { listen } = server;
    t.mock.method(server, 'listen', (options: ListenOptions, listener: () => void) =>
      // An address for documentation (RFC 3849).
      listen.call(server, options.host === '::1' ? { ...options, host: '2001:db8::1' } : options, listener),
    );
    return server;
  }

  it('are one where `localhost` is one address', async (t) => {
    const servers = await listenOnAll(['localhost'], 0, () => createWithoutIpv6(t));
    t.after(() => closeAll(servers));
    assert.equal(servers.length, 1);
    assert.equal(servers[0]?.listening, true);
  });

  it('are none when an address that was requested does not exist', async (t) => {
    for (const hosts of [['::1'], ['localhost', '::1']])
      await assert.rejects(
        listenOnAll(hosts, 0, () => createWithoutIpv6(t)),
        { code: 'EADDRNOTAVAIL' },
      );
  });

  it('are given up after 20 ports that are in use', async (t) => {
    const taken: Server[] = [];
    t.after(() => closeAll(taken));
    const created: Server[] = [];
    const create = () => {
      const server = createServer();
      created.push(server);
      server.once('listening', () => {
        const other = createServer();
        other.once('listening', () => taken.push(other));
        // Another program can have the port already.
        other.on('error', () => {}).listen(portOf([server]), '127.0.0.2');
      });
      return server;
    };
    await assert.rejects(listenOnAll(['127.0.0.1', '127.0.0.2'], 0, create), { code: 'EADDRINUSE' });
    assert.equal(created.length, 40);
    assert.ok(created.every(({ listening }) => !listening));
    // A port that was requested is tried once.
    const port = portOf(taken);
    await assert.rejects(
      listenOnAll(['127.0.0.1', '127.0.0.2'], port, () => createServer()),
      { code: 'EADDRINUSE', port },
    );
  });

  it('have an address and a port', async () => {
    await assert.rejects(
      openPort(() => {}, { host: [], port: 0 }),
      { message: 'The port has no address' },
    );
    assert.throws(() => portOf([]), { message: 'There is no server' });
    assert.throws(() => portOf([createServer()]), { message: 'The server has no address' });
  });
});
