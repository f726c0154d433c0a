import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { until } from '#test/support/until.ts';
import { HttpError } from '../../errors/errors.ts';
import { Connections, endSocket } from './connection.ts';

const GET = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc';
const UNREADABLE = new HttpError(400, 'unreadable');

/** A client that has sent the bytes, and what the server knows of its connection after so many requests. */
async function open(t: TestContext, bytes: string, count = 1) {
  const { runtime, timers } = createManualRuntime();
  const connections = new Connections({ idleTimeout: 7, runtime, nextId: () => 1 });
  const responses: ServerResponse[] = [];
  const requests: IncomingMessage[] = [];
  const numbers: number[] = [];
  const errors: string[] = [];
  const server = createServer((request, response) => {
    numbers.push(connections.of(request.socket).begin(response));
    requests.push(request);
    responses.push(response);
    response.on('close', () => errors.push(`response ${responses.indexOf(response)} closed`));
  });
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  t.after(() => {
    client.destroy();
    server.close();
    // A connection with several requests does not read, so it does not notice the end of the client.
    server.closeAllConnections();
  });
  let text = '';
  client.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  client.write(bytes);
  await until(() => requests.length === count);
  const [first] = requests;
  const [response] = responses;
  assert.ok(first && response);
  const connection = connections.of(first.socket);
  return {
    connections,
    connection,
    client,
    responses,
    response,
    first,
    numbers,
    errors,
    timers,
    text: () => text,
  };
}

const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

describe('a connection', () => {
  it('counts its requests, and none after a response that closes it', async (t) => {
    const { connections, connection, first, response, numbers } = await open(t, GET + GET, 2);
    assert.deepEqual([numbers, connection.info.requestCount], [[1, 2], 2]);
    assert.equal(connections.of(first.socket), connection);
    assert.equal(connection.isClosing, false);
    connection.close();
    assert.deepEqual([connection.isClosing, connection.begin(response)], [true, 0]);
    assert.equal(connection.info.requestCount, 2);
  });

  it('processes no request after it has been taken over', async (t) => {
    const { connection, response, timers } = await open(t, GET);
    connection.takeOver();
    assert.deepEqual([connection.isClosing, connection.begin(response)], [true, 0]);
    connection.end(UNREADABLE, () => assert.fail('an error was written'));
    assert.deepEqual(timers, []);
  });

  it('is idle when the last response is complete', async (t) => {
    const { connection, responses, errors, client } = await open(t, GET + GET, 2);
    let isIdle = false;
    const idle = connection.untilIdle().then(() => {
      isIdle = true;
    });
    const [one, two] = responses;
    one?.end('1');
    await until(() => errors.length === 1);
    assert.deepEqual([connection.isIdle, isIdle], [false, false]);
    two?.end('2');
    await idle;
    assert.equal(connection.isIdle, true);
    client.write(GET);
    await until(() => responses.length === 3);
    assert.equal(connection.isIdle, false);
    // A request that arrives while it waits is waited for, too.
    let isOver = false;
    const over = connection.untilIdle().then(() => {
      isOver = true;
    });
    client.write(GET);
    await until(() => responses.length === 4);
    responses[2]?.end();
    await until(() => errors.length === 3);
    assert.equal(isOver, false);
    responses[3]?.end();
    await over;
  });

  it('is idle before its first request', async () => {
    const { runtime } = createManualRuntime();
    const connection = new Connections({ idleTimeout: 1, runtime, nextId: () => 1 }).of(new Socket());
    assert.equal(connection.isIdle, true);
    await connection.untilIdle();
  });

  it('holds further requests until the latest decision, whatever it is', async (t) => {
    const { connection } = await open(t, GET);
    assert.equal(connection.held, undefined);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    connection.holdUntil(first.promise);
    connection.holdUntil(second.promise);
    const { held } = connection;
    first.resolve();
    await new Promise(setImmediate);
    assert.equal(connection.held, held);
    second.reject(new Error('rejected'));
    await held;
    assert.equal(connection.held, undefined);
  });

  it('has a TCP socket only where it has a socket', async (t) => {
    const { connection, first } = await open(t, GET);
    assert.equal(connection.tcpSocket, first.socket);
    const { runtime } = createManualRuntime();
    const other = new Connections({ idleTimeout: 1, runtime, nextId: () => 1 }).of(new Duplex());
    assert.throws(() => other.tcpSocket, { message: 'The connection has no socket' });
  });

  it('closes each response once when the client disconnects', async (t) => {
    const { client, errors, responses } = await open(t, GET + GET + GET, 3);
    responses[0]?.end('1');
    await until(() => errors.length === 1);
    client.resetAndDestroy();
    await until(() => errors.length >= 3);
    // Their order depends on the version of Node.
    assert.deepEqual(errors.toSorted(), ['response 0 closed', 'response 1 closed', 'response 2 closed']);
    assert.ok(responses.slice(1).every((response) => response.destroyed));
  });
});

