import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { openSocket } from '#test/support/wire/open-socket.ts';

const LIMIT = { timeout: 100_000 };

/** More than the buffers of both systems. */
const LARGE = 16 * 1024 * 1024;

/** Milliseconds between two checks of the times. */
const TICK = 25;

const STALL = 300;

/** Both ends of a connection, whose time a test controls. The client does not end its side. */
async function open(t: TestContext, isSecure: boolean) {
  const { runtime, pass } = createManualTime();
  const opened = await openSocket(t, isSecure, { runtime, interval: TICK, times: { stall: STALL } });
  opened.client.tcp.allowHalfOpen = true;
  opened.client.socket.on('data', () => {}).on('end', () => {});
  return { ...opened, pass };
}

/** Writes more than a client takes that does not read. Resolves when nothing more is sent. */
async function block({ socket, client, user }: Awaited<ReturnType<typeof open>>): Promise<void> {
  client.tcp.pause();
  socket.writeBytes(Buffer.alloc(LARGE));
  let before = -1;
  await until(async () => {
    const isBlocked = before === user.sentBytes.length;
    before = user.sentBytes.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return isBlocked;
  });
}

for (const isSecure of [false, true])
  describe(`the time limits of a socket ${isSecure ? 'of TLS' : 'of TCP'}`, LIMIT, () => {
    it('end a connection whose client takes none of the bytes that wait', async (t) => {
      const opened = await open(t, isSecure);
      await block(opened);
      const { user, socket, pass } = opened;
      pass(TICK);
      pass(STALL - 1);
      assert.equal(socket.isOpen, true);
      pass(1);
      assert.equal(socket.isOpen, false);
      await until(() => user.reason !== undefined);
      assert.equal(user.reason, 'timeout');
    });

    it('let what was written be sent when the user throws, and the end follow', async (t) => {
      const opened = await open(t, isSecure);
      const { socket, user, client, defects, pass } = opened;
      const error = new Error('stalled');
      user.stalled = () => {
        socket.write('response');
        throw error;
      };
      await block(opened);
      pass(TICK);
      pass(STALL);
      assert.deepEqual(defects, [error]);
      const received: Buffer[] = [];
      client.socket.on('data', (chunk: Buffer) => received.push(chunk));
      client.tcp.resume();
      await until(() => client.socket.readableEnded);
      assert.match(Buffer.concat(received).subarray(-20).toString(), /response$/);
      client.socket.end();
      await until(() => user.reason === 'server-fin');
    });

    it('are decided by the user of the socket, each time', async (t) => {
      const opened = await open(t, isSecure);
      const { user, socket, pass } = opened;
      let count = 0;
      user.stalled = () => void count++;
      await block(opened);
      pass(TICK);
      for (const expected of [1, 2, 3]) {
        pass(STALL - 1);
        assert.equal(count, expected - 1);
        pass(1);
        assert.deepEqual([count, socket.isOpen], [expected, true]);
      }
      // Its end is not.
      void socket.end('server-fin');
      pass(STALL);
      await until(() => user.reason !== undefined);
      assert.deepEqual([count, user.reason], [3, 'timeout']);
    });

    it('begin again when the client takes some of the bytes', async (t) => {
      const opened = await open(t, isSecure);
      const { user, socket, client, pass } = opened;
      await block(opened);
      // It reads no more than the server needs to send something.
      client.socket.on('data', () => client.tcp.pause());
      for (let count = 0; count < 3; count++) {
        pass(STALL);
        assert.equal(socket.isOpen, true);
        const { length } = user.sentBytes;
        await until(() => {
          client.tcp.resume();
          return user.sentBytes.length > length;
        });
        client.tcp.pause();
      }
    });

    it('do not count time in which no bytes wait', async (t) => {
      const opened = await open(t, isSecure);
      const { user, socket, pass } = opened;
      pass(STALL * 2);
      socket.write('a');
      assert.equal(await socket.flushed(), true);
      pass(STALL * 2);
      pass(TICK - 1);
      await block(opened);
      pass(STALL);
      assert.deepEqual([socket.isOpen, user.ticks], [true, (STALL * 5) / TICK]);
    });

    it('are not those of its user after its end', async (t) => {
      const opened = await open(t, isSecure);
      const { user, socket, pass } = opened;
      await block(opened);
      void socket.end('server-fin');
      pass(STALL);
      assert.equal(user.ticks, 0);
    });

    it('end a socket that lingers when its client sends nothing for a while', async (t) => {
      const { user, socket, client, pass } = await open(t, isSecure);
      await socket.end('server-fin', true, 300);
      pass(275);
      // What is received during it is passed on.
      if (!isSecure) {
        client.socket.write('x');
        await until(() => user.text === 'x');
        pass(275);
      }
      assert.equal(user.reason, undefined);
      pass(24);
      assert.equal(user.reason, undefined);
      pass(1);
      await until(() => user.reason !== undefined);
      assert.deepEqual([user.reason, user.ticks], ['server-fin', 0]);
    });

    it('end a socket at once that does not linger', async (t) => {
      const { user, socket } = await open(t, isSecure);
      await socket.end('client-fin', true, 0);
      await until(() => user.reason !== undefined);
      assert.equal(user.reason, 'client-fin');
    });

    it('give a client 50 ms before a reset to read what was written', async (t) => {
      const { user, socket, client, pass } = await open(t, isSecure);
      socket.write('a');
      void socket.reset();
      assert.equal(socket.isOpen, false);
      await new Promise((resolve) => setTimeout(resolve, 20));
      pass(49);
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(user.reason, undefined);
      pass(1);
      assert.equal(await client.ended, 'rst');
      assert.equal(user.ticks, 0);
    });
  });

it('a reset without a byte does not wait', LIMIT, async (t) => {
  const { user, socket, client } = await open(t, false);
  await socket.reset();
  assert.equal(await client.ended, 'rst');
  await until(() => user.reason === 'server-rst');
});
