import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, Server, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { openPort, receiveConnections } from './connection-port.ts';

describe('the connections of another process', () => {
  it('are those of the server, which is closed when all of them are', async () => {
    const server = new Server();
    const events: string[] = [];
    const accepted: Socket[] = [];
    server
      .on('listening', () => events.push('listening'))
      .on('connection', (socket) => accepted.push(socket));
    let accept: (socket: Socket) => void = () => assert.fail('The server has accepted nothing.');
    const source = {
      port: 80,
      accept(listener: (socket: Socket) => void) {
        accept = listener;
      },
    };
    const opened = receiveConnections(server, source, true);
    assert.deepEqual([opened.port, opened.address, events], [80, undefined, ['listening']]);
    assert.equal(await opened.count(), 0);

    const [first, second, third] = [new Socket(), new Socket(), new Socket()];
    accept(first);
    assert.deepEqual([accepted, first.allowHalfOpen, await opened.count()], [[first], true, 1]);
    first.emit('close');
    first.emit('close');
    assert.equal(await opened.count(), 0);
    accept(second);
    accept(third);
    let isClosed = false;
    const closed = opened.close().then(() => {
      isClosed = true;
    });
    second.emit('close');
    assert.equal(await opened.count(), 1);
    assert.equal(isClosed, false);
    third.emit('close');
    await closed;
    assert.equal(await opened.count(), 0);
  });

  it('need none to close', async () => {
    const socket = new Socket();
    const source = { port: 1, accept: (listener: (socket: Socket) => void) => listener(socket) };
    const opened = receiveConnections(new Server(), source, false);
    socket.emit('close');
    assert.equal(socket.allowHalfOpen, false);
    await opened.close();
  });
});

const LOOPBACK = { host: ['127.0.0.1'], port: 0, allowHalfOpen: true };

describe('a port of this process', () => {
  it('has its address and its connections', async (t) => {
    const server = createServer();
    const opened = await openPort(server, LOOPBACK);
    assert.deepEqual([opened.address, opened.port > 0, await opened.count()], ['127.0.0.1', true, 0]);
    await assert.rejects(openPort(createServer(), { ...LOOPBACK, port: opened.port }), {
      code: 'EADDRINUSE',
    });
    const socket = connect(opened.port, '127.0.0.1');
    t.after(() => socket.destroy());
    const [accepted]: Socket[] = await once(server, 'connection');
    assert.equal(await opened.count(), 1);
    // A later error of the server is not that of its start.
    assert.equal(server.listenerCount('error'), 0);
    const closed = opened.close();
    accepted?.destroy();
    await closed;
  });
});