describe('a connection that is lost', () => {
  // Node 26 closes them itself, so that a server does not show it.
  it('closes the responses that wait, but no other', () => {
    const { runtime } = createManualRuntime();
    const socket = new Socket();
    const connection = new Connections({ idleTimeout: 1, runtime, nextId: () => 1 }).of(socket);
    const closed: string[] = [];
    const begin = (name: string) => {
      const response = new ServerResponse(new IncomingMessage(socket));
      response.on('close', () => closed.push(name));
      connection.begin(response);
      return response;
    };
    begin('sent').assignSocket(socket);
    begin('destroyed').destroy();
    const waiting = [begin('second'), begin('third')];
    socket.emit('close');
    // Node closes the response that is being sent.
    assert.deepEqual(closed.toSorted(), ['second', 'sent', 'third']);
    assert.ok(waiting.every(({ destroyed }) => destroyed));
  });
});

describe('a connection on which no request can be read', () => {
  it('gets the error at once without a response in progress, and once', async (t) => {
    const { connection, response } = await open(t, GET);
    response.end();
    await until(() => connection.isIdle);
    let written = 0;
    for (let time = 0; time < 2; time++) connection.end(UNREADABLE, () => written++);
    assert.equal(written, 1);
  });

  it('gets the error after the response in progress', async (t) => {
    const { connection, response, errors } = await open(t, GET);
    connection.end(UNREADABLE, () => errors.push('error written'));
    assert.deepEqual(errors, []);
    response.end('complete');
    await until(() => errors.length === 2);
    assert.deepEqual(errors, ['response 0 closed', 'error written']);
    assert.equal(response.shouldKeepAlive, true);
  });

  it('ends without the error after a response that closes it, or when it is ended', async (t) => {
    for (const isClosing of [true, false]) {
      const { connection, response, client, first, text } = await open(t, GET);
      response.end('complete');
      await until(() => text().endsWith('complete'));
      if (isClosing) connection.close();
      else first.socket.end();
      const ended = once(client, 'end');
      connection.end(UNREADABLE, () => assert.fail('an error was written'));
      assert.deepEqual([first.socket.writableEnded, first.socket.timeout], [true, 2000]);
      await ended;
    }
  });

  it('reports an error in a body to its request, whose response closes the connection', async (t) => {
    const { connections, connection, response, first, client, text } = await open(
      t,
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc',
    );
    connection.end(UNREADABLE, () => assert.fail('an error was written'));
    assert.equal(connections.bodyErrors.of(first), UNREADABLE);
    const ended = once(client, 'end');
    response.end('complete');
    await ended;
    assert.match(text(), /^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*complete$/s);
  });

  it('is destroyed when a response makes no progress for the limit', async (t) => {
    const { connection, response, first, timers } = await open(t, GET);
    connection.end(UNREADABLE, () => {});
    response.write('progress');
    await until(() => first.socket.bytesWritten > 0);
    timers[0]?.run();
    assert.deepEqual(
      timers.map(({ milliseconds, isCancelled }) => [milliseconds, isCancelled]),
      [
        [7, false],
        [7, false],
      ],
    );
    assert.equal(first.socket.destroyed, false);
    timers[1]?.run();
    assert.deepEqual([first.socket.destroyed, timers.length], [true, 2]);
    await until(() => timers[1]?.isCancelled === true);
    assert.equal(timers[0]?.isCancelled, false);
  });
});

describe('a socket that ends', () => {
  it('sends its content, and is destroyed after two seconds without bytes, or ten in all', async (t) => {
    for (const elapse of [
      (socket: Socket) => void socket.emit('timeout'),
      (socket: Socket, timer: { run(): void } | undefined) => {
        socket.setTimeout(0);
        timer?.run();
      },
    ]) {
      const { first, client, text } = await open(t, GET);
      const { runtime, timers } = createManualRuntime();
      const { socket } = first;
      const ended = once(client, 'end');
      socket.pause();
      endSocket(socket, runtime, 'content');
      await ended;
      assert.deepEqual([text(), socket.timeout, socket.isPaused()], ['content', 2000, false]);
      assert.deepEqual(
        timers.map(({ milliseconds, isCancelled }) => [milliseconds, isCancelled]),
        [[10_000, false]],
      );
      const closed = closeOf(socket);
      elapse(socket, timers[0]);
      await closed;
      assert.equal(timers[0]?.isCancelled, true);
    }
  });

  it('lingers after a response that closes the connection, and reads the body', async (t) => {
    const { connection, first, response, client, text } = await open(t, POST);
    // A reader that has stopped within the body.
    await once(first, 'data');
    first.pause();
    connection.linger(first);
    response.setHeader('Connection', 'close');
    const ended = once(client, 'end');
    response.end('complete');
    await ended;
    assert.match(text(), /complete$/);
    assert.deepEqual([first.socket.destroyed, first.socket.timeout, first.isPaused()], [false, 2000, false]);
  });
});
