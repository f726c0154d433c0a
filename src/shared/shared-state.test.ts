import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailableError } from '#database/errors.ts';
import { openDatabase } from '#database/sqlite/node-sqlite.ts';
import { createRuntime } from '#runtime.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { administer, openPostgresSchema } from '#test/support/databases/postgres.ts';
import { holdsFor, until } from '#test/support/until.ts';
import { createCounterTable } from './database/counters.ts';
import { createDatabaseState, type DatabaseState } from './database/database-state.ts';
import type { StateEngine } from './database/engine.ts';
import { ReadAgainClient, type ReadAgainMessage, ReadAgainRelay } from './database/read-again.ts';
import { createLocalState } from './local-state.ts';
import { StateDatabase } from './postgres/database.ts';
import { openPostgresEngine } from './postgres/engine.ts';
import { createSharedClock } from './shared-clock.ts';
import type { SharedState } from './shared-state.ts';
import { openSqliteEngine } from './sqlite/engine.ts';

const runtime = createRuntime();

const warnings: string[] = [];

const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} };

const report = (error: unknown) => {
  throw error;
};

/** The primary process of workers. */
interface Primary {
  readonly engine: StateEngine;
  readonly relay: ReadAgainRelay;
}

function openPrimary(engine: StateEngine): Primary {
  const { readAgain } = createDatabaseState(engine, { report });
  return { engine, relay: new ReadAgainRelay({ runtime, log, readAgain }) };
}

interface OpenWorker {
  readonly state: DatabaseState;
  /** The worker does not get messages any more. */
  stop(): void;
  end(): void;
}

/** Messages arrive later, as between processes. */
function openWorker({ relay }: Primary, engine: StateEngine): OpenWorker {
  let receive = (_: ReadAgainMessage) => {};
  const end = relay.add(1, (message) => void setImmediate(() => receive(message)));
  const state = createDatabaseState(engine, { worker: 1, report, announce: () => client.announce() });
  const client = new ReadAgainClient(
    { runtime, log, readAgain: state.readAgain },
    (message) => void setImmediate(() => void end.receive(message)),
  );
  receive = (message) => void client.receive(message);
  return {
    state,
    stop: () => {
      receive = () => {};
    },
    end: end.end,
  };
}

/** Opens the engines of several processes on one file. */
async function openFile(t: TestContext) {
  const location = path.join(await temporaryFolder(t), 'state.db');
  return async (owner: string) => {
    const engine = await openSqliteEngine({ location, owner, runtime, log });
    t.after(() => engine.close());
    return engine;
  };
}

async function openNode(t: TestContext, url: string, node?: string) {
  const engine = await openPostgresEngine({ url, connectTimeout: 5000, runtime, log, node });
  t.after(() => engine.close());
  return engine;
}

