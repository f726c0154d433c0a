import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRuntime } from '#runtime.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { until } from '#test/support/until.ts';
import type { Hub } from './hub.ts';
import { serveHub } from './hub-server.ts';
import { createHubState } from './hub-state.ts';
import { createLocalState } from './local-state.ts';
import { createMemoryHub } from './memory-hub.ts';
import { createMessageHub } from './message-hub.ts';
import type { Channel, HubMessage, HubRequest } from './messages.ts';
import { createPostgresCounters } from './postgres/counters.ts';
import { StateDatabase } from './postgres/database.ts';
import { openPostgresHub } from './postgres/hub.ts';
import { createSharedClock } from './shared-clock.ts';
import type { SharedState } from './shared-state.ts';
import { createStamps } from './stamps.ts';

const stamps = createStamps(createRuntime(), 0, 0);

const log = { info() {}, warn() {}, error() {} };

const fail = (error: unknown) => {
  throw error;
};

/** Two ends of a channel. Messages arrive later and as copies, as between processes. */
function openChannel() {
  const listeners: { primary?: (message: HubRequest) => void; worker?: (message: HubMessage) => void } = {};
  const primary: Channel<HubMessage, HubRequest> = {
    send: (message) => void setImmediate(() => listeners.worker?.(structuredClone(message))),
    onMessage: (listener) => {
      listeners.primary = listener;
    },
  };
  const worker: Channel<HubRequest, HubMessage> = {
    send: (message) => void setImmediate(() => listeners.primary?.(structuredClone(message))),
    onMessage: (listener) => {
      listeners.worker = listener;
    },
  };
  return { primary, worker };
}

function openWorker(hub: Hub): { state: SharedState; end: () => void } {
  const { primary, worker } = openChannel();
  const end = serveHub(hub, primary, { runtime: createRuntime(), log, worker: 1, stamps });
  return {
    state: createHubState(
      createMessageHub(worker, { worker: 1, server: 'test', stamps }, createRuntime()),
      fail,
    ),
    end,
  };
}

async function openNode(t: TestContext, url: string): Promise<Hub> {
  const hub = await openPostgresHub({ url, connectTimeout: 5000, runtime: createRuntime(), log });
  t.after(() => hub.close());
  return hub;
}

/** Each opens the states of several processes of one server; undefined where there is no PostgreSQL. */
const servers: readonly (readonly [string, (t: TestContext) => Promise<SharedState[] | undefined>])[] = [
  ['one process', async () => [createLocalState()]],
  [
    'workers',
    async () => {
      const hub = createMemoryHub();
      return [openWorker(hub).state, openWorker(hub).state, openWorker(hub).state];
    },
  ],
  [
    'nodes',
    async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      return [await openNode(t, url), await openNode(t, url)].map((hub) => createHubState(hub, fail));
    },
  ],
  [
    'workers of nodes',
    async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      const hubs = [await openNode(t, url), await openNode(t, url)];
      return hubs.flatMap((hub) => [openWorker(hub).state, openWorker(hub).state]);
    },
  ],
];

function attachNumber(state: SharedState, initial: number) {
  const replica = { value: initial };
  const shared = state.attach<number>('number', {
    read: () => replica.value,
    apply: (value) => {
      replica.value = value;
    },
  });
  return { replica, shared };
}

