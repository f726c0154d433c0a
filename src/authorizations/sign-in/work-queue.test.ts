import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkQueue, QueueFullError } from './work-queue.ts';

test('the number of actions that run at the same time is limited, and the others run in order', async () => {
  const queue = createWorkQueue(2, 10);
  const started: number[] = [];
  const latches = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = latches.map((latch, index) =>
    queue.run(() => {
      started.push(index);
      return latch.promise;
    }),
  );
  await settled();
  assert.deepEqual(started, [0, 1]);
  latches[1]?.resolve();
  await settled();
  assert.deepEqual(started, [0, 1, 2]);
  for (const latch of latches) latch.resolve();
  await Promise.all(runs);
  assert.deepEqual(started, [0, 1, 2, 3]);
});

test('an action beyond the limit of waiting actions is rejected, and a later one runs', async () => {
  const queue = createWorkQueue(1, 1);
  const latch = Promise.withResolvers<void>();
  const runs = [queue.run(() => latch.promise), queue.run(async () => {})];
  await assert.rejects(
    queue.run(async () => {}),
    QueueFullError,
  );
  latch.resolve();
  await Promise.all(runs);
  assert.equal(await queue.run(async () => 'done'), 'done');
});

test('an action that fails lets the next one run', async () => {
  const queue = createWorkQueue(1, 1);
  await assert.rejects(
    queue.run(() => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await queue.run(async () => 'done'), 'done');
});

/** Resolves after all actions that can continue have continued. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