/** Each opens the states of several processes of one server; undefined where there is no PostgreSQL. */
const servers: readonly (readonly [string, (t: TestContext) => Promise<SharedState[] | undefined>])[] = [
  ['one process', async () => [createLocalState()]],
  [
    'workers',
    async (t) => {
      const open = await openFile(t);
      const primary = openPrimary(await open('0'));
      const engines = [await open('1'), await open('2'), await open('3')];
      return engines.map((engine) => openWorker(primary, engine).state);
    },
  ],
  [
    'nodes',
    async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      const engines = [await openNode(t, url), await openNode(t, url)];
      return engines.map((engine) => createDatabaseState(engine, { report }));
    },
  ],
  [
    'workers of nodes',
    async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      const states: SharedState[] = [];
      for (const engine of [await openNode(t, url), await openNode(t, url)]) {
        const primary = openPrimary(engine);
        for (let worker = 1; worker <= 2; worker++)
          states.push(openWorker(primary, await openNode(t, url, engine.node)).state);
      }
      return states;
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
      // Other nodes are notified only.
      if (name.includes('nodes')) await until(() => handled.length === states.length);
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

test('a worker that starts holds the shared values, and no change waits for one that has ended', async (t) => {
  const open = await openFile(t);
  const primary = openPrimary(await open('0'));
  const first = openWorker(primary, await open('1'));
  const { shared } = attachNumber(first.state, 1);
  await first.state.start();
  await shared.update((value) => value + 1);

  const second = openWorker(primary, await open('2'));
  const { replica } = attachNumber(second.state, 1);
  await second.state.start();
  assert.equal(replica.value, 2);
  second.stop();
  second.end();
  const begun = performance.now();
  await shared.update((value) => value + 1);
  assert.ok(performance.now() - begun < 1000);
  // It finds the change itself.
  await until(() => replica.value === 3);
});

test('a change waits 2 seconds for a worker that does not respond', async (t) => {
  const open = await openFile(t);
  const primary = openPrimary(await open('0'));
  const [one, other] = [openWorker(primary, await open('1')), openWorker(primary, await open('2'))];
  const { shared } = attachNumber(one.state, 1);
  await one.state.start();
  await shared.update((value) => value + 1);
  other.stop();
  warnings.length = 0;
  const begun = performance.now();
  await shared.update((value) => value + 1);
  const took = performance.now() - begun;
  assert.ok(took > 1900 && took < 2900, `${took}`);
  assert.deepEqual(warnings.splice(0), ['Worker 1 does not read a change']);
});

test('a lock of a process that has ended is free', async (t) => {
  const open = await openFile(t);
  const [primary, one, other] = [await open('0'), await open('1'), await open('2')];
  await one.acquire('reset');
  let isAcquired = false;
  const acquiring = other.acquire('reset').then((release) => {
    isAcquired = true;
    release();
  });
  await holdsFor(100, () => !isAcquired);
  await primary.endOwner('1');
  await acquiring;
});

test('counters of a file beyond their capacity are deleted', async (t) => {
  const location = path.join(await temporaryFolder(t), 'state.db');
  // The tables are pruned each minute.
  const after = (milliseconds: number, action: () => void) => runtime.after(milliseconds / 100, action);
  const hasty = { ...runtime, after };
  const engine = await openSqliteEngine({ location, owner: '1', runtime: hasty, log });
  t.after(() => engine.close());
  const set = engine.counters('set', 2);
  for (let now = 0; now < 3; now++) await set.add(`key ${now}`, { by: 1, interval: { now, length: 60 } });
  await until(async () => (await set.read(['key 0']))[0] === 0);
  assert.deepEqual(await set.read(['key 1', 'key 2']), [1, 1]);
});

test('each change of a file that was not announced is found by the poll, which reads nothing without one', async (t) => {
  const open = await openFile(t);
  const [one, other] = [await open('1'), await open('2')];
  const { shared } = attachNumber(createDatabaseState(one, { report }), 0);
  const { replica } = attachNumber(createDatabaseState(other, { report }), 0);
  for (const value of [7, 8]) {
    await shared.update(() => value);
    await until(() => replica.value === value);
  }
  let found = 0;
  other.watch(async () => void found++);
  await holdsFor(800, () => found === 0);
  await shared.update(() => 9);
  await until(() => found === 1);
});

test('a write waits for another process that holds the lock of the file, and the event loop runs', async (t) => {
  const location = path.join(await temporaryFolder(t), 'state.db');
  const engine = await openSqliteEngine({ location, owner: '1', runtime, log });
  t.after(() => engine.close());
  const holder = openDatabase(location);
  t.after(() => holder.close());
  holder.exec('begin immediate');
  let isSet = false;
  const setting = engine.values.set('n', 0, '1').then(() => {
    isSet = true;
  });
  await holdsFor(100, () => !isSet);
  holder.exec('commit');
  await setting;
});

test('a write that cannot be made in time is 503 for the caller, and is logged once', async (t) => {
  const location = path.join(await temporaryFolder(t), 'state.db');
  const errors: string[] = [];
  const hasty = { ...runtime, monotonic: () => 100 * runtime.monotonic() };
  const engine = await openSqliteEngine({
    location,
    owner: '1',
    runtime: hasty,
    log: { ...log, error: (text) => void errors.push(text) },
  });
  t.after(() => engine.close());
  const holder = openDatabase(location);
  t.after(() => holder.close());
  holder.exec('begin immediate');
  const counters = engine.counters('set', 10);
  for (let count = 0; count < 2; count++)
    await assert.rejects(counters.add('key', { by: 1 }), StoreUnavailableError);
  assert.equal(errors.length, 1);
  holder.exec('commit');
  assert.equal((await counters.add('key', { by: 1 })).value, 1);
});

test('a handler that fails is reported, and later events are handled', async (t) => {
  const errors: unknown[] = [];
  const open = await openFile(t);
  const state = createDatabaseState(await open('1'), { report: (error) => errors.push(error) });
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
      const engine = await openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
      const state = createDatabaseState(engine, { report });
      const attached = attachNumber(state, 0);
      const counters = state.counters('set', 10);
      await state.start();
      return { engine, counters, ...attached };
    };
    const first = await open();
    await first.shared.update(() => 7);
    await first.counters.add('key', { by: 1 });
    const second = await open();
    assert.equal(second.replica.value, 7);
    await first.engine.close();
    const third = await open();
    assert.deepEqual([third.replica.value, ...(await third.counters.read(['key']))], [7, 1]);
    await second.engine.close();
    await third.engine.close();
    const fourth = await open();
    assert.deepEqual([fourth.replica.value, ...(await fourth.counters.read(['key']))], [0, 0]);
    await fourth.engine.close();
  });

  test('a node that has closed is not marked as running again', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const [, other] = [await openNode(t, url), await openNode(t, url)];
    for (let times = 0; times < 10; times++) {
      const engine = await openPostgresEngine({ url, connectTimeout: 5000, runtime, log });
      await createDatabaseState(engine, { report }).start();
      // Its notification reaches the node that closes.
      await Promise.all([engine.close(), other?.values.versions()]);
    }
    const check = `do $$ begin assert (select count(*) from shared_nodes) = 2, 'other nodes are running'; end $$`;
    await administer(url, check);
  });

  test('a change reaches a node whose connection was terminated', async (t) => {
    const url = await openPostgresSchema(t);
    if (url === undefined) return;
    const [one, other] = [await openNode(t, url), await openNode(t, url)].map((engine) =>
      attachNumber(createDatabaseState(engine, { report }), 0),
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
    const state = createDatabaseState(await openNode(t, url), { report });
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
      runtime,
      log,
      async onConnect() {},
      onReconnect() {},
      onNotification() {},
    });
    t.after(() => database.close());
    const counters = createCounterTable(database);
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

test('a value that this version does not know is reported, and the next change replaces it', async (t) => {
  const open = await openFile(t);
  const engine = await open('1');
  const errors: string[] = [];
  const state = createDatabaseState(engine, { report: (error) => errors.push(String(error)) });
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
    version = (await engine.values.set('clock', version, text))?.version ?? assert.fail();
    await state.readAgain();
    assert.deepEqual([own.state(), errors.length], [{ frozenAt: 5, offset: 0 }, 1], text);
    errors.length = 0;
  }
  // From the value of the process, not from the one that is not valid.
  await clock.change((changed) => changed.advance(10));
  assert.deepEqual([own.state(), errors], [{ frozenAt: 15, offset: 0 }, []]);
});