for (const [name, open] of servers) {
  describe(`the state that ${name} share`, () => {
    test('an update is atomic and reaches all replicas', async (t) => {
      const states = await open(t);
      if (!states) return;
      const replicas = states.map((state) => attachNumber(state, 5));
      for (const state of states) await state.start();
      const updates = replicas.flatMap(({ shared }) =>
        Array.from({ length: 20 }, () => shared.update((value) => value + 1)),
      );
      const results = await Promise.all(updates);
      const expected = updates.length + 5;
      assert.deepEqual(
        results.toSorted((one, other) => one - other),
        updates.map((_, index) => index + 6),
      );
      await until(() => replicas.every(({ replica }) => replica.value === expected));

      await assert.rejects(
        replicas[0]?.shared.update(() => {
          throw new RangeError('no');
        }) ?? Promise.resolve(),
        RangeError,
      );
      await replicas.at(-1)?.shared.reset();
      await until(() => replicas.every(({ replica }) => replica.value === 5));
      assert.equal(await replicas[0]?.shared.update((value) => value + 1), 6);
    });

    test('an event runs the handler of each process', async (t) => {
      const states = await open(t);
      if (!states) return;
      const handled: number[] = [];
      const senders = states.map((state, index) =>
        state.event('event', async () => {
          await sleep(1);
          handled.push(index);
        }),
      );
      for (const state of states) await state.start();
      await senders.at(-1)?.();
      await until(() => handled.length === states.length);
      assert.deepEqual(
        handled.toSorted(),
        states.map((_, index) => index),
      );
    });

    test('a counter never exceeds its limit, and starts again after its interval', async (t) => {
      const states = await open(t);
      if (!states) return;
      const sets = states.map((state) => state.counters('set', 10));
      const interval = { now: 1000, length: 60 };
      const add = (index: number, now = 1000, limit = 60) =>
        sets[index % sets.length]?.add('key', { by: 1, limit, interval: { now, length: 60 } });
      const results = await Promise.all(Array.from({ length: 200 }, (_, index) => add(index)));
      assert.equal(results.filter((count) => count?.isAdded).length, 60);
      assert.ok(results.every((count) => count && count.value <= 60 && count.endsAt === 1060));
      assert.deepEqual(await sets[0]?.add('key', { by: 0, limit: 60, interval }), {
        isAdded: true,
        value: 60,
        endsAt: 1060,
      });

      await sets[0]?.subtract('key', 1060);
      assert.equal((await add(1))?.isAdded, true);
      assert.equal((await add(1))?.isAdded, false);
      assert.deepEqual(await add(1, 1060), { isAdded: true, value: 1, endsAt: 1120 });
      // The interval is over, so nothing is subtracted.
      await sets[0]?.subtract('key', 1060);
      assert.deepEqual(await sets[0]?.read(['key', 'unknown']), [1, 0]);
      // The clock was set back.
      assert.deepEqual(await add(0, 900), { isAdded: true, value: 1, endsAt: 960 });

      await sets[0]?.add('endless', { by: 3 });
      assert.deepEqual(await sets.at(-1)?.add('endless', { by: 1 }), { isAdded: true, value: 4, endsAt: 0 });
      await sets[0]?.delete(['endless']);
      assert.deepEqual(await sets.at(-1)?.read(['endless', 'key']), [0, 1]);
      await sets[0]?.clear();
      assert.deepEqual(await sets.at(-1)?.read(['key']), [0]);
    });

    test('a semaphore has a limited number of holders', async (t) => {
      const states = await open(t);
      if (!states) return;
      const acquire = (index: number) => states[index % states.length]?.tryAcquire('one', 3);
      // The states are of one machine, except for nodes, which count for themselves.
      const held = await Promise.all([0, 0, 0, 0].map(acquire));
      assert.deepEqual(held.map(Boolean).toSorted(), [false, true, true, true]);
      assert.equal(Boolean(await states[0]?.tryAcquire('other', 1)), true);
      held.find(Boolean)?.();
      assert.equal(Boolean(await acquire(0)), true);
      assert.equal(Boolean(await acquire(0)), false);
    });

    test('exclusive actions run one after the other', async (t) => {
      const states = await open(t);
      if (!states) return;
      let running = 0;
      const actions = [...states, ...states].map((state, index) =>
        state.exclusive('action', async () => {
          running++;
          await sleep(5);
          assert.equal(running, 1);
          running--;
          if (index === 0) throw new RangeError('no');
          return index;
        }),
      );
      const results = await Promise.allSettled(actions);
      assert.deepEqual(
        results.map((result) => (result.status === 'fulfilled' ? result.value : 'rejected')),
        ['rejected', ...results.keys()].slice(0, results.length + 1).filter((each) => each !== 0),
      );
    });
  });
}

test('a worker that starts holds the shared values, and no request waits for one that has ended', async () => {
  const hub = createMemoryHub();
  const first = openWorker(hub);
  const { shared } = attachNumber(first.state, 1);
  await first.state.start();
  await shared.update((value) => value + 1);

  const second = openWorker(hub);
  const { replica } = attachNumber(second.state, 1);
  await second.state.start();
  assert.equal(replica.value, 2);

  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  void second.state.exclusive('action', () => {
    enter();
    return new Promise(() => {});
  });
  await entered;
  second.end();
  await shared.update((value) => value + 1);
  assert.equal(await first.state.exclusive('action', async () => 'done'), 'done');
});

test('a handler that fails is reported, and later events are handled', async () => {
  const errors: unknown[] = [];
  const state = createHubState(createMemoryHub(), (error) => errors.push(error));
  const send = state.event('event', () => {
    throw new RangeError('no');
  });
  await state.start();
  await send();
  await send();
  assert.equal(errors.length, 2);
});

