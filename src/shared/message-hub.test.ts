import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '#database/errors.ts';
import { createRuntime } from '#runtime.ts';
import type { Hub } from './hub.ts';
import { serveHub } from './hub-server.ts';
import { createHubState } from './hub-state.ts';
import { createMemoryHub } from './memory-hub.ts';
import { createMessageHub } from './message-hub.ts';
import type { HubMessage, HubRequest } from './messages.ts';
import { createStamps } from './stamps.ts';

const real = createRuntime();
const stamps = createStamps(real, 0, 0);
const warnings: string[] = [];
const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} };

/** A worker of a hub, whose processes can stop to read messages. The time limits end when the test says so. */
function openWorker(hub: Hub) {
  const queues = { primary: [] as HubRequest[], worker: [] as HubMessage[] };
  const stopped = { primary: false, worker: false };
  const limits = new Set<() => void>();
  let ended = 0;
  const runtime = {
    ...real,
    timeout(_: number, action: () => void) {
      limits.add(action);
      return () => {
        ended++;
        limits.delete(action);
      };
    },
  };
  let receive = { primary: (_: HubRequest) => {}, worker: (_: HubMessage) => {} };
  const flush = () => {
    while (!stopped.primary && queues.primary.length > 0) receive.primary(take(queues.primary));
    while (!stopped.worker && queues.worker.length > 0) receive.worker(take(queues.worker));
  };
  const end = serveHub(
    hub,
    {
      send(message) {
        queues.worker.push(message);
        setImmediate(flush);
      },
      onMessage: (listener) => {
        receive = { ...receive, primary: listener };
      },
    },
    { runtime, log, worker: 1, stamps },
  );
  const worker = createMessageHub(
    {
      send(message) {
        queues.primary.push(message);
        setImmediate(flush);
      },
      onMessage: (listener) => {
        receive = { ...receive, worker: listener };
      },
    },
    { worker: 1, server: 'test', stamps },
    runtime,
  );
  return {
    hub: worker,
    end,
    stop: (side: 'primary' | 'worker') => {
      stopped[side] = true;
    },
    resume() {
      Object.assign(stopped, { primary: false, worker: false });
      flush();
    },
    /** The time limits that run. */
    limits,
    /** The number of time limits that were ended early. */
    ended: () => ended,
    endLimits() {
      for (const action of [...limits]) {
        limits.delete(action);
        action();
      }
    },
    queues,
  };
}

function take<Item>(items: Item[]): Item {
  const [item] = items.splice(0, 1);
  assert.ok(item);
  return item;
}

test('calls of a worker fail while the primary process does not respond, and succeed again later', async () => {
  const { hub, stop, resume, endLimits, limits, queues } = openWorker(createMemoryHub());
  const add = () => hub.counters('set', 10).add('key', { by: 1 });
  assert.equal((await add()).value, 1);
  stop('primary');
  const first = [
    add(),
    hub.load(),
    hub.gather({ name: 'metrics', argument: '', worker: undefined }),
    hub.acquire('reset'),
  ];
  const ended = Promise.allSettled(first);
  endLimits();
  for (const result of await ended) {
    assert.equal(result.status, 'rejected');
    assert.ok(result.reason instanceof StoreUnavailableError);
    assert.match(result.reason.message, /^The primary process of the server does not respond\./);
  }
  // Further calls neither wait nor fill the channel.
  const queued = queues.primary.length;
  await assert.rejects(add(), StoreUnavailableError);
  assert.deepEqual([queues.primary.length, limits.size], [queued, 0]);
  resume();
  while ((await add().catch(() => undefined)) === undefined) await real.nextIteration();
  // The lock that arrived too late is released.
  (await hub.acquire('reset'))();
});

test('an error of the shared state keeps its Retry-After and its advice on the way to a worker', async () => {
  const hub = createMemoryHub();
  const failing: Hub = {
    ...hub,
    load: () =>
      Promise.reject(new StoreUnavailableError('It is read-only.', { retryAfter: 30, advice: 'Wait.' })),
  };
  await assert.rejects(openWorker(failing).hub.load(), {
    message: 'It is read-only. Wait.',
    reason: 'It is read-only.',
    retryAfter: 30,
  });
});

test('a worker that does not respond leaves no change behind', async () => {
  const hub = createMemoryHub();
  const { hub: worker, stop, resume, end, endLimits, ended, limits } = openWorker(hub);
  const state = createHubState(worker, assert.ifError);
  const values: number[] = [];
  state.attach('n', { read: () => 0, apply: (value: number) => void values.push(value) });
  await state.start();
  const own = createHubState(hub, assert.ifError).attach('n', { read: () => 0, apply() {} });
  stop('worker');
  const updating = own.update(() => 1);
  while (limits.size === 0) await real.nextIteration();
  endLimits();
  assert.equal(await updating, 1);
  assert.deepEqual(warnings.splice(0), ['Worker 1 does not respond']);
  const count = ended();
  resume();
  while (values.length === 0) await real.nextIteration();
  assert.deepEqual([values, limits.size], [[1], 0]);
  // The end of the worker ends the waits for it, of which none is left.
  end();
  assert.equal(ended(), count);
});

test('a lock that a worker waited for when it ended is free', async () => {
  const hub = createMemoryHub();
  const { hub: worker, end } = openWorker(hub);
  const release = await hub.acquire('reset');
  void worker.acquire('reset');
  await real.nextIteration();
  await real.nextIteration();
  end();
  release();
  (await hub.acquire('reset'))();
});
