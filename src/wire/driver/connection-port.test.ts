import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { openPort, receiveConnections } from './connection-port.ts';

describe('the connections of another process', () => {
  it('are passed on, and the port closes at once', async () => {
    const accepted: Socket[] = [];
    let accept: (socket: Socket) => void = () => assert.fail('The source has no listener.');
    const source = {
      port: 80,
      accept(listener: (socket: Socket) => void) {
        accept = listener;
      },
    };
    const opened = receiveConnections(source, (socket) => accepted.push(socket));
    assert.deepEqual([opened.port, opened.address], [80, undefined]);
    const socket = new Socket();
    accept(socket);
    assert.deepEqual(accepted, [socket]);
    await opened.close();
  });
});

describe('a port of this process', () => {
  it('has its address and its connections, and closes when they are closed', async (t) => {
    const accepted = Promise.withResolvers<Socket>();
    const opened = await openPort(accepted.resolve, { host: ['127.0.0.1'], port: 0 });
    assert.deepEqual([opened.address, opened.port > 0], ['127.0.0.1', true]);
    await assert.rejects(
      openPort(() => {}, { host: ['127.0.0.1'], port: opened.port }),
      { code: 'EADDRINUSE' },
    );
    const socket = connect(opened.port, '127.0.0.1');
    t.after(() => socket.destroy());
    const peer = await accepted.promise;
    assert.equal(peer.allowHalfOpen, true);
    let isClosed = false;
    const closed = opened.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    assert.equal(isClosed, false);
    peer.destroy();
    await Promise.all([closed, once(peer, 'close')]);
  });
});