describe('nodes on PostgreSQL', () => {
  test('the first one deletes the state of earlier ones, and later ones keep it', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const open = async () => {
      const hub = await openPostgresHub({ url, connectTimeout: 5000, runtime: createRuntime(), log });
      const state = createHubState(hub, fail);
      const attached = attachNumber(state, 0);
      const counters = state.counters('set', 10);
      await state.start();
      return { hub, counters, ...attached };
    };
    const first = await open();
    await first.shared.update(() => 7);
    await first.counters.add('key', { by: 1 });
    const second = await open();
    assert.equal(second.replica.value, 7);
    await first.hub.close();
    const third = await open();
    assert.deepEqual([third.replica.value, ...(await third.counters.read(['key']))], [7, 1]);
    await second.hub.close();
    await third.hub.close();
    const fourth = await open();
    assert.deepEqual([fourth.replica.value, ...(await fourth.counters.read(['key']))], [0, 0]);
    await fourth.hub.close();
  });

  test('a node that has closed is not marked as running again', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const [, other] = [await openNode(t, url), await openNode(t, url)];
    for (let times = 0; times < 10; times++) {
      const hub = await openPostgresHub({ url, connectTimeout: 5000, runtime: createRuntime(), log });
      await createHubState(hub, fail).start();
      // Its notification reaches the node that closes.
      await Promise.all([hub.close(), other?.load()]);
    }
    const check = `do $$ begin assert (select count(*) from shared_nodes) = 2, 'other nodes are running'; end $$`;
    await administer(url, check);
  });

  test('a change reaches a node whose connection was terminated', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const [one, other] = [await openNode(t, url), await openNode(t, url)].map((hub) =>
      attachNumber(createHubState(hub, fail), 0),
    );
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sparring-state' and query not like '%shared_values set%'`;
    for (const value of [1, 2, 3]) {
      await administer(url, terminate);
      const updated = await tryUntilDone(() => one?.shared.update(() => value));
      assert.equal(updated, value);
      await until(() => other?.replica.value === value);
    }
  });

  test('a change that was not notified is found by the poll', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const state = createHubState(await openNode(t, url), fail);
    const { shared, replica } = attachNumber(state, 0);
    await shared.update(() => 1);
    await administer(url, "update shared_values set value = '2', version = version + 1");
    await until(() => replica.value === 2);
  });

  test('counters beyond the capacity are deleted', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    await openNode(t, url);
    const database = await StateDatabase.open({
      url,
      connectTimeout: 5000,
      runtime: createRuntime(),
      log,
      async onConnect() {},
      onReconnect() {},
      onNotification() {},
    });
    t.after(() => database.close());
    const counters = createPostgresCounters(database);
    const set = counters.of('set', 3);
    for (let now = 0; now < 5; now++) await set.add(`key ${now}`, { by: 1, interval: { now, length: 60 } });
    await counters.prune();
    assert.deepEqual(await set.read(['key 0', 'key 1', 'key 2', 'key 3', 'key 4']), [0, 0, 1, 1, 1]);
  });
});

/** An update fails while its connection is lost. */
async function tryUntilDone<Result>(action: () => Promise<Result> | undefined): Promise<Result | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      return await action();
    } catch {
      await sleep(50);
    }
  }
  return action();
}

test('a value that this version does not know is reported, and the next change replaces it', async () => {
  const hub = createMemoryHub();
  const errors: string[] = [];
  const state = createHubState(hub, (error) => errors.push(String(error)));
  const { clock: own } = createRuntime();
  const clock = createSharedClock(state, { clock: own });
  await state.start();
  await clock.change((changed) => changed.freeze(5));
  let version = 1;
  const invalid = [
    '{"mode":"warp"}',
    '{',
    '1',
    '{"frozenAt":"x","offset":0}',
    '{"frozenAt":9e15,"offset":0}',
  ];
  for (const text of invalid) {
    ({
      value: { version },
    } = await hub.compareAndSet('clock', version, text));
    assert.deepEqual([own.state(), errors.length], [{ frozenAt: 5, offset: 0 }, 1], text);
    errors.length = 0;
  }
  // From the value of the process, not from the one that is not valid.
  await clock.change((changed) => changed.advance(10));
  assert.deepEqual([own.state(), errors], [{ frozenAt: 15, offset: 0 }, []]);
});
