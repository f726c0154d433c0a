import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#test/support/until.ts';
import { untilAcknowledged } from './unsent-bytes.ts';

/** Both ends of a connection over IPv4 or IPv6. The client does not read. */
async function pair(t: TestContext, host: string): Promise<{ peer: Socket; client: Socket }> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, host);
  const [[peer]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  client.pause().on('error', () => {});
  t.after(() => {
    client.destroy();
    peer.destroy();
    server.close();
  });
  return { peer, client };
}

/** Waits that end soon, each after an action. */
function createWaits(action: (count: number) => void = () => {}) {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    action(waits.length);
    await sleep(1);
  };
  return { waits, wait };
}

/** Fills the buffers of both systems. */
async function fill(peer: Socket): Promise<void> {
  peer.on('error', () => {}).write(Buffer.alloc(20_000_000));
  await until(() => peer.writableLength > 0);
}

const HOSTS = ['127.0.0.1', '::1'];
const OPTIONS = { skip: !existsSync('/proc/self/net/tcp') && 'the system has no table of connections' };

describe('the wait for the acknowledgement of all bytes', OPTIONS, () => {
  for (const host of HOSTS) {
    it(`ends after one interval when the client has them, ${host}`, async (t) => {
      const { peer, client } = await pair(t, host);
      client.resume();
      const received = once(client, 'data');
      peer.write('abc');
      await received;
      const { waits, wait } = createWaits();
      await untilAcknowledged(peer, { wait });
      assert.deepEqual(waits, [50]);
    });

    it(`lasts longer while the client reads, and ends when it has all, ${host}`, async (t) => {
      const { peer, client } = await pair(t, host);
      await fill(peer);
      let length = 0;
      client.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      client.pause();
      const { waits, wait } = createWaits((count) => {
        if (count === 5) client.resume();
      });
      await untilAcknowledged(peer, { wait });
      assert.ok(waits.length >= 5, `${waits.length} waits`);
      await until(() => length === 20_000_000);
    });
  }

  it('lasts two seconds without progress', async (t) => {
    const { peer } = await pair(t, '127.0.0.1');
    await fill(peer);
    const { waits, wait } = createWaits();
    await untilAcknowledged(peer, { wait });
    assert.ok(waits.every((milliseconds) => milliseconds === 50));
    // The first count is compared with none. The system can still send some of the bytes at the start.
    assert.ok(waits.length >= 41 && waits.length < 200, `${waits.length} waits`);
  });

  it('ends when the connection is destroyed', async (t) => {
    const { peer } = await pair(t, '127.0.0.1');
    await fill(peer);
    const { waits, wait } = createWaits((count) => {
      if (count === 3) peer.destroy();
    });
    await untilAcknowledged(peer, { wait });
    assert.equal(waits.length, 3);
    await untilAcknowledged(peer, { wait });
    assert.equal(waits.length, 3);
  });
});
