import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '#database/errors.ts';
import { createRuntime } from '#runtime.ts';
import { createStamps } from '../stamps.ts';
import { serveChannel } from './channel-server.ts';
import { createMessageChannel } from './message-channel.ts';
import type { ChannelMessage, ChannelRequest } from './messages.ts';
import { WorkerGroup } from './worker-group.ts';

const real = createRuntime();
const stamps = createStamps(real, 0, 0);
const warnings: string[] = [];
const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} };

/** A worker, and its primary process, which can stop to read messages. The time limits end when the test says so. */
function openWorker(group: WorkerGroup) {
  const queues = { primary: [] as ChannelRequest[], worker: [] as ChannelMessage[] };
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
  let receive = { primary: (_: ChannelRequest) => {}, worker: (_: ChannelMessage) => {} };
  const flush = () => {
    while (!stopped.primary && queues.primary.length > 0) receive.primary(take(queues.primary));
    while (!stopped.worker && queues.worker.length > 0) receive.worker(take(queues.worker));
  };
  const end = serveChannel(
    group,
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
  const worker = createMessageChannel(
    {
      send(message) {
        queues.primary.push(message);
        setImmediate(flush);
      },
      onMessage: (listener) => {
        receive = { ...receive, worker: listener };
      },
    },
    stamps,
    runtime,
  );
  return {
    worker,
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
  const { worker, stop, resume, endLimits, limits, queues } = openWorker(new WorkerGroup());
  const gather = worker.gather('metrics', () => 'text');
  await worker.start();
  assert.deepEqual(await gather(), { parts: [{ worker: 1, text: 'text' }], lost: [] });
  stop('primary');
  const ended = Promise.allSettled([gather(), worker.start()]);
  endLimits();
  for (const result of await ended) {
    assert.equal(result.status, 'rejected');
    assert.ok(result.reason instanceof StoreUnavailableError);
    assert.match(result.reason.message, /^The primary process of the server does not respond\./);
  }
  // Further calls neither wait nor fill the channel.
  const queued = queues.primary.length;
  await assert.rejects(gather(), StoreUnavailableError);
  assert.deepEqual([queues.primary.length, limits.size], [queued, 0]);
  resume();
  while ((await gather().catch(() => undefined)) === undefined) await real.nextIteration();
});

test('a query does not wait for a worker that does not respond', async () => {
  const group = new WorkerGroup();
  const { worker, stop, resume, end, endLimits, ended, limits } = openWorker(group);
  worker.gather('metrics', () => 'text');
  await worker.start();
  stop('worker');
  const gathering = group.gather({ name: 'metrics', argument: '', worker: undefined });
  while (limits.size === 0) await real.nextIteration();
  endLimits();
  assert.deepEqual(await gathering, { parts: [{ worker: 1, text: undefined }], lost: [] });
  assert.deepEqual(warnings.splice(0), ['Worker 1 does not respond']);
  const count = ended();
  resume();
  // The end of the worker ends the waits for it, of which none is left.
  end();
  assert.equal(ended(), count);
});
