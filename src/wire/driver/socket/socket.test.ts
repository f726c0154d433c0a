import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { holdsFor, until } from '#test/support/until.ts';
import { openSocket, RecordingUser, readAll } from '#test/support/wire/open-socket.ts';
import { ConnectionInfo } from '../../connection-info.ts';
import { Clock } from './clock.ts';
import { WireSocket } from './socket.ts';

const LIMIT = { timeout: 100_000 };

/** More than the buffers of both systems. */
const LARGE = 16 * 1024 * 1024;

for (const isSecure of [false, true]) {
  describe(`a socket ${isSecure ? 'of TLS' : 'of TCP'}`, LIMIT, () => {
    describe('writes', () => {
      it('text and bytes of one step at once, in their order', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        const text = readAll(client);
        socket.write('a\xff');
        socket.writeBytes(Buffer.from('bc'));
        socket.writeBytes(Buffer.from('d'));
        socket.write('e');
        socket.write('f');
        assert.equal(socket.waiting, 7);
        assert.equal(await socket.flushed(), true);
        assert.deepEqual([user.sentBytes, socket.waiting], [[7], 0]);
        await socket.end('server-fin');
        assert.equal(await text, 'a\xffbcdef');
      });

      it('what handlers answer in promises of one step at once', async (t) => {
        const { socket, user, stream } = await openSocket(t, isSecure);
        const write = t.mock.method(stream, 'write');
        const handle = async (text: string) => {
          await Promise.resolve();
          await Promise.resolve();
          socket.write(text);
        };
        await Promise.all([socket.write('a'), handle('b'), handle('c')]);
        await until(() => socket.waiting === 0);
        assert.equal(
          user.sentBytes.reduce((total, bytes) => total + bytes),
          3,
        );
        assert.ok(write.mock.callCount() <= 2, `${write.mock.callCount()} writes`);
      });

      it('what its user writes in one call at once, when it returns', async (t) => {
        const { socket, user, stream, client } = await openSocket(t, isSecure);
        const write = t.mock.method(stream, 'write');
        user.received = () => {
          for (const text of ['a', 'b', 'c']) socket.write(text);
          assert.equal(write.mock.callCount(), 0);
        };
        user.sent = (bytes) => {
          user.sentBytes.push(bytes);
          if (user.sentBytes.length > 1) return;
          socket.write('d');
          socket.write('e');
        };
        client.socket.write('x');
        await until(() => user.sentBytes.length === 2);
        assert.deepEqual([user.sentBytes, write.mock.callCount()], [[3, 2], 2]);
      });

      it('nothing that is empty', async (t) => {
        const { socket, user } = await openSocket(t, isSecure);
        socket.write('');
        socket.writeBytes(Buffer.alloc(0));
        assert.equal(await socket.flushed(), true);
        assert.deepEqual(user.sentBytes, []);
      });

      it('many bytes in parts, as the client takes them', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        client.tcp.pause();
        const bytes = Buffer.alloc(LARGE, 'bytes');
        const text = 'text'.repeat(50_000);
        for (const part of ['start', bytes, text, text, bytes, 'end'])
          if (typeof part === 'string') socket.write(part);
          else socket.writeBytes(part);
        let isFlushed = false;
        const flushed = socket.flushed().then((isSent) => {
          isFlushed = isSent;
        });
        await until(() => user.sentBytes.length > 0);
        assert.ok(socket.waiting > 0 && !isFlushed);
        const received = readAll(client);
        client.tcp.resume();
        await flushed;
        await socket.end('server-fin');
        const expected = `start${bytes}${text}${text}${bytes}end`;
        assert.ok((await received) === expected, 'other bytes');
        assert.equal(
          user.sentBytes.reduce((total, count) => total + count),
          expected.length,
        );
        assert.ok(Math.max(...user.sentBytes) <= 128 * 1024);
      });

      it('endless bytes, and other connections have their turn', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        client.socket.resume();
        let writes = 0;
        user.sent = () => {
          writes++;
          socket.write('again');
        };
        socket.write('a');
        for (let turn = 0; turn < 20; turn++) {
          const before = writes;
          await new Promise(setImmediate);
          assert.ok(writes - before <= 32, `${writes - before} writes`);
        }
        await until(() => writes > 20);
      });

      it('what was written is flushed, although others write on', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        client.socket.resume();
        user.sent = () => socket.write('again');
        socket.write('a');
        assert.equal(await socket.flushed(), true);
      });
    });

    describe('ends', () => {
      it('its side after what was written, once', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        const received = readAll(client);
        socket.write('abc');
        const ends = [socket.end('answered'), socket.end('timeout', false), socket.end('timeout')];
        socket.write('lost');
        assert.equal(socket.isOpen, false);
        assert.equal(await socket.flushed(), true);
        await Promise.all(ends);
        assert.deepEqual([await received, await client.ended], ['abc', 'fin']);
        await until(() => user.reason !== undefined);
        assert.equal(user.reason, 'answered');
        await socket.end('timeout');
      });

      it('within the call that it makes to its user', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        user.received = () => {
          socket.write('abc');
          void socket.end('server-fin');
        };
        const received = readAll(client);
        client.socket.write('x');
        assert.equal(await received, 'abc');
      });

      it('without close_notify, and closes when the client does', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        const received = readAll(client);
        socket.write('abc');
        await socket.end('server-fin', false, 20_000);
        assert.deepEqual([await received, await client.ended], ['abc', isSecure ? 'rude' : 'fin']);
        await until(() => user.reason !== undefined);
        assert.equal(user.reason, 'server-fin');
      });

      it('without close_notify after the client has ended, and closes', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        client.socket.end();
        await until(() => user.hasClientEnded);
        assert.equal(socket.hasClientEnded, true);
        await socket.end('client-fin', false, 20_000);
        await until(() => user.reason !== undefined);
        assert.equal(user.reason, 'client-fin');
      });

      it('and still reads, although it was paused', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        socket.pause();
        client.socket.write('x');
        await new Promise((resolve) => setTimeout(resolve, 20));
        assert.equal(user.text, '');
        void socket.end('server-fin');
        socket.pause();
        await until(() => user.text === 'x');
      });

      it('and is closed once, when nothing can be written', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        const ends: unknown[] = [];
        user.closed = (reason) => void ends.push(reason, socket.isOpen);
        await socket.end('server-fin');
        client.socket.resume();
        await until(() => socket.tcp.closed);
        await new Promise(setImmediate);
        assert.deepEqual([ends, user.hasClientEnded], [['server-fin', false], false]);
      });

      it('when a client that does not read does so at last', async (t) => {
        const { socket, client } = await openSocket(t, isSecure);
        client.tcp.pause();
        socket.writeBytes(Buffer.alloc(LARGE));
        let hasEnd = false;
        const ended = socket.end('answered', true, 30).then(() => {
          hasEnd = true;
        });
        await holdsFor(200, () => !client.tcp.destroyed && !hasEnd);
        const received = readAll(client);
        client.tcp.resume();
        await ended;
        assert.equal((await received).length, LARGE);
        assert.equal(await client.ended, 'fin');
      });

      it('at once when it is destroyed, and what waits is lost', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        client.tcp.pause();
        socket.writeBytes(Buffer.alloc(LARGE));
        const flushed = socket.flushed();
        socket.destroy('timeout');
        socket.destroy('server-fin');
        assert.equal(socket.isOpen, false);
        assert.equal(await flushed, false);
        assert.equal(await socket.flushed(), false);
        assert.equal(user.reason, 'timeout');
        assert.equal(socket.waiting, 0);
        await socket.end('server-fin');
        await socket.reset();
      });
    });

    describe('resets the connection', () => {
      it('when the client has what was written', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        const received = readAll(client);
        socket.write('abc');
        await socket.reset();
        assert.deepEqual([await received, await client.ended], ['abc', 'rst']);
        await until(() => user.reason !== undefined);
        assert.equal(user.reason, 'server-rst');
        assert.equal(socket.isOpen, false);
      });

      it('without a byte', async (t) => {
        const { socket, client, user } = await openSocket(t, isSecure);
        client.socket.resume();
        await socket.reset('timeout');
        assert.equal(await client.ended, 'rst');
        await until(() => user.reason === 'timeout');
      });

      it('that ends', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        client.tcp.allowHalfOpen = true;
        const received = readAll(client);
        socket.write('abc');
        const end = socket.end('server-fin');
        await Promise.all([end, socket.reset()]);
        assert.equal(await received, 'abc');
        await until(() => user.reason !== undefined);
      });

      for (const isNotified of [true, false])
        it(`that cannot end, because the client does not read (${isNotified})`, async (t) => {
          const { socket, user, client } = await openSocket(t, isSecure, { times: { stall: 300 } });
          client.tcp.pause();
          socket.writeBytes(Buffer.alloc(LARGE));
          const ended = socket.end('server-fin', isNotified, 50);
          await Promise.all([ended, socket.reset()]);
          await until(() => user.reason !== undefined);
          assert.equal(user.reason, 'timeout');
        });
    });

    describe('notices', () => {
      it('that the client has ended its side, and answers', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        const received = readAll(client);
        client.socket.end('request');
        await until(() => user.hasClientEnded);
        assert.deepEqual([user.text, socket.isOpen], ['request', true]);
        socket.write('response');
        await socket.end('answered');
        assert.equal(await received, 'response');
        await until(() => user.reason === 'answered');
      });

      for (const state of ['reading', 'paused', 'writing', 'ending'] as const)
        it(`that the client has reset the connection, while ${state}`, async (t) => {
          const { socket, user, client } = await openSocket(t, isSecure);
          if (state === 'paused') socket.pause();
          if (state === 'writing' || state === 'ending') {
            client.tcp.pause();
            socket.writeBytes(Buffer.alloc(LARGE));
          }
          const flushed = socket.flushed();
          const ended = state === 'ending' ? socket.end('server-fin') : undefined;
          client.tcp.resetAndDestroy();
          await until(() => user.reason !== undefined);
          assert.equal(user.reason, state === 'ending' ? 'server-fin' : 'client-rst');
          assert.equal(await flushed, state === 'reading' || state === 'paused');
          await ended;
          socket.write('lost');
          assert.equal(socket.isOpen, false);
        });

      it('what the client has sent before its pause, and no more', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        user.received = (bytes) => {
          user.text += bytes;
          socket.pause();
        };
        client.socket.write('a');
        await until(() => user.text === 'a');
        client.socket.write('b');
        await holdsFor(50, () => user.text === 'a');
        socket.resume();
        await until(() => user.text === 'ab');
      });
    });

    describe('hands over the connection', () => {
      it('with what was received, after what was written', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        let received = '';
        client.socket.on('data', (chunk: Buffer) => {
          received += chunk;
        });
        user.received = (bytes) => {
          socket.write('switched\n');
          const stream = socket.detach(bytes);
          stream.write('first\n');
          setImmediate(() => {
            stream.on('data', (chunk: Buffer) => void stream.write(`echo ${chunk}`));
            stream.on('end', () => void stream.end());
            stream.resume();
          });
        };
        client.socket.write('rest\n');
        await until(() => received === 'switched\nfirst\necho rest\n');
        const { ticks } = user;
        client.socket.write('more\n');
        await until(() => received.endsWith('echo more\n'));
        client.socket.end();
        await until(() => user.reason !== undefined);
        assert.deepEqual(
          [user.reason, user.hasClientEnded, user.text, user.sentBytes],
          ['client-fin', false, '', []],
        );
        assert.equal(user.ticks, ticks);
      });

      it('with many bytes that wait', async (t) => {
        const { socket, client } = await openSocket(t, isSecure);
        client.tcp.pause();
        const received = readAll(client);
        socket.writeBytes(Buffer.alloc(LARGE));
        socket.write('text');
        const stream = socket.detach(Buffer.alloc(0));
        stream.end('last');
        client.tcp.resume();
        assert.equal((await received).slice(LARGE), 'textlast');
      });

      it('whose client has ended its side, without what it has sent', async (t) => {
        const { socket, user, client } = await openSocket(t, isSecure);
        client.socket.end('request');
        await until(() => user.hasClientEnded);
        const received = readAll(client);
        socket.detach(Buffer.from('rest')).end('last');
        assert.equal(await received, 'last');
      });

      it('with no listener but those for its errors and its end', async (t) => {
        const { socket, stream } = await openSocket(t, isSecure);
        socket.detach(Buffer.from('x'));
        assert.deepEqual([stream.listenerCount('data'), stream.listenerCount('drain')], [0, 0]);
        assert.ok(stream.listenerCount('error') <= 2, `${stream.listenerCount('error')}`);
      });
    });

    it('keeps its number of listeners', async (t) => {
      const { socket, stream, client } = await openSocket(t, isSecure);
      client.socket.resume();
      const counts = () =>
        [stream, socket.tcp].map((each) => each.eventNames().map((name) => each.listenerCount(name)));
      const before = counts();
      for (let index = 0; index < 20; index++) {
        socket.write('a');
        socket.pause();
        socket.resume();
        await socket.flushed();
      }
      assert.deepEqual(counts(), before);
    });

    for (const method of ['received', 'clientEnded', 'sent', 'tick'] as const)
      it(`sends what was written when its user throws in ${method}, and ends`, async (t) => {
        const { socket, user, client, defects } = await openSocket(t, isSecure);
        const received = readAll(client);
        const error = new Error(method);
        user[method] = () => {
          socket.write('response');
          throw error;
        };
        if (method === 'received') client.socket.write('x');
        else if (method === 'clientEnded') client.socket.end();
        else socket.write('head');
        await until(() => defects.length > 0);
        assert.match(await received, /response$/);
        assert.equal(defects[0], error);
        await until(() => user.reason === 'server-fin');
      });

    it('reports that its user throws at the close', async (t) => {
      const { socket, user, defects } = await openSocket(t, isSecure);
      user.closed = () => {
        throw new Error('closed');
      };
      socket.destroy('server-fin');
      await until(() => defects.length === 1);
    });

    it('can have another user', async (t) => {
      const { socket, user, client } = await openSocket(t, isSecure);
      const other = new RecordingUser();
      socket.use(other);
      client.socket.end('x');
      await until(() => other.hasClientEnded);
      socket.destroy('client-fin');
      await until(() => other.reason !== undefined);
      assert.deepEqual(
        [user.text, other.text, user.reason, other.reason],
        ['', 'x', undefined, 'client-fin'],
      );
    });
  });
}

it('a socket that was destroyed before its use closes', LIMIT, async () => {
  const tcp = new Socket();
  tcp.destroy();
  await once(tcp, 'close');
  const user = new RecordingUser();
  const runtime = createRuntime();
  const options = {
    runtime,
    server: { serve() {}, opened() {}, closed() {}, failed: () => '', handshakeFailed: () => '' },
    times: { head: 1000, body: 1000, keepAlive: 1000, stall: 1000 },
  };
  const info = new ConnectionInfo('', () => 1);
  const socket = new WireSocket(tcp, tcp, info, new Clock(runtime, 10), options, user);
  socket.write('lost');
  assert.equal(await socket.flushed(), false);
  await until(() => user.reason !== undefined);
  assert.deepEqual([socket.isOpen, socket.remoteAddress, socket.localPort], [false, '', 0]);
  await socket.end('server-fin');
  await socket.reset();
});
