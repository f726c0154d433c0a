import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueFullError } from '#concurrency.ts';
import { FairQueue } from './fair-queue.ts';

const sizes = { atOnce: 1, maxWaitingOfKey: 10, maxWaiting: 100 };

/** A queue whose only running action ends when `open` is called. */
function blocked(options = sizes) {
  const queue = new FairQueue(options);
  const latch = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = queue.run('first', () => latch.promise);
  const add = (key: string, name = key) => queue.run(key, async () => void order.push(name));
  const open = async (runs: readonly Promise<unknown>[]) => {
    latch.resolve();
    await Promise.all([first, ...runs]);
    return order;
  };
  return { queue, add, open };
}

test('the number of actions that run at the same time is limited', async () => {
  const queue = new FairQueue({ ...sizes, atOnce: 2 });
  let running = 0;
  let most = 0;
  const runs = Array.from({ length: 8 }, (_, index) =>
    queue.run(`key ${index}`, async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return index;
    }),
  );
  assert.deepEqual(await Promise.all(runs), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(most, 2);
});

test('waiting keys are served in rotation, and the actions of each key in order', async () => {
  const { add, open } = blocked();
  const runs = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name.slice(0, 1), name));
  assert.deepEqual(await open(runs), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a key whose share is used up is rejected, and others are not', async () => {
  const { add, open } = blocked({ ...sizes, maxWaitingOfKey: 2 });
  const runs = [add('a'), add('a')];
  await assert.rejects(add('a'), QueueFullError);
  runs.push(add('b'));
  assert.deepEqual(await open(runs), ['a', 'b', 'a']);
});

test('in a full queue, a new key displaces the newest action of the key with the most', async () => {
  const { add, open } = blocked({ ...sizes, maxWaiting: 4 });
  const runs = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3')];
  const last = assert.rejects(runs.pop() ?? Promise.resolve(), QueueFullError);
  runs.push(add('b', 'b1'), add('c', 'c1'));
  await last;
  const second = assert.rejects(runs.splice(1, 1)[0] ?? Promise.resolve(), QueueFullError);
  runs.push(add('d', 'd1'));
  await second;
  // Each key has one waiting action, so no action is displaced.
  await assert.rejects(add('e'), QueueFullError);
  await assert.rejects(add('a'), QueueFullError);
  assert.deepEqual(await open(runs), ['a1', 'b1', 'c1', 'd1']);
});

test('an action that fails or was rejected does not count as running', async () => {
  const { queue, add, open } = blocked({ ...sizes, maxWaiting: 1 });
  const fails = assert.rejects(
    queue.run('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  await assert.rejects(add('b'), QueueFullError);
  await open([fails]);
  assert.equal(await queue.run('b', async () => 'done'), 'done');
});
