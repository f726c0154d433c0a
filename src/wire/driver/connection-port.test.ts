import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, Server, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import { type ConnectionPort, openPort, type PortOptions } from './connection-port.ts';

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
