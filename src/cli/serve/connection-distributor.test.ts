import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { until } from '#test/support/until.ts';
import { ConnectionDistributor } from './connection-distributor.ts';

const log = { info() {}, warn() {}, error() {} };

/** A distributor whose time limits end when the test says so. */
async function open(t: TestContext) {
  const limits = new Set<() => void>();
  const runtime = {
    ...createRuntime(),
    timeout(_: number, action: () => void) {
      limits.add(action);
      return () => void limits.delete(action);
    },
  };
  const distributor = new ConnectionDistributor({ runtime, log });
  const port = await distributor.listen(['127.0.0.1'], 0);
  const clients: Socket[] = [];
  t.after(() => {
    distributor.close();
    for (const client of clients) client.destroy();
  });
  return {
    distributor,
    endLimits: () => [...limits].forEach((action) => void action()),
    async connect(count: number) {
      const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
      clients.push(...opened);
      await Promise.all(opened.map((client) => once(client, 'connect')));
      return opened;
    },
  };
}

/** A process that reports each connection at once, or none. */
function createTarget(distributor: ConnectionDistributor, reports: boolean) {
  const passed: { id: number; port: number; socket: Socket }[] = [];
  const target = {
    passed,
    passConnection(id: number, port: number, socket: Socket) {
      passed.push({ id, port, socket });
      if (reports) distributor.received(target, id);
    },
  };
  return target;
}

test('each connection goes to the process with the fewest open ones', async (t) => {
  const { distributor, connect } = await open(t);
  const [one, other] = [createTarget(distributor, true), createTarget(distributor, true)];
  distributor.add(one);
  distributor.add(other);
  await connect(10);
  await until(() => one.passed.length + other.passed.length === 10);
  assert.deepEqual([one.passed.length, other.passed.length], [5, 5]);
  distributor.closed(one, 4);
  await connect(4);
  await until(() => one.passed.length + other.passed.length === 14);
  assert.deepEqual([one.passed.length, other.passed.length], [9, 5]);
  // With equal numbers, the processes take turns.
  await connect(2);
  await until(() => one.passed.length + other.passed.length === 16);
  assert.deepEqual([one.passed.length, other.passed.length], [10, 6]);
});

test('connections wait until a process serves', async (t) => {
  const { distributor, connect } = await open(t);
  await connect(3);
  const target = createTarget(distributor, true);
  distributor.add(target);
  await until(() => target.passed.length === 3);
  assert.equal(new Set(target.passed.map(({ id }) => id)).size, 3);
});

test('at most 1000 connections wait', async (t) => {
  const { distributor, connect } = await open(t);
  const clients: Socket[] = [];
  for (let count = 0; count < 1020; count += 60) clients.push(...(await connect(60)));
  await until(() => clients.filter(({ destroyed }) => destroyed).length === 20);
  const target = createTarget(distributor, true);
  distributor.add(target);
  await until(() => target.passed.length === 1000);
});

test('a process that ends leaves its unreported connections to the others', async (t) => {
  const { distributor, connect } = await open(t);
  const [silent, other] = [createTarget(distributor, false), createTarget(distributor, true)];
  distributor.add(silent);
  await connect(3);
  await until(() => silent.passed.length === 1);
  distributor.add(other);
  distributor.remove(silent);
  await until(() => other.passed.length === 3);
  assert.ok(other.passed.some(({ id }) => id === silent.passed[0]?.id));
});

test('a process that does not respond gets no further connections until it does', async (t) => {
  const { distributor, connect, endLimits } = await open(t);
  const [silent, other] = [createTarget(distributor, false), createTarget(distributor, true)];
  distributor.add(silent);
  await connect(3);
  await until(() => silent.passed.length === 1);
  distributor.add(other);
  endLimits();
  await until(() => other.passed.length === 2);
  await connect(4);
  await until(() => other.passed.length === 6);
  const [stalled] = silent.passed;
  assert.ok(stalled && silent.passed.length === 1);
  distributor.received(silent, stalled.id);
  assert.ok(stalled.socket.destroyed);
  await connect(1);
  await until(() => silent.passed.length === 2);
});
